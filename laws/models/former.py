"""The addresses that an edition once had. They lead to it for ever, with everything that stands under them."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from .edition import Edition, slug_shape


class FormerSlug(models.Model):
    """The first word of an edition's addresses as it was before the edition was renamed."""

    slug = models.SlugField("address", max_length=40, unique=True, validators=[slug_shape], help_text="auction-1912")
    edition = models.ForeignKey(Edition, models.CASCADE, related_name="former_slugs")
    since = models.DateTimeField("replaced on", default=timezone.now)

    class Meta:
        ordering = ["slug"]
        verbose_name = "former address of an edition"
        verbose_name_plural = "former addresses of editions"

    def __str__(self) -> str:
        return f"/{self.slug}/"
