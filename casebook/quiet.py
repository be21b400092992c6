"""gunicorn's own log: in the site's form, and without the request that a line speaks of.

What cannot be read as a request never reaches the site, so gunicorn answers it, and would write down its first line and whom it came from.
"""

from __future__ import annotations

import logging
import sys
import traceback

from gunicorn.config import Config
from gunicorn.glogging import Logger

from . import environment
from .lines import FORMS, JsonLine

OTHERS = logging.getLogger("gunicorn")  # from where lines come that no server's logger wrote: they would have no date


class QuietLogger(Logger):
    """As gunicorn's, but of a request that failed it keeps the kind of fault alone."""

    def setup(self, cfg: Config) -> None:
        super().setup(cfg)
        if environment.one_of("LOG_FORMAT", FORMS[0], FORMS) == "json":
            for handler in self.error_log.handlers:
                handler.setFormatter(JsonLine())
        OTHERS.handlers = list(self.error_log.handlers)
        OTHERS.propagate = False

    def warning(self, msg: str, *args: object, **kwargs: object) -> None:
        if msg.startswith("Invalid request"):
            msg, args = f"Invalid request: {_kind()}", ()
        super().warning(msg, *args, **kwargs)

    def exception(self, msg: object, *args: object, **kwargs: object) -> None:
        if not str(msg).startswith(("Error handling", "Socket error")):
            super().exception(msg, *args, **kwargs)
            return
        where = "".join(traceback.format_tb(sys.exc_info()[2]))  # without what the exception says: it may repeat what was sent
        super().error("A request failed: %s\n%s", _kind(), where)


def _kind() -> str:
    found = sys.exc_info()[0]
    return found.__name__ if found else "unknown"
