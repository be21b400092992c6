"""What machines ask for by name."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.templatetags.static import static
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

ROBOTS = """User-agent: *
Disallow: /admin/
Disallow: /search/
Allow: /search/help/

Sitemap: {site}/sitemap.xml
"""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """All may be read by robots but the admin, and searches, which have no end."""
    return HttpResponse(ROBOTS.format(site=settings.SITE_URL), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=86_400)
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for it at this address whatever the page says."""
    return HttpResponseRedirect(static("favicon.ico"))
