"""What lists of penalties and cases are narrowed by. A value that cannot be meant is told, and then no row is shown at all."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import django_filters as filters
from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet

from laws.citations import grammar
from laws.citations.grammar import Target
from laws.models import Case, Citation, Edition, Entry, EntryOffender, EntryPhase, Part
from laws.models.entry import EntryQuerySet
from laws.models.former import slugs_now
from laws.models.vocabulary import Offender, Outcome, Phase
from laws.offered import Offered

NO_CHOICE = "“%(value)s” is none of the choices. Take one from the list."
KIND_WORD = re.compile(r"\s*(?:law|rule|section|etiquette|§)", re.I)
LONGEST = 80  # characters of what may be typed into a field


class LawField(forms.CharField):
    """A law, or one part of it, as somebody would cite it: "84", "84 b", "Law 84 (b)", "etiquette 9". Cleans to a Target, or None."""

    def clean(self, value: Any) -> Target | None:
        typed = " ".join(super().clean(value).split())
        if not typed:
            return None
        said = typed if KIND_WORD.match(typed) else f"Law {typed}"
        found = grammar.find(said)
        if len(found) != 1 or len(found[0].targets) != 1 or (said[: found[0].start] + said[found[0].end :]).strip(" .)"):
            raise ValidationError(f"“{typed}” is no law that can be looked up. Write its number, such as 84, or 84 b for a part.")
        return found[0].targets[0]


class LawFilter(filters.CharFilter):
    """Keeps the entries that cite a law, in any of `fields`; without `fields` wherever they do."""

    field_class = LawField

    def __init__(self, *arguments: Any, fields: tuple[str, ...] = (), **named: Any) -> None:
        super().__init__(*arguments, max_length=LONGEST, **named)
        self.fields = fields

    def filter(self, qs: QuerySet[Entry], value: Target | None) -> QuerySet[Entry]:
        return qs.filter(pk__in=citing(value, self.fields).values("source")) if value else qs


def citing(law: Target, fields: tuple[str, ...] = ()) -> QuerySet[Citation]:
    """The citations of a law; if it has a part, those of that part. "50a" is a law of its own, or else paragraph a of Law 50."""
    meant = Q(target__in=_named(law.kind, law.number))
    printed = Q(target__isnull=True, target_kind=law.kind, target_number=law.number)
    if law.part:
        parts = list(Part.objects.filter(entry__in=_named(law.kind, law.number), anchor=law.part).values_list("pk", flat=True))
        meant = meant & Q(part__in=parts) | Q(target__in=_named(law.kind, law.number + law.part))
        printed &= Q(target_part=law.part)
    rows = Citation.objects.standing().filter(meant | printed)
    return rows.filter(field__in=fields) if fields else rows


def _named(kind: str, slug: str) -> list[int]:
    """The keys of the entries of that name in every code. They are fetched, so that a question with an "or" is put to the indexes too."""
    rows = Entry.objects.filter(edition__in=Edition.objects.order_by().values("pk"), kind=kind, slug=slug)
    return list(rows.order_by().values_list("pk", flat=True))


class WordsFilter(filters.CharFilter):
    """Keeps the rows in which every typed word stands somewhere in the field."""

    def filter(self, qs: QuerySet[Entry], value: str) -> QuerySet[Entry]:
        for word in (value or "").split():
            qs = qs.filter(**{f"{self.field_name}__icontains": word})
        return qs


class PickFilter(filters.ChoiceFilter):
    """One of some choices, or any. A value that is none of them is answered with a sentence."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **{"empty_label": "Any", "error_messages": {"invalid_choice": NO_CHOICE}, **named})


