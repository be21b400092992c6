"""Indexes of entries by when they were last changed, for feeds; and of cases by day and outcome, for their lists."""

from django.db import migrations, models
from django.db.models.functions import Coalesce, Greatest

CHANGED = Greatest(Coalesce("published_at", "amended_at"), Coalesce("amended_at", "published_at"))
LATE = (CHANGED.desc(), models.F("position").desc(), models.F("id").desc())


def take_stock(apps, schema_editor):
    """SQLite takes an index that it has no figures for, beside others that it has, for one that leads to few rows."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute("PRAGMA analysis_limit = 1000")
        schema_editor.execute("ANALYZE")


class Migration(migrations.Migration):
    dependencies = [("laws", "0012_whole_indexes")]

    operations = [
        migrations.AddIndex("case", models.Index(fields=["decided_on"], name="laws_case_decided_7a671d_idx")),
        migrations.AddIndex("case", models.Index(fields=["outcome"], name="laws_case_outcome_d68c2b_idx")),
        migrations.AddIndex("entry", models.Index("kind", "status", LATE[0], "edition", *LATE[1:], name="entry_last_changed")),
        migrations.AddIndex("entry", models.Index("edition", "kind", "status", *LATE, name="entry_last_changed_of_a_code")),
        migrations.AddIndex("entry", models.Index(CHANGED.desc(), name="entry_changed")),
        migrations.RunPython(take_stock, migrations.RunPython.noop),
    ]
