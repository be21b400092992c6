"""The hits of an answer as the search page shows them: with the address that carries the words found, mixed or by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import quote_plus

from laws import naming
from laws.models.vocabulary import PLURAL, Kind
from laws.search.answer import Answer, Hit, Piece
from laws.search.query import words_in

MOST_WORDS = 16  # carried in an address


@dataclass(frozen=True, slots=True)
class Shown:
    """A hit as a list shows it: where it leads, what it is called, and what it says.

    `kind` is said where `number` does not tell it; `answer` is what was held, or the penalty that a row of the table has.
    """

    permanent_id: str
    address: str
    kind: str
    code: str
    number: str
    title: tuple[Piece, ...]
    answer: str
    is_penalty: bool
    snippet: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """The best hits of one kind; `total` is how many there are in all, `more` whether that is more than stand here."""

    kind: str
    label: str
    hits: tuple[Shown, ...]
    total: str
    more: bool


def shown(hits: Iterable[Hit]) -> tuple[Shown, ...]:
    """The hits with the addresses that the page links."""
    return tuple(_shown(hit) for hit in hits)


def _shown(hit: Hit) -> Shown:
    entry = hit.entry
    is_row = entry.kind == Kind.PENALTY
    numbered = bool(entry.number) and not is_row
    return Shown(
        entry.permanent_id,
        arrival(hit),
        "" if numbered else f"{entry.get_kind_display()} {entry.number}".strip(),
        naming.code_name(entry.edition),
        naming.cited(entry, hit.part) if numbered else "",
        hit.title,
        hit.holding or hit.penalty,
        is_row,
        () if is_row else hit.snippet,
    )


def arrival(hit: Hit) -> str:
    """Where a hit leads, with the words to point out there: /auction-1912/law/84/?found=revoke+out_of_turn#b."""
    path, _, part = hit.url.partition("#")
    phrases = dict.fromkeys("_".join(words_in(phrase)) for phrase in hit.found)
    carried = "+".join(quote_plus(phrase) for phrase in list(phrases)[:MOST_WORDS] if phrase)
    return path + (f"?found={carried}" if carried else "") + (f"#{part}" if part else "")


def kinds_of(answer: Answer) -> list[str]:
    """The kinds of which an answer has hits, that of the very best first."""
    facet = next((facet for facet in answer.facets if facet.name == "kind"), None)
    first = list(dict.fromkeys(hit.entry.kind for hit in answer.hits))
    kinds = [choice.value for choice in facet.choices if choice.count] if facet else []
    return sorted(kinds, key=lambda kind: first.index(kind) if kind in first else len(first))


def by_kind(answer: Answer, asked: Callable[[str], Answer]) -> list[Group]:
    """The best hits of each kind of which an answer has some. `asked` answers for one kind."""
    groups = []
    for kind in kinds_of(answer):
        found = asked(kind)
        total = counted(found.total, found.bounded)
        groups.append(Group(kind, str(PLURAL[Kind(kind)]), shown(found.hits), total, found.bounded or found.total > len(found.hits)))
    return groups


def counted(number: int, bounded: bool) -> str:
    """A number as people read it: "1,204", "more than 1,000"."""
    return f"more than {number:,}" if bounded else f"{number:,}"
