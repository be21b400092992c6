"""Entries as an editor sees them: one model a kind, so that each has a list, a form and permissions of its own.

They are the rows of Entry and nothing else. What reads or cites entries asks Entry; only the admin and its permissions name these.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import models

from .entry import Entry, EntryQuerySet
from .vocabulary import Kind


class KindManager(models.Manager.from_queryset(EntryQuerySet)):  # type: ignore[misc]
    """The entries of one kind."""

    def get_queryset(self) -> EntryQuerySet:
        return super().get_queryset().of_kind(self.model.KIND)


class _OfKind:
    """What the six have in common."""

    KIND: Kind

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if not args:
            kwargs.setdefault("kind", self.KIND)
        super().__init__(*args, **kwargs)

    def save(self: Any, *args: Any, **kwargs: Any) -> None:
        """Saved as the entry that it is: history listens to Entry, and would not hear of a row saved under another name."""
        own, self.__class__ = self.__class__, Entry
        try:
            self.save(*args, **kwargs)
        finally:
            self.__class__ = own

    def delete(self: Any, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        return Entry.objects.get(pk=self.pk).delete(*args, **kwargs)


class LawText(_OfKind, Entry):
    KIND = Kind.LAW
    objects: ClassVar[Any] = KindManager()

    class Meta:
        proxy = True
        verbose_name = "law"


class EtiquetteEntry(_OfKind, Entry):
    KIND = Kind.ETIQUETTE
    objects: ClassVar[Any] = KindManager()

    class Meta:
        proxy = True
        verbose_name = "etiquette section"


class HeadedSection(_OfKind, Entry):
    KIND = Kind.SECTION
    objects: ClassVar[Any] = KindManager()

    class Meta:
        proxy = True
        verbose_name = "headed section"


class Note(_OfKind, Entry):
    KIND = Kind.FOOTNOTE
    objects: ClassVar[Any] = KindManager()

    class Meta:
        proxy = True
        verbose_name = "footnote"


class Ruling(_OfKind, Entry):
    KIND = Kind.CASE
    objects: ClassVar[Any] = KindManager()

    class Meta:
        proxy = True
        verbose_name = "case"


class PenaltyEntry(_OfKind, Entry):
    KIND = Kind.PENALTY
    objects: ClassVar[Any] = KindManager()

    class Meta:
        proxy = True
        verbose_name = "penalty row"


DESK: dict[str, type[Any]] = {model.KIND: model for model in (LawText, EtiquetteEntry, HeadedSection, Note, Ruling, PenaltyEntry)}
