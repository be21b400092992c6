"""Two people at one form: what each form was made from, and what is to be done when somebody else has saved meanwhile.

A form carries a stamp: a mark of every value that it was opened with, the rows in it too. When it is sent, the marks are held against what
is stored by then. A value that only one of the two has changed is taken from that one; where both have, the sender chooses.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict

from laws import diff

STAMP, TAKE, SEEN = "_stamp", "_take-", "_seen"
MANY = (forms.SelectMultiple, forms.CheckboxSelectMultiple)
Values = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """One value of a form: where it stands in what is sent, and how an editor knows it."""

    name: str  # "case-0-facts"
    values: Values
    label: str
    field: forms.Field


@dataclass(frozen=True, slots=True)
class Clash:
    """A field that somebody else has changed meanwhile; `both` where the sender has changed it too, and has to choose."""

    name: str
    label: str
    theirs: str
    mine: str
    pieces: list[diff.Piece]  # from theirs to mine
    both: bool

    @property
    def taken(self) -> list[diff.Piece]:
        """From what stood before, which the sender has left alone, to theirs."""
        return diff.words(self.mine, self.theirs)


@dataclass(slots=True)
class Meanwhile:
    """What somebody else has saved since a form was opened, and the form's data with what only they have changed."""

    clashes: list[Clash]
    data: QueryDict
    stamp: str


# --- what a form holds


def held(form: Any, formsets: Iterable[Any]) -> dict[str, Held]:
    """The values of an unbound form and of its rows. A row goes by its key, not by its place: "extracts 7 words"."""
    found = {bound.name: _held(bound, bound.html_name, str(bound.label)) for bound in form if bound.name != "why"}
    for formset in formsets:
        for row in formset.initial_forms:
            for bound in row:
                key = f"{formset.prefix} {row.instance.pk} {bound.name}"
                label = str(bound.label) if formset.max_num == 1 else f"{row.instance}, {str(bound.label).lower()}"
                found[key] = _held(bound, bound.html_name, label)
    return found


def _held(bound: BoundField, name: str, label: str) -> Held:
    return Held(name, _sent(bound.field, bound.value()), label, bound.field)


def _sent(field: forms.Field, value: Any) -> Values:
    """What a browser sends for a value."""
    widget: Any = getattr(field.widget, "widget", field.widget)
    if isinstance(widget, forms.CheckboxInput):
        return ("on",) if value else ()
    if isinstance(value, list | tuple | set) or isinstance(widget, MANY):
        return tuple(sorted(str(getattr(one, "pk", one)) for one in value or ()))
    if isinstance(widget, forms.MultiWidget):
        return tuple(str(sub.format_value(one) or "") for sub, one in zip(widget.widgets, widget.decompress(value) or (), strict=False))
    if isinstance(widget, forms.Select):
        return ("" if value is None else str(value),)
    return (_even(str(widget.format_value(value) or "")),)


