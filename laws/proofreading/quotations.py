"""Which words of a text are quoted, and from what.  Pure: a text and the places of its citations in, frozen values out.

Two sorts are told apart. Direct: words in quotation marks ("Law 84 provides that "a revoking side cannot score""). Indirect: a clause
after "provides that" without marks. Either is `firm` where the text says that the words are the law's, and else only stands near it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from laws import text as markup

from .spans import Span, Spans, first_from

DIRECT, INDIRECT = "direct", "indirect"
SPEECH = "somebody’s speech, not a law’s words"
UNNAMED = "no law is named as its source"

_REACH = 160  # characters between a citation and the words quoted from it
_LONGEST = 2000  # characters of words without double marks: nobody quotes more so, and what is unclosed ends somewhere
_ADVERB = r"(?:(?:also|further|likewise|then|only|again|next|moreover|thus|therefore|too|now|\w+ly)\s+)*"
_SAYS = (
    r"(?:provid(?:e|es|ed|ing)|prescrib(?:e|es|ed|ing)|sa(?:y|ys|id|ying)|stat(?:e|es|ed|ing)|declar(?:e|es|ed|ing)|enact(?:s|ed|ing)?"
    r"|la(?:y|ys|id|ying)\s+(?:it\s+)?down|direct(?:s|ed|ing)?|requir(?:e|es|ed|ing)|rul(?:es|ed|ing)|orders?|ordered|add(?:s|ed|ing)?|adds"
    r"|hold(?:s|ing)?|held|decid(?:es|ed|ing)|read(?:s|ing)?|runs?|go(?:es)?\s+on|continu(?:es|ed|ing)|puts?\s+it"
    r"|speaks?\s+of|defines?|(?:us|contain|ha)(?:es|e|s|ing)\s+the\s+(?:words?|phrases?|terms?|expressions?))"
)
_TO_WORDS = (
    r"(?:\s*,?\s*(?:in\s+part|as\s+follows|thus|so|in\s+these\s+words|verbatim))?(?:\s*(?:[,:;—–]|--?)+)?(?:\s+that)?"
    r"(?:\s*(?:[,:—–]|--?)+)?\s*"
)
_OF_CODE = r"(?:,?\s*(?:of|in|from)\s+(?:the\s+)?[\w’' .,]{1,60}?)?(?:\s*\([^()]{1,60}\))?"
# "Law 84 provides that |", "Law 84, which expressly says: |", "Law 84 forbids it, and adds that |"
_FIRM = re.compile(
    rf"{_OF_CODE}(?:[^.;:?!\"“”]{{0,100}}?(?:,|;|\band|\bbut|\bwhich|\bthat\s+(?:law|rule|section)|\bit))?\s*{_ADVERB}{_SAYS}"
    rf"(?:\s+{_ADVERB.replace('+)*', '+)?')}|\s*){_TO_WORDS}\Z",
    re.I,
)
# "Law 84: |", "Law 84 has the following: |", "Law 84 (|": the words of the law, if they are more than a nickname
_SET_OFF = re.compile(
    r"(?!.*\b(?:said|says?|asks?|asked|replie[sd]|answer(?:s|ed)|remark(?:s|ed))\b)\s*[\w ]{0,30}?[:(]\s*\Z|\s*(?:—|–|--)\s*\Z", re.I
)
_SAYS_ITSELF = re.compile(rf"\b{_SAYS}\Z", re.I)  # "It also provides"
_WORDS_FOLLOW = re.compile(rf"{_TO_WORDS}\Z", re.I)
_THAT_FOLLOWS = re.compile(r"\s+that\b\s*,?\s*(?![\"“‘«„])", re.I)
_NICKNAME = 3  # words
# a second piece of the same quotation: '"...," and that |', '"..." and further provides: |', '"...," it says, |'
_GOES_ON = re.compile(
    rf"\s*[,;.]?\s*(?:(?:and|or|but|adding|again|while|,)\s+)*(?:it\s+)?{_ADVERB}(?:{_SAYS})?{_TO_WORDS}\Z", re.I
)
# '(Law 84)', ', says Law 84', '— Law 84', 'are the words of Law 84'
_AFTER = re.compile(
    rf"\s*[.,;]?\s*(?:[(\[—–]|--)\s*(?:vide|see|cf\.?|from)?\s*\Z"
    rf"|\s*,?\s*(?:as\s+)?{_ADVERB}(?:{_SAYS}|are\s+the\s+words\s+of|to\s+quote|as\s+in)\s*(?:the\s+)?\Z",
    re.I,
)
_BEFORE_WORDS = re.compile(r"\b(?:in\s+the\s+words\s+of|to\s+quote|quoting|the\s+words\s+of)\s+(?:the\s+)?\Z", re.I)
_SPEAKS = re.compile(
    r"(?:\b(?:said|says?|saying|asks?|asked|asking|answers?|answered|repl(?:y|ies|ied)|remark(?:s|ed)?|calls?|called|announces?|announced"
    r"|exclaim(?:s|ed)|stat(?:es|ed)|claim(?:s|ed)|question|tells?\s+\w+|told\s+\w+|bids?)\b[\s,:]*)\Z",
    re.I,
)
_SPOKEN_AFTER = re.compile(r"\s*,?\s*(?:said|says|asked|asks|answered|answers|replied|replies|remarked|remarks|cried|was\s+the)\b", re.I)
_THAT = re.compile(
    rf"{_OF_CODE}(?:\s*,\s*which)?\s+{_ADVERB}(?:provides|prescribes|says|states|declares|enacts|lays\s+(?:it\s+)?down|requires|directs|rules|orders|adds|holds)"
    rf"(?:\s+{_ADVERB.replace('+)*', '+)?')}|\s+)that\b\s*,?\s*(?![\"“‘«„])",
    re.I,
)
_ACCORDING = re.compile(r"\baccording\s+to\s+(?:the\s+)?\Z", re.I)
_CLAUSE_ENDS = re.compile(r"[.;?!:](?=\s|\Z|[\"”’)])|,\s+(?=but\b)|\n\s*\n|[\"“”]")
_SENTENCE_ENDS = re.compile(r"[.?!][\"”’)]*\s+(?=[A-Z\"“(_])|\n\s*\n")
_GAP = re.compile(r"\n[^\S\n]*\n\s*")
_EMPTY_LINE = re.compile(r"(?=\n\n)")
_SINGLE_WITH_STOP = re.compile(r"(?:[.,;?!][’'](?=[\s).,;:]|\Z)|[’'](?=[).,;:]|\n\n|\Z))")
_SINGLE_PLAIN = re.compile(r"[’'](?=\s|\Z)")
_PAIRS = {"“": "”", "„": "”“", "«": "»", '"': '"'}


@dataclass(frozen=True, slots=True)
class Quotation:
    """Some words and what they are quoted from: `cited` are places in the list of citations, empty where no law is named.

    `start` to `end` are the words without their marks. `firm`: the text says that they are the law's. `why`: why they are nobody's.
    """

    start: int
    end: int
    words: str
    manner: str
    cited: tuple[int, ...] = ()
    firm: bool = False
    why: str = ""


def find(text: str, cited: Sequence[Span]) -> list[Quotation]:
    """Every quotation of a text, in order. `cited` are the places of its citations, in order."""
    places = Spans(cited)  # in their own order, which is that of the text
    spans = [*_marked(text), *_blocks(text)]
    taken = Spans(spans)
    spans += [span for span in _single(text, cited) if not taken.touches(*span)]
    found: list[Quotation] = []
    for start, end in sorted(spans):
        if text[start:end].strip():
            found.append(_attributed(text, start, end, places, found[-1] if found else None))
    quoted = Spans((one.start, one.end) for one in found)
    found += [one for one in _indirect(text, places) if not quoted.touches(one.start, one.end)]
    return sorted(found, key=lambda one: one.start)


def unclosed(text: str) -> list[int]:
    """Where a quotation is opened that nothing closes."""
    return [start for start, end in _paired(text) if end < 0]


# --- what stands in quotation marks


def _marked(text: str) -> list[Span]:
    return [(start, end) for start, end in _paired(text) if end >= 0]


def _paired(text: str) -> list[Span]:
    """The words between marks, marks left out; an end of -1 where the closing mark is missing.

    A mark at the beginning of every paragraph carries a quotation on. Quotations inside a quotation belong to it.
    """
    found: list[Span] = []
    opened, mark = -1, ""
    depth = 0
    marks = list(_quote_marks(text))
    closers = _Closers(text, marks)
    begun = (gap.end() for gap in _GAP.finditer(text))
    ends = [at for at in begun if text[at : at + 1] not in set(_PAIRS)]  # paragraphs that carry no quotation on
    for at, ch, opening, closing in marks:
        if opened >= 0 and 0 <= first_from(ends, opened) <= at:
            found.append((opened, -1))
            opened = -1
        if opened < 0:
            if ch in _PAIRS and (opening or ch != '"'):
                opened, mark, depth = at + 1, ch, 0
        elif ch in _PAIRS[mark] and closing:
            if depth:
                depth -= 1
                continue
            found.append((opened, at))
            opened = -1
        elif ch == mark and opening and not _begins_paragraph(text, at):
            depth += bool(closers.after(at, mark) > depth + 1)
    if opened >= 0:
        found.append((opened, -1))
    return found


class _Closers:
    """How many marks can still close something before the paragraph ends: counted once for a text, whatever is asked of it."""

    def __init__(self, text: str, marks: Sequence[tuple[int, str, bool, bool]]) -> None:
        self._length = len(text)
        self._ends = [gap.start() for gap in _EMPTY_LINE.finditer(text)]
        self._places = {mark: [at for at, ch, _, closing in marks if closing and ch in closes] for mark, closes in _PAIRS.items()}

    def after(self, at: int, mark: str) -> int:
        """How many can close, from `at` to the end of its paragraph, what `mark` opens."""
        end, places = first_from(self._ends, at), self._places[mark]
        return max(0, bisect_left(places, end if end >= 0 else self._length) - bisect_left(places, at + 1))


def _quote_marks(text: str) -> Iterator[tuple[int, str, bool, bool]]:
    """Each double quotation mark: its place, itself, whether it may open and whether it may close."""
    for match in re.finditer(r"[\"“”„«»]", text):
        at, ch = match.start(), match[0]
        before, after = text[at - 1 : at], text[at + 1 : at + 2]
        if ch != '"':
            yield at, ch, ch in "“„«", ch in "”»" or ch == "“"
            continue
        free = not before or before.isspace() or before in "([—–-_>"
        if before.isdigit() and not free and after in " ,.;":
            yield at, ch, False, True  # 5" of cloth opens nothing
            continue
        yield at, ch, free and bool(after) and not after.isspace(), not free


def _begins_paragraph(text: str, at: int) -> bool:
    return re.search(r"(?:\A|\n[^\S\n]*\n)\s*\Z", text[max(0, at - 40) : at]) is not None


def _blocks(text: str) -> list[Span]:
    """Paragraphs set off as quotations ("> ...")."""
    return [(block.spans[0][0], block.spans[0][1]) for block in markup.blocks(text) if block.kind == "quote"]


def _single(text: str, cited: Sequence[Span]) -> list[Span]:
    """Words in single marks, which are apostrophes elsewhere: read only right after a law is said to say something."""
    found: list[Span] = []
    closers = _SingleClosers(text)
    for _, end in cited:
        for match in re.finditer(r"(?<![^\s(—])[‘'](?=[^\W_])", text[end : end + _REACH]):
            at = end + match.start()
            close = closers.after(at + 1)
            if close > 0 and (not found or at >= found[-1][1]) and _leads_to("", text[end:at], text[at + 1 : close]):
                found.append((at + 1, close))
                break
    return found


class _SingleClosers:
    """Where a quotation in single marks ends: at a mark with a stop beside it, or before a space."""

    def __init__(self, text: str) -> None:
        self._ends = [gap.start() for gap in _EMPTY_LINE.finditer(text)]
        self._kinds = [[match.end() - 1 for match in sort.finditer(text)] for sort in (_SINGLE_WITH_STOP, _SINGLE_PLAIN)]

    def after(self, at: int) -> int:
        """The place of the mark that closes what begins at `at`; -1 where its paragraph has none, or it is too far to be one."""
        limit = first_from(self._ends, at)
        furthest = at + _LONGEST if limit < 0 else min(limit, at + _LONGEST)
        return next((close for places in self._kinds if 0 <= (close := first_from(places, at)) < furthest), -1)


# --- whose words they are


def _attributed(text: str, start: int, end: int, places: Spans, before: Quotation | None) -> Quotation:
    outer = _outer(text, start, end)
    words, cited = text[start:end], places.all
    near = [at for at in places.ended(outer[0] - _REACH, outer[0]) if outer[0] - _REACH <= cited[at][1] <= outer[0]]
    inside_before = before.end if before and before.manner == DIRECT else -1
    for at in reversed(near):
        gap = text[cited[at][1] : outer[0]]
        if cited[at][1] < inside_before:
            break
        if _leads_to(text[slice(*cited[at])], _plain(gap), words) or _BEFORE_WORDS.search(text[max(0, cited[at][0] - 40) : cited[at][0]]):
            return Quotation(start, end, words, DIRECT, _same_citation(places, at), firm=True)
        break
    if before and before.cited and not [at for at in near if cited[at][0] >= before.end]:
        gap = text[_outer(text, before.start, before.end)[1] : outer[0]]
        if len(gap) <= _REACH and _GOES_ON.match(_plain(gap)) and "\n\n" not in gap:
            return Quotation(start, end, words, DIRECT, before.cited, before.firm and bool(gap.strip(" ,;.\"”")))
    for at in places.begun(outer[1], outer[1] + 60):
        if _AFTER.match(_plain(text[outer[1] : cited[at][0]])):
            return Quotation(start, end, words, DIRECT, _same_citation(places, at), firm=True)
    spoken = _SPEAKS.search(text[max(0, outer[0] - 40) : outer[0]]) or _SPOKEN_AFTER.match(text, outer[1])
    if spoken:
        return Quotation(start, end, words, DIRECT, why=SPEECH)
    beside = near[-1:] if near and not _SENTENCE_ENDS.search(text[cited[near[-1]][1] : outer[0]]) else []
    return Quotation(start, end, words, DIRECT, _same_citation(places, beside[0]) if beside else (), why=UNNAMED)


def _leads_to(citation: str, gap: str, words: str) -> bool:
    """Whether a citation and what stands between say that the words are the law's own."""
    if _SAYS_ITSELF.search(citation) and _WORDS_FOLLOW.match(gap):
        return True
    return bool(_FIRM.match(gap)) or (len(words.split(None, _NICKNAME)) > _NICKNAME and bool(_SET_OFF.match(gap)))


