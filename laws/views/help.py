"""The help page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def help(request: HttpRequest) -> HttpResponse:
    """How to search, cite and link, and what the marks on the pages mean. No query."""
    return render(request, "help/help.html")
