"""An edition of a code, its group headings, and the offenses that its entries are about."""

from __future__ import annotations

from typing import Any

from django.core.validators import RegexValidator
from django.db import models
from simple_history.models import HistoricalRecords

from . import permanent_id
from .vocabulary import Kind

RESERVED_SLUGS = frozenset(
    "search admin finder proof newsletter feeds api static glossary help media healthz readyz cases offenses"
    " sitemap.xml robots.txt favicon.ico favicon.svg about embed oembed metrics opensearch.xml .well-known".split()
)
slug_shape = RegexValidator(r"^[a-z0-9]+(?:-[a-z0-9]+)*$", "Use small letters, digits and single hyphens: auction-1912.")


class EditionQuerySet(models.QuerySet["Edition"]):
    def in_order(self) -> EditionQuerySet:
        return self.order_by("order", "-year", "slug")

    def having(self, entries: models.QuerySet[Any]) -> EditionQuerySet:
        """Those of which there are some of the entries. Each is asked for one, so that none is fetched only to be told from another."""
        return self.filter(models.Exists(entries.filter(edition=models.OuterRef("pk"))))


class Edition(models.Model):
    """One printed code in one year."""

    slug = models.SlugField(
        "address", max_length=40, unique=True, validators=[slug_shape], help_text="The first word of its addresses: auction-1912."
    )
    title = models.CharField(max_length=200, help_text="As printed: The Laws of Auction Bridge.")
    short_title = models.CharField(max_length=60, help_text="For tight places: Auction 1912.")
    game = models.CharField(max_length=60)
    issued_by = models.CharField(max_length=200, blank=True)
    year = models.PositiveSmallIntegerField()
    dated = models.CharField(max_length=60, blank=True, help_text="The date as printed: November 1912.")
    published_in = models.CharField(max_length=300, blank=True, help_text="The book that it was printed in.")
    source_url = models.URLField("source address", blank=True)
    names = models.JSONField(default=list, blank=True, help_text='How other texts name this edition: ["Laws of Auction Bridge"].')
    words = models.JSONField(default=dict, blank=True, help_text='What a word means in this code: {"section": "etiquette", "rule": "law"}.')
    supersedes = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="superseded_by")
    order = models.PositiveSmallIntegerField(default=0, help_text="Its place in lists; the smallest comes first.")
    published_at = models.DateTimeField(null=True, blank=True)
    front_text = models.TextField("words before the first law", blank=True)
    front_digest = models.TextField("the same in brief", blank=True)
    front_source = models.CharField(max_length=400, blank=True)
    back_text = models.TextField("words after the last entry", blank=True)
    back_digest = models.TextField("the same in brief", blank=True)
    back_source = models.CharField(max_length=400, blank=True)

    history = HistoricalRecords()
    objects = EditionQuerySet.as_manager()

    class Meta:
        ordering = ["order", "-year", "slug"]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(slug__in=sorted(RESERVED_SLUGS)),
                name="edition_slug_not_reserved",
                violation_error_message="This address belongs to the site itself: choose another.",
            ),
            models.CheckConstraint(
                condition=models.Q(year__gte=1400, year__lte=2200),
                name="edition_year_plausible",
                violation_error_message="The year is one from 1400 to 2200.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title}, {self.year}"

    def get_absolute_url(self) -> str:
        return f"/{self.slug}/"


class Heading(models.Model):
    """A group heading of one list of an edition, such as THE REVOKE over laws 83 to 89. Footnotes may hang on it."""

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="headings")
    kind = models.CharField("list", max_length=12, choices=Kind)
    position = models.PositiveSmallIntegerField()
    permanent_id = models.CharField(max_length=5, unique=True, default=permanent_id.new, validators=[permanent_id.validate])
    title = models.CharField(max_length=200, help_text="As printed, with note marks: THE REVOKE[^27].")
    text = models.TextField("introduction as printed", blank=True)
    digest = models.TextField("introduction in brief", blank=True)
    editor_note = models.TextField("editor's note", blank=True)
    source = models.CharField(max_length=400, blank=True)

    history = HistoricalRecords()

    class Meta:
        ordering = ["edition", "kind", "position"]
        constraints = [
            models.UniqueConstraint(fields=["edition", "kind", "position"], name="heading_one_per_place"),
        ]

    def __str__(self) -> str:
        return self.title


class Offense(models.Model):
    """A kind of offense, shared by all editions, by which rulings and rows are found."""

    slug = models.SlugField(max_length=40, unique=True, validators=[slug_shape])
    name = models.CharField(max_length=80, help_text="Revoke, Lead out of turn.")

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
