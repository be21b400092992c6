"""The picture that other sites show beside a link to an entry."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from laws.sharing import picture
from laws.sharing.subject import subject

from . import errors, named

DAY = 86_400  # seconds


def words(request: HttpRequest, typed: str) -> picture.Card | None:
    """What the picture says; asked for once a request."""
    kept = vars(request)
    if "card" not in kept:
        found = named.by_code(typed)
        kept["card"] = picture.card(subject(*found), settings.SITE_NAME) if found else None
    return kept["card"]


def version(request: HttpRequest, typed: str) -> str | None:
    """The picture's ETag, from its words alone, so that nobody draws it to say that it is the same."""
    said = words(request, typed)
    return f'"{picture.version(said)}"' if said and picture.can_draw() else None


@require_safe
@cache_control(public=True, max_age=DAY)
@condition(etag_func=version)
def card(request: HttpRequest, typed: str) -> HttpResponse:
    """The picture of an entry or a part; where none can be drawn here, the one that serves all."""
    said = words(request, typed)
    if said is None:
        return errors.missing(request, request.path)
    if not picture.can_draw():
        return HttpResponseRedirect(static("card.png"))
    return HttpResponse(picture.png(said), content_type="image/png")
