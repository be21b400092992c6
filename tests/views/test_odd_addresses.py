"""Addresses that no page links to and no printer prints: what a database may refuse to look for must not become an error of the site."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.builders import make_case, make_law

pytestmark = pytest.mark.django_db
ODD = {
    "a NUL": "%00",
    "a NUL in a word": "8%004",
    "half a character": "%ED%A0%80",
    "more than a whole number holds": "9223372036854775808",
    "less than none": "-1",
    "the other direction of writing": "%E2%80%AE84",
    "a quotation mark and a comment": "84%27--",
}
ADDRESSES = (
    "/{}/", "/{}", "/~{}", "/{}/law/84/", "/auction-1912/{}/", "/auction-1912/{}/84/", "/auction-1912/law/{}/", "/auction-1912/law/84/{}/", "/auction-1912/law/76-{}/",
    "/auction-1912/law/84/preview/?part={}", "/auction-1912/cases/?q={0}&law={0}&offense={0}&page={0}", "/auction-1912/penalties/?q={0}&law={0}&offense={0}",
    "/cases/?q={0}&code={0}&year={0}&page={0}", "/finder/{}/", "/finder/declarer/{}/", "/search/?q={}", "/search/?q=revoke&kind={0}&code={0}&offense={0}&law={0}&page={0}",
    "/search/suggest/?q={}",
)  # fmt: skip


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_an_odd_address_is_answered_or_not_found(client: Client, odd: str) -> None:
    make_law("84", text="(b) If an adversary revokes: 150 points.")
    make_case("11", facts="See Law 84 b.")
    answers = {address.format(odd): client.get(address.format(odd)).status_code for address in ADDRESSES}
    assert {address: status for address, status in answers.items() if status not in {200, 301, 302, 400, 404}} == {}
