"""Questions whose SQL is made once: for a page of small questions, making the SQL of a query set costs ten times what asking it does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connections, models, router
from django.db.models.query import get_related_populators

Row = TypeVar("Row", bound=models.Model)
Value = int | str


@dataclass(frozen=True, slots=True)
class _Made:
    """The SQL of a question, and how the columns of a row become a model and its related ones."""

    sql: str
    values: tuple[object, ...]
    model: type[models.Model]
    columns: slice
    names: list[str]
    related: Sequence[Any]
    converters: Sequence[tuple[int, Sequence[Callable[..., object]], Any]]


def marks(many: int, like: Value) -> tuple[Value, ...]:
    """So many marks, numbers or texts as `like` is, that are the key or the name of nothing."""
    numbers = range(-2_000_000_000, -2_000_000_000 + many)
    return tuple(numbers) if isinstance(like, int) else tuple(f"\x01{number}" for number in numbers)


class Prepared(Generic[Row]):
    """A query set of whole models, with related ones by `select_related`, that is asked again and again with other values.

    `ask` makes it from as many values as there are `marks`: values of the right type that stand nowhere else in it. A mark that is given as
    its own value is like nothing that is stored.
    """

    def __init__(self, ask: Callable[..., models.QuerySet[Row]], *marks: Value) -> None:
        self.ask = ask
        self.marks = marks
        self.model: type[models.Model] | None = None
        self._made: dict[tuple[str, str], _Made] = {}

    def __call__(self, *values: Value) -> list[Row]:
        """The rows for some values, in place of the marks and of the same types. One query."""
        self.model = self.model or self.ask(*self.marks).model
        using = router.db_for_read(self.model)
        connection = connections[using]
        made = self._made.get((using, connection.vendor)) or self._make(using, connection.vendor)
        given = dict(zip(self.marks, values, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(made.sql, [given.get(value, value) for value in made.values])  # type: ignore[call-overload]
            rows = cursor.fetchall()
        return [_instance(made, using, _converted(row, made, connection)) for row in rows]

    def _make(self, using: str, vendor: str) -> _Made:
        asked = self.ask(*self.marks).using(using)
        compiler = asked.query.get_compiler(using)
        sql, values = compiler.as_sql()
        shape, select = compiler.klass_info, compiler.select
        fields = shape["select_fields"]
        columns = slice(fields[0], fields[-1] + 1)
        converters = [(at, found, expression) for at, (found, expression) in compiler.get_converters([one[0] for one in select]).items()]
        names = [one[0].target.attname for one in select[columns]]
        more = [asked._fetch_mode] if hasattr(asked, "_fetch_mode") else []  # a word that Django 6.1 added
        related = get_related_populators(shape, select, using, *more)
        made = _Made(sql, tuple(values), shape["model"], columns, names, related, converters)
        self._made[using, vendor] = made
        return made


class PreparedAmong(Generic[Row]):
    """The same for a query set of the rows of some keys, numbers or texts as `like` is. For more than `few` its SQL is made anew.

    `ask` makes it from the keys and what else it needs, for which `others` are the marks.
    """

    def __init__(self, ask: Callable[..., models.QuerySet[Row]], like: Value, few: int, *others: Value) -> None:
        self.ask = ask
        self.marks = marks(few, like)
        self.prepared = Prepared(lambda *values: ask(values[len(others) :], *values[: len(others)]), *others, *self.marks)

    def __call__(self, keys: Iterable[Value], *others: Value) -> list[Row]:
        """The rows for some keys. One query."""
        wanted = list(keys)
        if len(wanted) > len(self.marks):
            return list(self.ask(wanted, *others))
        return self.prepared(*others, *wanted, *self.marks[len(wanted) :])


def _converted(row: Sequence[object], made: _Made, connection: Any) -> Sequence[object]:
    changed = list(row)
    for at, converters, expression in made.converters:
        for converter in converters:
            changed[at] = converter(changed[at], expression, connection)
    return changed


def _instance(made: _Made, using: str, row: Sequence[object]) -> Any:
    found = made.model.from_db(using, made.names, row[made.columns])
    for populator in made.related:
        populator.populate(row, found)
    return found


def put(owner: models.Model, name: str, rows: Sequence[models.Model]) -> None:
    """Put rows where a manager of `owner` (its `parts`, say) looks first, as `prefetch_related` does."""
    known: Any = owner._meta.get_field(name).related_model._default_manager.all()  # type: ignore[union-attr]
    known._result_cache = list(rows)
    known._prefetch_done = True
    vars(owner).setdefault("_prefetched_objects_cache", {})[name] = known
