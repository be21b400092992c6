"""The planned search: ordinary tables that hold for any database, and on SQLite an index of words alone in place of the former tables.

They hold copies: `manage.py search --rebuild` makes them anew.
"""

from django.db import migrations

NUMBER = {"sqlite": "integer", "postgresql": "bigint"}

# `standing` orders documents where nothing else tells; `place` is their order in the codes, `dated` their day as a number (19121101).
TABLES = [
    "CREATE TABLE laws_search_document (standing {number} PRIMARY KEY, entry {number} NOT NULL UNIQUE, place {number} NOT NULL,"
    " dated {number} NOT NULL, cited {number} NOT NULL, tags text NOT NULL, signs text NOT NULL, parts text NOT NULL, cites text NOT NULL)",
    "CREATE TABLE laws_search_word (id {number} PRIMARY KEY, word text{binary} NOT NULL UNIQUE, count {number} NOT NULL)",
    "CREATE TABLE laws_search_spelling (word text{binary} NOT NULL PRIMARY KEY, id {number} NOT NULL){keyed}",
    "CREATE INDEX laws_search_spelling_id ON laws_search_spelling (id)",
    "CREATE TABLE laws_search_state (id {number} PRIMARY KEY, documents {number} NOT NULL, words {number} NOT NULL)",
    "INSERT INTO laws_search_state (id, documents, words) VALUES (1, 0, 0)",
]
DROP = ["laws_search_state", "laws_search_spelling", "laws_search_word", "laws_search_document"]
# A word of the index may hold these signs, which nobody can type as part of a word; letters of other alphabets are word characters too.
TOKENIZE = "ascii tokenchars ''^=/-.''"
INDEX = f"CREATE VIRTUAL TABLE laws_search USING fts5(words, content='', detail=none, columnsize=0, tokenize='{TOKENIZE}')"

FORMER = ["laws_search_word", "laws_search_spelling", "laws_search_part", "laws_search"]
FORMER_COLUMNS = "number, title, offense, ruling, digest, text, around"
FORMER_TOKENIZE = "porter unicode61 remove_diacritics 2"
FORMER_MADE = [
    f"CREATE VIRTUAL TABLE laws_search USING fts5({FORMER_COLUMNS}, tags UNINDEXED, place UNINDEXED, tokenize='{FORMER_TOKENIZE}')",
    f"CREATE VIRTUAL TABLE laws_search_part USING fts5(words, anchor UNINDEXED, tokenize='{FORMER_TOKENIZE}')",
    f"CREATE VIRTUAL TABLE laws_search_spelling USING fts5({FORMER_COLUMNS}, content='laws_search', detail=none,"
    " tokenize='unicode61 remove_diacritics 2')",
    "CREATE VIRTUAL TABLE laws_search_word USING fts5vocab('laws_search_spelling', 'row')",
]


def make(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    if vendor not in NUMBER:
        return
    if vendor == "sqlite":
        for table in FORMER:
            schema_editor.execute(f"DROP TABLE IF EXISTS {table}")
        schema_editor.execute(INDEX)
    words = {"sqlite": {"binary": "", "keyed": " WITHOUT ROWID"}, "postgresql": {"binary": ' COLLATE "C"', "keyed": ""}}[vendor]
    for statement in TABLES:
        schema_editor.execute(statement.format(number=NUMBER[vendor], **words))


def drop(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    if vendor not in NUMBER:
        return
    for table in DROP:
        schema_editor.execute(f"DROP TABLE IF EXISTS {table}")
    if vendor == "sqlite":
        schema_editor.execute("DROP TABLE IF EXISTS laws_search")
        for statement in FORMER_MADE:
            schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("laws", "0005_written_here")]

    operations = [migrations.RunPython(make, drop)]
