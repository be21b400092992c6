"""Moving a whole site from one database to another, of whichever kind: every row with its number, and the proof that all are there."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.core.serializers.json import DjangoJSONEncoder
from django.db import DatabaseError, connections, models, transaction
from django.db.migrations.executor import MigrationExecutor

from . import databases

BATCH = 500
FROM, TO = "moved-from", "moved-to"


class CannotMove(Exception):
    """Why a site was not moved; the message is for the keeper. The target is then as it was, but for its empty tables."""


@dataclass(frozen=True, slots=True)
class Moved:
    """What was moved of one table, proved by reading it back."""

    table: str
    rows: int
    checksum: str


def move(source: str, target: str) -> list[Moved]:
    """Copy all rows of the database at `source` to the one at `target`, in one transaction. The search index is not among them.

    Raises CannotMove where the target holds entries or accounts, the source is of another version, or what arrived is not what was sent.
    """
    if source == target:
        raise CannotMove("Both addresses name the same database.")
    with _connected(source, FROM), _connected(target, TO):
        _check_versions()
        call_command("migrate", database=TO, verbosity=0, interactive=False)
        _check_empty()
        try:
            with transaction.atomic(using=FROM), transaction.atomic(using=TO):
                _see_one_moment()
                return [_moved(model) for model in _emptied(_models())]
        except DatabaseError as error:
            raise CannotMove(f"The new database refused: {str(error).strip().splitlines()[0]}. Nothing has been moved.") from error


@contextmanager
def _connected(address: str, alias: str) -> Iterator[None]:
    connections.databases[alias] = {**connections.databases["default"], **databases.configured(address)}
    connections.databases[alias]["OPTIONS"] = databases.configured(address).get("OPTIONS", {})
    if alias == FROM and connections[alias].vendor == "sqlite" and not Path(connections[alias].settings_dict["NAME"]).is_file():
        raise CannotMove(f"There is no database at {connections[alias].settings_dict['NAME']}.")
    try:
        connections[alias].ensure_connection()
        yield
    except DatabaseError as error:
        which = "old" if alias == FROM else "new"
        raise CannotMove(f"The {which} database cannot be used: {str(error).strip().splitlines()[0]}.") from error
    finally:
        connections[alias].close()
        del connections[alias]
        del connections.databases[alias]


def _check_versions() -> None:
    executor = MigrationExecutor(connections[FROM])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        raise CannotMove("The old database is of another version of Casebook, or empty: run manage.py migrate on it first.")


def _check_empty() -> None:
    for label, what in (("laws.Edition", "editions"), ("laws.Entry", "entries"), ("auth.User", "accounts")):
        if apps.get_model(label)._base_manager.using(TO).exists():
            raise CannotMove(f"The new database holds {what} already. Move to an empty one.")


def _see_one_moment() -> None:
    if connections[FROM].vendor == "postgresql":
        with connections[FROM].cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def _models() -> list[type[models.Model]]:
    """Every model with a table of its own, those of the libraries and those between two others too."""
    found = apps.get_models(include_auto_created=True)
    return [model for model in found if model._meta.managed and not model._meta.proxy and not model._meta.swapped]


def _emptied(found: list[type[models.Model]]) -> list[type[models.Model]]:
    """Take out what the migrations have put into the new database: the old one has its own, with other numbers."""
    with connections[TO].cursor() as cursor:
        for model in found:
            cursor.execute(f"DELETE FROM {connections[TO].ops.quote_name(model._meta.db_table)}")  # noqa: S608 - names of our models
    return found


def _moved(model: type[models.Model]) -> Moved:
    fields = model._meta.local_concrete_fields
    for batch in _batches(model):
        # Raw: values as they are, no time of saving set anew, and nobody told.
        model._base_manager.using(TO)._insert(batch, fields=fields, using=TO, raw=True)  # type: ignore[attr-defined]
    with connections[TO].cursor() as cursor:
        for statement in connections[TO].ops.sequence_reset_sql(no_style(), [model]):
            cursor.execute(statement)
    sent, came = _told(model, FROM), _told(model, TO)
    if sent != came:
        raise CannotMove(f"Of {sent.table}, {sent.rows} rows were sent and {came.rows} came, or they differ. Nothing has been moved.")
    return came


def _batches(model: type[models.Model]) -> Iterator[list[models.Model]]:
    batch: list[models.Model] = []
    for row in model._base_manager.using(FROM).order_by("pk").iterator(BATCH):
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def _told(model: type[models.Model], alias: str) -> Moved:
    """How many rows a table has, and a checksum over all that is in them, in the order of their numbers."""
    digest = hashlib.sha256()
    rows = 0
    names = [field.attname for field in model._meta.local_concrete_fields]
    for row in model._base_manager.using(alias).order_by("pk").values_list(*names).iterator(BATCH):
        digest.update(json.dumps(row, cls=DjangoJSONEncoder, sort_keys=True).encode())
        rows += 1
    return Moved(model._meta.db_table, rows, digest.hexdigest()[:16])
