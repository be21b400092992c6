"""What search engines are told of an entry."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

import pytest

from laws.sharing import schema
from tests.builders import make_case, make_edition, make_etiquette, make_footnote, make_law, make_penalty, make_section

pytestmark = pytest.mark.django_db


def test_a_law_is_legislation_with_its_number_its_year_and_its_code() -> None:
    make_edition(title="The Laws of Auction Bridge", issued_by="The Whist Club of New York")
    told = schema.legislation(make_law("84", title="Costs", amended_at=datetime(2026, 5, 6, tzinfo=UTC)), ["/auction-1912/law/83/", "/auction-1912/law/83/"])
    assert (told["@type"], told["legislationIdentifier"], told["legislationDate"]) == ("Legislation", "Law 84", "1912")
    assert told["legislationPassedBy"]["name"] == "The Whist Club of New York"
    assert told["isPartOf"]["name"] == "The Laws of Auction Bridge, 1912"
    assert told["encoding"]["@type"] == "LegislationObject" and told["encoding"]["legislationLegalValue"] == "UnofficialLegalValue"
    assert told["citation"] == ["https://casebook.example/auction-1912/law/83/"]
    assert told["dateModified"].startswith("2026-05-06")


@pytest.mark.parametrize("make", [make_law, make_case, make_etiquette, make_section, make_penalty, make_footnote])
def test_every_kind_has_a_type_in_words_and_no_empty_value(make) -> None:
    told = schema.legislation(make())
    assert told["legislationType"] and all(value not in ("", None, [], {}) for value in told.values())


def test_a_case_is_dated_by_its_decision() -> None:
    assert schema.legislation(make_case("1", detail={"decided_on": date(1913, 2, 3)}))["legislationDate"] == "1913-02-03"


@pytest.mark.parametrize("odd", ["</script><script>alert(1)</script>", "<!--", "a & b", "one\u2028two", '"quoted"\\'])
def test_nothing_typed_ends_the_element(odd: str) -> None:
    block = schema.block(schema.legislation(make_law("84", title=odd)))
    assert "<" not in block and ">" not in block and "&" not in block
    assert json.loads(block)["name"] == " ".join(f"Law 84: {odd}".split())
