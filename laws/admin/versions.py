"""The history of a row at the desk: every version with who, when, why and what, the words in which two differ, and the way back.

The pages of simple-history are not used: they carry inline styles, and their "revert" saves a row without what follows from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse

from laws import history, impact
from laws.models import Entry

from .choices import form_address
from .stamps import SEEN


@dataclass(frozen=True, slots=True)
class Line:
    """One version in the list: what it changed in the one before, a line each."""

    version: history.Version
    what: tuple[str, ...]


class BackForm(forms.Form):
    """Why a version is put back."""

    why = forms.CharField(label="Why", max_length=100, widget=forms.TextInput(attrs={"class": "vTextField"}))


class WithVersions(admin.ModelAdmin):
    object_history_template = "admin/versions.html"

    def get_urls(self) -> list[Any]:
        name = f"laws_{self.opts.model_name}_version"
        view = self.admin_site.admin_view(self.version_view)
        return [path("<int:key>/history/<slug:ref>/", view, name=name), *super().get_urls()]

    def history_view(self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The page behind "History"; with `?from=12-7&to=15-9`, the words in which two versions differ."""
        row = self.get_object(request, object_id)
        if row is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[attr-defined]
        if not self.has_view_or_change_permission(request, row):
            raise PermissionDenied
        found = history.versions(row)
        old, new = chosen(request, found)
        lines = [Line(version, history.summary(before, version)) for version, before in zip(found, [*found[1:], None], strict=True)]
        context = {
            "title": f"History of {row}", "versions": lines, "old": old, "new": new,
            "differences": history.differences(old, new) if new else [], **(extra_context or {}),
        }  # fmt: skip
        return self._shown(request, row, self.object_history_template, context)

    def version_view(self, request: HttpRequest, key: int, ref: str) -> HttpResponse:
        """One version whole, what has changed since, and for an entry the button that puts its words back."""
        row = self.get_object(request, str(key))
        if row is None:
            raise Http404
        if not self.has_view_or_change_permission(request, row):
            raise PermissionDenied
        found = history.versions(row)
        version = next((one for one in found if one.ref == ref), None)
        if version is None:
            raise Http404
        may = isinstance(row, Entry) and version is not found[0] and self.has_change_permission(request, row)
        if request.method == "POST" and not may:
            raise PermissionDenied
        form = BackForm(request.POST if request.method == "POST" else None)
        touched = impact.of_restoring_words(row, *history.restorable(version)) if may else impact.Impact()
        seen = request.POST.get(SEEN) == touched.mark
        if form.is_valid() and (seen or not touched):
            try:
                history.restore(row, version, why=form.cleaned_data["why"])
            except ValidationError as error:
                for message in error.messages:
                    form.add_error(None, message)
            else:
                self.log_change(request, row, f"The version of {version.at:%Y-%m-%d %H:%M} was put back.")
                self.message_user(request, f"{row}: its words of {version.at:%Y-%m-%d %H:%M} are back.", messages.SUCCESS)
                return HttpResponseRedirect(form_address(row))
        fields = [(label, value) for label, value in history.said(version).items() if value]
        context = {
            "title": f"{row} as of {version.at:%Y-%m-%d %H:%M}", "version": version, "fields": fields, "form": form if may else None,
            "differences": history.differences(version, found[0]), "latest": found[0], "impact": touched,
        }  # fmt: skip
        return self._shown(request, row, "admin/version.html", context)

    def _shown(self, request: HttpRequest, row: Any, template: str, context: dict[str, Any]) -> HttpResponse:
        around = {**self.admin_site.each_context(request), "object": row, "original": row, "opts": self.opts,
                  "module_name": str(self.opts.verbose_name_plural).capitalize(), "media": self.media,
                  "form_page": reverse(f"admin:laws_{self.opts.model_name}_change", args=[row.pk]),
                  "history_page": reverse(f"admin:laws_{self.opts.model_name}_history", args=[row.pk])}  # fmt: skip
        request.current_app = self.admin_site.name  # type: ignore[attr-defined]
        return TemplateResponse(request, template, {**around, **context})


def chosen(request: HttpRequest, found: list[history.Version]) -> tuple[history.Version | None, history.Version | None]:
    """The two versions to compare, the older first; the latest two where none, or no such ones, are asked for."""
    by_ref = {version.ref: version for version in found}
    asked = [by_ref[ref] for ref in (request.GET.get("from", ""), request.GET.get("to", "")) if ref in by_ref]
    if len(asked) < 2:
        asked = found[:2]
    asked.sort(key=found.index)
    return (asked[1] if len(asked) > 1 else None), (asked[0] if asked else None)


class Deleted(admin.ModelAdmin):
    """For the list of all entries: those that were deleted, and the way back for each."""

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.deleted_view)
        return [path("deleted/", view, name="laws_entry_deleted"), *super().get_urls()]

    def deleted_view(self, request: HttpRequest) -> HttpResponse:
        """Entries are deleted only where they were never published; each comes back as a draft."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        may = request.user.has_perm("laws.restore_entry")
        gone = history.deleted()
        if request.method == "POST":
            if not may:
                raise PermissionDenied
            version = next((one for one in gone if one.ref == request.POST.get("version")), None)
            if version is None:
                raise Http404
            try:
                entry = history.revive(version, why="Brought back.")
            except ValidationError as error:
                self.message_user(request, " ".join(error.messages), messages.ERROR)
                return HttpResponseRedirect(reverse("admin:laws_entry_deleted"))
            self.log_change(request, entry, "Brought back.")
            self.message_user(request, f"{entry.label} is back, as a draft.", messages.SUCCESS)
            return HttpResponseRedirect(form_address(entry))
        shown = [(version, [(label, value) for label, value in history.said(version).items() if value]) for version in gone]
        context = {**self.admin_site.each_context(request), "title": "Deleted entries", "opts": self.opts, "gone": shown, "may": may}
        return TemplateResponse(request, "admin/deleted.html", context)
