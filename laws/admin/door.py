"""The base of every form at the desk: what is stored and what follows from it change together, and a refusal keeps what was typed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest

REFUSED = "casebook_refused"
TYPED = {"why", "offenders", "phases", "means", "means_part"}


class DoorForm(forms.ModelForm):
    """A form whose saving may yet be refused; then it comes back as it was typed, with the reason above it."""

    why = forms.CharField(
        label="Why", required=False, max_length=100, help_text="Shown in the history, in a few words: “Misprint in the second line.”"
    )
    refused: list[str] = []

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.refused:
            raise ValidationError(self.refused)
        return cleaned


def name_cells(form: Any) -> None:
    """Give every field of a row the name of its column, for those who do not see the column."""
    for field in form.fields.values():
        widget = getattr(field.widget, "widget", field.widget)
        widget.attrs["aria-label"] = field.label


class RowsOfOne(BaseInlineFormSet):
    """Rows that know from the start what they hang on, so that they can be checked against it before it is saved."""

    def _construct_form(self, i: int, **kwargs: Any) -> Any:
        form = super()._construct_form(i, **kwargs)  # type: ignore[misc]
        setattr(form.instance, self.fk.name, self.instance)
        return form


class ThroughTheDoor(admin.ModelAdmin):
    """Saves in one transaction with all that follows; whatever cannot stand undoes all of it and is said above the form."""

    save_on_top = True

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        form.refused = getattr(request, REFUSED, [])  # type: ignore[attr-defined]
        return form

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Without what is only typed, for those who may only look."""
        fieldsets = super().get_fieldsets(request, obj)
        if self.has_change_permission(request, obj) if obj else self.has_add_permission(request):
            return fieldsets
        shown = [(name, {**options, "fields": [field for field in options["fields"] if field not in TYPED]}) for name, options in fieldsets]
        return [(name, options) for name, options in shown if options["fields"]]

    def changeform_view(self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None) -> Any:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except ValidationError as error:
            refused = error.messages
        except IntegrityError:
            refused = ["The database refused this: somebody else may have saved the same number just now. Look, and save again."]
        setattr(request, REFUSED, refused)
        return super().changeform_view(request, object_id, form_url, extra_context)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Rows of an entry carry the same reason in their history as the entry."""
        for row in formset.forms:
            row.instance._change_reason = form.cleaned_data.get("why") or None
        super().save_formset(request, form, formset, change)

    def tell(self, request: HttpRequest, error: ValidationError) -> None:
        for message in error.messages:
            self.message_user(request, message, messages.ERROR)
