"""The composer: entries that somebody ticked, put in order and introduced, and the same as mail, text, Markdown, print and PDF.

All that it knows stands in its address, so that every step is a link and nothing is kept here about anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from csp.decorators import csp_update
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url

from laws.exports import pdf
from laws.newsletter import mail, selection, sheets
from laws.newsletter.compose import Issue, Item, Missing, compose, form_label
from laws.newsletter.selection import LONGEST, MOST, SAY, TITLE, Form, Pick, Selection

from . import adding, downloads

ACTIONS: dict[str, Callable[[Selection, str], Selection]] = {
    "up": lambda found, code: selection.moved(found, code, -1),
    "down": lambda found, code: selection.moved(found, code, 1),
    "out": selection.without,
    "along": selection.along,
}

WRITERS: dict[str, tuple[Callable[[Issue], str], str]] = {
    "html": (mail.mail, "text/html"),
    "txt": (sheets.text, "text/plain"),
    "md": (sheets.text_md, "text/markdown"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the newsletter as it is put together."""

    pick: Pick
    name: str
    code: str  # the printed code that it is from
    address: str
    forms: tuple[tuple[Form, str], ...]
    missing: Missing | None


@require_safe
def newsletter(request: HttpRequest) -> HttpResponse:
    """The composer. What a button or a form asks for leads to the address that says the outcome; any other spelling leads there too."""
    asked = selection.read(_pairs(request))
    chosen = asked
    verb, _, code = request.GET.get("do", "").partition("-")
    if verb in ACTIONS:
        chosen = ACTIONS[verb](chosen, code)
    found = adding.find(request.GET.get("add", ""))
    if found.code:
        chosen = selection.along(chosen, found.code)
    query = selection.write(chosen)
    here = request.path + (f"?{query}" if query else "")
    settled = not found.said and chosen.faults == ()
    if settled and request.get_full_path() != here and not request.headers.get("HX-Request"):
        return HttpResponseRedirect(here)
    issue = compose(chosen)
    context = {
        "selection": chosen,
        "issue": issue,
        "lines": list(lines(chosen, issue)),
        "query": query,
        "found": found,
        "said": [*chosen.faults, *([_too_long(issue)] if len(issue.address) > LONGEST else [])],
        "mail": mail.mail(issue) if issue.items else "",
        "text": sheets.text(issue) if issue.items else "",
        "markdown": sheets.text_md(issue) if issue.items else "",
        "has_pdf": pdf.is_there(),
        "limits": {"title": TITLE, "say": SAY, "most": MOST},
    }
    page = render(request, "newsletter/newsletter.html", context)
    return replace_url(page, here) if request.headers.get("HX-Request") else page


def lines(chosen: Selection, issue: Issue) -> Iterable[Line]:
    """The entries in order, those that cannot be shown among them."""
    items: dict[str, Item] = {item.pick.code: item for item in issue.items}
    missing = {row.code: row for row in issue.missing}
    for pick in chosen.picks:
        item = items.get(pick.code)
        if item is None:
            yield Line(pick, missing[pick.code].label or pick.code, "", "", (), missing[pick.code])
            continue
        cited = item.article.subject
        forms = tuple((form, form_label(form, item.article)) for form in Form)
        yield Line(pick, cited.name, cited.short, item.article.path, forms, missing.get(pick.code))


@require_safe
@csp_update({"style-src": ["'unsafe-inline'"]})
def as_mail(request: HttpRequest) -> HttpResponse:
    """The mail as a mail program shows it. Its looks are styles on its elements, which this address alone allows."""
    page = HttpResponse(mail.mail(compose(selection.read(_pairs(request)))))
    page["X-Robots-Tag"] = "noindex"
    return page


@require_safe
def as_sheet(request: HttpRequest) -> HttpResponse:
    """The newsletter on paper, in two columns."""
    return render(request, "newsletter/sheet.html", _sheet(compose(selection.read(_pairs(request)))))


@require_safe
def download(request: HttpRequest, form: str) -> HttpResponse:
    """The newsletter as a file: html, txt, md or pdf."""
    issue = compose(selection.read(_pairs(request)))
    if form == "pdf":
        if not pdf.is_there():
            return downloads.absent(request)
        data, content_type = pdf.pdf(render_to_string("newsletter/sheet.html", {**_sheet(issue), "is_file": True})), "application/pdf"
    else:
        write, content_type = WRITERS[form]
        data, content_type = write(issue).encode(), f"{content_type}; charset=utf-8"
    answer = HttpResponse(data, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="newsletter.{form}"'
    answer["X-Robots-Tag"] = "noindex"
    return answer


def _sheet(issue: Issue) -> dict[str, object]:
    return {"issue": issue, "back": reverse("newsletter") + issue.address.partition("/newsletter/")[2], "canonical": issue.address}


def _pairs(request: HttpRequest) -> list[tuple[str, str]]:
    return [(name, str(value)) for name, values in request.GET.lists() for value in values]


def _too_long(issue: Issue) -> str:
    long = f"The address of this newsletter has {len(issue.address)} characters, and some programs cut it after {LONGEST}"
    return f"{long}: shorten an introduction."
