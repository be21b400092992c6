"""The card of an entry that any site may show in a frame. No other page of this site may be framed."""

from __future__ import annotations

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from laws.citations import graph
from laws.models import Entry, Part
from laws.models.vocabulary import Status
from laws.sharing import outward
from laws.sharing.subject import subject

from . import named


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its types know no view with arguments
@cache_control(public=True, max_age=3600)
def embed(request: HttpRequest, typed: str) -> HttpResponse:
    """An entry, or a part of one, by its permanent id. What is not there says so in the frame, too."""
    found = named.by_code(typed)
    if found is None:
        return render(request, "embed/missing.html", status=404)
    entry, part = found
    here = reverse("embed", args=[(part or entry).permanent_id])
    if request.path != here:
        return HttpResponsePermanentRedirect(here)
    return render(request, "embed/card.html", {"entry": entry, "part": part, "cited": subject(entry, part), "words": words(entry, part)})


def words(entry: Entry, part: Part | None) -> list[tuple[str, bool]]:
    """What the card shows as HTML, each with whether the words are ours. One query."""
    if entry.status == Status.WITHDRAWN:
        return []
    found = outward.words(entry, graph.outgoing(entry), part.anchor if part else "")
    alone = [(outward.part_alone(html), ours) for _, html, ours in found] if part else []
    shown = [pair for pair in alone if pair[0]] or [(html, ours) for name, html, ours in found if name != "laws"]
    return [(outward.opening_anew(html), ours) for html, ours in shown]
