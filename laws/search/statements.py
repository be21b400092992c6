"""Statements of search, put where search reads."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from laws import statements
from laws.statements import MOST, Value

from .reading import reading

__all__ = ["MOST", "Value", "rows", "rows_among"]


def rows(sql: str, values: Sequence[Value]) -> list[Any]:
    """The rows that a statement gives."""
    return statements.rows(reading(), sql, values)


def rows_among(sql: str, keys: Iterable[Value]) -> list[Any]:
    """The rows that a statement gives for some keys, which go in where it says {}, at each place all of them."""
    return statements.rows_among(reading(), sql, keys)
