"""An editor who publishes rulings one after another, and says of each that it is done: python -m tests.faults.writer [FIRST [COUNT [PAUSE]]]"""

from __future__ import annotations

import os
import sys
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casebook.settings")
django.setup()

from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from casebook import trouble  # noqa: E402
from laws import editing  # noqa: E402
from laws.models import Case, Edition, Entry, permanent_id  # noqa: E402

LAWS = ("49", "84 b", "61", "76")


def main(first: int = 1000, count: int = 1_000_000, pause: int = 0) -> None:
    """Publish rulings from a number on, `pause` seconds apart. Each line is printed once its ruling is promised to be there."""
    edition = Edition.objects.get(slug="auction-1912")
    for number in range(first, first + count):
        try:
            publish(edition, number)
        except Exception as error:
            print(f"refused {number} {trouble.sentence_for(error) or repr(error)}", flush=True)
        else:
            print(f"done {number}", flush=True)
        time.sleep(pause)


@transaction.atomic
def publish(edition: Edition, number: int) -> None:
    """One ruling, with citations of its own."""
    now = timezone.now()
    entry = Entry.objects.create(
        edition=edition, kind="case", number=str(number), slug=str(number), position=number, title=f"Written {number}", status="published",
        published_at=now, permanent_id=permanent_id.new(), own_words=True,
    )  # fmt: skip
    law = LAWS[number % len(LAWS)]
    Case.objects.create(entry=entry, facts=f"Dummy revoked in game {number}.", decision=f"Law {law} applies; see Section 10 of Etiquette.")
    editing.publish([entry])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
