"""An edition as somebody names it to a command."""

from __future__ import annotations

from django.core.management.base import CommandError

from laws.models import Edition


def edition_called(slug: str) -> Edition:
    """The edition with this slug. Raises CommandError, naming those that there are."""
    found = Edition.objects.filter(slug=slug).first()
    if found is None:
        known = ", ".join(Edition.objects.values_list("slug", flat=True)) or "none"
        raise CommandError(f"There is no edition {slug}; there are {known}.")
    return found
