"""Statements in plain SQL, for what is asked so often or of so many that a model for each row would cost the most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .reading import reading

MOST = 900  # values in one statement
Value = str | int


def rows(sql: str, values: Sequence[Value]) -> list[Any]:
    """The rows that a statement gives."""
    with reading().cursor() as cursor:
        cursor.execute(sql, values)
        return cursor.fetchall()


def rows_among(sql: str, keys: Iterable[Value]) -> list[Any]:
    """The rows that a statement gives for some keys, which go in where it says {}, at each place all of them."""
    wanted = list(keys)
    places = max(1, sql.count("{}"))
    most = MOST // places
    found: list[Any] = []
    for at in range(0, len(wanted), most):
        batch = wanted[at : at + most]
        marks = ", ".join(["%s"] * len(batch))
        found += rows(sql.replace("{}", marks), batch * places)
    return found
