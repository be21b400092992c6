"""A visitor who is not signed in learns of no draft: not on a page, in search, a feed, the sitemap, a preview, a download, by any address."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.urls import NoReverseMatch, get_resolver, reverse
from django.utils import timezone

from laws import editing
from laws.models import Citation, Entry, Extract, PenaltyRow
from tests.builders import make_case, make_etiquette, make_footnote, make_heading, make_law, make_penalty, make_section

pytestmark = pytest.mark.django_db
WORD, SECRET = "quixotry", "zanzibar"  # one is searched for, the other must not be answered
TEXT = f"{WORD.title()} of {SECRET}. See Law 84 b, and Case 1.\n\n(a) {SECRET};\n\n(b) {SECRET}."
FORMS = ("atom", "rss", "json", "html", "txt", "md", "svg", "png", "ris", "bib", "csv", "epub", "pdf")
ONLY_PAGES = {"ladder"}  # taken by everything that no other pattern takes


@pytest.fixture(params=["draft", "in review"])
def hidden(request, db) -> list[Entry]:
    """A published law and case, and drafts of every kind that cite them, are cited by them and hang on them in every way that there is."""
    status = request.param
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) that. See Law 777 and Law 84 a.")
    case = make_case("1", facts="Law 84, Law 777, Section 779 of Etiquette, Case 778, and footnote 781.")
    row = make_penalty("1", laws="84 b; 777")
    heading = make_heading("COURTESY", kind="etiquette")
    about = {"title": f"{WORD} {SECRET}", "status": status, "offenses": ("zanzibari",)}
    found = [
        make_law("777", text=TEXT, **about),
        make_case("778", facts=TEXT, decision=TEXT, holding=f"{SECRET}.", offenders=("bystander",), phases=("scoring",), **about),
        make_etiquette("779", text=TEXT, heading=heading, **about),
        make_penalty("780", offense=f"{WORD} {SECRET}", penalty=f"{SECRET} points", laws="84 b; 777", offenders=("bystander",), phases=("scoring",),
                     status=status, group=SECRET),
        make_footnote("781", text=TEXT, on=law, part="b", status=status),
        make_section("hidden", text=TEXT, **about),
    ]  # fmt: skip
    note = make_footnote("9", text="A public note.", on=found[0])
    Extract.objects.create(entry=law, quoted_in=found[1], words=f"{SECRET} as quoted")
    PenaltyRow.objects.filter(pk=row.pk).update(claim_law=found[0])
    old = make_law("83", status="withdrawn")
    Entry.objects.filter(pk=old.pk).update(replaced_by=found[0])
    Citation.objects.filter(source=case, words="Law 84").update(
        verdict="sic", origin="editor", correction=found[0], correction_reason="A public reason."
    )
    editing.publish([law, case, row, note])
    return found


def params(pattern: Any) -> list[str]:
    return [*getattr(pattern.pattern, "converters", {}), *getattr(pattern.pattern.regex, "groupindex", {})]


def values(entry: Entry) -> dict[str, list[str]]:
    """What a parameter of an address may be, for this entry."""
    number = int(entry.number or 5)
    parts = [part.permanent_id for part in entry.parts.all()]
    return {
        "edition": [entry.edition.slug], "kind": [entry.kind], "slug": [entry.slug], "typed": [entry.permanent_id, *parts],
        "offender": ["bystander"], "phase": ["scoring"], "offense": ["zanzibari"], "form": list(FORMS), "first": [str(number - 1)],
        "last": [str(number + 1)], "part": ["pages", "0"], "day": [f"{timezone.now():%Y-%m-%d}", str(date.today())],
    }  # fmt: skip


def addresses(entry: Entry) -> Iterator[str]:
    """Every address of the site with this entry in it. A parameter that is not known here fails the test: teach it."""
    known = values(entry)
    for pattern in get_resolver("laws.urls").url_patterns:
        names = list(dict.fromkeys(params(pattern)))
        if pattern.name in ONLY_PAGES:
            continue
        assert set(names) <= set(known), f"{pattern.name} has a parameter that this test does not know: teach it"
        choices: list[dict[str, str]] = [{}]
        for name in names:
            choices = [{**chosen, name: value} for chosen in choices for value in known[name]]
        for chosen in choices:
            try:
                yield reverse(pattern.name, kwargs=chosen)
            except NoReverseMatch:
                continue


def words(answer: Any) -> str:
    """All that an answer says, in small letters; of a book, what is in it."""
    if answer.status_code in (301, 302):
        return str(answer["Location"])
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if body[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(body)) as book:
            body = b"\n".join(book.read(name) for name in book.namelist())
    return body.decode(errors="replace").lower()


def betrays(said: str, path: str, hidden: list[Entry]) -> list[str]:
    """What of the drafts an answer gives away. Its own address it may repeat."""
    said = said.replace(path.lower(), "")
    found = [SECRET] if SECRET in said.replace("zanzibari", "") else []
    for entry in hidden:
        own = entry.get_absolute_url()
        found += [own] if own in said and not path.startswith(own.rstrip("/")) else []
        found += [entry.permanent_id] if f"~{entry.permanent_id.lower()}" in said and entry.permanent_id not in path else []
    return found


def test_no_address_with_a_draft_in_it_says_anything_of_the_draft(client, hidden):
    count = 0
    for entry in hidden:
        for path in dict.fromkeys(addresses(entry)):
            if path.endswith(".pdf"):
                continue  # made from the same words as the page, and not to be read here
            answer = client.get(path)
            count += 1
            assert answer.status_code < 500, path
            assert betrays(words(answer), path, hidden) == [], path
            if entry.get_absolute_url() in path or entry.permanent_id in path:
                assert answer.status_code in (301, 302, 404), path
    assert count > 150


def test_no_page_that_can_be_reached_speaks_of_a_draft_or_leads_to_one(client, hidden):
    waiting, seen = ["/", "/sitemap.xml", "/feeds/", "/auction-1912/law/84/", "/auction-1912/law/83/", "/auction-1912/footnote/9/"], set()
    while waiting and len(seen) < 250:
        path = waiting.pop(0)
        if path in seen or path.startswith(("/admin/", "/static/")) or path.endswith(".pdf"):
            continue
        seen.add(path)
        answer = client.get(path)
        assert answer.status_code in (200, 301, 302, 410) or "777" in path or "77" in path, path
        said = words(answer)
        assert betrays(said, path, hidden) == [], path
        found = re.findall(r'(?:href="|<loc>https://casebook\.example|data-preview=")(/[^"#<]*)', said) if answer.status_code == 200 else [said]
        waiting += [one.replace("&amp;", "&") for one in found if one.startswith("/")]
    assert {"/auction-1912/law/84/", "/auction-1912/case/1/", "/auction-1912/penalties/", "/sitemap.xml"} <= seen and len(seen) > 40


QUERIES = (WORD, f'"{WORD}"', WORD[:4], "law 777", "777", "case 778", "etiquette 779", "law 777 b", "penalty 780", "footnote 781", "hidden",
           SECRET[:6], "zanzibari")  # fmt: skip


def test_search_answers_nothing_of_a_draft(client, hidden):
    for query in QUERIES:
        answers_nothing(client, hidden, query)


def answers_nothing(client, hidden, query):
    for name in ("search", "suggest", "completions", "search-feed", "newsletter", "glossary", "cases", "edition-cases"):
        try:
            forms: list[dict[str, str]] = [{"form": "atom"}, {"form": "json"}] if name == "search-feed" else [{}]
            kwargs = [{"edition": "auction-1912"}] if name == "edition-cases" else forms
            paths = [reverse(name, kwargs=one) for one in kwargs]
        except NoReverseMatch:
            continue
        for path in paths:
            answer = client.get(path, {"q": query, "text": query})
            assert betrays(words(answer).replace(query, ""), path, hidden) == [], path


def test_the_short_addresses_of_parts_of_a_draft_lead_nowhere(client, hidden):
    for part in hidden[0].parts.all():
        assert client.get(f"/~{part.permanent_id}").status_code == 404


def test_what_is_pasted_or_put_together_learns_nothing(client, hidden):
    pasted = {"text": "Law 777, Case 778 and Section 779 of Etiquette.", "edition": "auction-1912"}
    for path in ("/proof/", "/newsletter/"):
        for answer in (client.post(path, pasted), client.get(path, pasted)):
            assert answer.status_code < 500 and betrays(words(answer), path, hidden) == [], path
    ids = [entry.permanent_id for entry in hidden]
    for path in ("/newsletter/", "/newsletter/mail/", "/newsletter/print/", "/newsletter/newsletter.html", "/newsletter/newsletter.txt"):
        answer = client.get(path, dict.fromkeys(("entry", "e", "id", "ids", "items", "pick"), ids) | {"entries": ".".join(ids)})
        said = words(answer)
        assert answer.status_code < 500 and SECRET not in said, path


def test_what_is_published_is_told_at_once(client, hidden):
    """The same questions do find it then: the test above does not pass by asking wrongly."""
    for entry in hidden:
        Entry.objects.filter(pk=entry.pk).update(status="published", published_at=timezone.now())
    editing.publish(Entry.objects.all())
    for path in ("/auction-1912/law/777/", "/auction-1912/law/84/", f"/search/?q={WORD}&stay=1", "/feeds/rulings.atom", "/auction-1912/case/778/preview/",
                 "/auction-1912/", "/auction-1912/penalties/", f"/search/suggest/?q={WORD}"):  # fmt: skip
        assert SECRET in words(client.get(path)), path
    assert "/auction-1912/law/777/" in words(client.get("/sitemap.xml"))
