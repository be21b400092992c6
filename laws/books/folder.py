"""Reading an edition from a folder of files (docs/folder-format.md). A folder with any fault yields nothing but its faults."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterable
from datetime import date, datetime
from pathlib import Path
from typing import Any

from . import cells, glossary, markdown
from .check import SLUG, check, check_former
from .records import (
    KINDS,
    OUTCOMES,
    VERDICTS,
    DiscussionRecord,
    EditionRecord,
    EntryRecord,
    ExtractRecord,
    HeadingRecord,
    Place,
    Unreadable,
    VerdictRecord,
)
from .values import Values, arabic

FILES = {"law": "laws.md", "etiquette": "etiquette.md", "section": "sections.md", "footnote": "footnotes.md", "case": "cases.md"}
NUMBERED = re.compile(r"^([0-9]{1,4}[a-z]?|[IVXLC]{1,9}|[A-Z]|[*†‡§¶#]{1,3})\.(?:[ \t]+(.*))?$")
QUOTED = re.compile(r"^(?:Part (\w+), as|As) quoted in (\w+) (\S+)$")
PLAIN_FIELDS = {"Text": "text", "In brief": "digest", "Editor's note": "editor_note"}
CASE_FIELDS = {
    f"{name}{tail}": f"{name.lower()}{suffix}"
    for name in ("Facts", "Query", "Decision", "Remark")
    for tail, suffix in (("", ""), (", in brief", "_digest"))
} | {"Editor's note": "editor_note"}
COMMON_KEYS = {
    "id",
    "slug",
    "written",
    "titled",
    "offenses",
    "source",
    "status",
    "replaced by",
    "withdrawn because",
    "published",
    "amended",
    "former",
}
KEYS = {
    "law": COMMON_KEYS | {"parts"},
    "etiquette": COMMON_KEYS | {"parts"},
    "section": COMMON_KEYS | {"parts"},
    "footnote": COMMON_KEYS | {"on"},
    "case": COMMON_KEYS | {"holding", "outcome", "decided", "place", "offenders", "phases"},
    "heading": {"id", "source"},
}
PENALTY_COLUMNS = ["number", "id", "offense", "penalty", "laws", "remedies", "offender", "phases", "offenses", "claimant", "until"]
PENALTY_COLUMNS += ["claim law", "group", "note", "source"]
PENALTY_EXTRAS = ["written", "status", "published", "amended", "former", "replaced by", "withdrawn because"]
CITATION_COLUMNS = ["entry", "field", "words", "occurrence", "verdict", "target", "reason"]
DISCUSSION_COLUMNS = ["entry", "title", "issue", "date", "url", "note"]
EDITION_KEYS: dict[str, type | tuple[type, ...]] = {
    "slug": str, "title": str, "short_title": str, "game": str, "issued_by": str, "year": int, "dated": str, "published_in": str,
    "source_url": str, "names": list, "former": list, "supersedes": str, "order": int, "published": (datetime, date, str), "words": dict,
    "offenses": dict, "penalties": dict,
}  # fmt: skip


def read(folder: Path) -> EditionRecord:
    """The edition in `folder`.

    Raises Unreadable with every fault found, each with its file and line.
    """
    return _Reader(folder).read()


def slugify(title: str) -> str:
    """The address of a section, made from its title: "The Revoke" is "the-revoke"."""
    plain = re.sub(r"\[\^\w+\]", "", title).lower().replace("'", "").replace("’", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:80].strip("-")


class _Reader:
    """One reading of one folder: gathers faults as it goes, and refuses at the end if there are any."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.values = Values()
        self.headings: list[HeadingRecord] = []
        self.entries: list[EntryRecord] = []

    def read(self) -> EditionRecord:
        about = self._edition()
        for kind, file in FILES.items():
            self._markdown(kind, file)
        self._penalties(about.pop("penalties", {}))
        front, back = self._matter("front.md"), self._matter("back.md")
        verdicts = self._verdicts()
        discussions = self._discussions()
        terms = glossary.terms(self._words_of(glossary.FILE) or "", glossary.FILE, self.values.faults)
        check(self.entries, self.headings, about.get("offenses", {}), self.values)
        if self.values.faults:
            raise Unreadable(sorted(self.values.faults, key=lambda fault: (fault.place.file, fault.place.line)))
        return EditionRecord(
            **about, front=front, back=back, headings=tuple(self.headings), entries=tuple(self.entries), verdicts=tuple(verdicts),
            terms=terms, discussions=tuple(discussions),
        )  # fmt: skip

    def _words_of(self, file: str) -> str | None:
        path = self.folder / file
        if not path.is_file():
            return None
        try:
            text = path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = path.read_bytes()[: error.start].count(b"\n") + 1
            self.values.fault("the file is not UTF-8 text", file, line)
            return None
        if "\0" in text:
            self.values.fault("the file has a NUL character in it", file, text[: text.index("\0")].count("\n") + 1)
            return None
        return text.replace("\r\n", "\n").replace("\r", "\n")

    # --- edition.toml

    def _edition(self) -> dict[str, Any]:
        file = "edition.toml"
        text = self._words_of(file)
        if text is None:
            self.values.fault(f"there is no edition.toml in {self.folder.name or self.folder}: a folder with one is an edition", file)
            return {}
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            at = re.search(r"at line (\d+)", str(error))
            self.values.fault(f"this is no TOML: {str(error).split(' (at ')[0]}", file, int(at[1]) if at else text.count("\n") + 1)
            return {}

        def line_of(key: str) -> int:
            at = re.search(rf"(?m)^\s*\[?{re.escape(key)}\]?\s*(?:=|$)", text)
            return text[: at.start()].count("\n") + 1 if at else 1

        for key, value in data.items():
            if key not in EDITION_KEYS:
                self.values.fault(f"“{key}” is no known key; known are {', '.join(EDITION_KEYS)}", file, line_of(key))
            elif not isinstance(value, EDITION_KEYS[key]) or isinstance(value, bool):
                self.values.fault(f"“{key}” has the wrong kind of value", file, line_of(key))
        for key in ("slug", "title", "short_title", "game", "year"):
            if not data.get(key):
                self.values.fault(f"“{key}” is missing", file)
        if isinstance(data.get("slug"), str) and data["slug"] and not SLUG.match(data["slug"]):
            self.values.fault(f"slug “{data['slug']}” may have small letters, digits and single hyphens only", file, line_of("slug"))
        for table in ("words", "offenses", "penalties"):
            for key, value in data.get(table, {}).items() if isinstance(data.get(table), dict) else ():
                if not isinstance(value, str):
                    self.values.fault(f"“{key}” in [{table}] must be words in quotation marks", file, line_of(key))
        for word, kind in data.get("words", {}).items() if isinstance(data.get("words"), dict) else ():
            if kind not in KINDS:
                self.values.fault(f"[words] {word} means “{kind}”, which is none of {', '.join(KINDS)}", file, line_of(word))
        about = {"issued_by": "", **{key: value for key, value in data.items() if key in EDITION_KEYS}}
        about["names"] = tuple(str(name) for name in about.get("names", ()) if isinstance(about.get("names"), list))
        former = about.get("former", [])
        if isinstance(former, list) and not all(isinstance(slug, str) for slug in former):
            self.values.fault("each of “former” must be an address in quotation marks", file, line_of("former"))
        about["former"] = tuple(str(slug) for slug in former if isinstance(former, list))
        check_former(about["former"], str(data.get("slug", "")), self.values, file, line_of("former"))
        stamp = about.pop("published", "")
        about["published"] = self.values.stamp(stamp.isoformat() if isinstance(stamp, date) else str(stamp), file, line_of("published"))
        return about

    # --- the Markdown files

    def _markdown(self, kind: str, file: str) -> None:
        text = self._words_of(file)
        if text is None:
            return
        for chunk in markdown.chunks(text, file, self.values.faults):
            if chunk.level == 0 and chunk.fields:
                self.values.fault("fields stand here before the first heading", file, next(iter(chunk.fields.values()))[1])
            elif chunk.level == 1:
                self._heading(kind, chunk, file)
            elif chunk.level == 2:
                self._entry(kind, chunk, file)

    def _fields(self, chunk: markdown.Chunk, known: dict[str, str], file: str) -> dict[str, str]:
        found = {}
        for name, (words, line) in chunk.fields.items():
            if name in known:
                found[known[name]] = words
            elif not QUOTED.match(name):
                self.values.fault(f"“{name}” is no field here; known are {', '.join(known)} and “As quoted in case 12”", file, line)
        return found

    def _meta(self, chunk: markdown.Chunk, known: Iterable[str], file: str) -> dict[str, str]:
        for key, (_, line) in chunk.meta.items():
            if key not in known:
                self.values.fault(f"“{key}” is no known key here; known are {', '.join(sorted(known))}", file, line)
        return {key: value for key, (value, _) in chunk.meta.items()}

    def _heading(self, kind: str, chunk: markdown.Chunk, file: str) -> None:
        meta = self._meta(chunk, KEYS["heading"], file)
        fields = self._fields(chunk, PLAIN_FIELDS, file)
        if not chunk.title:
            self.values.fault("a group heading needs words after #", file, chunk.line)
        self.headings.append(
            HeadingRecord(
                kind, chunk.title, meta.get("id", ""), fields.get("text", ""), fields.get("digest", ""), fields.get("editor_note", ""),
                meta.get("source", ""), Place(file, chunk.line),
            )
        )  # fmt: skip

    def _entry(self, kind: str, chunk: markdown.Chunk, file: str) -> None:
        place = Place(file, chunk.line)
        number, title = "", chunk.title
        if kind != "section":
            label = NUMBERED.match(chunk.title)
            if not label:
                self.values.fault(f"“## {chunk.title}” does not begin with a number and a full stop: “## 84. Title”", file, chunk.line)
                return
            number, title = label[1], label[2] or ""
        elif not title:
            self.values.fault("a section needs words after ##", file, chunk.line)
            return
        meta = self._meta(chunk, KEYS[kind], file)

        def line(key: str) -> int:
            return chunk.meta[key][1] if key in chunk.meta else chunk.line

        fields = self._fields(chunk, CASE_FIELDS if kind == "case" else PLAIN_FIELDS, file)
        if not any(name != "editor_note" for name in fields):
            self.values.fault(
                f"{kind} {number or title} has no words: give it “### {'Facts' if kind == 'case' else 'Text'}” or a digest",
                file,
                chunk.line,
            )
        heading = next((i for i in range(len(self.headings) - 1, -1, -1) if self.headings[i].kind == kind), None)
        if meta.get("titled", "as printed") != "as printed":
            self.values.fault("“titled” can only be “as printed”", file, line("titled"))
        if meta.get("written", "here") != "here":
            self.values.fault("“written” can only be “here”", file, line("written"))
        self.entries.append(
            EntryRecord(
                kind=kind,
                own_words="written" in meta,
                number=number,
                slug=meta.get("slug") or (arabic(number) if number else slugify(title)),
                title=title,
                title_is_printed="titled" in meta,
                permanent_id=meta.get("id", ""),
                parts=self.values.parts(meta.get("parts", ""), file, line("parts")),
                heading=heading,
                fields=fields,
                extracts=self._extracts(chunk, file),
                on=self.values.on(meta.get("on", ""), file, line("on")),
                holding=meta.get("holding", ""),
                outcome=self.values.choice(meta.get("outcome", ""), OUTCOMES, "outcome", file, line("outcome")),
                decided_on=self.values.day(meta.get("decided", ""), file, line("decided")),
                where=meta.get("place", ""),
                **self.values.common(meta, ",", file, line),
                place=place,
            )
        )

    def _extracts(self, chunk: markdown.Chunk, file: str) -> tuple[ExtractRecord, ...]:
        found = []
        for name, (words, line) in chunk.fields.items():
            if (quoted := QUOTED.match(name)) and (source := self.values.reference(f"{quoted[2]} {quoted[3]}", file, line)):
                found.append(ExtractRecord(words, source, quoted[1] or ""))
        return tuple(found)

    def _matter(self, file: str) -> dict[str, str]:
        text = self._words_of(file)
        if text is None:
            return {}
        found: dict[str, str] = {}
        for chunk in markdown.chunks(text, file, self.values.faults):
            if chunk.level:
                self.values.fault("this file has fields only (### Text, ### In brief, ### Source)", file, chunk.line)
            found |= self._fields(chunk, {"Text": "text", "In brief": "digest", "Source": "source"}, file)
        return found

    # --- the CSV files

    def _rows(self, file: str, columns: list[str], extras: Iterable[str] = ()) -> list[tuple[dict[str, str], int]]:
        text = self._words_of(file)
        if text is None:
            return []
        reader = csv.reader(io.StringIO(text), strict=True)
        rows: list[tuple[dict[str, str], int]] = []
        start = 1
        try:
            head = [cell.strip().lower() for cell in next(reader, [])]
            for name in head:
                if name not in columns and name not in extras:
                    self.values.fault(f"“{name}” is no known column; known are {', '.join([*columns, *extras])}", file, 1)
            for name in columns[:1]:
                if name not in head:
                    self.values.fault(f"the column “{name}” is missing", file, 1)
            start = reader.line_num + 1
            for cells in reader:
                if any(cell.strip() for cell in cells):
                    if len(cells) != len(head):
                        self.values.fault(f"this row has {len(cells)} cells, and the head has {len(head)}", file, start)
                    rows.append((dict(zip(head, (cell.strip() for cell in cells), strict=False)), start))
                start = reader.line_num + 1
        except csv.Error as error:
            quote = "a quotation mark does not close" if "unexpected end" in str(error) else str(error)
            self.values.fault(f"this row cannot be read: {quote}", file, start)
        return rows

    def _penalties(self, heading: Any) -> None:
        file = "penalties.csv"
        if isinstance(heading, dict) and heading.get("title"):
            self.headings.append(
                HeadingRecord(
                    "penalty", heading["title"], heading.get("id", ""), heading.get("introduction", ""),
                    heading.get("introduction_brief", ""), heading.get("note", ""), heading.get("source", ""), Place("edition.toml", 1),
                )
            )  # fmt: skip
        at = len(self.headings) - 1 if self.headings and self.headings[-1].kind == "penalty" else None
        for row, start in self._rows(file, PENALTY_COLUMNS, PENALTY_EXTRAS):
            self.entries.append(cells.penalty(row, self.values, Place(file, start), at))

    def _verdicts(self) -> list[VerdictRecord]:
        file = "citations.csv"
        found = []
        for row, start in self._rows(file, CITATION_COLUMNS):
            entry = self.values.reference(row.get("entry", ""), file, start)
            verdict = self.values.choice(row.get("verdict", ""), VERDICTS, "verdict", file, start)
            target = self.values.on(row.get("target", ""), file, start)
            if not entry or not verdict or not row.get("words"):
                self.values.fault("this row needs an entry, words and a verdict", file, start)
            elif verdict in ("sic", "target") and not target:
                self.values.fault(f"“{verdict}” needs a target", file, start)
            elif not re.fullmatch(r"[0-9]{1,6}", row.get("occurrence", "1")):
                self.values.fault(f"“{row['occurrence']}” is no number of an occurrence", file, start)
            else:
                found.append(
                    VerdictRecord(
                        entry, row.get("field", ""), row["words"], int(row.get("occurrence") or 1), verdict, target,
                        row.get("reason", ""), Place(file, start),
                    )
                )  # fmt: skip
        return found

    def _discussions(self) -> list[DiscussionRecord]:
        file = "discussed.csv"
        known = {(entry.kind, entry.slug) for entry in self.entries}
        found: list[DiscussionRecord] = []
        for row, start in self._rows(file, DISCUSSION_COLUMNS):
            entry = self.values.reference(row.get("entry", ""), file, start)
            day = self.values.day(row.get("date", ""), file, start)
            url = row.get("url", "")
            if not entry or not row.get("title"):
                self.values.fault("this row needs an entry and a title", file, start)
            elif entry not in known:
                self.values.fault(f"there is no {' '.join(entry)} for this row to speak of", file, start)
            elif url and not re.match(r"https?://\S+$", url):
                self.values.fault(f"“{url}” is no address; write https://…", file, start)
            else:
                found.append(
                    DiscussionRecord(entry, row["title"], row.get("issue", ""), day, url, row.get("note", ""), Place(file, start))
                )
        return found