def _outer(text: str, start: int, end: int) -> Span:
    """A quotation with its marks, or with the sign of its block."""
    left = start
    if start and text[start - 1] in "\"“„«‘'":
        left = start - 1
    elif text[start - 2 : start] == "> ":
        left = text.rfind("\n", 0, start) + 1
    return left, end + 1 if text[end : end + 1] in set("\"”“»’'") else end


def _same_citation(places: Spans, at: int) -> tuple[int, ...]:
    """All targets that share the words of one citation: places with the same span."""
    span = places.all[at]
    return tuple(place for place in places.begun(span[0], span[0]) if places.all[place] == span)


def _plain(gap: str) -> str:
    return re.sub(r"[_*>]", "", gap)


# --- what is told without marks


def _indirect(text: str, places: Spans) -> Iterator[Quotation]:
    done: set[Span] = set()
    for at, (start, end) in enumerate(places.all):
        if (start, end) in done:
            continue
        done.add((start, end))
        begins = _clause_begins(text, start, end)
        if begins < 0:
            continue
        ends = _CLAUSE_ENDS.search(text, begins, begins + _LONGEST)
        clause_end = ends.start() if ends else min(len(text), begins + _LONGEST)
        if ends and ends[0] in "\"“”":
            continue  # what follows in marks is a quotation of the other sort
        if text[begins:clause_end].strip():
            yield Quotation(begins, clause_end, text[begins:clause_end], INDIRECT, _same_citation(places, at), firm=True)


def _clause_begins(text: str, start: int, end: int) -> int:
    told = _THAT_FOLLOWS if _SAYS_ITSELF.search(text[start:end]) else _THAT
    if match := told.match(text, end):
        return match.end()
    if _ACCORDING.search(text[max(0, start - 20) : start]) and (comma := re.compile(r",\s+").match(text, end)):
        return comma.end()
    return -1