def _even(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def posted(data: QueryDict, name: str, known: forms.Field) -> Values:
    """The values of a field as they were sent."""
    widget = getattr(known.widget, "widget", known.widget)
    if isinstance(widget, forms.MultiWidget):
        return tuple(data.get(f"{name}_{at}", "") for at in range(len(widget.widgets)))
    values = data.getlist(name)
    if isinstance(widget, forms.CheckboxInput):
        return ("on",) if values else ()
    if isinstance(widget, MANY):
        return tuple(sorted(values))
    return (_even(values[-1] if values else ""),)


# --- stamps


def stamp(values: Mapping[str, Held]) -> str:
    """The marks of what a form holds, as its hidden field carries them."""
    return json.dumps({key: _mark(one.values) for key, one in values.items()}, separators=(",", ":"))


def _mark(values: Values) -> str:
    return hashlib.sha256("\x1f".join(values).encode()).hexdigest()[:8]


def _read(typed: str) -> dict[str, str]:
    """The marks of a stamp; none where it is no stamp of ours."""
    try:
        marks = json.loads(typed)
    except ValueError:
        return {}
    return {str(key): str(mark) for key, mark in marks.items()} if isinstance(marks, dict) else {}


# --- what happened meanwhile


def taken(data: QueryDict, form: Any, formsets: Iterable[Any]) -> QueryDict:
    """The data of a form with what the sender has chosen to take from the other: `_take-title=theirs`."""
    chosen = {name.removeprefix(TAKE) for name, value in data.items() if name.startswith(TAKE) and value == "theirs"}
    if not chosen:
        return data
    data = data.copy()
    there = held(form, formsets)
    for name, key in _places(data, there, formsets).items():
        if name in chosen and key in there:
            _put(data, name, there[key].values, there[key].field)
    return data


def meanwhile(data: QueryDict, form: Any, formsets: Iterable[Any]) -> Meanwhile | None:
    """What is stored otherwise than when the form was opened; None where that is nothing. `form` and `formsets` show what is stored."""
    formsets = list(formsets)
    there, before = held(form, formsets), _read(data.get(STAMP, ""))
    sent = {key: posted(data, name, there[key].field) for name, key in _places(data, there, formsets).items() if key in there}
    changed = {key for key, one in there.items() if before.get(key) != _mark(one.values) and sent.get(key) != one.values}
    gone = {key for key in before if key not in there and " " in key}
    if not changed and not gone:
        return None
    merge = _Merge(data, there, sent, before, changed, formsets)
    return Meanwhile(list(merge.clashes()), merge.data(), stamp(there))


def unsaved(data: QueryDict, form: Any, formsets: Iterable[Any]) -> list[Clash]:
    """All that the sender has typed and that is stored otherwise, for one who may not save it any more."""
    formsets = list(formsets)
    there, before = held(form, formsets), _read(data.get(STAMP, ""))
    places = _places(data, there, formsets)
    found = []
    for name, key in places.items():
        if key in there and not isinstance(there[key].field.widget, forms.HiddenInput):
            one, sent = there[key], posted(data, name, there[key].field)
            if sent != one.values and before.get(key) != _mark(sent):
                theirs, mine = shown(one.field, one.values), shown(one.field, sent)
                found.append(Clash(name, one.label, theirs, mine, diff.words(theirs, mine), True))
    return found + [clash for formset in formsets for clash in _new_rows(data, formset)]


def _new_rows(data: QueryDict, formset: Any) -> Iterator[Clash]:
    """What was typed into rows that are not stored."""
    for at in range(_count(data, formset.prefix, "TOTAL")):
        row = f"{formset.prefix}-{at}-"
        for bound in formset.empty_form if not data.get(row + _pk(formset)) else ():
            words = shown(bound.field, posted(data, row + bound.name, bound.field))
            if words and not isinstance(bound.field.widget, forms.HiddenInput | forms.CheckboxInput):
                label = f"{formset.model._meta.verbose_name}, new: {bound.label}".capitalize()
                yield Clash(row + bound.name, label, "", words, diff.words("", words), True)


def _places(data: QueryDict, there: Mapping[str, Held], formsets: Iterable[Any]) -> dict[str, str]:
    """Which value each name of the sent data stands for: {"extracts-0-words": "extracts 7 words"}."""
    found = {one.name: key for key, one in there.items() if " " not in key}
    for formset in formsets:
        names = {key.rpartition(" ")[2] for key in there if key.startswith(f"{formset.prefix} ")}
        for at in range(_count(data, formset.prefix, "TOTAL")):
            row = f"{formset.prefix}-{at}"
            found |= {f"{row}-{name}": f"{formset.prefix} {data.get(f'{row}-{_pk(formset)}', '')} {name}" for name in names}
    return found


def _count(data: QueryDict, prefix: str, which: str) -> int:
    typed = data.get(f"{prefix}-{which}_FORMS", "")
    return min(int(typed), 2000) if typed.isascii() and typed.isdigit() and len(typed) < 6 else 0


def _pk(formset: Any) -> str:
    return str(formset.model._meta.pk.name)


def _put(data: QueryDict, name: str, values: Values, known: forms.Field) -> None:
    widget = getattr(known.widget, "widget", known.widget)
    if isinstance(widget, forms.MultiWidget):
        for at, value in enumerate(values):
            data[f"{name}_{at}"] = value
    elif values:
        data.setlist(name, list(values))
    else:
        data.pop(name, None)


@dataclass(slots=True)
class _Merge:
    """The two sides of one form."""

    sent_data: QueryDict
    there: Mapping[str, Held]
    sent: Mapping[str, Values]
    before: Mapping[str, str]
    changed: set[str]
    formsets: list[Any]
    rows: dict[str, int] = field(default_factory=dict)  # "extracts 7" -> where the row stands in the merged data

    def mine(self, key: str) -> bool:
        """Whether the sender has changed a value."""
        return key in self.sent and self.before.get(key) != _mark(self.sent[key])

    def clashes(self) -> Iterator[Clash]:
        places = self._places()
        for key in sorted(self.changed, key=list(self.there).index):
            one = self.there[key]
            if isinstance(one.field.widget, forms.HiddenInput):
                continue
            theirs, mine = shown(one.field, one.values), shown(one.field, self.sent.get(key, ()))
            yield Clash(places[key], one.label, theirs, mine, diff.words(theirs, mine), self.mine(key))

    def data(self) -> QueryDict:
        """What was sent, with what only the other has changed, and with the rows that only the other has made."""
        prefixes = tuple(f"{formset.prefix}-" for formset in self.formsets)
        data = self.sent_data.copy()
        for name in list(data):
            if name.startswith((*prefixes, TAKE)) or name == SEEN:
                del data[name]
        for key, one in self.there.items():
            if " " not in key:
                self._settle(data, one.name, key)
        for formset in self.formsets:
            self._rows(data, formset)
        return data

    def _settle(self, data: QueryDict, name: str, key: str) -> None:
        one = self.there[key]
        _put(data, name, self.sent[key] if self.mine(key) else one.values, one.field)

    def _rows(self, data: QueryDict, formset: Any) -> None:
        """First the rows that are stored, then those of the sender that are not: new ones, and changed ones that the other took out."""
        prefix, at = formset.prefix, 0
        for row in formset.initial_forms:
            for bound in row:
                self._settle(data, f"{prefix}-{at}-{bound.name}", f"{prefix} {row.instance.pk} {bound.name}")
            at += 1
        stored = at
        kept = {str(row.instance.pk) for row in formset.initial_forms}
        for here in range(_count(self.sent_data, prefix, "TOTAL")):
            start = f"{prefix}-{here}-"
            key = self.sent_data.get(start + _pk(formset), "")
            values = {name.removeprefix(start): self.sent_data.getlist(name) for name in self.sent_data if name.startswith(start)}
            if key in kept or not values or (key and not self._touched(prefix, key, values)):
                continue
            for name, sent in values.items():
                data.setlist(f"{prefix}-{at}-{name}", [] if name == _pk(formset) else sent)
            at += 1
        for which, number in (("TOTAL", at), ("INITIAL", stored), ("MIN_NUM", formset.min_num), ("MAX_NUM", formset.max_num)):
            data[f"{prefix}-{which}_FORMS"] = str(number)

    def _touched(self, prefix: str, key: str, values: Mapping[str, list[str]]) -> bool:
        """Whether the sender has changed a row that is no longer there."""
        marks = {name: self.before.get(f"{prefix} {key} {name}") for name in values}
        return any(mark is not None and mark != _mark((_even(values[name][-1]),)) for name, mark in marks.items())

    def _places(self) -> dict[str, str]:
        """The names that the stored values have in the merged data."""
        found = {key: one.name for key, one in self.there.items() if " " not in key}
        for formset in self.formsets:
            for at, row in enumerate(formset.initial_forms):
                found |= {f"{formset.prefix} {row.instance.pk} {bound.name}": f"{formset.prefix}-{at}-{bound.name}" for bound in row}
        return found


def shown(field: forms.Field, values: Values) -> str:
    """The values of a field in an editor's words."""
    if isinstance(field.widget, forms.CheckboxInput):
        return "yes" if values else "no"
    if isinstance(field, forms.ModelChoiceField):
        keys = [value for value in values if value.isascii() and value.isdigit()]
        rows = field.queryset.filter(pk__in=keys) if field.queryset is not None else ()
        return ", ".join(field.label_from_instance(row) for row in rows)
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        labels = {str(value): str(label) for value, label in choices if not isinstance(label, list | tuple)}
        return ", ".join(labels.get(value, value) for value in values)
    return " ".join(values)
