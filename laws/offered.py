"""What a list of entries can be narrowed by: what some entry of it has, and nothing else. It is not read through for that.

Where the entries are few, what they have is fetched; where they are many, each choice is looked for until one of them has it.
"""

from __future__ import annotations

from typing import Any

from django.db import connections, router
from django.db.models import DateField, Exists, Func, OuterRef, QuerySet

from laws.models import Case, Edition, Entry, Offense
from laws.models.entry import EntryQuerySet

FEW = 500
# The first day of each year in which something was decided: each is found from the one before it by one look at the index of days.
YEARS = """WITH RECURSIVE found(day) AS (SELECT ({first}) UNION ALL SELECT ({next}) FROM found WHERE day IS NOT NULL)
SELECT day FROM found WHERE day IS NOT NULL"""
CASES: QuerySet[Case] = Case._default_manager.all()


class _LastDay(Func):
    """The last day of the year of `found.day`."""

    template = "strftime('%%%%Y', found.day) || '-12-31'"
    output_field = DateField()

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(compiler, connection, template="make_date(extract(year FROM found.day)::integer, 12, 31)")


class Offered:
    """What the entries of a query set have, published ones of one kind."""

    def __init__(self, rows: EntryQuerySet) -> None:
        self.rows = rows.order_by().select_related(None)
        keys = list(self.rows.values_list("pk", flat=True)[: FEW + 1])
        self.few = keys if len(keys) <= FEW else None

    def offenses(self) -> list[tuple[str, str]]:
        """(address, name) of their offenses, by name. One query."""
        about = Entry.offenses.through.objects.all()
        if self.few is not None:
            found = Offense.objects.filter(pk__in=about.filter(entry__in=self.few).values("offense"))
        else:
            found = Offense.objects.filter(Exists(about.filter(self._one("entry"), offense=OuterRef("pk"))))
        return list(found.values_list("slug", "name"))

    def codes(self) -> list[Edition]:
        """The editions that they belong to, in order. One query."""
        return list(Edition.objects.having(self.rows).in_order())

    def years(self) -> list[int]:
        """The years of cases, the last first: that of the decision, or of the edition where its day is not known. One query, or two."""
        if self.few is not None:
            rows = CASES.filter(pk__in=self.few).values_list("decided_on", "entry__edition__year")
            return sorted({day.year if day else year for day, year in rows}, reverse=True)
        undated = CASES.filter(Exists(self.rows.filter(pk=OuterRef("entry"), edition=OuterRef(OuterRef("pk")))), decided_on__isnull=True)
        return sorted({*self._decided(), *Edition.objects.filter(Exists(undated)).values_list("year", flat=True)}, reverse=True)

    def _decided(self) -> list[int]:
        using = router.db_for_read(Case)
        days = CASES.filter(self._one("entry")).order_by("decided_on").values("decided_on")
        first, params = days.filter(decided_on__isnull=False)[:1].query.get_compiler(using).as_sql()
        then, more = days.filter(decided_on__gt=_LastDay())[:1].query.get_compiler(using).as_sql()
        with connections[using].cursor() as cursor:
            cursor.execute(YEARS.format(first=first, next=then), [*params, *more])
            return [int(str(day)[:4]) for (day,) in cursor.fetchall()]

    def _one(self, column: str) -> Exists:
        """Whether the entry that a row names is one of them; asked of the entry's key, so that it is a single look."""
        return Exists(self.rows.filter(pk=OuterRef(column)))
