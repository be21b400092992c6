"""Writing an edition as a folder of files: the inverse of books.folder. The same records give the same bytes."""

from __future__ import annotations

import csv
import io
import re
import tomllib
from pathlib import Path

from laws.books.folder import (
    CASE_FIELDS,
    CITATION_COLUMNS,
    DISCUSSION_COLUMNS,
    FILES,
    PENALTY_COLUMNS,
    PENALTY_EXTRAS,
    PLAIN_FIELDS,
    slugify,
)
from laws.books.glossary import FILE as GLOSSARY
from laws.books.records import EditionRecord, EntryRecord, HeadingRecord
from laws.books.values import arabic

from . import glossary

NAME_OF = {field: name for name, field in {**PLAIN_FIELDS, **CASE_FIELDS}.items()}

ALL_FILES = frozenset({*FILES.values(), "edition.toml", "front.md", "back.md", "penalties.csv", "citations.csv", "discussed.csv", GLOSSARY})
MATTER = {"text": "Text", "digest": "In brief", "source": "Source"}


class Occupied(Exception):
    """The folder holds files of the format that are not an earlier dump of the same edition."""


def write(record: EditionRecord, folder: Path) -> list[Path]:
    """Write the files of one edition, replacing those of an earlier dump of it, under an older name too. Returns the files written.

    All files are composed before the first is written. Files of the format that the edition does not need are taken away. Raises
    Occupied, and touches nothing, where the folder holds another edition, or files of the format without an edition.toml.
    """
    files = compose(record)
    there = sorted(name for name in ALL_FILES if (folder / name).exists())
    if there and _slug_in(folder) not in (record.slug, *record.former):
        raise Occupied(f"{folder} holds {', '.join(there)}, which are not a dump of {record.slug}: name an empty folder")
    folder.mkdir(parents=True, exist_ok=True)
    for name in ALL_FILES - set(files):
        (folder / name).unlink(missing_ok=True)
    for name, words in files.items():
        (folder / name).write_text(words, encoding="utf-8", newline="\n")
    return [folder / name for name in files]


def _slug_in(folder: Path) -> str:
    """The slug of the edition that a folder holds; "" where it holds none that can be read."""
    try:
        return str(tomllib.loads((folder / "edition.toml").read_text(encoding="utf-8")).get("slug", ""))
    except (OSError, ValueError):
        return ""


def compose(record: EditionRecord) -> dict[str, str]:
    """The files of one edition: their names and their words."""
    files = {"edition.toml": _toml(record)}
    for name, matter in (("front.md", record.front), ("back.md", record.back)):
        if matter:
            fields = [f"### {label}\n{_body(matter[key])}" for key, label in MATTER.items() if key in matter]
            files[name] = "\n\n".join(fields) + "\n"
    for kind, name in FILES.items():
        if any(e.kind == kind for e in record.entries) or any(h.kind == kind for h in record.headings):
            files[name] = _markdown(kind, record)
    rows = [entry for entry in record.entries if entry.kind == "penalty"]
    if rows:
        files["penalties.csv"] = _penalties(rows)
    if record.verdicts:
        files["citations.csv"] = _verdicts(record)
    if record.discussions:
        files["discussed.csv"] = _discussions(record)
    if record.terms:
        files[GLOSSARY] = glossary.compose(record.terms)
    return files


# --- edition.toml


def _string(words: str) -> str:
    escaped = words.replace("\\", "\\\\").replace('"', '\\"')
    escaped = "".join(ch if ch in "\n\t" or (ch >= " " and ch != "\x7f") else f"\\u{ord(ch):04X}" for ch in escaped)
    return f'"""\n{escaped}"""' if "\n" in words else '"' + escaped.replace("\t", "\\t") + '"'


def _key(word: str) -> str:
    return word if re.fullmatch(r"[A-Za-z0-9_-]+", word) else _string(word)


def _toml(record: EditionRecord) -> str:
    names = (
        "slug",
        "title",
        "short_title",
        "game",
        "issued_by",
        "year",
        "dated",
        "published_in",
        "source_url",
        "names",
        "former",
        "supersedes",
        "order",
    )
    lines = []
    for name in names:
        value = getattr(record, name)
        if value in ("", ()):
            continue
        shown = value if isinstance(value, int) else f"[{', '.join(map(_string, value))}]" if isinstance(value, tuple) else _string(value)
        lines.append(f"{name} = {shown}")
    if record.published:
        lines.append(f"published = {record.published}")
    for name, table in (("words", record.words), ("offenses", record.offenses)):
        if table:
            lines += ["", f"[{name}]", *(f"{_key(key)} = {_string(value)}" for key, value in sorted(table.items()))]
    for heading in record.headings:
        if heading.kind == "penalty":
            pairs = {
                "title": heading.title, "id": heading.permanent_id, "introduction": heading.text, "introduction_brief": heading.digest,
                "note": heading.note, "source": heading.source,
            }  # fmt: skip
            lines += ["", "[penalties]", *(f"{key} = {_string(value)}" for key, value in pairs.items() if value)]
    return "\n".join(lines) + "\n"


# --- the Markdown files


