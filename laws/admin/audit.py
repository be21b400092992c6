"""The audit at the desk: a page of all that is broken or should be mended, and the verdict on a row of the table on its own form."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from laws.audit.finding import SEVERITIES, SORTS
from laws.audit.report import Report, audit
from laws.audit.rows import verdict_on
from laws.audit.table import AGREES, DIFFERS
from laws.models import Edition, Entry
from laws.models.vocabulary import Kind

SHOWN = 40  # findings of one sort on the page of all sorts
MOST = 2000  # on the page of one sort


def audit_page(request: HttpRequest) -> HttpResponse:
    """Everything found, by severity and sort; with `edition`, `kind` and `sort` some of it. For those who may see entries."""
    if not request.user.has_perm("laws.view_entry"):  # type: ignore[union-attr]
        raise PermissionDenied
    chosen = {name: request.GET.get(name, "") for name in ("edition", "kind", "sort")}
    whole = audit()
    narrowed = whole.only(edition=chosen["edition"], kind=chosen["kind"])
    report = narrowed.only(sort=chosen["sort"])
    shown = MOST if chosen["sort"] else SHOWN
    groups = [(group, replace(group, findings=group.findings[:shown]), _address(chosen, sort=group.code)) for group in report.groups()]
    context = {
        **admin.site.each_context(request), "title": "Audit", "report": report, "groups": groups, "chosen": chosen,
        "counts": [(severity, report.count(severity)) for severity in SEVERITIES], "filters": _filters(whole, narrowed, chosen),
        "all": _address(chosen, sort=""),
    }  # fmt: skip
    return TemplateResponse(request, "admin/audit.html", context)


def _filters(whole: Report, narrowed: Report, chosen: dict[str, str]) -> list[dict[str, Any]]:
    """The three menus: each value with its words and the number of findings behind it."""
    editions = [(e.slug, e.short_title, len(whole.only(edition=e.slug).findings)) for e in Edition.objects.in_order()]
    kinds = [(kind.value, kind.label, sum(f.kind == kind for f in whole.findings)) for kind in Kind]
    sorts = [(code, sort.title, sum(f.sort == code for f in narrowed.findings)) for code, sort in SORTS.items()]
    return [
        {"name": "edition", "label": "Code", "choices": editions, "chosen": chosen["edition"]},
        {"name": "kind", "label": "Kind", "choices": [row for row in kinds if row[2]], "chosen": chosen["kind"]},
        {"name": "sort", "label": "Finding", "choices": [row for row in sorts if row[2]], "chosen": chosen["sort"]},
    ]


def _address(chosen: dict[str, str], **changes: str) -> str:
    return "?" + urlencode({name: value for name, value in {**chosen, **changes}.items() if value})


def against_law(entry: Entry) -> SafeString | str:
    """What comparing a stored row of the table with its law gives, for the row's form."""
    verdict = verdict_on(entry)
    if verdict.outcome == AGREES:
        return format_html("The row agrees with {}.", verdict.basis)
    head = "The row differs from its law:" if verdict.outcome == DIFFERS else "The row could not be compared in all:"
    items = format_html_join("", "<li>{}</li>", ((sentence,) for sentence in verdict.sentences))
    basis = format_html('<p class="quiet">Compared with {}.</p>', verdict.basis) if verdict.basis else SafeString()
    return format_html('<p>{}</p><ul class="plain">{}</ul>{}', head, items, basis)
