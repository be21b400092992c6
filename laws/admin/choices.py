"""How entries and headings are chosen in forms: by a label that says of which code they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.contrib.admin.options import BaseModelAdmin
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.admin.widgets import AutocompleteSelect
from django.db import models
from django.http import HttpRequest
from django.urls import reverse

from laws.models import DESK, Edition, Entry, Heading

CHOICES_URL = "laws_entry_choices"


def entry_name(entry: Entry) -> str:
    """An entry in a list of choices: "Law 84: What an established revoke costs (Auction 1912)"."""
    return f"{entry.heading_line} ({entry.edition.short_title})"


def heading_name(heading: Heading) -> str:
    return f"{heading.edition.short_title}, {heading.get_kind_display()}: {heading.title}"


def form_address(entry: Entry) -> str:
    """Where an editor changes an entry: the form of its kind."""
    return reverse(f"admin:laws_{DESK[entry.kind]._meta.model_name}_change", args=[entry.pk])


class EntryChoices(AutocompleteJsonView):
    """Entries as one types, named with their code."""

    def serialize_result(self, obj: Any, to_field_name: str) -> dict[str, str]:
        return {"id": str(obj.pk), "text": entry_name(obj)}


class EntrySelect(AutocompleteSelect):
    """The stock autocomplete over entries. `known` is the chosen entry where it is at hand, so that a page of rows asks for none."""

    known: Entry | None = None

    def get_url(self) -> str:
        return reverse(f"{self.admin_site.name}:{CHOICES_URL}")

    def optgroups(self, name: str, value: Sequence[str], attrs: Mapping[str, Any] | None = None) -> list[Any]:
        if self.known is None or list(value) != [str(self.known.pk)]:
            return super().optgroups(name, value, attrs)  # type: ignore[arg-type]
        options = [] if self.is_required else [self.create_option(name, "", "", False, 0)]
        options.append(self.create_option(name, self.known.pk, entry_name(self.known), True, len(options)))
        return [(None, options, 0)]


class EntryField(forms.ModelChoiceField):
    def label_from_instance(self, obj: Any) -> str:
        return entry_name(obj)


class HeadingField(forms.ModelChoiceField):
    def label_from_instance(self, obj: Any) -> str:
        return heading_name(obj)


class NamedChoices(BaseModelAdmin):
    """For an admin or an inline: entries are looked up as one types, headings chosen from a list; both named with their code."""

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        model = db_field.remote_field.model
        if model is Entry:
            kwargs |= {"form_class": EntryField, "queryset": Entry.objects.select_related("edition")}
            kwargs["widget"] = EntrySelect(db_field, self.admin_site)
        elif model is Heading:
            rows = Heading.objects.select_related("edition").order_by("edition__order", "kind", "position")
            kwargs |= {"form_class": HeadingField, "queryset": rows}
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field and isinstance(db_field, models.ForeignKey) and db_field.remote_field.model in (Edition, Entry, Heading):
            field.widget.can_add_related = field.widget.can_change_related = field.widget.can_delete_related = False
        return field


def tell_known(form: forms.ModelForm[Any]) -> None:
    """Hand each choice of an entry in `form` the entry that is chosen, where the row brought it along."""
    for name, field in form.fields.items():
        widget = getattr(field.widget, "widget", field.widget)
        if isinstance(widget, EntrySelect) and name in form.instance._state.fields_cache:
            widget.known = getattr(form.instance, name)
