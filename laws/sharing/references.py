"""A citation as programs that keep literature read it: RIS, BibTeX, CSL-JSON."""

from __future__ import annotations

import json
import re
from typing import Any

from .subject import Subject

RIS_TYPE = {"case": "CASE"}  # everything else is a statute
CSL_TYPE = {"case": "legal_case"}
# What LaTeX reads as its own, and how it is written so that it is not. The braces of a value must pair, so that a single one has a name.
IN_LATEX = {
    "\\": r"{\textbackslash}", "{": r"{\textbraceleft}", "}": r"{\textbraceright}", "~": r"{\textasciitilde}", "^": r"{\textasciicircum}",
    "<": r"{\textless}", ">": r"{\textgreater}", "|": r"{\textbar}", '"': r"{\textquotedbl}",
    **{sign: f"\\{sign}" for sign in "&%$#_"},
}  # fmt: skip
LIGATURE = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=`)(?=`)|(?<=[?!])(?=`)")


def ris(cited: Subject) -> str:
    """One record of RIS, lines ended as its makers end them."""
    lines = [
        ("TY", RIS_TYPE.get(cited.kind, "STAT")),
        ("TI", cited.name),
        ("T2", cited.code),
        ("AU", cited.issuer),
        ("PY", str(cited.year)),
        ("DA", f"{cited.decided:%Y/%m/%d}/" if cited.decided else ""),
        ("SE", cited.label),
        ("N1", f"Published in {cited.published_in}" if cited.published_in else ""),
        ("AB", cited.gist),
        ("UR", cited.address),
        ("L2", cited.short_address),
        ("ID", cited.key),
        ("LA", "en"),
    ]
    return "".join(f"{tag}  - {value}\r\n" for tag, value in lines if value) + "ER  - \r\n"


def bibtex(cited: Subject) -> str:
    """One entry of BibTeX. Names in double braces keep their capitals and are not taken apart."""
    fields = {
        "title": f"{{{latex(cited.name)}}}",
        "author": f"{{{latex(cited.issuer)}}}" if cited.issuer else "",
        "booktitle": f"{{{latex(cited.code)}}}",
        "year": str(cited.year),
        "howpublished": latex(f"Published in {cited.published_in}") if cited.published_in else "",
        "note": latex(cited.short_address),
        "url": address_in_latex(cited.address),
        "language": "english",
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return f"@misc{{{cited.key},\n" + ",\n".join(lines) + "\n}\n"


def latex(words: str) -> str:
    """Words as LaTeX sets them. Signs that it would join into others (two hyphens into a dash) are held apart."""
    return "".join(IN_LATEX.get(ch, ch) for ch in LIGATURE.sub("\0", words)).replace("\0", "{}")


def address_in_latex(address: str) -> str:
    """An address for a `url` field, which is read letter by letter: only what would end the field is written otherwise."""
    return address.replace("{", "%7B").replace("}", "%7D").replace("\\", "%5C")


def csl(cited: Subject) -> list[dict[str, Any]]:
    """The items of a CSL-JSON file: one."""
    day = cited.decided
    item: dict[str, Any] = {
        "id": cited.key,
        "type": CSL_TYPE.get(cited.kind, "legislation"),
        "title": cited.name,
        "title-short": cited.label,
        "container-title": cited.code,
        "container-title-short": cited.short,
        "authority": cited.issuer,
        "author": [{"literal": cited.issuer}] if cited.issuer else [],
        "section": cited.label,
        "issued": {"date-parts": [[day.year, day.month, day.day] if day else [cited.year]]},
        "original-date": {"date-parts": [[cited.year]]} if day else None,
        "note": f"Published in {cited.published_in}" if cited.published_in else "",
        "abstract": cited.gist,
        "URL": cited.address,
        "language": "en",
    }
    return [{name: value for name, value in item.items() if value}]


def csl_json(cited: Subject) -> str:
    """The CSL-JSON file itself."""
    return json.dumps(csl(cited), ensure_ascii=False, indent=2) + "\n"
