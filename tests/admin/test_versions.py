"""The history at the desk: every version, the words in which two differ, and the way back to any."""

import pytest

from laws import editing, history
from laws.models import Citation, Entry, PenaltyRow
from tests.admin.forms import address, said, saved
from tests.builders import make_case, make_etiquette, make_footnote, make_heading, make_law, make_penalty

pytestmark = pytest.mark.django_db
EVIL = "<script>alert(1)</script> & \"so\""


def pieces(differences, label):
    found = next(difference for difference in differences if difference.label == label)
    return [(piece.kind, piece.text.strip()) for piece in found.pieces if piece.kind != "same"]


def back(desk, entry, version, **told):
    """Press the button on the page of a version, and again where it shows what that touches."""
    where = f"{address(entry, 'history')}{version.ref}/"
    told = {"why": "As it was.", **told}
    answer = desk.post(where, told)
    if answer.status_code == 200 and answer.context["impact"]:
        answer = desk.post(where, {**told, "_seen": answer.context["impact"].mark})
    return answer


def test_every_saving_is_one_version_with_who_when_why_and_what(desk, writers_desk):
    case = make_case("1", facts="Old facts.", status="draft")
    saved(writers_desk, address(case), case__0__facts="New facts.", why="A slip.")
    saved(desk, address(case), title="A better title", case__0__holding="Held otherwise.", offenders=["dummy"])
    found = desk.get(address(case, "history")).context["versions"]
    assert [(line.version.who, line.version.why) for line in found] == [("editor", ""), ("writer", "A slip."), ("the command line", "")]
    assert set(found[0].what) == {"Title: “A case” → “A better title”", "Holding: “Held.” → “Held otherwise.”", "Offenders: nothing → “dummy”"}
    assert found[1].what == ("Facts as printed: “Old facts.” → “New facts.”",)
    assert found[2].what == ("Made",)


def test_any_two_versions_are_compared_word_by_word(desk):
    law = make_law("84", text="It costs fifty points.")
    saved(desk, address(law), text="It costs one hundred points.")
    saved(desk, address(law), text="It costs one hundred points, and the deal.")
    found = history.versions(law)
    page = desk.get(address(law, "history"), {"from": found[0].ref, "to": found[2].ref})
    assert (page.context["old"], page.context["new"]) == (found[2], found[0]), "the older is the first, whichever was ticked first"
    assert pieces(page.context["differences"], "Printed words") == [
        ("removed", "fifty"), ("added", "one hundred"), ("added", ", and the deal"),
    ]  # fmt: skip
    assert b"<del> fifty</del><ins> one hundred</ins> points<ins>, and the deal</ins>." in page.content


@pytest.mark.parametrize("query", [{}, {"from": "0-0"}, {"from": "x", "to": "y"}, {"from": "9' OR 1=1", "to": ""}])
def test_senseless_versions_are_the_latest_two(desk, query):
    law = make_law("84")
    saved(desk, address(law), title="Other")
    found = history.versions(law)
    page = desk.get(address(law, "history"), query)
    assert (page.context["old"], page.context["new"]) == (found[1], found[0])


def test_a_version_is_put_back_with_its_row_and_its_facets(desk):
    case = make_case("1", facts="Law 1 says so.", offenders=("dummy",), phases=("play",), offenses=("revoke",))
    one, two = make_law("1", text="Words."), make_law("2", text="Words.")
    editing.publish([case])
    first = history.versions(case)[0]
    saved(desk, address(case), case__0__facts="Law 2 says so.", case__0__holding="Otherwise.", title="Other", offenders=["declarer"], offenses=[])
    assert Citation.objects.get(source=case).target == two
    assert back(desk, case, first).status_code == 302
    case = Entry.objects.for_page().get(pk=case.pk)
    assert (case.title, case.case.facts, case.case.holding, case.status) == ("A case", "Law 1 says so.", "Held.", "published")
    assert [[str(row) for row in rows.all()] for rows in (case.offenses, case.offenders, case.phases)] == [["Revoke"], ["Dummy"], ["The play"]]
    assert Citation.objects.get(source=case).target == one, "its citations are read again"
    latest = history.versions(case)[0]
    assert (latest.who, latest.why, len(history.versions(case))) == ("editor", "As it was.", 3)
    assert history.differences(latest, first) == [] or {d.label for d in history.differences(latest, first)} <= {"Amended at"}


def test_number_place_and_status_are_not_put_back(desk):
    law = make_law("84", text="Old words.")
    first = history.versions(law)[0]
    saved(desk, address(law), number="86", text="New words.", position=9)
    back(desk, law, first)
    law.refresh_from_db()
    assert (law.text, law.number, law.position, law.status) == ("Old words.", "86", 9, "published")


def test_what_a_version_names_may_be_gone_when_it_is_put_back(desk):
    law, row = make_law("84", status="draft"), make_penalty("1", laws="")
    PenaltyRow.objects.filter(pk=row.pk).update(claim_law=law)
    row.penaltyrow.claim_law = law
    row.penaltyrow.save()
    version = history.versions(row)[0]
    row.penaltyrow.claim_law = None
    row.penaltyrow.save()
    Entry.objects.get(pk=law.pk).delete()
    assert back(desk, row, version).status_code == 302
    assert PenaltyRow.objects.get(pk=row.pk).claim_law is None


def test_putting_back_asks_why_and_shows_what_it_touches(desk):
    law = make_law("84", text="It costs fifty points.")
    first = history.versions(law)[0]
    saved(desk, address(law), text="It costs one hundred points.")
    make_case("1", facts="Law 84.")
    where = f"{address(law, 'history')}{first.ref}/"
    page = desk.post(where, {"why": "Back."})
    assert "was written with the earlier words in view" in page.content.decode()
    assert desk.post(where, {"why": "", "_seen": page.context["impact"].mark}).context["form"].errors
    assert Entry.objects.get(pk=law.pk).text == "It costs one hundred points."


