"""When the database cannot do what was asked, just now or ever: a page that says so, and a sentence in the log.

Django has rolled back by then, so that nothing is half-written; what an editor typed is still in the browser.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable

from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import DatabaseError, DataError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.views.defaults import bad_request

from laws.search.engine import Gone
from laws.views import errors

WAIT = 10  # seconds after which to try again
FULL = "There is no room left on the disk: nothing can be saved until the keeper of the site has made some."
BUSY = "Others are writing just now, and it took too long to wait for them."
AWAY = "The database does not answer just now."
NO_INDEX = "The search index is gone: nothing can be saved until the keeper of the site runs manage.py search --rebuild. Reading goes on."
READ_ONLY = "The database can only be read just now."
# A hidden number of a form that was changed on its way; on PostgreSQL, where columns of addresses hold nothing else, no network address.
NO_VALUE = re.compile(
    r"Field '\w+' expected a number but got |.* does not appear to be an IPv4 or IPv6 (?:address|network|interface)", re.DOTALL
)
log = logging.getLogger(__name__)


class Told:
    """Middleware: turns a database that is busy, full or away into a 503 that says which, and what none could look for into a 400."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if is_senseless(exception):
            log.info("What was asked cannot be looked for: %s", type(exception).__name__)
            return bad_request(request, exception)
        return told(request, exception) if sentence_for(exception) else None


def told(request: HttpRequest, exception: BaseException | None) -> HttpResponse | None:
    """The page that says what is the matter with the database, and its sentence in the log; None where it is something else."""
    cause = _of_the_database(exception)
    if cause is None:
        return None
    log.error("%s", in_a_line(cause))
    return errors.later(sentence_for(cause), WAIT, lost=request.method not in ("GET", "HEAD"))


def broken(request: HttpRequest) -> HttpResponse:
    """Django's page for what nobody caught: also what the middleware met outside of any view, such as a session that could not be saved."""
    return told(request, sys.exc_info()[1]) or errors.broken(request)


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's page for a bad request; a session that it takes for lost may only not have been written."""
    answer = told(request, exception) if isinstance(exception, SessionInterrupted) else None
    return answer or bad_request(request, exception)


def _of_the_database(exception: BaseException | None) -> BaseException | None:
    """What the database said, in an exception or in what led to it."""
    while exception is not None and not sentence_for(exception):
        exception = exception.__cause__ or exception.__context__
    return exception


def sentence_for(exception: BaseException) -> str:
    """What is the matter with the database, for people; "" where the exception tells of something else."""
    if not isinstance(exception, DatabaseError | InterfaceError):
        return ""
    if isinstance(exception, Gone):
        return NO_INDEX
    said = str(exception).lower()
    if "disk is full" in said or "no space left" in said or "disk i/o error" in said or "disk full" in said:
        return FULL
    if "locked" in said or "lock timeout" in said or "deadlock" in said or "too many connections" in said or "query_wait_timeout" in said:
        return BUSY
    if "readonly" in said or "read-only" in said:
        return READ_ONLY
    if any(word in said for word in ("invalid connection option", "is not a database", "image is malformed")):
        return AWAY  # whatever class it is: what DATABASE_URL names can be no database
    gone = ("connect", "closed", "terminat", "unable to open database", "server", "starting up", "shutting down", "in recovery")
    return AWAY if isinstance(exception, OperationalError | InterfaceError) and any(word in said for word in gone) else ""


def in_a_line(exception: BaseException) -> str:
    """The sentence for the keeper of the site, with the first line of what the database said; "" where there is none."""
    sentence, said = sentence_for(exception), str(exception).strip()
    return sentence and f"{sentence} ({said.splitlines()[0] if said else type(exception).__name__})"


def is_senseless(exception: BaseException) -> bool:
    """Whether a value was sent that no column could hold, or a pattern that is none. The lists and forms of the desk take both."""
    said = str(exception)
    no_value = isinstance(exception, ValueError | TypeError) and NO_VALUE.match(said) is not None
    too_large = isinstance(exception, OverflowError) and "SQLite" in said
    no_pattern = isinstance(exception, OperationalError) and said == "user-defined function raised exception"  # SQLite's REGEXP is ours
    return isinstance(exception, DataError) or no_value or too_large or no_pattern
