"""Words that mean the same to somebody who searches: "jack" and "knave"."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models

from .generation import Watched, WatchedQuerySet
from .glossary import listed

MOST_WORDS = 8  # in one phrase
plain_words = RegexValidator(r"^[^\W_][\w’', -]*$", "Write words and phrases in small letters, with commas: pack, deck.")


class Synonyms(Watched):
    """One meaning with the words and phrases for it. Whoever searches for one of `words` finds the others, a little lower.

    Where `means` is given it works one way only: whoever searches for `words` finds `means` too, and not the other way round.
    """

    GENERATION = "thesaurus"

    words = models.TextField(
        max_length=1000, validators=[plain_words], help_text="With commas: jack, knave. One form of a word stands for all of them."
    )
    means = models.TextField(
        "means, one way",
        max_length=1000,
        blank=True,
        validators=[plain_words],
        help_text="Only where it works one way. “board” above and “dummy” here: who asks for the board finds dummy, not the reverse.",
    )
    note = models.CharField(max_length=200, blank=True, help_text="Why it is here, for other editors.")
    shipped = models.TextField(
        blank=True, editable=False, default="", help_text="The line of the shipped thesaurus that it came from, by which it is known again."
    )
    in_use = models.BooleanField("in use", default=True, help_text="A meaning that came with the casebook is put out of use, not deleted.")

    objects: ClassVar[Any] = WatchedQuerySet.as_manager()

    class Meta:
        ordering = ["words"]
        verbose_name = "set of synonyms"
        verbose_name_plural = "thesaurus"

    def __str__(self) -> str:
        return self.line

    @property
    def line(self) -> str:
        """As the shipped file writes it: "jack, knave", "board > dummy"."""
        return f"{self.words} > {self.means}" if self.means else self.words

    def clean(self) -> None:
        """Tidy the lists. Raises ValidationError where they make no meaning."""
        self.words, self.means = (", ".join(listed(words.lower())) for words in (self.words, self.means))
        if not self.means and len(listed(self.words)) < 2:
            raise ValidationError({"words": "One word alone has no synonym: add another, or say what it means."})
        for name in ("words", "means"):
            if long := next((phrase for phrase in listed(getattr(self, name)) if len(phrase.split()) > MOST_WORDS), ""):
                raise ValidationError({name: f"“{long}” is too long: a phrase has {MOST_WORDS} words at most."})
