"""Deleting at the desk. What was published or is cited is withdrawn instead, so that no citation and no printed address breaks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from laws import editing
from laws.models import Entry

from .choices import entry_name, form_address
from .ticked import OneByOne

BECAUSE = "Removed by an editor."


def outlook(entry: Entry) -> list[Any]:
    """What removing an entry will do, as the nested list that the confirmation shows."""
    citing = Entry.objects.filter(citations__target=entry).exclude(pk=entry.pk).select_related("edition").distinct().in_order()
    cited_by = [f"{entry_name(source)} cites it" for source in citing]
    notes = [f"{entry_name(note)} hangs on it" for note in Entry.objects.filter(footnote__anchor=entry).select_related("edition")]
    if editing.may_delete(entry):
        return [f"{entry_name(entry)} will be deleted: it was never published, and nothing cites it.", notes]
    why = "it has been published" if entry.published_at else "it is cited"
    return [f"{entry_name(entry)} will be withdrawn, not deleted, because {why}. Its address will say where to read on.", cited_by + notes]


class Removal(OneByOne):
    delete_confirmation_template = "admin/remove.html"
    delete_selected_confirmation_template = "admin/remove_selected.html"
    actions = ["remove_selected"]

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        lacking = set() if self.has_delete_permission(request) else {str(self.opts.verbose_name)}
        return [line for entry in objs for line in outlook(entry)], {}, lacking, []

    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> Any:
        try:
            return super().delete_view(request, object_id, {"because": BECAUSE, **(extra_context or {})})
        except ValidationError as error:
            self.message_user(request, " ".join(error.messages), messages.ERROR)
            return HttpResponseRedirect(reverse(f"admin:laws_{self.opts.model_name}_change", args=[object_id]))

    def log_deletions(self, request: HttpRequest, queryset: Iterable[Any]) -> Any:
        rows = list(queryset)
        gone: Any = [row for row in rows if editing.may_delete(row)]
        for row in rows:
            if row not in gone:
                self.log_change(request, row, "Withdrawn.")
        return super().log_deletions(request, gone) if gone else None

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        self._remove(request, [obj.pk])

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:
        self._remove(request, list(queryset.values_list("pk", flat=True)))

    def _remove(self, request: HttpRequest, keys: list[int]) -> None:
        because = request.POST.get("because", "").strip()[:300] or BECAUSE
        deleted, withdrawn = editing.remove(Entry.objects.filter(pk__in=keys).select_related("edition"), because=because)
        if deleted:
            self.message_user(request, f"Deleted: {', '.join(e.label for e in deleted)}.", messages.SUCCESS)
        if withdrawn:
            names = ", ".join(e.label for e in withdrawn)
            said = "Withdrawn instead of deleted, since readers may come to its address"
            self.message_user(request, f"{said}: {names}.", messages.WARNING)

    def response_delete(self, request: HttpRequest, obj_display: str, obj_id: int) -> HttpResponse:
        """`_remove` has said what happened; lead to the entry where it is still there, else to the list."""
        left = Entry.objects.filter(pk=obj_id).first()
        return HttpResponseRedirect(form_address(left) if left else reverse(f"admin:laws_{self.opts.model_name}_changelist"))

    @admin.action(description="Delete or withdraw the selected", permissions=["delete"])
    def remove_selected(self, request: HttpRequest, queryset: Any) -> HttpResponse | None:
        if request.POST.get("post"):
            try:
                with transaction.atomic():
                    self.log_deletions(request, queryset)
                    self.delete_queryset(request, queryset)
            except ValidationError as error:
                self.message_user(request, " ".join(error.messages), messages.ERROR)
            return None
        context = {
            **self.admin_site.each_context(request), "title": "Delete or withdraw", "queryset": queryset, "opts": self.opts,
            "media": self.media,
            "deleted_objects": self.get_deleted_objects(queryset.select_related("edition"), request)[0], "because": BECAUSE,
            "action_checkbox_name": ACTION_CHECKBOX_NAME,
        }  # fmt: skip
        request.current_app = self.admin_site.name  # type: ignore[attr-defined]
        return TemplateResponse(request, self.delete_selected_confirmation_template, context)
