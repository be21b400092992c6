"""Indexes of entries that answer for a list in its own order, and for how many it has, without a look at the entries themselves."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("laws", "0011_search_mark")]

    operations = [
        migrations.RemoveIndex("entry", "laws_entry_edition_e406b6_idx"),
        migrations.RemoveIndex("entry", "laws_entry_kind_7f593d_idx"),
        migrations.AddIndex(
            "entry", models.Index(fields=["edition", "kind", "status", "position"], name="laws_entry_edition_b56776_idx")
        ),
        migrations.AddIndex(
            "entry",
            models.Index(fields=["kind", "status", "-published_at", "edition", "-position"], name="laws_entry_kind_ed01ed_idx"),
        ),
    ]
