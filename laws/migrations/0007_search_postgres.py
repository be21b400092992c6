"""The search index where the database is PostgreSQL: each document's words as one tsvector, found by GIN. It holds copies:
`manage.py search --rebuild` makes them anew.

Compiling statements on the way is turned off for the database: it costs seconds for a statement with many joins that takes a millisecond to
run, and the site has no other sort.
"""

from django.db import DatabaseError, migrations, transaction

MAKE = [
    "CREATE TABLE laws_search (standing bigint PRIMARY KEY, words tsvector NOT NULL)",
    # Words are added for good, not to a list that each search would have to read: one ruling more costs the same at any size.
    "CREATE INDEX laws_search_words ON laws_search USING gin (words) WITH (fastupdate = off)",
    # The planner tells a common word from a rare one by these statistics, and a hundred words are too few for a vocabulary.
    "ALTER TABLE laws_search ALTER COLUMN words SET STATISTICS 1000",
]


def make(apps, schema_editor):
    connection = schema_editor.connection
    if connection.vendor == "postgresql":
        for statement in MAKE:
            schema_editor.execute(statement)
        schema_editor.execute("SET jit = off")
        try:
            with transaction.atomic(connection.alias):
                schema_editor.execute(f"ALTER DATABASE {connection.ops.quote_name(connection.settings_dict['NAME'])} SET jit = off")
        except DatabaseError:
            pass  # who migrates does not own the database; docs/deploy.md tells what to say to the owner


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP TABLE IF EXISTS laws_search")


class Migration(migrations.Migration):
    dependencies = [("laws", "0006_search_plan")]
    operations = [migrations.RunPython(make, drop)]
