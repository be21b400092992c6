"""The live preview at the desk: the page as it will read, by the template of the page itself, and the proof-reading of its words.

Nothing is stored. The same is shown by a button where scripts do not run: the form comes back as it was typed, with the preview under it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import path, reverse

from laws.citations import cite, gloss, link
from laws.models import Entry
from laws.models.vocabulary import Kind
from laws.proofreading import reader

from . import answers, drafts, saving

PREVIEW = "_preview"  # the button's name in a form


class Previewed(admin.ModelAdmin):
    """For the desks of entries that have words of their own."""

    KIND: Kind

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(self.preview_view)
        return [path("preview/", view, name=f"laws_{self.opts.model_name}_preview"), *super().get_urls()]

    def preview_view(self, request: HttpRequest) -> HttpResponse:
        """What a form that is being typed would look like, for those who may save it. `?of=` is the entry that it was opened from."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        entry = self._opened(request)
        if not (self.has_change_permission(request, entry) if entry else self.has_add_permission(request)):
            raise PermissionDenied
        answer = render(request, "admin/preview.html", shown(self.KIND, entry, request.POST))
        answer["Cache-Control"] = "no-store"
        return answer

    def _opened(self, request: HttpRequest) -> Entry | None:
        key = request.GET.get("of", "")
        if not key:
            return None
        entry: Entry | None = self.get_object(request, key) if key.isascii() and key.isdigit() else None
        if entry is None:
            raise PermissionDenied  # as somebody would hear who may not see it
        return entry

    # --- in the form

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        form.previewing = is_asked(request)  # type: ignore[attr-defined]
        return form

    def changeform_view(self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None) -> Any:
        if request.method == "POST" and is_asked(request):  # past the door: it would hold the form against what others have saved
            return admin.ModelAdmin.changeform_view(self, request, object_id, form_url, extra_context)
        return super().changeform_view(request, object_id, form_url, extra_context)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        entry = kwargs.get("obj")
        able = self.has_change_permission(request, entry) if entry is not None else self.has_add_permission(request)
        if able:
            address = reverse(f"admin:laws_{self.opts.model_name}_preview")
            context["preview_address"] = f"{address}?of={entry.pk}" if entry is not None else address
            if request.method == "POST":
                context |= shown(self.KIND, self._as_opened(entry), request.POST)
                context["previewing"] = is_asked(request)
        return super().render_change_form(request, context, *args, **kwargs)

    def _as_opened(self, entry: Entry | None) -> Entry | None:
        """The entry as it is stored: the form has written on the one at hand."""
        rows = Entry.objects.select_related("edition", "heading__edition", "case", "footnote")
        return rows.get(pk=entry.pk) if entry is not None and entry.pk else None

    def say(self, request: HttpRequest, entry: Entry) -> None:
        """Store what was answered in the panel, when the words are saved. Raises ValidationError where an answer lacks something."""
        given = answers.sent(request.POST)
        if not any(answer.is_new for answer in given.values()):
            return
        rows, told = answers.settle(given, entry.edition)
        wrong = [f"“{answer.place[1]}”: {answer.problem}" for answer in told.values() if answer.problem]
        if wrong:
            raise ValidationError(wrong)
        saving.say(entry.pk, rows)


def is_asked(request: HttpRequest) -> bool:
    """Whether a form was sent to be looked at, not to be saved."""
    return PREVIEW in request.POST or answers.TAKE in request.POST


def shown(kind: Kind, stored: Entry | None, data: Any) -> dict[str, Any]:
    """What the preview shows of a form: the entry as its page would have it, the proof of its words, and what was answered."""
    entry = drafts.draft(kind, stored, data)
    if entry is None:
        return {"no_edition": True}
    before = cite.said([stored])[stored.pk] if stored is not None else []
    given = answers.stored(before) | answers.sent(data)
    verdicts, told = answers.settle(given, entry.edition)
    found = reader.proof(entry, cite.over(before, verdicts))
    fields = link.fields(entry, found.rows, {}, gloss.of(entry.edition))
    return {
        "entry": entry,
        "edition": entry.edition,
        "fields": fields,
        "has_printed": any(not field.is_digest for field in fields),
        "has_digest": any(field.is_digest for field in fields),
        "proof": _with_choices(found, told),
        "kept": _out_of_sight(found, told.values()),
        "choices": True,
    }


def _with_choices(found: reader.Proof, told: dict[answers.Place, answers.Answer]) -> reader.Proof:
    citations = tuple(answers.with_choices(one, told) for one in found.citations)
    loose = tuple(answers.with_choices(one, told, loose=True) for one in found.loose)
    return replace(found, citations=citations, loose=loose)


def _out_of_sight(found: reader.Proof, told: Iterable[answers.Answer]) -> list[answers.Answer]:
    """Answers on words that do not stand in the text just now; they are kept, in case the words come back."""
    seen = {(one.field, one.words, one.occurrence) for one in found.citations}
    seen |= {(one.field, one.mark.words, one.occurrence) for one in found.in_doubt}
    return [answer for answer in told if answer.place not in seen]