def _body(words: str) -> str:
    """A field's words, with a backslash before what would read as a heading."""
    return re.sub(r"(?m)^(#{1,3}[ \t])", r"\\\1", words.replace("\r\n", "\n").strip("\n"))


def _markdown(kind: str, record: EditionRecord) -> str:
    blocks: list[str] = []
    entries = [entry for entry in record.entries if entry.kind == kind]
    order = [i for i, heading in enumerate(record.headings) if heading.kind == kind]
    for entry in entries:
        while order and entry.heading is not None and order[0] <= entry.heading:
            blocks.append(_heading(record.headings[order.pop(0)]))
        blocks.append(_entry(entry))
    blocks += [_heading(record.headings[i]) for i in order]
    return "\n\n".join(blocks) + "\n"


def _heading(heading: HeadingRecord) -> str:
    fields = {"text": heading.text, "digest": heading.digest, "editor_note": heading.note}
    return _chunk(f"# {heading.title}", {"id": heading.permanent_id, "source": heading.source}, fields, [])


def _entry(entry: EntryRecord) -> str:
    title = f"## {entry.number}. {entry.title}".rstrip() if entry.number else f"## {entry.title}"
    meta = {
        "id": entry.permanent_id,
        "parts": ", ".join(f"{anchor}={code}" for anchor, code in entry.parts.items()),
        "slug": "" if entry.slug == (arabic(entry.number) if entry.number else slugify(entry.title)) else entry.slug,
        "titled": "as printed" if entry.title_is_printed else "",
        "on": " ".join(filter(None, entry.on)) if entry.on else "",
        "offenses": ", ".join(entry.offenses),
        "holding": entry.holding,
        "outcome": entry.outcome,
        "decided": entry.decided_on,
        "place": entry.where,
        "offenders": ", ".join(entry.offenders),
        "phases": ", ".join(entry.phases),
        "source": entry.source,
        **standing(entry, ", "),
    }
    extracts = [
        (f"{f'Part {e.part}, as' if e.part else 'As'} quoted in {e.quoted_in[0]} {e.quoted_in[1]}", e.words) for e in entry.extracts
    ]
    return _chunk(title, meta, entry.fields, extracts)


def standing(entry: EntryRecord, comma: str) -> dict[str, str]:
    """Status, dates and addresses of an entry as they are written, "" where they go without saying."""
    return {
        "written": "here" if entry.own_words else "",
        "status": "" if entry.status == "published" else entry.status,
        "replaced by": " ".join(entry.replaced_by) if entry.replaced_by else "",
        "withdrawn because": entry.withdrawn_because,
        "published": entry.published_at,
        "amended": entry.amended_at,
        "former": comma.join(entry.former),
    }


def _chunk(title: str, meta: dict[str, str], fields: dict[str, str], extracts: list[tuple[str, str]]) -> str:
    head = [title, *(f"{key}: {' '.join(value.split())}" for key, value in meta.items() if value)]
    order = [name for name in ("text", "digest", *CASE_FIELDS.values()) if name != "editor_note"]
    bodies = [(NAME_OF[name], fields[name]) for name in [*order, "editor_note"] if fields.get(name)]
    return "\n\n".join(["\n".join(head), *(f"### {name}\n{_body(words)}" for name, words in [*bodies, *extracts])])


# --- the CSV files


def _table(columns: list[str], rows: list[dict[str, str]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def penalty_cells(entry: EntryRecord) -> dict[str, str]:
    """The cells of one row of a table of penalties by their column: the inverse of books.cells.penalty."""
    return {
        "number": entry.number,
        "id": entry.permanent_id,
        "offense": entry.fields.get("offense", ""),
        "penalty": entry.fields.get("penalty_text", ""),
        "laws": entry.fields.get("laws", ""),
        "remedies": entry.remedies,
        "offender": "; ".join(entry.offenders),
        "phases": "; ".join(entry.phases),
        "offenses": "; ".join(entry.offenses),
        "claimant": entry.claimant,
        "until": entry.claim_until,
        "claim law": " ".join(filter(None, entry.claim_law)) if entry.claim_law else "",
        "group": entry.group,
        "note": entry.fields.get("editor_note", ""),
        "source": entry.source,
        **standing(entry, "; "),
    }


def _penalties(entries: list[EntryRecord]) -> str:
    rows = [penalty_cells(entry) for entry in entries]
    extras = [name for name in PENALTY_EXTRAS if any(row.get(name) for row in rows)]
    columns = [*PENALTY_COLUMNS, *extras]
    return _table(columns, [{name: row.get(name, "") for name in columns} for row in rows])


def _verdicts(record: EditionRecord) -> str:
    rows = [
        {
            "entry": " ".join(verdict.entry), "field": verdict.field, "words": verdict.words, "occurrence": str(verdict.occurrence),
            "verdict": verdict.verdict, "target": " ".join(filter(None, verdict.target or ())),
            "reason": verdict.reason,
        }
        for verdict in record.verdicts
    ]  # fmt: skip
    return _table(CITATION_COLUMNS, rows)


def _discussions(record: EditionRecord) -> str:
    rows = [
        {"entry": " ".join(row.entry), "title": row.title, "issue": row.issue, "date": row.date, "url": row.url, "note": row.note}
        for row in record.discussions
    ]
    return _table(DISCUSSION_COLUMNS, rows)
