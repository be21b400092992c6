"""The words of the games, explained: what "chicane" is, and "quitted"."""

from __future__ import annotations

import re
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower

from .edition import Edition, slug_shape
from .generation import Watched, WatchedQuerySet

no_markup = RegexValidator(r"[\[\]<>{}|]", "Write plain words, without brackets or other signs.", inverse_match=True)


class TermQuerySet(WatchedQuerySet):
    def in_order(self) -> TermQuerySet:
        return self.order_by(Lower("word"), "slug")

    def explained(self) -> TermQuerySet:
        """With the edition at hand, for a page that shows where a meaning holds."""
        return self.select_related("edition")


class Term(Watched):
    """One word or phrase of the games with its meaning in our own words."""

    GENERATION = "glossary"

    word = models.CharField(max_length=60, validators=[no_markup], help_text="As the laws write it, in small letters: odd trick.")
    slug = models.SlugField(
        "address",
        max_length=60,
        unique=True,
        blank=True,
        validators=[slug_shape],
        help_text="Its place on the glossary page. It is made from the word where this is left empty.",
    )
    forms = models.CharField(
        "other forms",
        max_length=300,
        blank=True,
        validators=[no_markup],
        help_text="Other ways in which the texts write it, with commas: odd tricks. Only what is listed here is recognised.",
    )
    definition = models.TextField(max_length=1000, help_text="What it means, in plain words of our own: a sentence or two.")
    games = models.CharField(
        max_length=200,
        blank=True,
        help_text="Where it means this in some games alone: their names as the codes have them, with commas. Empty for all.",
    )
    edition = models.ForeignKey(
        Edition, models.CASCADE, null=True, blank=True, related_name="terms", help_text="Where it means this in one code alone."
    )
    see = models.CharField("see also", max_length=200, blank=True, help_text="Other words of the glossary, with commas.")
    in_texts = models.BooleanField(
        "explained in the texts",
        default=True,
        help_text="The first time that a text uses the word it is underlined, and the meaning is a tap away. Not for words that all know.",
    )

    objects: ClassVar[TermQuerySet] = TermQuerySet.as_manager()  # type: ignore[assignment]

    class Meta:
        ordering = ["word", "slug"]
        verbose_name = "glossary term"

    def __str__(self) -> str:
        return self.word

    def get_absolute_url(self) -> str:
        return f"/glossary/#{self.slug}"

    @property
    def spellings(self) -> tuple[str, ...]:
        """The word and its other forms, each once."""
        return tuple(dict.fromkeys([self.word, *listed(self.forms)]))

    def clean(self) -> None:
        """Tidy the lists, and make the address from the word. Raises ValidationError where nothing is left to read."""
        self.word = " ".join(self.word.split())
        self.forms, self.games, self.see = (", ".join(listed(words)) for words in (self.forms, self.games, self.see))
        self.slug = self.slug or self._free_slug()
        if not self.slug:
            raise ValidationError({"word": "Write a word with letters."})
        if not self.definition.strip():
            raise ValidationError({"definition": "Say what it means."})

    def _free_slug(self) -> str:
        """The word as an address; with its code or game where the word alone is taken by another meaning."""
        plain = slug_of(self.word)
        where = self.edition.slug if self.edition else next(iter(listed(self.games)), "")
        if where and Term.objects.filter(slug=plain).exclude(pk=self.pk).exists():
            return slug_of(f"{self.word} {where}")[:60]
        return plain


def listed(words: str) -> list[str]:
    """The words of a list with commas, each once: "odd trick,  odd tricks," is two."""
    return list(dict.fromkeys(" ".join(word.split()) for word in words.split(",") if word.strip()))


def slug_of(word: str) -> str:
    """A word as it stands in an address: "No-trump" is "no-trump"."""
    return re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")
