"""From text to the citations in it: spans, targets, pinpoints, signals.  Pure: a string in, tuples out.

    find("cut again, except as provided in Law\n32.")  ->  Law 32, form "label", signal "except as provided in"
    find("Section 9 of Etiquette provides")            ->  Etiquette 9

One compiled alternation finds where a citation may begin; what follows is read forward from there, once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from . import around, pinpoint, relative
from .lexicon import AMOUNT_AFTER, DEFAULT_WORDS, OWN_WORD, SPACE, Lexicon, Manner, determiner, lexicon, may_be_determiner, plain
from .reference import Reference, Target
from .tail import Tail, Written, figures, plain_list, plain_one, read

__all__ = ["DEFAULT_WORDS", "Reference", "Target", "find", "find_cell"]

_OF_ETIQUETTE = re.compile(rf"{SPACE}(?:[:,]?{SPACE}of\s+(?:the\s+)?(?:(?:code|rules|laws)\s+of\s+)?|,\s)Etiquette\b(?!{SPACE}\d)", re.I)
_OF_A_LAW = re.compile(rf"{SPACE}of\s+(?:the\s+|this\s+|that\s+)?(?:law|rule)\b", re.I)
_OF = re.compile(rf"{SPACE}of\b", re.I)
_THAT_CASE = re.compile(r"\b(?:that|which|this|such|either|neither|any|no|every|each|latter|former|same)\s+\Z", re.I)

# "We interpret 52 by", "put upon 52 by Y", "a most important part of 50": words that make a bare number a law named before
_BEFORE_BARE = re.compile(
    r"\b(?:(?:interpret|constru|apply|applie|read|quot|cit|invok|violat|enforc)(?:e?s|ed|ing|e)?|interpret|apply|vide|see|cf\.|upon|under|per"
    r"|(?:part|portion|terms|meaning|intent|intention|purpose|provisions?|spirit|words|wording|letter|violation|breach|application"
    r"|construction|operation|language|scope|interpretation|reading|effect)\s+of"
    r"|(?:provided|prescribed|described|laid\s+down|stated)\s+(?:in|by))\s+\Z",
    re.I,
)
_AFTER_BARE = re.compile(rf"{SPACE}(?:provides|prescribes|says|states|applies|covers|governs|requires|directs|does\s+not)\b")
_IN_ETIQUETTE = frozenset({"section", "rule", "law", "number", "§", "paragraph"})
_HYPHENS = "-‐‑"
_CELL_ITEM = re.compile(r"(?<![\w.,$£-])\d{1,4}(?=[^\W\d_]?(?![^\W_]))")
_new = tuple.__new__  # a named tuple by its name and fields takes three times as long
_CELL_KIND = re.compile(r"(?<![^\W_])(?P<word>laws?|rules?|sections?|etiquette|cases?)\s+\Z", re.I)


def find(
    text: str,
    *,
    words: Mapping[str, str] = DEFAULT_WORDS,
    inside: tuple[str, str] | None = None,
    editions: Sequence[str] = (),
    has_part: Callable[[str, str, str], bool] | None = None,
    most: int | None = None,
) -> list[Reference]:
    """Every citation in the words of one entry, in order, none overlapping another.

    `words`: what kind words mean in this code (lower case, singular -> kind), laid over DEFAULT_WORDS; "" silences a word.
    `inside`: (kind, number) of the entry the words belong to. `editions`: names of other codes. `has_part(kind, number, part)`
    settles a doubtful letter ("Law 84 a is"); without it a letter that reads as a pinpoint is one. `most`: reading ends with the citation
    that brings the things named to so many.
    """
    return _Scan(text, lexicon(words), inside, around.codes(tuple(editions)), has_part, len(text) if most is None else most).all()


def find_cell(text: str, *, kind: str = "law") -> list[Reference]:
    """The citations of a penalty table's law cell, one for each written number: "84 _a_", "36; 37", "{ 36\\n{ 37", "50a"."""
    found: list[Reference] = []
    done, this = 0, kind
    for item in _CELL_ITEM.finditer(text):
        if item.start() < done:
            continue
        if word := _CELL_KIND.search(text[max(done, item.start() - 24) : item.start()]):
            this = {"e": "etiquette", "c": "case"}.get(word["word"][0].lower(), kind)
        if tail := read(text, item.start(), Manner(plural=True, amounts=AMOUNT_AFTER)):
            for written in tail.written:
                span = text[written.start : written.end]
                found.append(Reference(written.start, written.end, span, "", "table-cell", _targets(written, this)))
            done = tail.end
    return found


def _targets(written: Written, kind: str) -> tuple[Target, ...]:
    if len(written.names) == 1:
        number, part = written.names[0]
        return (Target(kind, number, part, written.start, written.end),)
    return tuple(Target(kind, number, part, written.start, written.end) for number, part in written.names)


