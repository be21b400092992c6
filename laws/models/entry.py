"""An entry: anything in an edition that can be cited, with its parts, addresses and words quoted elsewhere."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone
from simple_history.models import HistoricalRecords

from laws import text as markup

from . import permanent_id
from .edition import Edition, Heading, Offense, slug_shape
from .vocabulary import Kind, Offender, Phase, Status

KINDS = {kind.value: str(kind.label) for kind in Kind}  # looked up on every line of every page
CHANGED = Greatest(Coalesce("published_at", "amended_at"), Coalesce("amended_at", "published_at"))  # when an entry was last changed
LATE = (CHANGED.desc(), models.F("position").desc(), models.F("id").desc())
number_shape = RegexValidator(
    r"^(?:[0-9]{1,4}[a-z]?|[IVXLC]{1,9}|[A-Z]|[*†‡§¶#]{1,3})?$",
    "A number as printed: 84, 50a or XI; for a note also a letter or a sign. Sections without a number leave it empty.",
)


class EntryQuerySet(models.QuerySet["Entry"]):
    """The words in which every page, feed, search and export asks for entries."""

    def published(self) -> EntryQuerySet:
        return self.filter(status=Status.PUBLISHED)

    def in_edition(self, edition: Edition) -> EntryQuerySet:
        return self.filter(edition=edition)

    def of_kind(self, *kinds: str) -> EntryQuerySet:
        return self.filter(kind__in=kinds)

    def in_order(self) -> EntryQuerySet:
        return self.order_by("edition__order", "edition_id", "kind", "position", "pk")

    def latest_first(self) -> EntryQuerySet:
        """Newest first; of those published together the higher number first."""
        return self.order_by("-published_at", "edition_id", "-position", "pk")

    def last_changed_first(self) -> EntryQuerySet:
        """By when they were published, or amended if that was later; the last first. Of published entries: others have no place in it."""
        return self.order_by(CHANGED.desc(), "edition_id", "-position", "-pk")

    def for_list(self) -> EntryQuerySet:
        """With all that a line in a list shows, in a fixed number of queries."""
        return self.select_related("edition", "case", "penaltyrow")

    def for_page(self) -> EntryQuerySet:
        """With all that the entry's own page shows of the entry itself."""
        return self.select_related(
            "edition",
            "heading",
            "case",
            "penaltyrow",
            "penaltyrow__claim_law",
            "penaltyrow__claim_law__edition",
            "footnote",
            "footnote__anchor",
            "footnote__anchor__edition",
            "footnote__anchor_heading",
            "replaced_by",
            "replaced_by__edition",
        ).prefetch_related("parts", "offenses", "offenders", "phases", "extracts__quoted_in__edition", "discussions")


class Faceted(models.Model):
    """What a version of an entry keeps beside the entry's own row: its offenses, offenders and phases at that time."""

    facets = models.JSONField(null=True, editable=False)  # {"offenses": ["revoke"], "offenders": [...], "phases": [...]}; None: not kept

    class Meta:
        abstract = True


