"""What cannot be saved is said in a sentence, and nothing changes."""

import pytest

from laws.models import Entry, FormerAddress, LawText, Note, PenaltyEntry, Ruling
from tests.admin.forms import address, complaints, saved, send
from tests.builders import make_case, make_edition, make_etiquette, make_footnote, make_heading, make_law, make_penalty, make_section

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("(150 points | new deal", "“(150 points | new deal” has a bracket that does not close."),
        ("a | b & c", "“a | b & c” mixes | and &: put brackets round what belongs together."),
        ("a | | b", "“a | | b” has an empty remedy."),
        ("((a & b) | c) | d", "Remedies can be grouped once, not twice."),
    ],
)
def test_remedies_that_cannot_be_read(desk, typed, sentence):
    row = make_penalty("1")
    answer = send(desk, address(row), penaltyrow__0__remedies=typed)
    assert complaints(answer) == [sentence]
    assert typed.replace("&", "&amp;") in answer.content.decode(), "what was typed is still there"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"number": "85"}, "Auction 1912 has a Law 85 already (published)."),
        ({"number": ""}, "Give the printed number: 84, 50a or XI."),
        ({"number": "eighty"}, "A number as printed: 84, 50a or XI; for a note also a letter or a sign. Sections without a number leave it empty."),
        ({"text": "", "digest": ""}, "It has no words yet. Write them, here or in brief, or keep it a draft."),
        ({"_submit": "1"}, "Law 84 is published, so that “Submit for review” has nothing to do."),
    ],
)
def test_a_law_that_cannot_stand(desk, changes, sentence):
    law = make_law("84")
    make_law("85")
    assert complaints(send(desk, address(law), **changes)) == [sentence]
    assert Entry.objects.get(pk=law.pk).history.count() == 1


def test_a_pointer_leads_to_something_published(desk):
    law, draft = make_law("84"), make_law("85", status="draft")
    answer = desk.post(f"/admin/laws/lawtext/{law.pk}/move/withdraw/", {"why": "Replaced.", "replaced_by": draft.pk})
    assert answer.context["form"].non_field_errors() == ["Law 85 is not published, so that readers could not follow the pointer."]


def test_a_heading_of_another_code_is_refused(desk):
    other = make_heading(edition=make_edition("whist-1889"))
    answer = send(desk, address(LawText, "add"), edition=make_edition().pk, number="1", heading=other.pk)
    assert complaints(answer) == ["This heading belongs to Whist 1889; choose one of Auction 1912."]


def test_a_published_case_has_words(desk):
    answer = send(desk, address(Ruling, "add"), edition=make_edition().pk, number="1", title="A case", _publish="1")
    assert complaints(answer) == ["It cannot be published yet: give it facts, a query or a decision, or keep it a draft."]


def test_a_draft_of_a_case_may_be_empty(desk):
    saved(desk, address(Ruling, "add"), edition=make_edition().pk, number="1", title="A case")
    assert Entry.objects.get().case.facts == ""


def test_a_note_hangs_on_one_thing_of_its_own_code(desk):
    law, heading = make_law("84", edition=make_edition("whist-1889")), make_heading()
    note = make_footnote("1", on=make_law("1", text="Law.\n\n(a) this."))
    assert complaints(send(desk, address(note), footnote__0__anchor=law.pk)) == ["Law 84 is of Whist 1889, another code."]
    assert complaints(send(desk, address(note), footnote__0__anchor_part="b")) == ["Law 1 has the parts a; there is no “b”."]
    assert complaints(send(desk, address(note), footnote__0__anchor_heading=heading.pk)) == [
        "A note hangs on one thing: an entry or a heading, not both."
    ]


def test_only_a_law_says_who_may_claim(desk):
    answer = send(desk, address(make_penalty("1")), penaltyrow__0__claim_law=make_etiquette("10").pk)
    assert complaints(answer) == ["Etiquette 10 is no law."]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([{"number": "24", "text": "Words."}], "Auction 1912 has a Footnote 24 already (published)."),
        ([{"number": "1", "text": ""}], "A note needs words: those printed, or the same in brief."),
        ([{"number": "1", "text": "One."}, {"number": "1", "text": "Two."}], "Two rows cannot have the same number: 1."),
        ([{"number": "1", "text": "One.", "anchor_part": "c"}], "Law 84 has no parts; there is no “c”."),
    ],
)
def test_a_row_of_footnotes_that_cannot_stand(desk, rows, sentence):
    make_footnote("24", on=make_section())
    law = make_law("84")
    changes = {"footnotes__TOTAL_FORMS": len(rows)}
    changes |= {f"footnotes__{i}__{name}": value for i, row in enumerate(rows) for name, value in {"status": "", **row}.items()}
    assert sentence in complaints(send(desk, address(law), **changes))
    assert Entry.objects.of_kind("footnote").count() == 1


def test_a_line_of_the_table_names_its_laws(desk):
    row = make_penalty("1")
    answer = send(desk, address(row.edition), entries__0__laws="")
    assert complaints(answer) == ["A published row names the laws that it rests on: 84 b."]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("section etiquette", "“section etiquette” is not like “section = etiquette”."),
     ("rule = rules", "“rule” cannot mean “rules”, which is none of law, etiquette, section, footnote, case, penalty.")],
)  # fmt: skip
def test_words_of_a_code_that_mean_nothing(desk, typed, sentence):
    assert complaints(send(desk, address(make_edition()), words=typed)) == [sentence]


def test_an_edition_that_is_renamed_is_still_found_by_its_old_address(desk, client):
    edition = make_law("1").edition
    saved(desk, address(edition), slug="auction-1915")
    edition.refresh_from_db()
    assert edition.slug == "auction-1915"
    assert client.get("/auction-1912/law/1/").headers["Location"].endswith("/auction-1915/law/1/")


def test_a_published_entry_stays_in_its_code(desk):
    law, whist = make_law("1"), make_edition("whist-1889")
    saved(desk, address(law), edition=whist.pk)
    assert Entry.objects.get(pk=law.pk).edition.slug == "auction-1912"
    draft = make_law("2", status="draft")
    saved(desk, address(draft), edition=whist.pk)
    assert Entry.objects.get(pk=draft.pk).edition == whist


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/auction-1912/law/1/", "An entry has this address now; it cannot lead elsewhere."),
        ("auction-1912/law/1", "An address of this site, from slash to slash: /auction-1912/law/83a/."),
    ],
)
def test_a_former_address_is_one_that_nothing_has(desk, path, sentence):
    law = make_law("1")
    assert complaints(send(desk, address(FormerAddress, "add"), path=path, entry=law.pk)) == [sentence]


@pytest.mark.parametrize("model", [Ruling, Note, PenaltyEntry, LawText])
def test_an_empty_form_says_what_is_missing(desk, model):
    answer = desk.post(address(model, "add"), _empty(desk, model))
    assert answer.status_code == 200
    assert complaints(answer)


def _empty(desk, model):
    names = desk.get(address(model, "add")).context["inline_admin_formsets"]
    return {f"{each.formset.prefix}-{name}": 0 for each in names for name in ("TOTAL_FORMS", "INITIAL_FORMS")}


def test_a_case_of_another_kind_is_not_found_in_the_list_of_laws(desk):
    case = make_case("1")
    assert desk.get(address(LawText, "changelist") + f"{case.pk}/change/").status_code == 302
