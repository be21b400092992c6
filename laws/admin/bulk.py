"""Tables at the desk: bring one in from CSV or XLSX after a look at what it would change, take one out."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from laws.bulk.bring import Outcome, bring_in, take_out
from laws.bulk.columns import TABLES
from laws.bulk.plan import SAME
from laws.bulk.sheet import LARGEST, Message, Refused
from laws.bulk.writing import FORMATS, TooLong
from laws.models import DESK, Edition

from . import shelf

KEPT = "table being imported"  # the session's word for it
KINDS = [("penalty", "The table of penalties"), ("case", "Cases")]
MOST_SHOWN = 300  # rows, or messages, on one page


class TableForm(forms.Form):
    """What an editor says of a table."""

    table = forms.FileField(label="File", help_text="CSV or XLSX, as a spreadsheet saves it; its first row holds the heads of the columns.")
    edition = forms.ModelChoiceField(Edition.objects.in_order(), label="Code", help_text="Numbers and laws are looked up in it.")
    kind = forms.ChoiceField(label="What it holds", choices=KINDS)
    why = forms.CharField(
        label="Why", required=False, max_length=80, help_text="Shown in the history of every row: “Decided at the spring meeting.”"
    )
    publish = forms.BooleanField(
        required=False, label="Publish new rows that do not say their status", help_text="Otherwise they become drafts. Editors only."
    )

    def clean_table(self) -> Any:
        table = self.cleaned_data["table"]
        if table.size > LARGEST:
            raise forms.ValidationError(f"The file is larger than {LARGEST // 1_000_000} MB: no table of rulings is.")
        return table


def import_table(request: HttpRequest) -> HttpResponse:
    """The form; what a table would change, with nothing changed; the loading. For those who may add and change entries."""
    user: Any = request.user
    kinds = [(kind, label) for kind, label in KINDS if _may(user, kind)]
    if not kinds:
        raise PermissionDenied
    if "load" in request.POST:
        return _load(request)
    form = TableForm(request.POST or None, request.FILES or None)
    form.fields["kind"].choices = kinds  # type: ignore[attr-defined]
    if not user.has_perm("laws.publish_entry"):
        del form.fields["publish"]
    outcome: Outcome | None = None
    refused: list[Message] = []
    if request.method == "POST" and form.is_valid():
        outcome, refused = _look(request, form)
    return _page(request, form, outcome, refused)


def _may(user: Any, kind: str) -> bool:
    """Whether somebody may write entries of a kind at the desk."""
    name = DESK[kind]._meta.model_name
    return bool(user.has_perms((f"laws.add_{name}", f"laws.change_{name}")))


def _page(request: HttpRequest, form: TableForm | None, outcome: Outcome | None, refused: list[Message]) -> HttpResponse:
    context = {
        **admin.site.each_context(request), "title": "Import a table", "form": form, "outcome": outcome,
        "lines": [line for line in outcome.lines if line.state != SAME][:MOST_SHOWN] if outcome else [],
        "refused": refused[:MOST_SHOWN], "more": max(0, (len(refused) or (len(outcome.changed) if outcome else 0)) - MOST_SHOWN),
        "columns": [(label, TABLES[kind].columns) for kind, label in KINDS], "editions": Edition.objects.in_order(), "kinds": KINDS,
        "formats": list(FORMATS),
    }  # fmt: skip
    return TemplateResponse(request, "admin/import_table.html", context)


def _look(request: HttpRequest, form: TableForm) -> tuple[Outcome | None, list[Message]]:
    """Go through the table for the report, and keep it for the loading."""
    said = form.cleaned_data
    data = said["table"].read()
    told = {
        "name": shelf.bare_name(said["table"].name, "table.csv"), "edition": said["edition"].pk, "kind": said["kind"], "why": said["why"],
        "publish": bool(said.get("publish")),
    }  # fmt: skip
    try:
        outcome = _bring(request, told, data, dry_run=True)
    except Refused as error:
        return None, error.messages
    shelf.keep(request, KEPT, data, {**told, "mark": outcome.mark})
    return outcome, []


def _load(request: HttpRequest) -> HttpResponse:
    """Load what was looked at; where the site has changed since, so that it would change other things, show that first."""
    found = shelf.kept(request, KEPT)
    if found is None:
        messages.error(request, "The table is no longer here. Choose it again.")
        return HttpResponseRedirect(reverse("import-table"))
    data, told = found
    mark = told.pop("mark")
    if not _may(request.user, told["kind"]):
        raise PermissionDenied
    try:
        outcome = _bring(request, told, data, dry_run=True)
        if outcome.mark != mark:
            shelf.keep(request, KEPT, data, {**told, "mark": outcome.mark})
            messages.warning(request, "Somebody has changed these entries since you looked. This is what the table would change now.")
            return _page(request, None, outcome, [])
        outcome = _bring(request, told, data, dry_run=False)
    except Refused as error:
        shelf.forget(request, KEPT)
        messages.error(request, "Nothing has been loaded: the site has changed since you looked.")
        return _page(request, TableForm(), None, error.messages)
    shelf.forget(request, KEPT)
    messages.success(request, f"{told['name']}: {outcome}.")
    return HttpResponseRedirect(reverse(f"admin:laws_{DESK[told['kind']]._meta.model_name}_changelist"))


def _bring(request: HttpRequest, told: dict[str, Any], data: bytes, *, dry_run: bool) -> Outcome:
    edition = Edition.objects.filter(pk=told["edition"]).first()
    if edition is None:
        raise Http404("The code is no longer here.")
    return bring_in(data, **{**told, "edition": edition}, user=request.user, dry_run=dry_run)


def export_table(request: HttpRequest) -> HttpResponse:
    """A table as a file: ?edition=auction-1912&kind=penalty&format=xlsx. For those who may see entries, drafts and all."""
    if not request.user.has_perm("laws.view_entry"):  # type: ignore[union-attr]
        raise PermissionDenied
    kind, form = request.GET.get("kind", ""), request.GET.get("format", "")
    edition = Edition.objects.filter(slug=request.GET.get("edition", "")).first()
    if edition is None or kind not in TABLES or form not in FORMATS:
        raise Http404("Name a code, what to export (penalty or case), and the format (csv or xlsx).")
    try:
        data = take_out(edition, kind, form)
    except TooLong as error:
        messages.error(request, str(error))
        return HttpResponseRedirect(reverse("import-table"))
    answer = HttpResponse(data, content_type=FORMATS[form])
    answer["Content-Disposition"] = f'attachment; filename="{edition.slug}-{"penalties" if kind == "penalty" else "cases"}.{form}"'
    return answer
