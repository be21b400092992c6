"""The audit at the desk."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from laws.models import Part
from tests.builders import make_case, make_edition, make_law, make_penalty

from .forms import address

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/audit/"
PARTED = "The penalty:\n\n(a) By the declarer: 150 points.\n\n(b) By an adversary: three tricks."


@pytest.fixture
def site():
    law = make_law("84", text=PARTED)
    other = make_edition("whist-1889", words={})
    return {"law": law, "case": make_case("1", facts="See Law 98."), "whist": make_law("9", digest="In brief.", edition=other)}


def test_each_finding_leads_to_the_form_where_it_is_mended(desk, site):
    Part.objects.filter(anchor="b").delete()
    page = desk.get(ADDRESS).content.decode()
    assert "Parts out of step with the words" in page and f'<a href="{address(site["law"])}">Law 84 (Auction 1912)</a>' in page
    assert "Citations that lead nowhere" in page and f"/admin/laws/citation/{site['case'].citations.get().pk}/change/" in page
    assert "<strong>1</strong> broken" in page and "style=" not in page and "onclick" not in page


def test_the_findings_are_filtered_by_code_kind_and_sort(desk, site):
    whist = desk.get(ADDRESS, {"edition": "whist-1889"}).content.decode()
    assert "Law 9 (Whist 1889)" in whist and "Case 1" not in whist
    cases = desk.get(ADDRESS, {"kind": "case"}).content.decode()
    assert "Case 1 (Auction 1912)" in cases and "Law 9 (Whist" not in cases
    one = desk.get(ADDRESS, {"sort": "digest-only"}).content.decode()
    assert "Law 9 (Whist 1889)" in one and "Case 1 (Auction" not in one and "All findings" in one
    assert "Nothing was found." in desk.get(ADDRESS, {"sort": "no such sort"}).content.decode()


def test_a_long_list_is_cut_and_leads_to_the_whole_of_it(desk):
    for number in range(1, 50):
        make_law(str(number), publish=False, digest="In brief.", own_words=True)
    page = desk.get(ADDRESS).content.decode()
    assert "All 49: Laws that nothing cites" in page and 'href="?sort=uncited"' in page and "Law 49 (" not in page
    assert "Law 49 (" in desk.get(ADDRESS, {"sort": "uncited"}).content.decode()


def test_the_page_asks_the_same_number_of_questions_of_twice_the_rows(desk, site):
    desk.get(ADDRESS)
    with CaptureQueriesContext(connection) as few:
        desk.get(ADDRESS)
    for number in range(100, 106):
        make_law(str(number), text=PARTED)
        make_penalty(str(number), laws=f"{number} a")
    with CaptureQueriesContext(connection) as more:
        desk.get(ADDRESS)
    assert len(more) == len(few)


def test_those_who_may_see_entries_may_see_the_audit(client, writers_desk):
    assert writers_desk.get(ADDRESS).status_code == 200
    assert client.get(ADDRESS).status_code == 302
    client.force_login(User.objects.create_user("porter", is_staff=True))
    assert client.get(ADDRESS).status_code == 403


def test_the_desk_leads_to_the_audit_and_to_the_tables(desk):
    page = desk.get("/admin/").content.decode()
    assert 'href="/admin/audit/"' in page and 'href="/admin/import-table/"' in page


def test_the_form_of_a_row_says_whether_it_agrees_with_its_law(desk):
    make_law("84", text=PARTED)
    good, bad = make_penalty("1", laws="84 a"), make_penalty("2", penalty="50 points", laws="84 a")
    assert "The row agrees with Law 84 a (its printed words)." in desk.get(address(good)).content.decode()
    page = desk.get(address(bad)).content.decode()
    assert "The row differs from its law:" in page and "“50 points” is not in Law 84 a (its printed words), which says 150 points." in page
    assert "After saving, the row is compared" in desk.get("/admin/laws/penaltyentry/add/").content.decode()
