"""The oEmbed provider, asked by a strict consumer that others wrote."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html import unescape
from urllib.error import HTTPError
from urllib.parse import quote, urlsplit

import jsonschema
import micawber
import pytest
from django.test import Client

from laws import editing
from tests.builders import make_case, make_law, reword

pytestmark = pytest.mark.django_db
SITE = "https://casebook.example"
# What the standard asks of a rich answer.
RICH = {
    "type": "object",
    "required": ["type", "version", "html", "width", "height"],
    "properties": {
        "type": {"const": "rich"},
        "version": {"const": "1.0"},
        "html": {"type": "string", "pattern": "^<iframe .*</iframe>$"},
        **{name: {"type": "integer", "minimum": 1} for name in ("width", "height", "cache_age", "thumbnail_width", "thumbnail_height")},
        **{name: {"type": "string", "minLength": 1} for name in ("title", "author_name", "provider_name", "provider_url", "thumbnail_url")},
    },
    "dependentRequired": {"thumbnail_url": ["thumbnail_width", "thumbnail_height"]},
}


class Provider(micawber.Provider):
    """micawber's own consumer; only the wire is the test client."""

    def fetch(self, url: str) -> str:
        asked = urlsplit(url)
        answer = Client().get(f"{asked.path}?{asked.query}")
        if answer.status_code != 200:
            error = HTTPError(url, answer.status_code, "", answer.headers, None)  # type: ignore[arg-type]
            raise micawber.exceptions.ProviderHTTPException(url, error.code)
        return answer.content.decode()


@pytest.fixture
def consumer() -> micawber.ProviderRegistry:
    registry = micawber.ProviderRegistry()
    registry.register(rf"{re.escape(SITE)}/\S+", Provider(f"{SITE}/oembed"))
    return registry


@pytest.fixture
def law():
    return make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.", title="What a revoke costs")


def test_a_consumer_gets_a_frame_a_title_and_a_picture(consumer, law) -> None:
    told = consumer.request(f"{SITE}/auction-1912/law/84/")
    jsonschema.validate(told, RICH)
    assert told["title"] == "Law 84: What a revoke costs" and told["provider_name"] == "Casebook"
    assert f'src="{SITE}/embed/{law.permanent_id}/"' in told["html"]
    assert (told["thumbnail_width"], told["thumbnail_height"]) == (1200, 630)


def test_a_consumer_finds_it_in_running_text(consumer, law) -> None:
    html = consumer.parse_text(f"Look at\n{SITE}/auction-1912/law/84/#b\nfor this.")
    assert "<iframe" in html and f"/embed/{law.parts.get(anchor='b').permanent_id}/" in html


@pytest.mark.parametrize(
    ("asked", "got"),
    [({"maxwidth": 300}, (300, 360)), ({"maxwidth": 5000, "maxheight": 100}, (600, 100)), ({"maxwidth": 1, "maxheight": 1}, (1, 1))],
)
def test_the_frame_is_never_larger_than_asked_for(consumer, law, asked, got) -> None:
    told = consumer.request(f"{SITE}/auction-1912/law/84/", **asked)
    jsonschema.validate(told, RICH)
    assert (told["width"], told["height"]) == got
    assert f'width="{got[0]}" height="{got[1]}"' in told["html"]
    assert "thumbnail_url" not in told, "a picture larger than asked for"


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("/auction-1912/law/84", ""),
        ("/Auction-1912/Rule/84/", ""),
        ("/auction-1912/law/84/#b", "b"),
        ("/auction-1912/law/84b", "b"),
        ("/auction-1912/law/84/#z", ""),
        ("/auction-1912/law/84/?utm_source=mail", ""),
        ("/~{law}", ""),
        ("/~{LAW}/", ""),
        ("/~{b}", "b"),
        ("/auction-1912/law/83a/", ""),
        ("/auction-1912/law/84/share/", ""),
        ("/auction-1912/law/84/share/?part=b", "b"),
    ],
)
def test_every_spelling_of_an_address_is_taken(client, law, path: str, part: str) -> None:
    editing.keep_address(law, "/auction-1912/law/83a/")
    b = law.parts.get(anchor="b").permanent_id
    url = SITE + path.format(law=law.permanent_id.lower(), LAW=law.permanent_id, b=b)
    answer = client.get("/oembed", {"url": url})
    assert answer.status_code == 200, url
    assert f"/embed/{b if part else law.permanent_id}/" in answer.json()["html"]


