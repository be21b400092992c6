"""A mark that every change of the index renews, so that a process may remember rows of it for as long as they stand."""

from django.db import migrations

NUMBER = {"sqlite": "integer", "postgresql": "bigint"}


def make(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    if vendor in NUMBER:
        schema_editor.execute(f"ALTER TABLE laws_search_state ADD COLUMN mark {NUMBER[vendor]} NOT NULL DEFAULT 0")


def drop(apps, schema_editor):
    if schema_editor.connection.vendor in NUMBER:
        schema_editor.execute("ALTER TABLE laws_search_state DROP COLUMN mark")


class Migration(migrations.Migration):
    dependencies = [("laws", "0010_bulletins")]

    operations = [migrations.RunPython(make, drop)]
