"""Lists across all kinds: entries, parts, quotations, former addresses."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import path
from django.utils.html import format_html
from django.utils.safestring import SafeString

from laws.models import Discussion, Entry, Extract, FormerAddress, Part

from .choices import CHOICES_URL, EntryChoices, NamedChoices, entry_name, form_address
from .inlines import DiscussionForm
from .moves import MoveActions
from .ticked import OneByOne
from .versions import Deleted

address_shape = RegexValidator(r"^/[\w.~/-]+/$", "An address of this site, from slash to slash: /auction-1912/law/83a/.")


class Looked(admin.ModelAdmin):
    """A list to look things up in. Nothing is typed here."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Entry)
class EntryAdmin(Deleted, MoveActions, OneByOne):
    """All kinds in one list. Each entry opens in the form of its kind."""

    list_display = ["label", "title", "kind", "code", "status", "published_at", "permanent_id"]
    list_display_links = ["label", "title"]
    list_filter = ["kind", "status", "edition", "offenses"]
    list_select_related = ["edition"]
    search_fields = ["=number", "=slug", "title", "kind", "=permanent_id", "edition__short_title", "edition__slug"]
    search_help_text = "As you would say it: law 84, whist case 11, revoke."
    ordering = ["edition__order", "kind", "position", "pk"]

    @admin.display(description="entry", ordering="position")
    def label(self, entry: Entry) -> str:
        return entry.label

    @admin.display(description="code", ordering="edition__order")
    def code(self, entry: Entry) -> str:
        return entry.edition.short_title

    def get_urls(self) -> list[Any]:
        choices = self.admin_site.admin_view(EntryChoices.as_view(admin_site=self.admin_site))
        return [path("choices/", choices, name=CHOICES_URL), *super().get_urls()]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("edition")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changeform_view(self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None) -> Any:
        entry = self.get_object(request, object_id) if object_id else None
        if entry is None:
            return super().changeform_view(request, object_id, form_url, extra_context)
        query = request.META.get("QUERY_STRING", "")
        return HttpResponseRedirect(form_address(entry) + (f"?{query}" if query else ""))


@admin.register(Part)
class PartAdmin(Looked):
    list_display = ["entry", "label", "anchor", "permanent_id", "retired"]
    list_filter = ["retired", "entry__edition"]
    list_select_related = ["entry__edition"]
    search_fields = ["=permanent_id", "=entry__number", "=anchor", "entry__title"]
    ordering = ["entry__edition__order", "entry__kind", "entry__position", "position"]


@admin.register(Extract)
class ExtractAdmin(Looked):
    list_display = ["entry", "part_anchor", "words", "quoted_in"]
    list_filter = ["entry__edition"]
    list_select_related = ["entry__edition", "quoted_in"]
    search_fields = ["words", "=entry__number", "entry__title"]
    ordering = ["entry__edition__order", "entry__kind", "entry__position", "position"]


@admin.register(Discussion)
class DiscussionAdmin(NamedChoices, admin.ModelAdmin):
    """What has been written elsewhere about entries, newest first. The same rows stand in each entry's form."""

    list_display = ["title", "issue", "date", "about", "address"]
    list_filter = ["title", "entry__edition"]
    list_select_related = ["entry__edition"]
    search_fields = ["title", "issue", "note", "url", "=entry__number", "entry__title"]
    search_help_text = "What it appeared in, which issue, words of the note, an entry's number or title."
    autocomplete_fields = ["entry"]
    form = DiscussionForm
    fields = ["entry", "title", "issue", "date", "url", "note"]
    date_hierarchy = "date"

    @admin.display(description="about", ordering="entry__position")
    def about(self, row: Discussion) -> str:
        return entry_name(row.entry)

    @admin.display(description="address", ordering="url")
    def address(self, row: Discussion) -> str:
        """As words: the desk links to nothing outside the site."""
        return row.url


@admin.register(FormerAddress)
class FormerAddressAdmin(NamedChoices, admin.ModelAdmin):
    """Addresses that lead on. They are kept by themselves; an address of an older site may be added here."""

    list_display = ["path", "leads_to", "since"]
    list_filter = ["entry__edition"]
    list_select_related = ["entry__edition"]
    search_fields = ["path", "entry__title", "=entry__number"]
    autocomplete_fields = ["entry"]
    ordering = ["path"]
    readonly_fields = ["since"]

    @admin.display(description="leads to")
    def leads_to(self, row: FormerAddress) -> SafeString:
        return format_html('{} <span class="quiet">{}</span>', entry_name(row.entry), row.entry.get_absolute_url())

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "path":
            field.validators.extend([address_shape, refuse_living])
        return field

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Somebody has printed it: it may be added, not changed or deleted."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def refuse_living(address: str) -> None:
    """Raise ValidationError where an entry can be read at `address` now."""
    words = address.split("/")
    if len(words) == 5 and Entry.objects.filter(edition__slug=words[1], kind=words[2], slug=words[3]).exists():
        raise ValidationError("An entry has this address now; it cannot lead elsewhere.")
