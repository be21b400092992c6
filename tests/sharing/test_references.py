"""Files for programs that keep literature, read back by parsers that others wrote: what comes out is what went in."""

from __future__ import annotations

import json
from datetime import date

import jsonschema
import pytest
import rispy
from hypothesis import given
from hypothesis import strategies as st
from pybtex.database import parse_string

from laws.sharing import references
from laws.sharing.subject import Subject, one_line
from tests.sharing.test_markup import ODD, made, words

odd_words = st.one_of(words, st.sampled_from(ODD), st.sampled_from(["TY  - X", "ER  -", "a -- b --- c", "''q'' ``p`` ?` !`", "100 % & $5 #1 ^_^ ~", "{", "}}", "\\end{x}", "; a; b"]).map(one_line))
subjects = st.builds(
    made,
    label=odd_words,
    title=st.one_of(st.just(""), odd_words),
    code=odd_words,
    issuer=st.one_of(st.just(""), odd_words),
    published_in=st.one_of(st.just(""), odd_words),
    gist=odd_words,
    year=st.integers(1400, 2200),
    kind=st.sampled_from(["law", "case", "penalty", "etiquette"]),
    decided=st.one_of(st.none(), st.dates(date(1800, 1, 1))),
)


@given(subjects)
def test_ris_comes_back_equal(cited: Subject) -> None:
    [read] = rispy.loads(references.ris(cited).replace("\r\n", "\n"))
    assert read["type_of_reference"] == ("CASE" if cited.kind == "case" else "STAT")
    assert (read["title"], read["secondary_title"], read["year"]) == (cited.name, cited.code, str(cited.year))
    assert read.get("authors", []) == ([cited.issuer] if cited.issuer else [])
    assert read["section"] == cited.label and read["abstract"] == cited.gist and read["id"] == cited.key
    assert read["urls"] == [cited.address]
    assert read.get("notes", []) == ([f"Published in {cited.published_in}"] if cited.published_in else [])


def test_every_line_of_ris_begins_with_its_tag_and_ends_as_it_should() -> None:
    lines = references.ris(made()).split("\r\n")
    assert lines[0] == "TY  - CASE" and lines[-2:] == ["ER  - ", ""]
    assert all(line[2:6] == "  - " for line in lines[:-1])


LATEX = {
    r"{\textbackslash}": "\\", r"{\textbraceleft}": "{", r"{\textbraceright}": "}", r"{\textasciitilde}": "~", r"{\textasciicircum}": "^", r"{\textless}": "<",
    r"{\textgreater}": ">", r"{\textbar}": "|", r"{\textquotedbl}": '"', **{f"\\{sign}": sign for sign in "&%$#_"}, "{}": "",
}  # fmt: skip


def set_in_type(latex: str) -> str:
    """What LaTeX prints of a value: its commands, and the ligatures that two signs make. Any other sign of LaTeX's own is a mistake."""
    out, at = "", 0
    while at < len(latex):
        command = next((name for name in LATEX if latex.startswith(name, at)), "")
        if command:
            out, at = out + LATEX[command], at + len(command)
            continue
        assert latex[at] not in "\\{}~^&%$#_<>|\"", f"{latex!r}, at {at}"
        assert latex[at : at + 2] not in {"--", "''", "``", "?`", "!`"}, f"{latex!r}: a ligature at {at}"
        out, at = out + latex[at], at + 1
    return out


@given(subjects)
def test_bibtex_comes_back_equal(cited: Subject) -> None:
    [(key, entry)] = parse_string(references.bibtex(cited), "bibtex").entries.items()
    assert (key, entry.type) == (cited.key, "misc")
    whole = lambda name: set_in_type(entry.fields[name].removeprefix("{").removesuffix("}"))  # noqa: E731
    assert (whole("title"), whole("booktitle"), entry.fields["year"]) == (cited.name, cited.code, str(cited.year))
    assert entry.fields["url"] == cited.address and set_in_type(entry.fields["note"]) == cited.short_address
    assert set_in_type(entry.fields.get("howpublished", "")) == (f"Published in {cited.published_in}" if cited.published_in else "")
    assert len(entry.persons.get("author", [])) == bool(cited.issuer), "a body is one author, however many words it has"


DAY = {"type": "object", "required": ["date-parts"], "additionalProperties": False, "properties": {
    "date-parts": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "array", "minItems": 1, "maxItems": 3, "items": {"type": "integer"}}}}}  # fmt: skip
TEXTS = ["title", "title-short", "container-title", "container-title-short", "authority", "section", "note", "abstract", "URL", "language"]
# The rules of CSL-JSON that this site's files could break, in our own words: a list of items, each with an id and a known type, variables of
# the standard's names, texts that are texts, names that are literal or have parts, dates made of numbers.
CSL = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "required": ["id", "type", "title"],
        "additionalProperties": False,
        "properties": {
            "id": {"type": "string", "minLength": 1},
            "type": {"enum": ["legislation", "legal_case", "bill", "treaty", "regulation"]},
            "author": {"type": "array", "items": {"type": "object", "required": ["literal"], "additionalProperties": False,
                                                  "properties": {"literal": {"type": "string", "minLength": 1}}}},
            "issued": DAY,
            "original-date": DAY,
            **{name: {"type": "string", "minLength": 1} for name in TEXTS},
        },
    },
}  # fmt: skip


@given(subjects)
def test_csl_json_keeps_the_rules_and_comes_back_equal(cited: Subject) -> None:
    read = json.loads(references.csl_json(cited))
    jsonschema.validate(read, CSL)
    [item] = read
    assert (item["id"], item["title"], item["container-title"], item["section"]) == (cited.key, cited.name, cited.code, cited.label)
    assert item["URL"] == cited.address and item["abstract"] == cited.gist
    assert [name["literal"] for name in item.get("author", [])] == ([cited.issuer] if cited.issuer else [])
    day = cited.decided
    assert item["issued"]["date-parts"] == [[day.year, day.month, day.day] if day else [cited.year]]


@pytest.mark.parametrize(("part", "type_"), [("case", "legal_case"), ("law", "legislation"), ("footnote", "legislation")])
def test_a_case_is_a_case_and_all_else_a_law(part: str, type_: str) -> None:
    assert references.csl(made(kind=part))[0]["type"] == type_
