"""What a browser, a feed reader or a spreadsheet would make of an answer: whether anything in it came alive that somebody typed."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any

import tinyhtml5
from lxml import etree

# What every hostile value brings along: an element or an attribute of this name can only have come from one.
MARK = "x-h"
XHTML = "{http://www.w3.org/1999/xhtml}"
ADDRESSES = {"href", "src", "action", "formaction", "data", "poster", "background", "cite", "ping", "manifest", "srcset", "{http://www.w3.org/1999/xlink}href"}
SCHEME = re.compile(r"[\0-\x20]*([a-z][a-z0-9+.\-\s]*):", re.I)
HARMLESS = {"http", "https", "ftp", "mailto"}
NEVER = {"iframe", "frame", "object", "embed", "applet", "base", "portal", "foreignobject", "animate", "set"}
OURS = ("/static/", "/admin/jsi18n/")  # where scripts come from
MAILED = ("newsletter-mail", "newsletter-file")  # whose looks are styles on its elements, as mail programs need them
FORMULA = re.compile(r"[=+\-@\t\r]")


def of_html(text: str, *, frames: bool = False, styles: bool = False) -> list[str]:
    """What is wrong with a page, as a browser reads it; empty where nothing is. `frames`: it is the code of our own card to frame."""
    return [fault for element in tinyhtml5.parse(text, namespace_html_elements=False).iter() for fault in _element(element, frames, styles)]


def _element(element: Any, frames: bool, styles: bool) -> Iterator[str]:
    tag = str(element.tag).rpartition("}")[2].lower() if isinstance(element.tag, str) else ""
    given = {str(name).lower(): value or "" for name, value in element.attrib.items()} if tag else {}
    if MARK in tag or any(MARK in name for name in given):
        yield f"markup that was typed: <{tag} {sorted(given)}>"
    if tag == "script" and not (given.get("src", "").startswith(OURS) or given.get("type") == "application/ld+json"):
        yield f"a script: {(element.text or '')[:80]!r} {given}"
    if tag == "script" and given.get("type") == "application/ld+json":
        yield from of_json(element.text or "")
    if tag in NEVER and not (frames and tag == "iframe"):
        yield f"an element that is none of ours: <{tag}>"
    if tag == "meta" and given.get("http-equiv", "").lower() == "refresh":
        yield "a page that sends its reader away"
    for name, value in given.items():
        if name.startswith("on") or name == "srcdoc" or name.startswith("hx-on"):
            yield f"a handler: <{tag} {name}>"
        if name == "style" and not styles and not (frames and tag == "iframe"):
            yield f"a style: <{tag} style={value[:60]!r}>"
        if name in ADDRESSES and (found := SCHEME.match(value)) and re.sub(r"\s", "", found[1]).lower() not in HARMLESS:
            yield f"an address that runs: <{tag} {name}={value[:60]!r}>"


def of_xml(text: bytes) -> list[str]:
    """What is wrong with a feed, an SVG or a page of an e-book. HTML that a feed carries inside its words is looked at too."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False)
    try:
        root = etree.fromstring(text, parser)
    except etree.XMLSyntaxError as error:
        return [f"no XML: {error}"]
    found = [fault for element in root.iter() if isinstance(element.tag, str) for fault in _element(element, False, False)]
    for element in root.iter():
        carries = isinstance(element.tag, str) and (
            element.get("type") == "html" or element.tag.rpartition("}")[2] in ("encoded", "html") or element.tag == "description"
        )
        if carries and element.text:
            found += of_html(element.text, frames=element.tag == "html")
    return found


def of_json(text: str) -> list[str]:
    """What is wrong with JSON; whatever is called html in it is read as HTML."""
    try:
        found = json.loads(text)
    except ValueError as error:
        return [f"no JSON: {error}"]
    return [fault for name, words in _strings(found) if "html" in name for fault in of_html(words, frames=name == "html")]


def _strings(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield name, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(inner, str(key))
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner, name)


def of_csv(text: str) -> list[str]:
    """The cells that a spreadsheet would take for formulas."""
    return [f"a formula: {cell[:40]!r}" for row in csv.reader(io.StringIO(text)) for cell in row if FORMULA.match(cell)]


def of_zip(data: bytes) -> list[str]:
    """What is wrong with an e-book or a workbook: its pages, and the names of its files."""
    found: list[str] = []
    with zipfile.ZipFile(io.BytesIO(data)) as inside:
        for name in inside.namelist():
            if name.startswith("/") or ".." in name.split("/"):
                found.append(f"a file outside: {name}")
            if name.endswith((".xhtml", ".opf", ".ncx", ".xml")):
                found += of_xml(inside.read(name))
            if name.startswith("xl/worksheets/") and b"<f>" in inside.read(name):
                found.append(f"a formula in {name}")
    return found


def body_of(answer: Any) -> bytes:
    """What an answer holds, unpacked."""
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return gzip.decompress(body) if answer.get("Content-Encoding") == "gzip" else body


def of_answer(answer: Any) -> list[str]:
    """What is wrong with an answer of the site, by the kind of thing that it says it is."""
    kind = answer.get("Content-Type", "").partition(";")[0].strip().lower()
    body = body_of(answer)
    styles = bool(answer.resolver_match) and answer.resolver_match.url_name in MAILED
    if not body:
        return []
    if kind == "text/html":
        return of_html(body.decode(), styles=styles)
    if kind == "application/epub+zip" or "spreadsheetml" in kind:
        return of_zip(body)
    if kind.endswith(("+xml", "/xml")):
        return of_xml(body)
    if kind.endswith("json"):
        return of_json(body.decode())
    if kind == "text/csv":
        return of_csv(body.decode("utf-8-sig"))
    # Words, pictures and paper run nowhere, so long as no browser takes them for a page.
    return [] if answer.get("X-Content-Type-Options") == "nosniff" else [f"{kind} without nosniff"]


def broken(answer: Any) -> list[str]:
    """What is wrong with the status of an answer. 501 is what oEmbed has for a format that there is none of."""
    if answer.status_code < 500 or (answer.status_code == 501 and answer.resolver_match.url_name == "oembed"):
        return []
    cause = repr(answer.exc_info[1])[:160] if getattr(answer, "exc_info", None) else ""
    return [f"{answer.status_code} {cause}".strip()]


def told(found: Iterable[tuple[str, list[str]]]) -> dict[str, list[str]]:
    """The addresses that have faults, a few of each."""
    return {where: faults[:4] for where, faults in found if faults}
