"""Links to this site in what a club has sent out: found in a mail archive, a page or a text, and asked whether they still work."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

from django.conf import settings

from laws.models import Entry
from laws.models.vocabulary import Status

UNCOUNTED = "laws.uncounted"  # in a request's environment: somebody only looks whether an address works
STEPS = 6  # redirects that a link may take
HOPS = (301, 302, 303, 307, 308)
TAGS = re.compile(rb"<(?:html|body|a|p|table|div|iframe|img|link)[\s>]", re.I)
ENDS = ".,;:!?)]}>'\"’”»*_|\\"
FIRST_LINE = re.compile(rb"^From [^\n]*\n(?=[A-Za-z-]+:|>?From )")
HEADERS = re.compile(rb"^(?:[A-Za-z][A-Za-z0-9-]*:[^\n]*\n(?:[ \t][^\n]*\n)*){2,}\r?\n", re.M)


@dataclass(frozen=True, slots=True)
class Answer:
    """What the site says to one address: a status, where it sends on, and the ids on its page."""

    status: int
    location: str = ""
    ids: frozenset[str] = frozenset()


Ask = Callable[[str], Answer]  # from a path with its query


@dataclass(frozen=True, slots=True)
class Verdict:
    """What has become of one link."""

    url: str
    times: int
    state: str  # fine | moved | dead
    status: int
    to: str = ""  # where it leads now, or what to read instead
    said: str = ""


def find(data: bytes, hosts: Iterable[str]) -> dict[str, int]:
    """The links to some hosts in a mail archive (mbox), a mail, an HTML page or a text, in the order found, with how often each stands."""
    names = "|".join(re.escape(host) for host in hosts)
    shape = re.compile(rf"(?<![\w.@/-])(?:(?:https?:|(?<!:))//)?(?:{names})(?::\d+)?(?:/[^\s<>\"“”]*)?(?![\w.-])", re.I)
    found: dict[str, int] = {}
    for text in _texts(data):
        for match in shape.finditer(text):
            url = _tidy(match[0])
            found[url] = found.get(url, 0) + 1
    return found


def check(url: str, times: int, ask: Ask) -> Verdict:
    """What has become of a link. A short address that leads to its page is fine: that is what it is for."""
    asked = urlsplit(url)
    path = (asked.path or "/") + (f"?{asked.query}" if asked.query else "")
    part, at, answer = unquote(asked.fragment), path, ask(path)
    for _ in range(STEPS):
        if answer.status not in HOPS or not answer.location:
            break
        there = urlsplit(answer.location)
        at = (there.path or "/") + (f"?{there.query}" if there.query else "")
        part = unquote(there.fragment) or part
        answer = ask(at)
    if answer.status == 410:
        return Verdict(url, times, "dead", 410, *_instead(at))
    if answer.status != 200:
        said = "nothing is there" if answer.status == 404 else "it does not answer with a page"
        return Verdict(url, times, "dead", answer.status, said=said)
    to = settings.SITE_URL + at + (f"#{part}" if part else "")
    if part and answer.ids and part not in answer.ids:
        return Verdict(url, times, "moved", 200, settings.SITE_URL + at, f"the page is there, its part “{part}” is not")
    same = at == path and f"{asked.scheme}://{asked.netloc}" in (settings.SITE_URL, settings.SITE_URL.replace("https:", "http:"))
    return Verdict(url, times, "fine" if same or asked.path.startswith("/~") else "moved", 200, "" if same else to)


def _instead(path: str) -> tuple[str, str]:
    """What to read instead of a page that is gone, and why it is."""
    words = path.partition("?")[0].split("/")
    entry = None
    if len(words) >= 5:
        rows = Entry.objects.select_related("replaced_by__edition")
        entry = rows.filter(edition__slug=words[1], kind=words[2], slug=words[3], status=Status.WITHDRAWN).first()
    if entry is None:
        return "", "withdrawn"
    to = entry.replaced_by.get_absolute_url() if entry.replaced_by and entry.replaced_by.is_published else ""
    return (settings.SITE_URL + to if to else ""), f"withdrawn: {entry.withdrawn_because}"


def _tidy(url: str) -> str:
    """A link without the punctuation that followed it in a sentence, and with its scheme."""
    url = url.split("](")[0]
    while url and url[-1] in ENDS and not (url[-1] == ")" and "(" in url):
        url = url[:-1]
    return url if re.match("https?://", url, re.I) else f"{urlsplit(settings.SITE_URL).scheme}://{url.removeprefix('//')}"


# --- what stands in a file


def _texts(data: bytes) -> Iterator[str]:
    """The texts of a file: of each mail in an archive, of an HTML page with its links, or the file itself."""
    data = data.replace(b"\r\n", b"\n")
    if FIRST_LINE.match(data):
        for mail in re.split(rb"(?m)^From [^\n]*\n(?=(?:[A-Za-z][A-Za-z0-9-]*:|>From ))", data):
            if mail.strip():
                yield from _mail(mail)
    elif HEADERS.match(data):
        yield from _mail(data)
    else:
        yield from _text(_decoded(data), is_html=TAGS.search(data) is not None)


def _mail(data: bytes) -> Iterator[str]:
    message = message_from_bytes(data, policy=policy.default)
    for part in message.walk():
        if part.get_content_maintype() != "text" or not isinstance(part, EmailMessage):
            continue
        try:
            words = str(part.get_content())
        except (LookupError, ValueError, KeyError):  # a character set that nobody knows
            words = _decoded(part.get_payload(decode=True) or b"")
        yield from _text(words, is_html=part.get_content_subtype() == "html")


def _text(words: str, *, is_html: bool) -> Iterator[str]:
    if not is_html:
        yield words
        return
    page = _Page()
    page.feed(words)
    page.close()
    yield "\n".join(page.links)
    yield "".join(page.words)


def _decoded(data: object) -> str:
    data = data if isinstance(data, bytes) else b""
    named = re.search(rb"charset=[\"']?([\w-]+)", data[:2000])
    for charset in filter(None, (named[1].decode() if named else "", "utf-8-sig")):
        try:
            return data.decode(charset)
        except (LookupError, UnicodeDecodeError):
            continue
    return data.decode("cp1252", "replace")


class _Page(HTMLParser):
    """The addresses that a page links to or shows, and the words outside of links, in which others may stand."""

    ADDRESS = {"a": "href", "area": "href", "link": "href", "iframe": "src", "img": "src"}

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.words: list[str] = []
        self.inside = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if address := dict(attrs).get(self.ADDRESS.get(tag, "")):
            self.links.append(address.strip())
            self.inside += tag == "a"

    def handle_endtag(self, tag: str) -> None:
        if tag == "a":
            self.inside = max(0, self.inside - 1)

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.words.append(data)
