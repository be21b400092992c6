"""How to take an entry elsewhere: the page with all forms of its citation, their files, and its QR code."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.utils.http import content_disposition_header, urlencode
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from laws.models import permanent_id
from laws.sharing import qr
from laws.sharing.forms import TYPES, WRITERS, forms
from laws.sharing.subject import subject

from . import address, errors, ladder, named

MONTH = 2_592_000  # seconds
PICTURES = {"svg": ("image/svg+xml", qr.svg), "png": ("image/png", qr.png)}


@require_safe
def share(request: HttpRequest, edition: str, kind: str, slug: str) -> HttpResponse:
    """All forms of the citation of an entry, or of the part that `?part=` names."""
    found = named.by_address(edition, kind, slug, request.GET.get("part", ""))
    if found is None:
        now, anchor = named.moved(edition, kind, slug)
        anchor = anchor or request.GET.get("part", "")
        asked = f"?{urlencode({'part': anchor})}" if anchor else ""
        return HttpResponsePermanentRedirect(f"{now}share/{asked}") if now else errors.missing(request, request.path)
    entry, part = found
    cited = subject(entry, part)
    context = {
        "entry": entry,
        "edition": entry.edition,
        "part": part,
        "parts": [row for row in entry.parts.all() if not row.retired],
        "cited": cited,
        "path": (part or entry).get_absolute_url(),
        "code": (part or entry).permanent_id,
        "canonical": settings.SITE_URL + entry.get_absolute_url(),
        "forms": forms(cited),
    }
    return render(request, "share/share.html", context)


@require_safe
@cache_control(public=True, max_age=MONTH)
def code(request: HttpRequest, typed: str, form: str) -> HttpResponse:
    """The QR code of a short address, of an entry, a part or a heading."""
    to = permanent_id.read(address.tidy(typed))
    if not to or not ladder.named(to):
        return errors.missing(request, request.path)
    content_type, draw = PICTURES[form := form.lower()]
    answer = HttpResponse(draw(f"{settings.SITE_URL}/~{to}"), content_type=content_type)
    answer["Content-Disposition"] = f'inline; filename="{to}.{form}"'
    return answer


@require_safe
def file(request: HttpRequest, typed: str, form: str) -> HttpResponse:
    """The citation of an entry or a part as a file for programs that keep literature."""
    found = named.by_code(typed)
    if found is None:
        return errors.missing(request, request.path)
    form, cited = form.lower(), subject(*found)
    answer = HttpResponse(WRITERS[form](cited), content_type=TYPES[form])
    answer["Content-Disposition"] = content_disposition_header(True, f"{cited.key}.{form}") or "attachment"
    return answer
