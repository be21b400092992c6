"""Headers that every answer carries, beside those of Django's own middleware and the content policy."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

UNUSED = "accelerometer autoplay camera display-capture fullscreen geolocation gyroscope magnetometer microphone midi payment usb".split()
PERMISSIONS = ", ".join(f"{name}=()" for name in UNUSED)


class HeadOnly:
    """Middleware: the answer to a HEAD has the headers of the page and nothing of the page itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method == "HEAD":
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = ()
            elif isinstance(response, HttpResponse) and response.content:
                response.headers.setdefault("Content-Length", str(len(response.content)))
                response.content = b""
        return response


class Guarded:
    """Middleware: nothing of the device is used, and pages are not to be read into other sites' processes (pictures and feeds may be)."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response
