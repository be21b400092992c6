"""Form fields that take what an editor types, and answer in sentences."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from laws import text as markup
from laws.books import remedies
from laws.books.records import KINDS
from laws.models import Entry


class RemediesField(forms.CharField):
    """A penalty taken apart: "150 points", "A | B", "(A & B) | C". Gives the value that the database keeps."""

    widget = forms.TextInput(attrs={"class": "vTextField"})

    def prepare_value(self, value: Any) -> Any:
        return remedies.write(value) if isinstance(value, dict) else value

    def to_python(self, value: Any) -> Any:
        if isinstance(value, dict):
            return value
        try:
            return remedies.parse(super().to_python(value) or "")
        except ValueError as error:
            sentence = str(error)
            raise ValidationError(f"{sentence[:1].upper()}{sentence[1:]}.") from error

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return (initial or {}) != self.to_python(data)
        except ValidationError:
            return True

    def validate(self, value: Any) -> None:
        return None

    def run_validators(self, value: Any) -> None:
        return None


class LinesField(forms.CharField):
    """A list of strings, one a line."""

    widget = forms.Textarea(attrs={"rows": 3, "class": "vLargeTextField"})

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        lines = value if isinstance(value, list) else (super().to_python(value) or "").splitlines()
        return [" ".join(line.split()) for line in lines if line.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return (initial or []) != self.to_python(data or "")

    def run_validators(self, value: Any) -> None:
        return None


class WordsField(LinesField):
    """What words mean, one "section = etiquette" a line. Gives a dict."""

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(f"{word} = {kind}" for word, kind in value.items()) if isinstance(value, dict) else value

    def to_python(self, value: Any) -> Any:
        if isinstance(value, dict):
            return value
        words = {}
        for line in super().to_python(value):
            word, sign, kind = (piece.strip().lower() for piece in line.partition("="))
            if not (word and sign and kind):
                raise ValidationError(f"“{line}” is not like “section = etiquette”.")
            if kind not in KINDS:
                raise ValidationError(f"“{word}” cannot mean “{kind}”, which is none of {', '.join(KINDS)}.")
            words[word] = kind
        return words

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return (initial or {}) != self.to_python(data or "")
        except ValidationError:
            return True


def part_of(entry: Entry | None, typed: str) -> str:
    """The anchor of a part of `entry` as an editor names it: "B" is "b", "2d" is "2". "" stays.

    Raises ValidationError, naming the parts that there are, where the entry has no such part.
    """
    anchor = markup.anchor_of(typed)
    if not anchor:
        return ""
    if entry is None:
        raise ValidationError("A part needs an entry to be a part of.")
    known = list(dict.fromkeys(known for words in (entry.text, entry.digest) for _, known in markup.parts(words)))
    if anchor not in known:
        there = f"has the parts {', '.join(known)}" if known else "has no parts"
        raise ValidationError(f"{entry.label} {there}; there is no “{typed.strip()}”.")
    return anchor
