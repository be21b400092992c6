"""Addresses that readers asked for in vain, counted by the day, each with one tap to lead it on."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.db.models import OuterRef, Q, Subquery, Sum, Value
from django.db.models.functions import Concat, Lower
from django.db.models.query import QuerySet
from django.http import HttpRequest
from django.urls import Resolver404, resolve, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from laws.models import FormerAddress, FormerSlug, MissingAddress

from .registers import Looked, address_shape

LOOKING = {"ladder", "entry", "edition"}  # views that know former addresses


def as_kept(path: str) -> str:
    """An address as a former address is kept: small letters, from slash to slash; "" where it can be none."""
    kept = f"/{path.lower().strip('/ ')}/"
    return kept if re.match(address_shape.regex, kept) and "//" not in kept else ""


def may_lead_on(path: str) -> bool:
    """Whether an address can be led on: no view of the site has it for its own, but those that look for what has moved."""
    try:
        return resolve(path).url_name in LOOKING
    except Resolver404:
        return True


@admin.register(MissingAddress)
class MissingAddressAdmin(Looked):
    """What was asked for and is not here. Nothing is known of those who asked."""

    list_display = ["path", "day", "count", "in_all", "lead_on"]
    list_display_links = None
    date_hierarchy = "day"
    search_fields = ["path"]
    ordering = ["-day", "-count", "path"]
    list_per_page = 50

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        slash = Lower(OuterRef("path"))
        leads = FormerAddress.objects.filter(Q(path=slash) | Q(path=Concat(slash, Value("/"))))
        same = MissingAddress.objects.filter(path=OuterRef("path")).order_by().values("path").annotate(n=Sum("count")).values("n")
        return super().get_queryset(request).annotate(led=Subquery(leads.values("path")[:1]), total=Subquery(same))

    @admin.display(description="on all days", ordering="total")
    def in_all(self, row: Any) -> int:
        return row.total

    @admin.display(description="")
    def lead_on(self, row: Any) -> SafeString | str:
        if row.led:
            return format_html('<span class="quiet">{}</span>', "leads on now")
        kept = as_kept(row.path)
        if not kept or not (may_lead_on(row.path) and may_lead_on(kept)):
            return ""
        return format_html('<a href="{}?{}">Lead it on</a>', reverse("admin:laws_formeraddress_add"), urlencode({"path": kept}))


@admin.register(FormerSlug)
class FormerSlugAdmin(Looked):
    """What codes were called before: kept by themselves when one is renamed."""

    list_display = ["slug", "edition", "since"]
    list_select_related = ["edition"]
    ordering = ["slug"]
