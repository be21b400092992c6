"""The measuring rod: a Django site with one view, no middleware and no database, to be served by the same gunicorn as the casebook."""

from __future__ import annotations

from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.urls import path

PAGE = b"<p>" + b"Law 84. " * 1900 + b"</p>"  # as long as the page of a law


def page(request: HttpRequest) -> HttpResponse:
    """A page that is there already."""
    return HttpResponse(PAGE)


urlpatterns = [path("healthz", page)]
settings.configure(ROOT_URLCONF=__name__, MIDDLEWARE=[], ALLOWED_HOSTS=["127.0.0.1"], SECRET_KEY="of no use here", USE_I18N=False)
application = WSGIHandler()
