"""Importing a printed book at the desk: upload, read the report, then load."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse

from laws.books.records import Unreadable
from laws.importing import Import, bring_in
from laws.models.edition import RESERVED_SLUGS, slug_shape

from . import shelf

LARGEST = 4_000_000  # bytes, read while somebody waits; import_book takes more
FORMS_OF_BOOK = (".txt", ".htm", ".html", ".csv", ".text")
KEPT = "book being imported"  # the session's word for it


class BookForm(forms.Form):
    """What an owner says of a book."""

    book = forms.FileField(help_text="A text or HTML file, such as Project Gutenberg offers, or an OCR text.")
    edition = forms.CharField(
        label="Edition",
        max_length=40,
        validators=[slug_shape],
        help_text="Its address: bridge-1905. A new one is made; one that is here is filled.",
    )
    title = forms.CharField(max_length=200, required=False, help_text="For a new edition, where the book does not say it.")
    year = forms.IntegerField(
        min_value=1400, max_value=2200, required=False, help_text="For a new edition, where its address does not end in it."
    )
    draft = forms.BooleanField(required=False, label="Leave what is new unpublished, for review")

    def clean_book(self) -> Any:
        book = self.cleaned_data["book"]
        if book.size > LARGEST:
            raise forms.ValidationError(f"The file is larger than {LARGEST // 1_000_000} MB: no book of laws is.")
        if not book.name.lower().endswith(FORMS_OF_BOOK):
            raise forms.ValidationError(f"A book is one of {', '.join(FORMS_OF_BOOK)}.")
        return book

    def clean_edition(self) -> str:
        slug = str(self.cleaned_data["edition"])
        if slug in RESERVED_SLUGS:
            raise forms.ValidationError(f"“{slug}” is an address of the site itself.")
        return slug


def import_book(request: HttpRequest) -> HttpResponse:
    """The form; the report of what a book would bring, with nothing changed; the loading. For those who may add entries and change them."""
    if not request.user.has_perms(("laws.add_entry", "laws.change_entry", "laws.add_edition")):  # type: ignore[union-attr]
        raise PermissionDenied
    if "load" in request.POST:
        return _load(request)
    form = BookForm(request.POST or None, request.FILES or None)
    report = None
    if request.method == "POST" and form.is_valid():
        report = _read(request, form)
    context = {**admin.site.each_context(request), "title": "Import a book", "form": form, "report": report}
    return TemplateResponse(request, "admin/import_book.html", context)


def _read(request: HttpRequest, form: BookForm) -> Import | None:
    """Read the book for the report, and keep it for the loading."""
    book = form.cleaned_data["book"]
    told = {
        "name": shelf.bare_name(book.name, "book.txt"),
        "slug": form.cleaned_data["edition"],
        "title": form.cleaned_data["title"],
        "year": form.cleaned_data["year"] or 0,
        "draft": form.cleaned_data["draft"],
    }
    data = book.read()
    try:
        report = _bring(told, data, dry_run=True)
    except Unreadable as error:
        form.add_error(None, [str(fault) for fault in error.faults])
        return None
    if report.proof.refusal:
        form.add_error("book", report.proof.refusal)
        return None
    shelf.keep(request, KEPT, data, told)
    return report


def _load(request: HttpRequest) -> HttpResponse:
    found = shelf.kept(request, KEPT)
    if found is None:
        messages.error(request, "The book is no longer here. Choose it again.")
        return HttpResponseRedirect(reverse("import-book"))
    data, told = found
    try:
        report = _bring(told, data, dry_run=False)
    except Unreadable as error:
        messages.error(request, f"Nothing has been loaded. {error}")
        return HttpResponseRedirect(reverse("import-book"))
    shelf.forget(request, KEPT)
    messages.success(request, f"{told['name']}: {report.report}.")
    for conflict in report.conflicts:
        messages.warning(request, str(conflict))
    return HttpResponseRedirect(reverse("admin:laws_edition_changelist"))


def _bring(told: dict[str, Any], data: bytes, *, dry_run: bool) -> Import:
    return bring_in(data, dry_run=dry_run, **told)
