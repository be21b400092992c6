"""Deleting at the desk never breaks what points to an entry."""

from inspect import signature

import pytest
from django.contrib import admin
from django.contrib.admin.models import CHANGE, DELETION, LogEntry

from laws.models import Citation, Edition, Entry, Heading, LawText, Note, Offense, PenaltyEntry, Ruling, Synonyms
from tests.admin.forms import address, said
from tests.builders import make_case, make_edition, make_footnote, make_heading, make_law

pytestmark = pytest.mark.django_db


def test_deleting_a_cited_law_withdraws_it_and_says_so(desk):
    law = make_law("84", text="Words.")
    case = make_case("1", facts="Law 84.")
    answer = desk.post(address(law, "delete"), {"post": "yes", "because": "Replaced in 1915."})
    assert said(answer, desk) == ["Withdrawn instead of deleted, since readers may come to its address: Law 84."]
    law.refresh_from_db()
    assert (law.status, law.withdrawn_because) == ("withdrawn", "Replaced in 1915.")
    assert Citation.objects.get(source=case).target == law
    assert LogEntry.objects.get().action_flag == CHANGE


def test_a_draft_that_nothing_cites_is_deleted(desk):
    law = make_law("84", status="draft")
    answer = desk.post(address(law, "delete"), {"post": "yes"})
    assert said(answer, desk) == ["Deleted: Law 84."]
    assert answer["Location"] == address(LawText, "changelist")
    assert not Entry.objects.filter(pk=law.pk).exists()
    assert LogEntry.objects.get().action_flag == DELETION
    assert Entry.history.filter(id=law.pk).first().history_type == "-"


def test_the_confirmation_lists_what_cites_the_entry_and_what_hangs_on_it(desk):
    law = make_law("84", text="Words.")
    make_case("7", facts="Law 84.", title="A <b>case</b>")
    make_footnote("24", on=law)
    page = desk.get(address(law, "delete")).content.decode()
    for line in (
        "Law 84: A law (Auction 1912) will be withdrawn, not deleted, because it has been published.",
        "Case 7: A &lt;b&gt;case&lt;/b&gt; (Auction 1912) cites it",
        "Footnote 24 (Auction 1912) hangs on it",
    ):
        assert line in page
    assert "will be deleted" in desk.get(address(make_law("85", status="draft"), "delete")).content.decode()


def test_of_several_each_goes_its_own_way(desk):
    draft, public = make_law("1", status="draft"), make_law("2")
    chosen = {"action": "remove_selected", "_selected_action": [draft.pk, public.pk]}
    page = desk.post(address(LawText, "changelist"), chosen).content.decode()
    assert "Law 1: A law (Auction 1912) will be deleted" in page and "Law 2: A law (Auction 1912) will be withdrawn" in page
    assert Entry.objects.count() == 2
    answer = desk.post(address(LawText, "changelist"), chosen | {"post": "yes"})
    assert said(answer, desk) == ["Deleted: Law 1.", "Withdrawn instead of deleted, since readers may come to its address: Law 2."]
    assert list(Entry.objects.values_list("number", "status")) == [("2", "withdrawn")]


def test_the_stock_deletion_is_not_offered(desk):
    make_law("1")
    assert b"delete_selected" not in desk.get(address(LawText, "changelist")).content


def test_an_edition_with_entries_stays(desk):
    edition = make_law("1").edition
    answer = desk.post(address(edition, "delete"), {"post": "yes"})
    assert said(answer, desk) == ["Auction 1912 has 1 entries, and cannot be deleted while it has any."]
    answer = desk.post(address(Edition, "changelist"), {"action": "delete_selected", "_selected_action": [edition.pk], "post": "yes"})
    assert Edition.objects.filter(pk=edition.pk).exists()


def test_an_edition_without_entries_goes(desk):
    desk.post(address(make_edition("empty-1900"), "delete"), {"post": "yes"})
    assert not Edition.objects.filter(slug="empty-1900").exists()


def test_a_heading_goes_when_nothing_stands_under_it(desk):
    used, bare = make_heading("THE REVOKE"), make_heading("DUMMY")
    make_law("83", heading=used)
    for heading in (used, bare):
        desk.post(address(heading, "delete"), {"post": "yes"})
    assert list(Heading.objects.all()) == [used]


def test_an_offense_by_which_entries_are_found_stays(desk):
    make_law("83", offenses=("revoke",))
    revoke = Offense.objects.get()
    assert desk.post(address(revoke, "delete"), {"post": "yes"}).status_code == 403
    assert Offense.objects.exists()


@pytest.mark.parametrize("model", [Entry, LawText, Note, PenaltyEntry, Ruling, Heading, Offense, Synonyms], ids=lambda model: model._meta.model_name)
def test_what_others_hang_on_is_not_deleted_by_the_dozen(model, rf, admin_user) -> None:
    request = rf.get("/admin/")
    request.user = admin_user
    desk = admin.site._registry[model]
    assert "delete_selected" not in desk.get_actions(request)
    assert signature(desk.get_actions).parameters["action_location"].default is None, "later versions of Django ask where they stand"
