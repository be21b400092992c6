"""The tables of the search index, where the database is SQLite. They hold copies: `manage.py search --rebuild` makes them anew."""

from django.db import migrations

TOKENIZE = "porter unicode61 remove_diacritics 2"
PLAIN = "unicode61 remove_diacritics 2"
COLUMNS = "number, title, offense, ruling, digest, text, around"

MAKE = [
    f"CREATE VIRTUAL TABLE laws_search USING fts5({COLUMNS}, tags UNINDEXED, place UNINDEXED, tokenize='{TOKENIZE}')",
    f"CREATE VIRTUAL TABLE laws_search_part USING fts5(words, anchor UNINDEXED, tokenize='{TOKENIZE}')",
    f"CREATE VIRTUAL TABLE laws_search_spelling USING fts5({COLUMNS}, content='laws_search', detail=none, tokenize='{PLAIN}')",
    "CREATE VIRTUAL TABLE laws_search_word USING fts5vocab('laws_search_spelling', 'row')",
]
DROP = ["laws_search_word", "laws_search_spelling", "laws_search_part", "laws_search"]


def make(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for statement in MAKE:
            schema_editor.execute(statement)


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        for table in DROP:
            schema_editor.execute(f"DROP TABLE IF EXISTS {table}")


class Migration(migrations.Migration):
    dependencies = [("laws", "0001_initial")]
    operations = [migrations.RunPython(make, drop)]
