"""The forms of a line of the log: one for people, one for machines. gunicorn's own lines have them too, before there are settings."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime

FORMS = ("line", "json")  # what LOG_FORMAT may be
ENCODER = json.JSONEncoder(ensure_ascii=False)  # one for all lines: json.dumps would make one for each


class Line(logging.Formatter):
    """For people: 2026-11-30 12:00:00 INFO casebook.requests [3f9a…] request method=GET view=entry status=200 ms=4.1"""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name} [{request_id}] {message}", style="{")

    def formatMessage(self, record: logging.LogRecord) -> str:
        facts = getattr(record, "facts", {})
        return " ".join([super().formatMessage(record), *(f"{name}={value}" for name, value in facts.items())])


class JsonLine(logging.Formatter):
    """For machines: one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "request": getattr(record, "request_id", "-"),
            "message": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return ENCODER.encode(line)