@dataclass(slots=True)
class _Scan:
    """One pass over one text: what was found, and how far the text has been read."""

    text: str
    lexicon: Lexicon
    inside: tuple[str, str] | None
    codes: around.Codes
    has_part: Callable[[str, str, str], bool] | None
    most: int  # things named, after which reading ends
    found: list[Reference] = field(default_factory=list)
    done: int = 0  # where the last citation ends
    named: int = 0  # how many things: a range names many
    floor: int = 0  # up to where it has been searched for what may begin one
    cited: dict[str, Reference] = field(default_factory=dict)  # number -> the last labelled citation of it
    last: dict[str, Reference] = field(default_factory=dict)  # kind -> the last citation of it by number

    def all(self) -> list[Reference]:
        """Read the whole text."""
        text, search = self.text, self.lexicon.starts.search
        match = self.lexicon.opening.match(text)
        if match is not None:
            self._take(match, 0)
        begin = max(self.floor - 1, 0)  # what is found has a sign before it
        while self.named < self.most and (match := search(text, begin)):
            at = match.start() + 1
            before = text[at - 1]
            if match.lastgroup == "bare" and not before.isalnum():
                begin = self.floor = match.end()
                if self.cited and at >= self.done:
                    self._keep(self._bare(at, begin))
                continue
            if before.isalnum() or (before in _HYPHENS and match.lastgroup == "word" and at > 1 and text[at - 2].isalnum()):
                begin = at  # the end of a longer word: "père 5", "in-law 3"
                continue
            if match.lastgroup != "word" or not self._at_a_look(match, at):
                self._take(match, at)
            begin = self.floor - 1
        return self.found

    def _at_a_look(self, start: re.Match[str], at: int) -> bool:
        """Keep the citation whose kind word was found at `at` if it is as most are, and need not be taken apart: a plain number or a list
        of them, behind two words that tell what stands before it. Else nothing is done."""
        text, after = self.text, start.end()
        word = text[at : start.end(1)]
        printed = self.lexicon.forms.get(word) or self.lexicon.form(word)
        if not printed.plain or at < self.done:
            return False
        match = (plain_list if printed.several else plain_one)(text, after)
        if match is None or (signal := around.by_two_words(text, at, self.done, self.codes)) is None:
            return False
        kind, form, end = printed.kind, printed.form, match.end()
        if printed.several:
            targets = tuple([_new(Target, (kind, one[0], "", one.start(), one.end())) for one in figures(text, after, end)])
            of = None
        else:
            number, of, part = match.group("number", "of", "part")
            if (part == "a" and self.has_part is not None) or (of and printed.singular not in _IN_ETIQUETTE):
                return False
            if of:
                kind = form = "etiquette"
            elif part and form != "etiquette":
                form = "label+part"
            targets = (_new(Target, (kind, number, part or "", after, match.end("number") if of else end)),)
        if (of or match["open"]) and self.codes.after.match(text, end):
            return False
        self.floor = end
        self._keep(_new(Reference, (at, end, text[at:end], signal, form, targets, "", "", None)))
        return True

    def _take(self, start: re.Match[str], at: int) -> None:
        """Read on from a match of the lexicon whose words begin at `at`."""
        group, floor, self.floor = str(start.lastgroup), self.floor, start.end()
        if group == "bare":
            if self.cited and at >= self.done:
                self._keep(self._bare(at, self.floor))
        elif not (self.found or self.inside):
            if group == "word":
                self._keep(self._labelled(at, start.end(1), self.floor))
        elif group == "it":
            if at >= self.done:
                words_end = start.end("it")
                self._keep(relative.it(self.text, relative.Beginning(at, self.text[at:words_end], words_end), self.last, self.inside))
        else:
            if group == "noun" or (self.text[at - 1 : at].isspace() and may_be_determiner(self.text, at)):
                self._pointing(at, start.end(group), floor)
            if group == "word" and at >= self.done:
                self._keep(self._labelled(at, start.end(1), self.floor))

    def _pointing(self, at: int, end: int, floor: int) -> None:
        """Keep the reference that a noun at `at` is with the determiner before it: "that law"."""
        if plain(self.text[at:end]) in self.lexicon.nouns and (before := determiner(self.text, at, floor)) and before[0] >= self.done:
            beginning = relative.Beginning(before[0], self.text[before[0] : before[1]], at)
            self._keep(relative.read(self.text, beginning, self.last, self.lexicon, self.inside, self.done))

    def _keep(self, reference: Reference | None) -> None:
        if reference is None:
            return
        self.found.append(reference)
        self.named += len(reference.targets)
        self.done = reference.end
        if reference.form in {"relative", "self"}:
            return
        self.last[reference.targets[0].kind] = reference
        if reference.form != "bare":
            for target in reference.targets:
                self.cited[target.number] = reference

    def _labelled(self, at: int, word_end: int, after: int) -> Reference | None:
        text = self.text
        printed = self.lexicon.form(text[at:word_end])
        singular, kind = printed.singular, printed.kind
        if printed.shouted and self._is_heading(at, after):
            return None
        if singular == "case" and not printed.capital and _THAT_CASE.search(text, max(0, at - 12), at):
            return None
        how = printed.manner if self.has_part is None else replace(printed.manner, has_part=partial(self.has_part, kind))
        tail = read(text, after, how)
        if tail is None:
            return None
        end = tail.end
        if tail.plain:
            self.floor = end  # nothing but figures
        if tail.closed:  # neither "of Etiquette" nor "of Law 68" follows
            pass
        elif singular in _IN_ETIQUETTE and (of := _OF_ETIQUETTE.match(text, end)):
            kind, end = "etiquette", of.end()
        elif singular in {"section", "paragraph"} and _OF_A_LAW.match(text, end):
            return None  # "section 2 of Law 68": the law's own reference takes it as its pinpoint
        if singular == "penalty" and not printed.capital and not re.search(r"row|no", text[at:after], re.I):
            return None
        parts, begin = pinpoint.before(text, at, self.done)
        signal = around.signal(text, begin, self.done)
        if not kind:
            return self._unnamed(at, singular, signal, tail)
        edition = around.edition(text, begin, end, self.done, self.codes, closed=tail.closed)
        targets = self._pinpointed(tail, kind, parts)
        form = _form(tail, kind, targets, synonym=singular != OWN_WORD.get(kind, singular))
        return Reference(begin, end, text[begin:end], signal, form, targets, edition)

    def _is_heading(self, at: int, after: int) -> bool:
        """ "DECISION" alone on its line above "50 ...": a heading, not a kind word."""
        if "\n" not in self.text[at:after]:
            return False
        line = self.text.rfind("\n", 0, at) + 1
        return not self.text[line:at].strip()

    def _pinpointed(self, tail: Tail, kind: str, parts: list[str]) -> tuple[Target, ...]:
        """The targets; pinpoints written before a single number are its own: "first paragraph of Law 72"."""
        if parts and len(tail.written) == 1 and not tail.written[0].names[0][1]:
            only = tail.written[0]
            return tuple(Target(kind, only.names[0][0], part, only.start, only.end) for part in parts)
        if len(tail.written) == 1:
            return _targets(tail.written[0], kind)
        return tuple(target for written in tail.written for target in _targets(written, kind))

    def _unnamed(self, begin: int, singular: str, signal: str, tail: Tail) -> Reference | None:
        """ "see No. 84" and "paragraphs 52, 53, 55" are laws; "No. 52" is what was cited as 52 before; else nothing."""
        end = tail.end
        numbers = [number for written in tail.written for number, part in written.names]
        if singular == "paragraph":
            large = all(int(number) >= 10 and not part for written in tail.written for number, part in written.names)
            if not large or _OF.match(self.text, end):
                return None
        elif not signal:
            earlier = self.cited.get(numbers[0])
            return self._licensed(begin, end, tail.written, earlier) if earlier else None
        targets = tuple(target for written in tail.written for target in _targets(written, "law"))
        edition = around.edition(self.text, begin, end, self.done, self.codes)
        return Reference(begin, end, self.text[begin:end], signal, _form(tail, "law", targets, synonym=True), targets, edition)

    def _bare(self, at: int, end: int) -> Reference | None:
        text = self.text
        earlier = self.cited.get(text[at:end].lstrip("0"))
        if earlier is None:
            return None
        window = text[max(self.done, at - 40) : at]
        says = _AFTER_BARE.match(text, end)
        if (window and not window[-1].isspace()) or not (says or _BEFORE_BARE.search(window)):
            return None
        tail = read(text, at, Manner(amounts=AMOUNT_AFTER))
        if tail is None or tail.written[0].ranged:
            return None
        only = tail.written[0]
        if not says and not pinpoint.may_follow(text, only.end) and not text.startswith(('"', "”", "’"), only.end):
            return None
        return self._licensed(at, only.end, [only], earlier)

    def _licensed(self, begin: int, end: int, written: list[Written], earlier: Reference) -> Reference:
        kind = earlier.targets[0].kind
        targets = tuple(target for one in written for target in _targets(one, kind))
        return Reference(
            begin, end, self.text[begin:end], around.signal(self.text, begin, self.done), "bare", targets,
            earlier.edition, evidence=earlier.text, antecedent=earlier.start,
        )  # fmt: skip


def _form(tail: Tail, kind: str, targets: tuple[Target, ...], *, synonym: bool) -> str:
    if kind == "etiquette":
        return "etiquette"
    if len(tail.written) > 1:
        return "list"
    if tail.written[0].ranged:
        return "range"
    if targets[0].part or any(target.part for target in targets[1:]):
        return "label+part"
    return "synonym" if synonym else "label"