class Entry(models.Model):
    """A law, etiquette section, section, footnote, case or penalty row of one edition.

    `text` holds the printed words and `digest` our own; a case keeps its words in its detail row, each field with its digest.
    """

    edition = models.ForeignKey(Edition, models.PROTECT, related_name="entries")
    kind = models.CharField(max_length=12, choices=Kind)
    number = models.CharField(max_length=12, blank=True, validators=[number_shape], help_text="As printed: 84, 50a, XI.")
    slug = models.CharField(
        "address", max_length=80, validators=[slug_shape], help_text="The last word of its address: 84, 11, the-revoke."
    )
    position = models.PositiveIntegerField(help_text="Its place among the entries of its kind.")
    permanent_id = models.CharField(max_length=5, unique=True, default=permanent_id.new, validators=[permanent_id.validate])
    heading = models.ForeignKey(Heading, models.SET_NULL, null=True, blank=True, related_name="entries")
    title = models.CharField(max_length=200, blank=True, help_text="In a few words: Card dropped below the table.")
    title_is_printed = models.BooleanField("title as printed", default=False, help_text="The title is the source's own, not ours.")
    text = models.TextField("printed words", blank=True)
    digest = models.TextField("in brief", blank=True, help_text="Our own plain English, shown as a digest.")
    editor_note = models.TextField("editor's note", blank=True)
    source = models.CharField(max_length=400, blank=True, help_text="Where the printed words come from, and what was corrected.")
    own_words = models.BooleanField(
        "written here", default=False, help_text="Its words were written for this site, and are not printed elsewhere."
    )
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    replaced_by = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="replaces")
    withdrawn_because = models.CharField(max_length=300, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    amended_at = models.DateTimeField(null=True, blank=True)
    offenses = models.ManyToManyField(Offense, blank=True, related_name="entries")

    history = HistoricalRecords(bases=[Faceted], history_change_reason_field=models.CharField(max_length=300, null=True))
    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["edition__order", "kind", "position"]
        verbose_name_plural = "entries"
        permissions = [
            ("submit_entry", "Can submit entries for review"),
            ("publish_entry", "Can publish entries, send them back, and change what is not a draft"),
            ("withdraw_entry", "Can withdraw entries"),
            ("restore_entry", "Can restore withdrawn entries"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["edition", "kind", "slug"], name="entry_one_per_edition_kind_and_number"),
            models.CheckConstraint(condition=models.Q(kind__in=Kind.values), name="entry_kind_known"),
            models.CheckConstraint(condition=models.Q(status__in=Status.values), name="entry_status_known"),
            models.CheckConstraint(
                condition=~models.Q(status=Status.PUBLISHED) | models.Q(published_at__isnull=False), name="entry_published_has_date"
            ),
            models.CheckConstraint(condition=~models.Q(replaced_by=models.F("id")), name="entry_not_replaced_by_itself"),
            models.CheckConstraint(condition=models.Q(kind=Kind.SECTION) | ~models.Q(number=""), name="entry_has_number"),
        ]
        indexes = [
            models.Index(fields=["edition", "kind", "status", "position"]),
            models.Index(fields=["kind", "status", "-published_at", "edition", "-position"]),
            models.Index("kind", "status", LATE[0], "edition", *LATE[1:], name="entry_last_changed"),
            models.Index("edition", "kind", "status", *LATE, name="entry_last_changed_of_a_code"),
            models.Index(CHANGED.desc(), name="entry_changed"),
        ]

    def __str__(self) -> str:
        return self.label

    def get_absolute_url(self) -> str:
        """The address, which is the citation: /auction-1912/law/84/."""
        return f"/{self.edition.slug}/{self.kind}/{self.slug}/"

    @property
    def label(self) -> str:
        """What the entry is called in running text: "Law 84", "Case XI", a section's title."""
        return f"{KINDS.get(self.kind, self.kind)} {self.number}" if self.number else self.title

    @property
    def heading_line(self) -> str:
        """Label and title: "Law 84: What an established revoke costs"."""
        return f"{self.label}: {self.title}" if self.number and self.title else self.label

    @property
    def is_published(self) -> bool:
        return self.status == Status.PUBLISHED

    @property
    def is_public(self) -> bool:
        """Whether readers may learn that it is there; the page of what is withdrawn says so."""
        return self.status in (Status.PUBLISHED, Status.WITHDRAWN)

    def detail(self) -> Any:
        """The row of the entry's kind (Law, Case, ...), or None before it is saved."""
        from_kind = {"etiquette": "etiquettesection", "penalty": "penaltyrow"}
        return getattr(self, from_kind.get(self.kind, self.kind), None)

    def clean(self) -> None:
        if self.kind != Kind.SECTION and not self.number:
            raise ValidationError({"number": "Give the printed number: 84, 50a or XI."})
        if self.kind == Kind.SECTION and not self.title:
            raise ValidationError({"title": "A section without a number needs a title."})
        if not self.slug:
            self.slug = markup.arabic(self.number)
        if self.status == Status.PUBLISHED and self.published_at is None:
            self.published_at = timezone.now()
        if self.replaced_by_id and self.replaced_by_id == self.pk:
            raise ValidationError({"replaced_by": "An entry cannot be replaced by itself."})


class Part(models.Model):
    """A lettered, ordinal or roman part of an entry, such as b of Law 84. It is linked, shared and cited under an id of its own."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="parts")
    label = models.CharField(max_length=8, help_text="As printed: b, 1st, IV.")
    anchor = models.CharField(max_length=8, help_text="In the address: b, 1, iv.")
    position = models.PositiveSmallIntegerField()
    permanent_id = models.CharField(max_length=5, unique=True, default=permanent_id.new, validators=[permanent_id.validate])
    retired = models.BooleanField(default=False, help_text="The entry's words no longer have this part.")

    class Meta:
        ordering = ["entry", "position"]
        constraints = [models.UniqueConstraint(fields=["entry", "anchor"], name="part_one_per_entry_and_anchor")]

    def __str__(self) -> str:
        return f"{self.entry} {self.label}"

    def get_absolute_url(self) -> str:
        return f"{self.entry.get_absolute_url()}#{self.anchor}"


class Extract(models.Model):
    """Words of an entry as another entry quotes them. Shown "as quoted in Case 12", never as the printed text."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="extracts")
    quoted_in = models.ForeignKey(Entry, models.CASCADE, related_name="quotes")
    part_anchor = models.CharField("part", max_length=8, blank=True)
    words = models.TextField()
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["entry", "position"]

    def __str__(self) -> str:
        return f"{self.entry} as quoted in {self.quoted_in}"


class EntryOffender(models.Model):
    """Who committed the offense that an entry is about."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="offenders")
    offender = models.CharField(max_length=20, choices=Offender)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "offender"], name="offender_named_once"),
            models.CheckConstraint(condition=models.Q(offender__in=Offender.values), name="offender_known"),
        ]

    def __str__(self) -> str:
        return self.get_offender_display()


class EntryPhase(models.Model):
    """When in the game the offense that an entry is about happens."""

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="phases")
    phase = models.CharField(max_length=12, choices=Phase)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "phase"], name="phase_named_once"),
            models.CheckConstraint(condition=models.Q(phase__in=Phase.values), name="phase_known"),
        ]

    def __str__(self) -> str:
        return self.get_phase_display()


class FormerAddress(models.Model):
    """An address at which an entry could once be read. It redirects for ever."""

    path = models.CharField(max_length=160, unique=True, help_text="/auction-1912/law/83a/")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="former_addresses")
    since = models.DateTimeField("replaced on", default=timezone.now)

    class Meta:
        ordering = ["path"]
        verbose_name_plural = "former addresses"

    def __str__(self) -> str:
        return self.path

    @property
    def said(self) -> str:
        """The number that it held, as running text says it: "Law 83a"; "" where it is no address of a numbered entry."""
        words = self.path.strip("/").split("/")
        return f"{Kind(words[1]).label} {words[2]}" if len(words) == 3 and words[1] in Kind.values and words[2][:1].isdigit() else ""
