"""A whole code as one file to keep."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header, quote_etag
from django.views.decorators.http import require_safe

from laws.exports import pdf, shelf, whole
from laws.models import Edition

from . import errors

BEING_MADE = "This file, or another that takes as much work, is being made just now. It will be there in a minute."
WAIT = 10  # seconds after which to ask again


@require_safe
def code(request: HttpRequest, edition: str, form: str) -> HttpResponse:
    """The published words of a code in one of the forms that `laws.exports` writes; 304 where the reader has them as they are.

    503 while the file is being made for others, which takes some forms a minute.
    """
    found = Edition.objects.select_related("supersedes").filter(slug=edition).first()
    if found is None or not found.entries.published().exists():
        return errors.missing(request, request.path)
    if form not in whole.offered():
        return absent(request)
    mark = whole.fingerprint(found)
    etag = quote_etag(f"{mark}-{form}")
    if unchanged := get_conditional_response(request, etag=etag):
        return unchanged
    try:
        data = shelf.kept(found.slug, mark, form, lambda: whole.FORMS[form].write(found))
    except shelf.Busy:
        return errors.later(BEING_MADE, WAIT)
    answer = HttpResponse(data, content_type=whole.FORMS[form].content_type)
    answer["Content-Disposition"] = content_disposition_header(True, f"{found.slug}.{form}")
    answer["ETag"] = etag
    answer["X-Robots-Tag"] = "noindex"
    return answer


def absent(request: HttpRequest) -> HttpResponse:
    """501: this site has not what makes PDF."""
    return render(request, "exports/absent.html", {"said": pdf.ABSENT}, status=501)
