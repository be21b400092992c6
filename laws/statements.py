"""Statements in plain SQL, for what is asked so often or of so many that a model for each row would cost the most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper

MOST = 900  # values in one statement
Value = str | int


def rows(connection: BaseDatabaseWrapper, sql: str, values: Sequence[Value]) -> list[Any]:
    """The rows that a statement gives."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def rows_among(connection: BaseDatabaseWrapper, sql: str, keys: Iterable[Value], first: Sequence[Value] = ()) -> list[Any]:
    """The rows that a statement gives for some keys, which go in where it says {}, at each place all of them, behind what comes `first`."""
    wanted = list(keys)
    places = max(1, sql.count("{}"))
    most = MOST // places
    found: list[Any] = []
    for at in range(0, len(wanted), most):
        batch = wanted[at : at + most]
        marks = ", ".join(["%s"] * len(batch))
        found += rows(connection, sql.replace("{}", marks), [*first, *batch * places])
    return found
