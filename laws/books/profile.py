"""A book profile: what a book needs to be told, in a small TOML file that its owner writes (docs/importing.md)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from .records import KINDS, Fault, Place, Unreadable

_SHAPES = {"year": "a number", "furniture": "a list of lines in quotation marks"}
_OF_A_CORRECTION = ("find", "replace", "reason")


@dataclass(frozen=True, slots=True)
class Correction:
    """Lines of the source that are put right: as many lines as they replace, and why."""

    find: tuple[str, ...]
    replace: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Profile:
    """What a book needs to be told. Everything may be left out."""

    title: str = ""
    short_title: str = ""
    game: str = ""
    issued_by: str = ""
    year: int = 0
    dated: str = ""
    published_in: str = ""
    source_url: str = ""
    words: dict[str, str] = field(default_factory=dict)
    begins: str = ""  # the first line of the region, if the reader finds another
    ends: str = ""  # the first line after it
    furniture: tuple[str, ...] = ()  # lines to drop, as printed
    corrections: tuple[Correction, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Profile:
        """The profile in a file.

        Raises Unreadable with every fault, each a sentence with its line.
        """
        name = path.name
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            why = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else "cannot be opened"
            raise Unreadable([Fault(f"the profile {why}", Place(name, 1))]) from error
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"at line (\d+)", str(error))
            raise Unreadable([Fault(f"this is no TOML: {str(error).split(' (at ')[0]}", Place(name, int(at[1]) if at else 1))]) from error
        return _from(data, text, name)


def shipped(name: str) -> Profile | None:
    """The profile of that name that comes with the project, if there is one."""
    path = Path(__file__).parent / "profiles" / f"{name}.toml"
    return Profile.read(path) if re.fullmatch(r"[a-z0-9-]+", name) and path.is_file() else None


def _from(data: dict[str, Any], text: str, name: str) -> Profile:
    faults: list[Fault] = []

    def fault(message: str, key: str) -> None:
        at = re.search(rf"(?m)^\s*\[*{re.escape(key)}\]*\s*(?:=|$)", text)
        faults.append(Fault(message, Place(name, text[: at.start()].count("\n") + 1 if at else 1)))

    known = {one.name for one in fields(Profile)}
    for key in data.keys() - known:
        fault(f"“{key}” is no known key; known are {', '.join(sorted(known))}", key)
    values: dict[str, Any] = {}
    for key in data.keys() & known:
        value = data[key]
        if key == "corrections":
            values[key] = _corrections(value, fault)
        elif key == "words":
            values[key] = _words(value, fault)
        elif not _fits(key, value):
            fault(f"“{key}” must be {_SHAPES.get(key, 'words in quotation marks')}", key)
        else:
            values[key] = tuple(value) if key == "furniture" else value
    if faults:
        raise Unreadable(sorted(faults, key=lambda one: one.place.line))
    return Profile(**values)


def _fits(key: str, value: Any) -> bool:
    if key == "furniture":
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    return isinstance(value, int) and not isinstance(value, bool) if key == "year" else isinstance(value, str)


def _words(value: Any, fault: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        fault('[words] is a table: rule = "law"', "words")
        return {}
    for word, kind in value.items():
        if kind not in KINDS:
            fault(f"[words] {word} means “{kind}”, which is none of {', '.join(KINDS)}", word)
    return {str(word): str(kind) for word, kind in value.items()}


def _corrections(value: Any, fault: Any) -> tuple[Correction, ...]:
    found = []
    for one in value if isinstance(value, list) else [value]:
        if not isinstance(one, dict) or not all(isinstance(one.get(key), str) and one[key].strip() for key in _OF_A_CORRECTION):
            fault("each of [[corrections]] needs find, replace and reason, in quotation marks", "corrections")
            continue
        old, new = tuple(one["find"].strip("\n").split("\n")), tuple(one["replace"].strip("\n").split("\n"))
        if len(old) != len(new):
            fault(f"a correction must keep the number of lines: find has {len(old)}, replace has {len(new)}", "corrections")
        found.append(Correction(old, new, one["reason"]))
    return tuple(found)
