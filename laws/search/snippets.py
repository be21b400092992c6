"""Where in an entry's words the answer stands: titles and snippets with the words found marked, as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from laws import text as markup

from .lines import Line, Said
from .plan import Meant
from .words import WORD, fold, forms_of, key_of

Piece = tuple[str, bool]
Stems = tuple[str, ...]
Span = tuple[int, int, int]  # start, end, number of the concept
WIDTH = 210  # characters of a snippet
BEFORE = 30  # characters of it before the first word found
REACH = WIDTH - 2 * BEFORE  # from the first word of a stretch to the last that it may hold
MOST_PLACES = 12  # of one word in one text that are looked at
MOST_BEGUN = 200  # the same, where a phrase is looked for


class Marker:
    """Marks the words of some concepts in texts. It looks for how a word may begin, and only where one does so for the word's stem."""

    def __init__(self, meant: Iterable[Meant]) -> None:
        self.phrases: dict[str, list[tuple[int, Stems]]] = {}  # by the first stem
        self.leads: dict[str, int] = {}  # how words of a concept begin, and of which
        self.begun: list[tuple[int, str]] = []
        number = 0
        for number, one in enumerate(meant):
            begun = [variant.words[0] for variant in one.concept.variants if variant.prefix]
            self.begun += [(number, word) for word in begun]
            self.leads.update(dict.fromkeys(begun, number))
            for way in one.ways if not begun else ():
                self.phrases.setdefault(way.stems[0], []).append((number, way.stems))
                self.leads.update(dict.fromkeys((_lead(way.stems[0]), *forms_of(way.stems[0])), number))

        self.several = number > 0
        # a phrase stands where all its words do, and not where the first of them does
        self.is_phrase = not self.several and not self.begun and all(len(stems) > 1 for ways in self.phrases.values() for _, stems in ways)

    def spans(self, said: Said, start: int = 0, end: int | None = None) -> list[Span]:
        """Where concepts stand in a stretch of a text, in order, none overlapping another."""
        text, low = said
        end = len(text) if end is None else end
        if not low:  # a letter that has no small form of the same length
            return _apart([span for m in WORD.finditer(text, start, end) if (span := self._span(text, m.start(), m[0]))])
        found: list[Span] = []
        most = MOST_BEGUN if self.is_phrase else MOST_PLACES
        for lead in self.leads:
            at = low.find(lead, start, end)
            for _ in range(most):
                if at < 0:
                    break
                if (
                    (not at or not low[at - 1].isalnum())
                    and (word := WORD.match(text, at))
                    and (span := self._span(text, at, word[0]))
                    and span[1] <= end
                ):
                    found.append(span)
                at = low.find(lead, at + 1, end)
        return _apart(found) if len(found) > 1 else found

    def _span(self, text: str, at: int, word: str) -> Span | None:
        """The longest concept that begins with the word there."""
        best: Span | None = None
        for number, stems in self.phrases.get(key_of(word), ()):
            end = at + len(word) if len(stems) == 1 else _end(text, at, stems)
            if end and (best is None or end > best[1]):
                best = (at, end, number)
        if best is None and self.begun:
            folded = fold(word)
            return next(((at, at + len(word), number) for number, start in self.begun if folded.startswith(start)), None)
        return best

    def pieces(self, said: Said) -> tuple[Piece, ...]:
        """A text in pieces, those marked that were asked for."""
        return tuple(_cut(said.text, self.spans(said), 0, len(said.text)))

    def snippet(self, line: Line, part: str = "") -> tuple[Piece, ...]:
        """The stretch of an entry's words that has most of what was asked for, those of `part` first; else the beginning of them."""
        best: tuple[int, int] = (0, 0)
        chosen: tuple[Said, int] | None = None
        for said in _of_part(line, part) if part else line.said:
            chosen = chosen or (said, 0)
            if self.several:
                worth, start = _fullest(self._places(said))
            else:
                start = self._first(said)
                worth = (1, 1) if start >= 0 else (0, 0)
            if worth > best:
                best, chosen = worth, (said, max(0, start - BEFORE))
                if not self.several:
                    break
        return self._window(*chosen) if chosen else ()

    def _first(self, said: Said) -> int:
        """Where the first word begins that may be of the only concept; -1 where there is none."""
        low = said.low
        if self.is_phrase or not low:
            return next((start for start, _, _ in self.spans(said)), -1)
        first = len(low)
        for lead in self.leads:
            at = low.find(lead, 0, first + len(lead) - 1)
            while at > 0 and low[at - 1].isalnum():
                at = low.find(lead, at + 1, first + len(lead) - 1)
            if at >= 0:
                first = at
        return first if first < len(low) else -1

    def _places(self, said: Said) -> list[tuple[int, int]]:
        """Where words begin that may be of a concept, and of which: a quick look that knows no more of a word than its beginning."""
        low = said.low
        if not low:
            return [(start, number) for start, _, number in self.spans(said)]
        found = []
        for lead, number in self.leads.items():
            at = low.find(lead)
            for _ in range(MOST_PLACES):
                if at < 0:
                    break
                if not at or not low[at - 1].isalnum():
                    found.append((at, number))
                at = low.find(lead, at + len(lead))
        found.sort()
        return found

    def _window(self, said: Said, start: int) -> tuple[Piece, ...]:
        """The pieces of a stretch of a text, with dots where it is cut."""
        text = said.text
        start = max(0, min(start, len(text) - WIDTH))
        end = min(len(text), start + WIDTH)
        lead, tail = "… " if start else "", " …" if end < len(text) else ""
        if start:
            start = text.find(" ", start) + 1 or start
        if tail and (blank := text.rfind(" ", start, end)) > start:
            end = blank
        pieces = _cut(text, self.spans(said, start, end), start, end)
        return (*(((lead, False),) if lead else ()), *pieces, *(((tail, False),) if tail else ()))


