"""Who only reads does not wait for who writes.

Transactions ask SQLite for the right to write at their start (casebook.databases), and Django opens one for the pages of the desk too, such
as a form that is only shown. While a page is only asked for, transactions begin without that right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase

AT_ONCE = "BEGIN IMMEDIATE"
WHEN_NEEDED = "BEGIN DEFERRED"


class Unhurried:
    """Middleware: in a GET or HEAD a transaction of SQLite begins deferred. Other databases and methods are left as they are."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD") or connection.vendor != "sqlite":
            return self.get_response(request)
        with connection.execute_wrapper(_deferred):  # of this thread's connection alone, and gone with the request
            return self.get_response(request)


def _deferred(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    return execute(WHEN_NEEDED if sql == AT_ONCE else sql, params, many, context)
