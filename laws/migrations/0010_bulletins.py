from importlib import import_module

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

workflow = import_module("laws.migrations.0009_workflow")
RESERVED = [  # addresses of the site itself
    ".well-known", "about", "admin", "api", "cases", "embed", "favicon.ico", "favicon.svg", "feeds", "finder",
    "glossary", "healthz", "help", "media", "metrics", "newsletter", "oembed", "offenses", "opensearch.xml",
    "proof", "readyz", "robots.txt", "search", "sitemap.xml", "static",
]


class Migration(migrations.Migration):
    dependencies = [("laws", "0009_workflow")]

    operations = [
        migrations.CreateModel(
            name="Discussion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("title", models.CharField(help_text="What it appeared in: Club Bulletin.", max_length=120, verbose_name="published in")),
                ("issue", models.CharField(blank=True, help_text="Which one, as printed: March 2026; no. 41.", max_length=60)),
                (
                    "date",
                    models.DateField(
                        blank=True, help_text="The newest stand first; it is not shown where the issue says enough.", null=True
                    ),
                ),
                (
                    "url",
                    models.URLField(
                        blank=True,
                        help_text="Where it can be read, if it can.",
                        max_length=300,
                        validators=[django.core.validators.URLValidator(schemes=["http", "https"])],
                        verbose_name="address",
                    ),
                ),
                (
                    "note",
                    models.CharField(blank=True, help_text="One sentence: who asked what, and where the page stands.", max_length=300),
                ),
                (
                    "entry",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="discussions", to="laws.entry"),
                ),
            ],
            options={
                "verbose_name": "discussion elsewhere",
                "verbose_name_plural": "discussions elsewhere",
                "ordering": [models.OrderBy(models.F("date"), descending=True, nulls_last=True), "title", "issue", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("entry", "title", "issue", "url"),
                        name="discussion_told_once",
                        violation_error_message="This entry has that discussion already.",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("title", ""), _negated=True),
                        name="discussion_names_its_place",
                        violation_error_message="Say where it appeared.",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FormerSlug",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "slug",
                    models.SlugField(
                        help_text="auction-1912",
                        max_length=40,
                        unique=True,
                        validators=[
                            django.core.validators.RegexValidator(
                                "^[a-z0-9]+(?:-[a-z0-9]+)*$", "Use small letters, digits and single hyphens: auction-1912."
                            )
                        ],
                        verbose_name="address",
                    ),
                ),
                ("since", models.DateTimeField(default=django.utils.timezone.now, verbose_name="replaced on")),
                (
                    "edition",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="former_slugs", to="laws.edition"),
                ),
            ],
            options={
                "verbose_name": "former address of an edition",
                "verbose_name_plural": "former addresses of editions",
                "ordering": ["slug"],
            },
        ),
        migrations.CreateModel(
            name="MissingAddress",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("path", models.CharField(max_length=160, verbose_name="address")),
                ("day", models.DateField()),
                ("count", models.PositiveIntegerField(default=1)),
            ],
            options={
                "verbose_name": "address asked for in vain",
                "verbose_name_plural": "addresses asked for in vain",
                "ordering": ["-day", "-count", "path"],
                "constraints": [models.UniqueConstraint(fields=("day", "path"), name="missing_address_once_a_day")],
            },
        ),
        migrations.AlterConstraint(
            model_name="edition",
            name="edition_slug_not_reserved",
            constraint=models.CheckConstraint(
                condition=models.Q(("slug__in", RESERVED), _negated=True),
                name="edition_slug_not_reserved",
                violation_error_message="This address belongs to the site itself: choose another.",
            ),
        ),
        migrations.RunPython(workflow.make_groups, migrations.RunPython.noop),  # the groups learn of what was made here
    ]
