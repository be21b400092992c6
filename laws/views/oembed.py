"""oEmbed: what a program is told that is given an address of this site and wants to show more than the link."""

from __future__ import annotations

import io
import re
from typing import Any
from xml.sax.xmlreader import AttributesImpl

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.xmlutils import SimplerXMLGenerator
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from laws.sharing import picture
from laws.sharing.forms import HEIGHT, WIDTH, frame
from laws.sharing.subject import Subject, subject

from . import named

AGE = 86_400  # seconds for which an answer may be kept
PLAIN = "text/plain; charset=utf-8"
SIZE = re.compile(r"0*[1-9][0-9]{0,5}")  # pixels


@require_safe
@cache_control(public=True, max_age=3600)
def oembed(request: HttpRequest) -> HttpResponse:
    """JSON or XML about an entry or a part. 404 for other addresses, 501 for other formats, 400 for sizes that are none."""
    answer = _answered(request)
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


def _answered(request: HttpRequest) -> HttpResponse:
    form = request.GET.get("format", "").lower() or "json"
    if form not in ("json", "xml"):
        return HttpResponse("This site answers with format=json or format=xml.", status=501, content_type=PLAIN)
    sizes = [request.GET.get(name, "") for name in ("maxwidth", "maxheight")]
    if not all(SIZE.fullmatch(size) for size in sizes if size):
        return HttpResponse("maxwidth and maxheight are whole numbers of pixels, from 1.", status=400, content_type=PLAIN)
    if "url" not in request.GET:
        return HttpResponse("Say which page: url=, with an address of this site.", status=400, content_type=PLAIN)
    found = named.by_url(request.GET["url"])
    if found is None:
        return HttpResponse("No law, case or other entry of this site stands at that address.", status=404, content_type=PLAIN)
    about = described(subject(*found), *(int(size) if size else None for size in sizes))
    if form == "xml":
        return HttpResponse(_xml(about), content_type="text/xml; charset=utf-8")
    return JsonResponse(about, json_dumps_params={"ensure_ascii": False})


def described(cited: Subject, most_wide: int | None, most_high: int | None) -> dict[str, Any]:
    """The answer, its frame no larger than asked for; a picture only where it fits, since pictures do not shrink."""
    width, height = min(WIDTH, most_wide or WIDTH), min(HEIGHT, most_high or HEIGHT)
    width_drawn, height_drawn = picture.WIDTH, picture.HEIGHT
    about: dict[str, Any] = {
        "version": "1.0",
        "type": "rich",
        "title": cited.name,
        "author_name": cited.issuer or cited.code,
        "provider_name": settings.SITE_NAME,
        "provider_url": f"{settings.SITE_URL}/",
        "cache_age": AGE,
        "html": frame(cited, width, height),
        "width": width,
        "height": height,
    }
    if picture.can_draw() and (most_wide or width_drawn) >= width_drawn and (most_high or height_drawn) >= height_drawn:
        thumbnail = {"url": f"{cited.short_address}/card.png", "width": width_drawn, "height": height_drawn}
        about |= {f"thumbnail_{name}": value for name, value in thumbnail.items()}
    return about


def _xml(about: dict[str, Any]) -> str:
    out = io.StringIO()
    xml = SimplerXMLGenerator(out, "utf-8")
    xml.startDocument()
    xml.startElement("oembed", AttributesImpl({}))
    for name, value in about.items():
        xml.addQuickElement(name, str(value))
    xml.endElement("oembed")
    xml.endDocument()
    return out.getvalue()
