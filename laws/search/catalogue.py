"""The tables beside the engine's: the vocabulary with the number of documents that have each word, and the documents in short.

They are ordinary tables and the same on every database. `Change` keeps them and the engine in step with the entries.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from django.db import connection

from .around import times_cited
from .documents import BATCH, Document
from .engine import Engine, Gone
from .posting import NUMBER, as_number, found_by, standing_of
from .signs import BETWEEN, END, NAMED, NEXT_PART, numbers, sign
from .statements import MOST, Value, rows, rows_among
from .words import spelled_in, stem_of, stems_in, whole

MANY_VALUED = ("law=", "year=")  # tags that are kept behind the others
MOST_COMPLETIONS = 40
FEW = 100  # words: so many have signs of one byte

WORDS = "SELECT word, id, count FROM laws_search_word WHERE word IN ({})"
STATE = "SELECT documents, words, mark FROM laws_search_state"
NUMBERED = "SELECT id, word FROM laws_search_word WHERE id IN ({})"
PLACES = "SELECT entry, standing, place, tags FROM laws_search_document WHERE entry IN ({})"
COMPLETIONS = """SELECT DISTINCT w.word, w.id, w.count FROM laws_search_spelling s JOIN laws_search_word w ON w.id = s.id
WHERE s.word >= %s AND s.word < %s ORDER BY w.count DESC, w.word LIMIT %s"""
SPELLED = """SELECT s.word, w.count FROM laws_search_spelling s JOIN laws_search_word w ON w.id = s.id
WHERE s.word >= %s AND s.word < %s AND length(s.word) BETWEEN %s AND %s"""
SPELLED_SO = "SELECT s.word, w.count FROM laws_search_spelling s JOIN laws_search_word w ON w.id = s.id WHERE s.word IN ({})"
LAST = "\U0010ffff"
STATELESS = "laws_search_state has no row"


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the index: its sign, and how many documents have it."""

    sign: str
    count: int


# ---- asking --------------------------------------------------------------------------------------------------------------------------


def state() -> tuple[int, int, int]:
    """How many documents there are, how many words they have together, and the mark of the state that the index is in.

    Raises Gone where that is not known any more.
    """
    found: list[tuple[int, int, int]] = rows(STATE, ())
    if not found:
        raise Gone(STATELESS)
    return found[0]


def known(words: Iterable[str]) -> dict[str, Word]:
    """Those of some words that a document has."""
    return {word: Word(sign(number), count) for word, number, count in rows_among(WORDS, words)}


def named(signs: Iterable[int]) -> dict[int, str]:
    """The words with some numbers."""
    return dict(rows_among(NUMBERED, signs))


def places(entries: Iterable[int]) -> dict[int, tuple[int, int, str]]:
    """The standing, the place and the tags of those of some entries (primary keys) that the index has."""
    return {pk: (standing, place, tags) for pk, standing, place, tags in rows_among(PLACES, entries)}


def completions(begun: str) -> dict[str, Word]:
    """The stems of the commonest words that begin so."""
    return {word: Word(sign(number), count) for word, number, count in rows(COMPLETIONS, [begun, begun + LAST, MOST_COMPLETIONS])}


def spelled(begun: str, shortest: int, longest: int) -> dict[str, int]:
    """The words of the index as they are spelled that begin so, of some lengths, with the number of documents that have their stem."""
    return {whole(word): count for word, count in rows(SPELLED, [begun, begun + LAST, shortest, longest])}


def spelled_so(words: Iterable[str]) -> dict[str, int]:
    """Those of some words that are spelled so in the index."""
    return {whole(word): count for word, count in rows_among(SPELLED_SO, words)}


# ---- keeping -------------------------------------------------------------------------------------------------------------------------

