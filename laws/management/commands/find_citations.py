"""manage.py find_citations FILE --edition SLUG: tell what the grammar finds in a text, so that anyone can measure it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from laws.citations import grammar, split
from laws.citations.resolve import Directory, editions_named, names_of, spoken_names
from laws.models import Edition


class Command(BaseCommand):
    help = "Print the citations found in a text file, with their offsets in characters and what they mean in an edition."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--edition", required=True, help="the edition whose words and numbers the text uses")
        parser.add_argument("--json", action="store_true", help="print one JSON list")

    def handle(self, *args: Any, **options: Any) -> None:
        edition = Edition.objects.filter(slug=options["edition"]).first()
        if edition is None:
            raise CommandError(f"There is no edition “{options['edition']}”. Load it first: manage.py load.")
        try:
            text = options["file"].read_bytes().decode("utf-8")
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from error
        except UnicodeDecodeError as error:
            raise CommandError(f"{options['file']} is not UTF-8 text: byte {error.start} belongs to no character.") from error
        found = citations(text, edition)
        if options["json"]:
            self.stdout.write(json.dumps(found, ensure_ascii=False))
            return
        for item in found:
            targets = ", ".join(f"{t['kind']} {t['number']} {t['part']}".strip() + f" ({t['outcome']})" for t in item["targets"])
            self.stdout.write(f"{item['start']:7} {' '.join(item['text'].split())!r} → {targets}")


def citations(text: str, edition: Edition) -> list[dict[str, Any]]:
    """What is found in `text`, and what each target is in `edition`."""
    editions = list(Edition.objects.all())
    others = spoken_names(editions, edition.pk)
    references = split.find_in_book(text, words={**grammar.DEFAULT_WORDS, **edition.words}, editions=others)
    wanted = {(t.kind, number) for ref in references for t in ref.targets for number in (t.number, t.number + t.part)}
    directory, names = Directory.of(editions, wanted), names_of(editions)

    def settled(ref: grammar.Reference, target: grammar.Target) -> dict[str, str]:
        named = editions_named(ref.edition, names) if ref.edition else [edition.pk]
        answers = [answer for pk in named if (answer := directory.find(pk, target)).entry]
        outcome = "unknown" if not answers else ("resolved" if len(answers) == 1 else "ambiguous")
        quoted = directory.quoted(answers[0], ref, text).part if len(answers) == 1 else None
        part = target.part or (quoted.anchor if quoted else "")
        return {"kind": target.kind, "number": target.number, "part": part, "outcome": outcome}

    return [
        {
            "start": ref.start,
            "end": ref.end,
            "text": ref.text,
            "signal": ref.signal,
            "form": ref.form,
            "targets": [settled(ref, target) for target in ref.targets],
        }
        for ref in references
    ]