@pytest.mark.parametrize("status", ["published", "in review", "withdrawn"])
def test_a_writer_looks_at_versions_and_puts_back_those_of_drafts_only(writers_desk, desk, status):
    law = make_law("84", text="Old words.", status=status)
    first = history.versions(law)[0]
    saved(desk, address(law), text="New words.")
    where = f"{address(law, 'history')}{first.ref}/"
    page = writers_desk.get(where)
    assert page.status_code == 200 and b"Restore this version" not in page.content
    assert writers_desk.post(where, {"why": "Mine."}).status_code == 403
    draft = make_law("85", text="Old words.", status="draft")
    version = history.versions(draft)[0]
    saved(writers_desk, address(draft), text="New words.")
    assert back(writers_desk, draft, version).status_code == 302
    assert Entry.objects.get(pk=draft.pk).text == "Old words."


def test_a_withdrawn_entry_keeps_its_versions(desk, chief):
    law = make_law("84", text="Old words.")
    editing.withdraw(law, because="A mistake.")
    found = history.versions(law)
    assert [version.entry.status for version in found] == ["withdrawn", "published"]
    assert desk.get(f"{address(law, 'history')}{found[1].ref}/").status_code == 200


@pytest.mark.parametrize("make", [make_law, make_case, make_etiquette, make_footnote, make_penalty], ids=lambda make: make.__name__)
def test_a_deleted_draft_is_brought_back_whole(chiefs_desk, make):
    draft = make("7", status="draft", **({"offenders": ("dummy",)} if make in (make_case, make_penalty) else {}))
    before = {name: getattr(draft, name) for name in ("pk", "permanent_id", "number", "title", "text", "position")}
    detail = {field.attname: getattr(draft.detail(), field.attname) for field in draft.detail()._meta.concrete_fields}
    chiefs_desk.post(address(draft, "delete"), {"post": "yes"})
    assert not Entry.objects.exists()
    page = chiefs_desk.get("/admin/laws/entry/deleted/")
    (version, _), = page.context["gone"]
    assert (version.who, version.deleted) == ("chief", True)
    chiefs_desk.post("/admin/laws/entry/deleted/", {"version": version.ref})
    again = Entry.objects.for_page().get()
    assert {name: getattr(again, name) for name in before} == before
    assert {field.attname: getattr(again.detail(), field.attname) for field in again.detail()._meta.concrete_fields} == detail
    assert [row.offender for row in again.offenders.all()] == (["dummy"] if make in (make_case, make_penalty) else [])
    assert again.status == "draft"


def test_what_was_deleted_does_not_push_out_another(chiefs_desk):
    draft = make_law("7", status="draft")
    chiefs_desk.post(address(draft, "delete"), {"post": "yes"})
    make_law("7")
    version = history.deleted()[0]
    answer = chiefs_desk.post("/admin/laws/entry/deleted/", {"version": version.ref})
    assert "already exists" in said(answer, chiefs_desk)[-1]
    assert Entry.objects.get().status == "published"


def test_a_writer_brings_nothing_back(writers_desk, chiefs_desk):
    draft = make_law("7", status="draft")
    chiefs_desk.post(address(draft, "delete"), {"post": "yes"})
    version = history.deleted()[0]
    page = writers_desk.get("/admin/laws/entry/deleted/")
    assert page.status_code == 200 and b"Bring Law 7 back" not in page.content
    assert writers_desk.post("/admin/laws/entry/deleted/", {"version": version.ref}).status_code == 403
    assert not Entry.objects.exists()


def test_what_is_typed_is_never_markup_in_the_history(desk):
    law = make_law("84", text="Old words.")
    saved(desk, address(law), text=EVIL, title=EVIL, why=EVIL[:90])
    version = history.versions(law)[0]
    for where in (address(law, "history"), f"{address(law, 'history')}{version.ref}/"):
        page = desk.get(where).content
        assert b"<script>alert" not in page and b"&lt;script&gt;alert" in page


def test_headings_and_codes_have_versions_too(desk):
    heading = make_heading("THE REVOKE")
    saved(desk, address(heading), title="THE REVOKES", why="As printed.")
    page = desk.get(address(heading, "history"))
    assert page.context["versions"][0].what == ("Title: “THE REVOKE” → “THE REVOKES”",)
    assert b"THE<del> REVOKE</del><ins> REVOKES</ins>" in page.content
    version = page.context["versions"][1].version
    assert b"Restore this version" not in desk.get(f"{address(heading, 'history')}{version.ref}/").content


def test_a_version_of_another_entry_is_not_found(desk):
    law, other = make_law("84"), make_law("85")
    ref = history.versions(other)[0].ref
    assert desk.get(f"{address(law, 'history')}{ref}/").status_code == 404
    assert desk.get(f"/admin/laws/lawtext/99999/history/{ref}/").status_code == 404


def test_a_change_of_facets_alone_is_a_version():
    law = make_law("84", offenses=("revoke",))
    law.offenses.clear()
    editing.publish([law])
    found = history.versions(law)
    assert [version.entry.facets["offenses"] for version in found] == [[], ["revoke"]]
    editing.publish([law])
    assert len(history.versions(law)) == 2, "publishing again without a change makes none"


def test_twice_the_versions_ask_no_more_questions(django_assert_num_queries):
    case = make_case("1")
    for _ in range(2):
        with django_assert_num_queries(2):
            before = len(history.versions(case))
        for n in range(4):
            case.title = f"Title {before} {n}"
            case.save()
    assert len(history.versions(case)) == 9