@pytest.mark.parametrize("path", ["/~{b}", "/auction-1912/law/84/#b", "/auction-1912/law/84/share/?part=b", "/auction-1912/law/84b"])
def test_a_part_that_was_amended_away_is_its_law(client, law, path: str) -> None:
    b = law.parts.get(anchor="b").permanent_id
    reword(law, "No parts.")
    answer = client.get("/oembed", {"url": SITE + path.format(b=b)})
    assert answer.status_code == 200
    assert f"/embed/{law.permanent_id}/" in answer.json()["html"]


@pytest.mark.parametrize(
    "url",
    ["https://elsewhere.example/auction-1912/law/84/", "https://casebook.example.evil.example/auction-1912/law/84/", "https://evil.example@elsewhere.example/",
     "https://casebook.example:8443/auction-1912/law/84/", "ftp://casebook.example/auction-1912/law/84/", "/auction-1912/law/84/", "", "http://[", "https://casebook.example:x/",
     f"{SITE}/", f"{SITE}/cases/", f"{SITE}/auction-1912/law/400/", f"{SITE}/~ZZZZZ", f"{SITE}/%00%ff", f"{SITE}/auction-1912/law/85/", "x" * 5000],
)  # fmt: skip
def test_what_is_no_entry_of_this_site_is_refused(client, law, url: str) -> None:
    make_law("85", status="draft")
    assert client.get("/oembed", {"url": url}).status_code == 404


def test_a_strict_consumer_learns_of_a_refusal(consumer, law) -> None:
    with pytest.raises(micawber.exceptions.ProviderException):
        consumer.request(f"{SITE}/auction-1912/law/400/")


@pytest.mark.parametrize(
    ("params", "status"),
    [({"format": "yaml"}, 501), ({"format": "JSON"}, 200), ({"format": ""}, 200), ({"maxwidth": "wide"}, 400), ({"maxwidth": "0"}, 400),
     ({"maxheight": "-5"}, 400), ({"maxwidth": "٣"}, 400), ({"maxwidth": "9" * 50}, 400), ({"maxwidth": ""}, 200)],
)  # fmt: skip
def test_what_makes_no_sense_is_refused_with_the_right_number_and_a_sentence(client, law, params, status: int) -> None:
    answer = client.get("/oembed", {"url": f"{SITE}/auction-1912/law/84/", **params})
    assert answer.status_code == status and answer.content.strip()


def test_no_address_at_all_is_asked_for(client) -> None:
    assert client.get("/oembed").status_code == 400


@pytest.mark.parametrize("odd", ["A & <b>", '"><script>', "\x07 bell", "é ♠"])
def test_xml_says_the_same_as_json(client, odd: str) -> None:
    make_case("11", title=odd)
    ask = {"url": f"{SITE}/auction-1912/case/11/"}
    answer = client.get("/oembed", {**ask, "format": "xml"})
    assert answer["Content-Type"] == "text/xml; charset=utf-8"
    told = {element.tag: element.text for element in ET.fromstring(answer.content)}
    assert told == {name: str(value) for name, value in client.get("/oembed", ask).json().items()}
    assert "<script" not in told["html"]


def test_pages_lead_consumers_to_both_forms(client, law) -> None:
    html = client.get("/auction-1912/law/84/").content.decode()
    found = dict(re.findall(r'type="((?:application/json|text/xml)\+oembed)"\s+href="([^"]+)"', html))
    assert found.keys() == {"application/json+oembed", "text/xml+oembed"}
    for href in found.values():
        asked = urlsplit(unescape(href))
        assert quote(f"{SITE}/auction-1912/law/84/", safe="") in asked.query
        assert client.get(f"{asked.path}?{asked.query}").status_code == 200


def test_scripts_of_other_sites_may_ask(client, law) -> None:
    assert client.get("/oembed", {"url": "x"})["Access-Control-Allow-Origin"] == "*"
