"""The base of every form at the desk: what is stored and what follows from it change together, and a refusal keeps what was typed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import flatten_fieldsets, unquote
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from laws.impact import Impact

from . import stamps

REFUSED = "casebook_refused"
TYPED = {"why", "offenders", "phases", "means", "means_part"}


class Overtaken(Exception):
    """Somebody else has saved since the form was opened."""

    def __init__(self, meanwhile: stamps.Meanwhile) -> None:
        super().__init__()
        self.meanwhile = meanwhile


class TooLate(Exception):
    """What was typed may not be saved any more by who typed it."""

    def __init__(self, row: Any, unsaved: list[stamps.Clash]) -> None:
        super().__init__()
        self.row, self.unsaved = row, unsaved


class Touched(Exception):
    """What is to be saved touches what others rely on, and its editor has not seen that yet."""

    def __init__(self, impact: Impact) -> None:
        super().__init__()
        self.impact = impact


class DoorForm(forms.ModelForm):
    """A form whose saving may yet be refused; then it comes back as it was typed, with the reason above it."""

    why = forms.CharField(
        label="Why", required=False, max_length=100, help_text="Shown in the history, in a few words: “Misprint in the second line.”"
    )
    refused: list[str] = []
    previewing = False  # sent to be looked at: nothing is wrong with it, and nothing is saved

    def is_valid(self) -> bool:
        return super().is_valid() and not self.previewing

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
        shown = dict(extra_context or {})
        try:
            with transaction.atomic():
                if request.method == "POST" and object_id is not None:
                    self._meet(request, object_id)
                return super().changeform_view(request, object_id, form_url, shown)
        except TooLate as found:
            return self._too_late(request, found)
        except Overtaken as found:
            request.POST = found.meanwhile.data  # type: ignore[assignment]
            shown |= {"overtaken": found.meanwhile, "stamp": found.meanwhile.stamp}
            refused = ["Somebody else has saved this since you opened it. Nothing of yours is lost: look below, and save again."]
        except Touched as found:
            shown["impact"] = found.impact
            refused = ["Nothing is saved yet. Look at what this touches, and press the same button again."]
        except ValidationError as error:
            refused = error.messages
        except IntegrityError:
            refused = ["The database refused this: somebody else may have saved the same number just now. Look, and save again."]
        setattr(request, REFUSED, refused)
        return super().changeform_view(request, object_id, form_url, shown)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """With the stamp of what the form was made from: of the form as it was sent, where it comes back."""
        if "stamp" not in context:
            formsets = [each.formset for each in context["inline_admin_formsets"] if each.has_change_permission]
            sent = request.POST.get(stamps.STAMP, "") if request.method == "POST" else None
            context["stamp"] = stamps.stamp(stamps.held(context["adminform"].form, formsets)) if sent is None else sent
        return super().render_change_form(request, context, *args, **kwargs)

    def confirm(self, request: HttpRequest, impact: Impact) -> None:
        """Raise Touched unless the editor has seen what the change touches, and has pressed the button again."""
        if impact and request.POST.get(stamps.SEEN) != impact.mark:
            raise Touched(impact)

    def _meet(self, request: HttpRequest, object_id: str) -> None:
        """Lock the row and hold the form against what is stored. Raises Overtaken where somebody else has saved it meanwhile."""
        key = unquote(object_id)
        list(self.model._default_manager.select_for_update().filter(pk=key).values_list("pk") if key.isascii() and key.isdigit() else ())
        row = self.get_object(request, key)
        if row is None or not self.has_view_or_change_permission(request, row):
            return
        form, formsets = self._as_stored(request, row)
        if not self.has_change_permission(request, row):
            if stamps.STAMP in request.POST and (unsaved := stamps.unsaved(request.POST, form, formsets)):
                raise TooLate(row, unsaved)
            return
        request.POST = stamps.taken(request.POST, form, formsets)  # type: ignore[assignment]
        if meanwhile := stamps.meanwhile(request.POST, form, formsets):
            raise Overtaken(meanwhile)

    def _as_stored(self, request: HttpRequest, row: Any) -> tuple[Any, list[Any]]:
        """The form of a row, and of what hangs on it, as somebody would find it who opens it now."""
        own = row if self.has_change_permission(request, row) else None  # what may not be changed has no fields to compare
        fields = flatten_fieldsets(self.get_fieldsets(request, own))
        form = self.get_form(request, own, change=own is not None, fields=fields)(instance=row)
        formsets: list[Any] = []
        used: dict[str, int] = {}
        for formset, inline in self.get_formsets_with_inlines(request, row):
            prefix = formset.get_default_prefix()
            used[prefix] = used.get(prefix, 0) + 1
            prefix = f"{prefix}-{used[prefix]}" if used[prefix] > 1 else prefix
            if inline.has_change_permission(request, row):
                formsets.append(formset(instance=row, prefix=prefix, queryset=inline.get_queryset(request)))
        return form, formsets

    def _too_late(self, request: HttpRequest, found: TooLate) -> HttpResponse:
        """What somebody typed who may not save it any more: it has been handed in, or published, since the form was opened."""
        context = {**self.admin_site.each_context(request), "title": f"{found.row} cannot be saved", "opts": self.opts,
                   "original": found.row, "unsaved": found.unsaved}  # fmt: skip
        return TemplateResponse(request, "admin/too_late.html", context, status=403)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Rows of an entry carry the same reason in their history as the entry."""
        for row in formset.forms:
            row.instance._change_reason = form.cleaned_data.get("why") or None
        super().save_formset(request, form, formset, change)

    def tell(self, request: HttpRequest, error: ValidationError) -> None:
        for message in error.messages:
            self.message_user(request, message, messages.ERROR)
