"""Editions with their headings and tables of penalties, and the offenses that all editions share."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import models
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from laws import editing
from laws.models import Edition, Entry, Heading, Offense, PenaltyEntry

from . import saving
from .choices import NamedChoices, form_address
from .counts import count_of
from .door import DoorForm, ThroughTheDoor, name_cells
from .fields import LinesField, WordsField
from .inlines import HeadingNotesInline
from .rows import ForUser, PenaltyLineForm, RowFormSet
from .ticked import OneByOne
from .versions import WithVersions

NAMING = {"title", "short_title", "year", "names"}  # by these the texts of other editions name this one


class EditionForm(DoorForm):
    names = LinesField(required=False, label="Other names", help_text="How other texts name this code, one a line: Laws of Auction Bridge.")
    words = WordsField(
        required=False,
        label="What words mean in it",
        help_text="One a line: “section = etiquette”, “rule = law”, “§ = law”. Changing it reads all citations of this code anew.",
    )

    source_url = forms.URLField(required=False, label="Source address", assume_scheme="https", max_length=200)

    class Meta:
        model = Edition
        fields = "__all__"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "published_at" in self.fields:
            for widget, name in zip(self.fields["published_at"].widget.widgets, ("Date", "Time"), strict=True):  # type: ignore[attr-defined]
                widget.attrs["aria-label"] = f"{name} of publication"

    def clean_slug(self) -> str:
        slug = str(self.cleaned_data["slug"])
        try:
            editing.refuse_kept(self.instance, slug)
        except ValidationError as error:
            raise ValidationError(error.messages) from error
        return slug


class HeadingLineForm(forms.ModelForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name_cells(self)


class HeadingsInline(admin.TabularInline):
    model = Heading
    form = HeadingLineForm
    fields = ["kind", "position", "title"]
    extra = 0
    can_delete = False
    show_change_link = True


class PenaltyLines(ForUser, admin.TabularInline):
    """The table of penalties, a line each."""

    model = PenaltyEntry
    form = PenaltyLineForm
    formset = RowFormSet
    fields = ["position", "number", "offense", "penalty_text", "laws", "status", "own_page"]
    readonly_fields = ["own_page"]
    extra = 0
    can_delete = False
    view_on_site = False
    verbose_name = "row of the table of penalties"
    verbose_name_plural = "table of penalties"

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("edition", "penaltyrow").order_by("position", "pk")

    @admin.display(description="its own form")
    def own_page(self, entry: Entry) -> SafeString | str:
        return format_html('<a href="{}">{}</a>', form_address(entry), entry.label) if entry.pk else "after saving"


class Rows(ThroughTheDoor):
    """A form whose rows may be entries; these are published with it."""

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        super().save_formset(request, form, formset, change)
        saving.publish({key for row in formset.forms for key in getattr(row, "touched", ())})

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj._change_reason = form.cleaned_data.get("why") or None
        super().save_model(request, obj, form, change)


@admin.register(Edition)
class EditionAdmin(WithVersions, Rows):
    form = EditionForm
    inlines = [HeadingsInline, PenaltyLines]
    list_display = ["short_title", "title", "year", "game", "issued_by", "entry_count", "order"]
    list_filter = ["game"]
    search_fields = ["slug", "title", "short_title", "names", "issued_by"]
    ordering = ["order", "-year", "slug"]
    autocomplete_fields = ["supersedes"]
    formfield_overrides = {models.TextField: {"widget": forms.Textarea(attrs={"rows": 5, "class": "vLargeTextField"})}}
    fieldsets = [
        (None, {"fields": ["title", ("short_title", "slug"), "game", "issued_by", ("year", "dated")]}),
        ("Where it was printed", {"fields": ["published_in", "source_url", "supersedes"]}),
        ("How it is read", {"fields": ["names", "words"]}),
        ("Its place on the site", {"fields": ["order", "published_at"]}),
        ("Before the first law", {"fields": ["front_text", "front_digest", "front_source"], "classes": ["collapse"]}),
        ("After the last entry", {"fields": ["back_text", "back_digest", "back_source"], "classes": ["collapse"]}),
        ("This change", {"fields": ["why"], "classes": ["after"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).annotate(entry_count=count_of(Entry, "edition"))

    @admin.display(description="entries", ordering="entry_count")
    def entry_count(self, edition: Any) -> int:
        return edition.entry_count

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        if obj is not None and obj.entry_count and "slug" in form.base_fields:
            form.base_fields["slug"].help_text = (
                "All addresses of its entries begin with it. When it is changed, every address under the old one leads on for ever."
            )
        return form

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if not change:
            return
        if "slug" in form.changed_data:
            editing.renamed(form.instance, form.initial["slug"])
        if NAMING & set(form.changed_data):
            saving.publish(Entry.objects.values_list("pk", flat=True))  # any text anywhere may name it
        elif "words" in form.changed_data:
            saving.publish(Entry.objects.in_edition(form.instance).values_list("pk", flat=True))

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        edition = self.get_object(request, object_id)
        if edition is not None and edition.entry_count and self.has_delete_permission(request, edition):
            said = f"{edition.short_title} has {edition.entry_count} entries, and cannot be deleted while it has any."
            self.message_user(request, said, messages.ERROR)
            return HttpResponseRedirect(reverse("admin:laws_edition_change", args=[object_id]))
        return super().delete_view(request, object_id, extra_context)


@admin.register(Heading)
class HeadingAdmin(WithVersions, NamedChoices, OneByOne, Rows):
    form = DoorForm
    inlines = [HeadingNotesInline]
    list_display = ["title", "edition", "kind", "position", "entry_count"]
    list_filter = ["edition", "kind"]
    list_select_related = ["edition"]
    search_fields = ["title", "text", "digest", "edition__short_title", "=permanent_id"]
    ordering = ["edition__order", "kind", "position"]
    readonly_fields = ["permanent_id"]
    formfield_overrides = {models.TextField: {"widget": forms.Textarea(attrs={"rows": 5, "class": "vLargeTextField"})}}
    fieldsets = [
        (None, {"fields": ["edition", ("kind", "position"), "title", "permanent_id"]}),
        ("What stands under it before the first entry", {"fields": ["text", "digest", "editor_note", "source"]}),
        ("This change", {"fields": ["why"], "classes": ["after"]}),
    ]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("edition").annotate(entry_count=count_of(Entry, "heading"))

    @admin.display(description="entries", ordering="entry_count")
    def entry_count(self, heading: Any) -> int:
        return heading.entry_count

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Once entries stand under it, it stays in its list."""
        return [*self.readonly_fields, "edition", "kind"] if obj is not None and obj.entry_count else self.readonly_fields

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        heading = form.instance
        under = Entry.objects.filter(models.Q(heading=heading.pk) | models.Q(footnote__anchor_heading=heading.pk))
        saving.publish(under.values_list("pk", flat=True))

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        heading = self.get_object(request, object_id)
        notes = Entry.objects.filter(footnote__anchor_heading=heading.pk).count() if heading is not None else 0
        if heading is not None and (heading.entry_count or notes) and self.has_delete_permission(request, heading):
            said = f"{heading.entry_count} entries stand under “{heading.title}”, and {notes} notes hang on it: move them first."
            self.message_user(request, said, messages.ERROR)
            return HttpResponseRedirect(reverse("admin:laws_heading_change", args=[object_id]))
        return super().delete_view(request, object_id, extra_context)


class OffenseForm(forms.ModelForm):
    class Meta:
        help_texts: ClassVar[dict[str, str]] = {
            "slug": "As it stands in addresses: /feeds/offense/revoke.atom. Once saved it stays as it is, whatever becomes of the name:"
            " feeds and saved lists go by it."
        }


@admin.register(Offense)
class OffenseAdmin(OneByOne):
    form = OffenseForm
    list_display = ["name", "slug", "entry_count"]
    search_fields = ["name", "slug"]
    ordering = ["name"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Its address was public from the moment that it was saved."""
        return [*self.readonly_fields, "slug"] if obj is not None else self.readonly_fields

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return {} if obj is not None else {"slug": ["name"]}

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).annotate(entry_count=count_of(Entry.offenses.through, "offense"))

    @admin.display(description="entries", ordering="entry_count")
    def entry_count(self, offense: Any) -> int:
        return offense.entry_count

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Searching knows entries by their offenses too."""
        super().save_related(request, form, formsets, change)
        if change and form.has_changed():
            saving.publish(form.instance.entries.values_list("pk", flat=True))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """An offense goes only when no entry is found by it."""
        return super().has_delete_permission(request, obj) and (obj is None or not getattr(obj, "entry_count", 0))