LOCK = "UPDATE laws_search_state SET documents = documents"
FORMER = "SELECT entry, standing, cited, tags, signs, cites FROM laws_search_document WHERE entry IN ({})"
FORGET = "DELETE FROM laws_search_document WHERE entry = %s"
KEEP = """INSERT INTO laws_search_document (standing, entry, place, dated, cited, tags, signs, parts, cites)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)"""
CITED = "UPDATE laws_search_document SET cited = cited + %s WHERE entry = %s"
COUNTED = "UPDATE laws_search_word SET count = count + %s WHERE id = %s"
NEW_WORD = "INSERT INTO laws_search_word (id, word, count) VALUES (%s, %s, 0)"
NEW_SPELLING = "INSERT INTO laws_search_spelling (word, id) VALUES (%s, %s) ON CONFLICT DO NOTHING"
HIGHEST = "SELECT coalesce(max(id), 0) FROM laws_search_word"
GONE = ("DELETE FROM laws_search_spelling WHERE id IN (SELECT id FROM laws_search_word WHERE count = 0 AND id IN ({}))",
        "DELETE FROM laws_search_word WHERE count = 0 AND id IN ({})")  # fmt: skip
TOLD = "UPDATE laws_search_state SET documents = documents + %s, words = words + %s, mark = %s"
CLEAR = ["DELETE FROM laws_search_document", "DELETE FROM laws_search_word", "DELETE FROM laws_search_spelling",
         "UPDATE laws_search_state SET documents = 0, words = 0"]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Former:
    """A document as it is kept."""

    entry: int
    standing: int
    cited: int
    tags: str
    signs: str
    cites: str


def former(keys: Collection[int]) -> list[Former]:
    """The documents of some entries as they are kept."""
    return [Former(*row) for row in rows_among(FORMER, keys)]