def _fullest(places: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], int]:
    """How many concepts, and how many words, begin in the stretch that has most of them, and where it starts."""
    if not places:
        return (0, 0), 0
    if places[-1][0] <= places[0][0] + REACH:
        return (len({number for _, number in places}), len(places)), places[0][0]
    best, chosen = (0, 0), 0
    inside: dict[int, int] = {}
    last, many = 0, len(places)
    for at, (start, number) in enumerate(places):
        while last < many and places[last][0] <= start + REACH:
            inside[places[last][1]] = inside.get(places[last][1], 0) + 1
            last += 1
        if (worth := (len(inside), last - at)) > best:
            best, chosen = worth, start
        if inside[number] == 1:
            del inside[number]
        else:
            inside[number] -= 1
    return best, chosen


def _of_part(line: Line, part: str) -> Sequence[Said]:
    """Those words of an entry that are a part's, if there are any; else all."""
    return [Said.stored(words) for text in line.texts if (words := markup.words_of_part(text, part))] or line.said


def _lead(stem: str) -> str:
    """How words with a stem begin: "penalti" is that of "penalty" too."""
    return stem[:-1] if stem.endswith("i") and len(stem) > 2 else stem


def _end(text: str, at: int, stems: Stems) -> int:
    """Where a phrase ends that begins there; 0 where it does not."""
    words = WORD.finditer(text, at)
    for stem in stems:
        word = next(words, None)
        if word is None or key_of(word[0]) != stem:
            return 0
    return word.end() if word else 0


def _apart(found: list[Span]) -> list[Span]:
    """The spans in order, of those that overlap the longer one."""
    kept: list[Span] = []
    for span in sorted(found, key=lambda span: (span[0], -span[1])):
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
    return kept


def _cut(text: str, spans: Sequence[Span], at: int, last: int) -> Iterator[Piece]:
    for start, end, _ in spans:
        if at < start:
            yield text[at:start], False
        yield text[start:end], True
        at = end
    if at < last:
        yield text[at:last], False