class AmongFilter(PickFilter):
    """Keeps the entries that stand in rows of another table with the value picked; `rows` names them in `column`.

    No table is joined: the rows of a page would be fetched to be counted, and those that stand there twice would be told apart.
    """

    def __init__(self, rows: Callable[[], QuerySet[Any]], column: str, field_name: str, **named: Any) -> None:
        super().__init__(field_name=field_name, **named)
        self.rows = rows
        self.column = column

    def filter(self, qs: QuerySet[Entry], value: str) -> QuerySet[Entry]:
        return qs.filter(pk__in=self.rows().filter(**{self.field_name: value}).order_by().values(self.column)) if value else qs


class YearFilter(PickFilter):
    """Keeps the cases of a year. One whose day is not known goes by the year of its edition."""

    def filter(self, qs: QuerySet[Entry], value: str) -> QuerySet[Entry]:
        if not value:
            return qs
        cases = Case._default_manager.order_by()
        codes = Edition.objects.order_by().filter(year=value)
        undated = Q(pk__in=cases.filter(decided_on__isnull=True).values("pk"), edition__in=codes.values("pk"))
        return qs.filter(Q(pk__in=cases.filter(decided_on__year=value).values("pk")) | undated)


def of_offense(**named: Any) -> AmongFilter:
    """A filter by offense."""
    return AmongFilter(Entry.offenses.through.objects.all, "entry", field_name="offense__slug", label="Offense", **named)


class EntryFilter(filters.FilterSet):
    """A list of entries. `qs` is empty where a value is wrong: django-filter by itself would show everything."""

    def __init__(self, data: Any, queryset: EntryQuerySet) -> None:
        super().__init__(data, queryset)
        self.offered = Offered(queryset)
        for name, choices in self.choices().items():
            self.form.fields[name].choices = choices  # type: ignore[attr-defined]
        for field in self.form.fields.values():
            field.label_suffix = ""
            field.widget.attrs["class"] = "field"

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        """The choices that depend on what is listed, by the name of their field."""
        return {"offense": self.offered.offenses()}

    @property
    def qs(self) -> EntryQuerySet:
        rows: EntryQuerySet = super().qs if self.form.is_valid() else self.queryset.none()
        return rows

    def chosen(self) -> list[tuple[str, str, str]]:
        """What is asked for, whether it can be meant or not: (name, label, value in words)."""
        found = []
        for name, field in self.form.fields.items():
            if value := " ".join(self.data.get(name, "").split()):
                named = {str(key): str(label) for key, label in getattr(field, "choices", ())}
                found.append((name, str(field.label), named.get(value, value)))
        return found


class PenaltyFilter(EntryFilter):
    """The table of penalties of one edition."""

    offense = of_offense()
    offender = AmongFilter(EntryOffender.objects.all, "entry", field_name="offender", choices=Offender.choices, label="Offender")
    phase = AmongFilter(EntryPhase.objects.all, "entry", field_name="phase", choices=Phase.choices, label="When")
    penalty = WordsFilter(field_name="penaltyrow__penalty_text", label="Penalty", max_length=LONGEST)
    law = LawFilter(label="Law", fields=("laws",))


class CaseFilter(EntryFilter):
    """The decided cases of one edition. A case whose date is not known goes by the year of its edition."""

    law = LawFilter(label="Law cited")
    outcome = AmongFilter(Case._default_manager.all, "pk", field_name="outcome", choices=Outcome.choices, label="Outcome")
    year = YearFilter(field_name="year", label="Year")
    offense = of_offense()

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        return super().choices() | {"year": [(str(year), str(year)) for year in self.offered.years()]}


class AllCasesFilter(CaseFilter):
    """The decided cases of all editions."""

    code = PickFilter(field_name="edition__slug", label="Code")

    def __init__(self, data: Any, queryset: EntryQuerySet) -> None:
        if (code := data.get("code", "")) and (now := slugs_now([code])):
            data = data.copy()  # a list that was shared before the code was renamed
            data["code"] = now[code]
        super().__init__(data, queryset)

    def choices(self) -> dict[str, list[tuple[str, str]]]:
        return super().choices() | {"code": [(edition.slug, str(edition)) for edition in self.offered.codes()]}
