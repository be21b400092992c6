"""An entry as search engines read it: schema.org's Legislation, with the text as its LegislationObject."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from laws import naming
from laws.models import Edition, Entry
from laws.models.vocabulary import Kind, Status

from .subject import one_line, subject

CALLED = {
    Kind.LAW: "Law", Kind.ETIQUETTE: "Section of etiquette", Kind.SECTION: "Section", Kind.FOOTNOTE: "Footnote", Kind.CASE: "Decided case",
    Kind.PENALTY: "Row of the table of penalties",
}  # fmt: skip
IN_HTML = str.maketrans({"<": "\\u003C", ">": "\\u003E", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"})


def legislation(entry: Entry, cites: Iterable[str] = ()) -> dict[str, Any]:
    """One entry. `cites` are the addresses, within the site, of the entries that it cites."""
    cited = subject(entry)
    issued_by = {"@type": "Organization", "name": one_line(entry.edition.issued_by)} if entry.edition.issued_by else None
    found = {
        "@context": "https://schema.org",
        "@type": "Legislation",
        "@id": cited.address,
        "url": cited.address,
        "name": cited.name,
        "legislationIdentifier": cited.label,
        "legislationType": CALLED[Kind(entry.kind)],
        "legislationDate": cited.decided.isoformat() if cited.decided else str(cited.year),
        "legislationPassedBy": issued_by,
        "legislationLegalForce": "NotInForce" if entry.status == Status.WITHDRAWN else None,
        "identifier": cited.short_address,
        "abstract": cited.gist,
        "inLanguage": "en",
        "datePublished": entry.published_at.isoformat() if entry.published_at else None,
        "dateModified": entry.amended_at.isoformat() if entry.amended_at else None,
        "isPartOf": code(entry.edition),
        "citation": [settings.SITE_URL + address for address in dict.fromkeys(cites)],
        "encoding": {
            "@type": "LegislationObject",
            "contentUrl": cited.address,
            "encodingFormat": "text/html",
            "inLanguage": "en",
            "legislationLegalValue": "UnofficialLegalValue",
        },
    }
    return {name: value for name, value in found.items() if value}


def code(edition: Edition) -> dict[str, Any]:
    """The code that an entry is part of."""
    return {
        "@type": "Legislation",
        "@id": settings.SITE_URL + edition.get_absolute_url(),
        "name": one_line(naming.code_name(edition)),
        "legislationType": "Code of laws",
        "legislationDate": str(edition.year),
    }


def block(value: dict[str, Any]) -> SafeString:
    """A value as JSON for a script element of data; nothing in it can end the element."""
    return mark_safe(json.dumps(value, ensure_ascii=False).translate(IN_HTML))