@dataclass(slots=True)
class Change:
    """One change of the index in one transaction: `remove` what is to go or to be renewed, `add` what comes, `end`.

    `ids` and `signs` are those of the words that it has met, `come` and `gone` how many documents have each word
    that were added and removed, `cited` what it adds to how often entries are cited.
    """

    engine: Engine
    ids: dict[str, int] = field(default_factory=dict)
    signs: dict[str, str] = field(default_factory=dict)
    come: Counter[str] = field(default_factory=Counter)
    gone: Counter[str] = field(default_factory=Counter)
    cited: Counter[int] = field(default_factory=Counter)
    was_cited: dict[int, int] = field(default_factory=dict)
    fresh: set[int] = field(default_factory=set)  # entries that were not there: how often they are cited has been counted, not added up
    documents: int = 0
    words: int = 0
    highest: int = -1

    def __post_init__(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(LOCK)  # numbers of words are given out by one transaction at a time
            if not cursor.rowcount:
                raise Gone(STATELESS)

    def clear(self) -> None:
        """Forget everything."""
        self._run(*CLEAR)
        self.engine.clear()

    def remove(self, gone: Sequence[Former]) -> None:
        """Forget documents that are kept."""
        words = named({number for one in gone for text in (one.signs, one.tags) for number in numbers(text)})
        self._learn({word: number for number, word in words.items()})
        found = []
        for one in gone:
            fields = [[words[number] for number in numbers(signs)] for signs in one.signs.split(BETWEEN)]
            tags = [words[number] for number in numbers(one.tags)]
            found.append((one.standing, " ".join(found_by(fields, tags))))
            self._count(fields, tags, -1)
            self.was_cited[one.entry] = one.cited
            self.cited.subtract(map(int, one.cites.split()))
        self.engine.remove(found)
        self._many(FORGET, [[one.entry] for one in gone])

    def add(self, documents: Iterable[Document]) -> int:
        """Keep documents that are not kept. Returns how many they were."""
        count = 0
        for batch in _batches(documents):
            self._add(batch)
            count += len(batch)
        return count

    def _add(self, batch: Sequence[Document]) -> None:
        fresh = {document.pk for document in batch} - self.was_cited.keys()
        self.fresh |= fresh
        times = times_cited(fresh) if fresh else {}
        spelled, stemmed = _stemmed(batch)
        self._number([*chain.from_iterable(chain.from_iterable(stemmed)), *chain.from_iterable(one.tags for one in batch)])
        signs = self.signs
        kept, found = [], []
        for document, fields in zip(batch, stemmed, strict=True):
            cited = self.was_cited.get(document.pk, times.get(document.pk, 0))
            standing = standing_of(document.pk, document.kind, cited)
            text = BETWEEN.join("".join(map(signs.__getitem__, stems)) for stems in fields)
            parts = NEXT_PART.join(anchor + NAMED + "".join(signs.get(stem, "") for stem in stems_in(said))
                                   for anchor, said in document.parts)  # fmt: skip
            cites = " ".join(map(str, sorted(document.cites)))
            few = "".join(signs[tag] for tag in document.tags if not tag.startswith(MANY_VALUED))
            many = "".join(signs[tag] for tag in document.tags if tag.startswith(MANY_VALUED))
            kept.append((standing, document.pk, document.place, document.dated, cited, few + BETWEEN + many + END, text, parts, cites))
            found.append((standing, " ".join(found_by(fields, document.tags))))
            self._count(fields, document.tags, 1)
            self.cited.update(document.cites)
        self._many(KEEP, kept)
        self.engine.add(found)
        self._many(NEW_SPELLING, [(word, self.ids[stem]) for word, stem in spelled.items() if stem in self.ids])

    def end(self) -> None:
        """Write down what has added up."""
        self.come.subtract(self.gone)
        counts = [(count, self.ids[word]) for word, count in self.come.items() if count]
        self._many(COUNTED, counts)
        for sql in GONE:
            rows_gone = [number for count, number in counts if count < 0]
            for at in range(0, len(rows_gone), MOST):
                batch = rows_gone[at : at + MOST]
                self._run(sql.format(", ".join(["%s"] * len(batch))), values=batch)
        self._many(CITED, [(count, pk) for pk, count in self.cited.items() if count and pk not in self.fresh])
        self._run(TOLD, values=[self.documents, self.words, secrets.randbits(62)])

    def _count(self, fields: Sequence[Sequence[str]], tags: Iterable[str], by: int) -> None:
        tally = self.come if by > 0 else self.gone
        tally.update({*tags, *chain.from_iterable(fields)})
        self.documents += by
        self.words += by * sum(map(len, fields))

    def _number(self, words: Sequence[str]) -> None:
        """See to it that each word has a number. The commonest words of the first documents have the lowest and so the shortest signs."""
        new = set(words) - self.ids.keys()
        self._learn({word: number for word, number, _ in rows_among(WORDS, new)})
        if missing := sorted(new - self.ids.keys()):
            if self.highest < 0:
                self.highest = rows(HIGHEST, [])[0][0]
            if self.highest < FEW:
                said = Counter(words)
                missing.sort(key=lambda word: -said[word])
            self._learn({word: self.highest + at for at, word in enumerate(missing, start=1)})
            self._many(NEW_WORD, [(self.ids[word], word) for word in missing])
            self.highest += len(missing)

    def _learn(self, ids: Mapping[str, int]) -> None:
        self.ids.update(ids)
        self.signs.update({word: sign(number) for word, number in ids.items()})

    def _run(self, *statements: str, values: Sequence[Value] = ()) -> None:
        with connection.cursor() as cursor:
            for sql in statements:
                cursor.execute(sql, values)

    def _many(self, sql: str, values: Sequence[Sequence[Value]]) -> None:
        if values:
            with connection.cursor() as cursor:
                cursor.executemany(sql, values)


class _Stems(dict[str, str]):
    """The words of some documents as they are spelled, with their stems."""

    def __missing__(self, word: str) -> str:
        self[word] = found = stem_of(word)
        return found


def _stemmed(batch: Sequence[Document]) -> tuple[dict[str, str], list[list[list[str]]]]:
    """All words of some documents as they are spelled, with their stems; and the stems of each field of each document."""
    spelled = _Stems()
    stemmed = []
    for document in batch:
        fields = [list(map(spelled.__getitem__, spelled_in(words))) for words in document.fields]
        fields[NUMBER] = [as_number(stem) for stem in fields[NUMBER]]
        stemmed.append(fields)
    return spelled, stemmed


def _batches(documents: Iterable[Document]) -> Iterator[list[Document]]:
    batch: list[Document] = []
    for document in documents:
        batch.append(document)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
