"""The live preview at the desk: nothing stored, nobody let in who may not save, and answers that last."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from laws.admin import answers
from laws.models import Case, Citation, Edition, Entry, Ruling
from laws.proofreading import reader
from tests.admin.forms import Typed, address, complaints, saved, send, typed
from tests.builders import make_case, make_edition, make_etiquette, make_law

pytestmark = pytest.mark.django_db
WATCHING = "The dummy should not rise from his chair in order to look on at his partner's play."


@pytest.fixture(autouse=True)
def code() -> Edition:
    make_law("49", text="Words.", title="Bidding out of turn")
    make_law("84", text="It costs:\n\n(a) this;\n\n(b) that.", title="The revoke")
    make_etiquette("8", text=WATCHING, title="Watching")
    make_etiquette("9", text="If a player say that he has the rest, nobody should show his cards.", title="The rest")
    return Edition.objects.get()


def where(entry=None) -> str:
    return reverse("admin:laws_ruling_preview") + (f"?of={entry.pk}" if entry else "")


def look(desk: Client, entry=None, **fields) -> str:
    """The preview, on one line, of a form with these fields: `decision` is the case's, `number` the entry's."""
    names = {name: name if name in ("number", "title", "edition", "editor_note") or "-" in name else f"case-0-{name}" for name in fields}
    sent = {"edition": Edition.objects.first().pk} | {names[name]: value for name, value in fields.items()}
    answer = desk.post(where(entry), sent)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_a_ruling_is_read_as_it_is_typed(desk):
    page = words(look(desk, decision="By Rule 49, Law 84 b, Section 9 of Etiquette and Law 100 he pays 150 points.", holding="He pays."))
    assert "Found Rule 49 Law 49: Bidding out of turn" in page
    assert "Found Law 84 b Law 84 b: The revoke" in page
    assert "Found Section 9 of Etiquette Etiquette 9: The rest" in page
    assert "Unknown Law 100 There is no Law 100 in this code; its last is Law 84." in page
    assert "He pays. The decision in one line, in our own words" in page
    assert not Entry.objects.of_kind("case").exists()


def test_the_preview_is_the_page_that_is_saved(desk):
    fields = {"decision": "By Law 84 b.\n\n_He_ pays.", "facts": "| a | b |\n|---|---|\n| c | Law 49 |", "holding": "He <pays>.", "place": "Here",
              "outcome": "mixed", "decided_on": "2026-01-05"}  # fmt: skip
    page = look(desk, number="7", title="A title", **fields)
    case = make_case("7", title="A title", own_words=False, detail=fields | {"query": ""})
    public = " ".join(Client().get(case.get_absolute_url()).content.decode().split())
    for section in re.findall(r"<section class=\"words.*?</section>", page, re.S):
        assert section in public
    assert re.findall(r'<dl class="particulars">.*?</dl>', page, re.S) == re.findall(r'<dl class="particulars">.*?</dl>', public, re.S)
    assert "<h1>" in page and re.search(r"<h1>.*?</h1>", page)[0] in public


@pytest.mark.parametrize("kind", ["lawtext", "etiquetteentry", "headedsection", "note"])
def test_every_kind_with_words_has_a_preview(desk, kind, code):
    answer = desk.post(reverse(f"admin:laws_{kind}_preview"), {"edition": code.pk, "number": "5", "title": "A title", "text": "See Law 84 b."})
    assert answer.status_code == 200
    assert "Found Law 84 b" in words(answer.content.decode())


def test_without_an_edition_it_asks_for_one(desk):
    assert "Choose the edition" in desk.post(where(), {"case-0-facts": "Law 84"}).content.decode()
    assert "Choose the edition" in desk.post(where(), {"edition": "x"}).content.decode()


@pytest.mark.parametrize(
    "sent",
    [
        {"case-0-decided_on": "yesterday", "case-0-outcome": "nothing", "number": "x" * 99},
        {"case-0-facts": "\x00 Law 84 \U0001f4a5 \u202e", "title": "\x00"},
        {"case-0-facts": "<script>alert(1)</script> Law 84 " * 900},
        {"say-x-at": "[1", "say-y-at": '["facts", "Law", 1]', "take-sic": "zzz", "say-z-verdict": "sic"},
        {"case-0-facts": "_" * 500 + "[^1]" + "| a"},
    ],
    ids=["wrong values", "odd characters", "markup, and much of it", "answers of nobody", "odd markup"],
)
def test_nothing_that_is_typed_makes_it_stumble(desk, sent, code):
    answer = desk.post(where(), {"edition": code.pk, **sent})
    assert answer.status_code == 200
    assert b"<script>alert" not in answer.content


# --- who may look


def test_looking_stores_nothing(desk):
    case = make_case("5", facts="Law 84.")

    def stored():
        return [list(model.objects.values()) for model in (Entry, Case, Citation, Entry.history.model)]

    before = stored()
    look(desk, case, facts="Law 49, and Law 100.", number="6")
    desk.post(address(case), typed(desk, address(case)) | {"case-0-facts": "Law 49", "_preview": "Preview"})
    assert stored() == before


def test_a_writing_statement_is_never_sent(desk, code):
    with CaptureQueriesContext(connection) as queries:
        desk.post(where(), {"edition": code.pk, "case-0-facts": 'Law 84 provides "some words of it" and 12.'})
    assert [query["sql"] for query in queries if not query["sql"].startswith(("SELECT", "SAVEPOINT", "RELEASE"))] == []


@pytest.mark.parametrize(
    ("permissions", "new", "old"),
    [([], 403, 403), (["view_ruling"], 403, 403), (["add_ruling"], 200, 403), (["view_ruling", "change_ruling"], 403, 200)],
    ids=["none", "view", "add", "change"],
)
def test_only_those_see_it_who_may_save(permissions, new, old, code):
    case = make_case("5", facts="Law 84.", status="draft", published_at=None)
    user = User.objects.create_user("somebody", password="a long enough word", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    sent = {"edition": code.pk, "case-0-facts": "Law 49"}
    assert client.post(where(), sent).status_code == new
    assert client.post(where(case), sent).status_code == old


def test_strangers_and_forgers_are_sent_away(desk, editor, code):
    assert Client().post(where(), {"edition": code.pk}).status_code == 302
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(editor)
    assert strict.post(where(), {"edition": code.pk}).status_code == 403
    assert desk.get(where()).status_code == 405
    for other in ("0", "x", "99999999999999999999"):
        assert desk.post(where() + f"?of={other}", {"edition": code.pk}).status_code == 403


# --- without scripts


def test_the_button_brings_the_form_back_as_typed_with_the_preview(desk):
    case = make_case("5", facts="Law 84.")
    answer = desk.post(address(case), typed(desk, address(case)) | {"case-0-facts": "By Law 49 he pays.", "_preview": "Preview"})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert Typed(page).values["case-0-facts"] == "By Law 49 he pays."
    assert "Found Law 49" in words(page) and "Nothing is saved yet" in words(page)
    assert "correct the error" not in page
    assert Case.objects.get(pk=case.pk).facts == "Law 84."


def test_a_new_ruling_can_be_looked_at_before_it_has_a_number(desk, code):
    answer = desk.post(address(Ruling, "add"), typed(desk, address(Ruling, "add")) | {"edition": code.pk, "case-0-facts": "Law 49", "_preview": "x"})
    assert answer.status_code == 200
    assert "Found Law 49" in words(answer.content.decode())


# --- what an editor answers


def answer(field: str, said: str, occurrence: int = 1, was: str = "", **values: str) -> dict[str, str]:
    """The fields of one answer, as the panel sends them."""
    one = answers.Answer((field, said, occurrence))
    return {f"say-{one.key}-at": one.at, f"say-{one.key}-was": was, **{f"say-{one.key}-{name}": value for name, value in values.items()}}


NEW = {"number": "7", "title": "A title", "case-0-decision": "Law 49, then Law 49 again, and in 84 too; Section 9 of Etiquette."}


def begun(desk: Client, **said: str) -> Entry:
    """A new ruling that was saved with these answers."""
    sent = typed(desk, address(Ruling, "add")) | {"edition": Edition.objects.first().pk, **NEW, **said}
    done = desk.post(address(Ruling, "add"), sent)
    assert done.status_code == 302, complaints(done)
    return Entry.objects.get(kind="case", number="7")


def said(entry: Entry) -> list[tuple]:
    rows = Citation.objects.filter(source=entry).exclude(verdict="").order_by("start")
    return [(row.words, row.occurrence, row.verdict, row.target and row.target.label, row.correction and row.correction.label) for row in rows]


ANSWERS = [
    (answer("decision", "Law 49", verdict="accepted"), ("Law 49", 1, "accepted", "Law 49", None)),
    (answer("decision", "Law 49", 2, verdict="not a citation"), ("Law 49", 2, "not a citation", None, None)),
    (answer("decision", "Law 49", verdict="target", meant="law 84 b"), ("Law 49", 1, "target", "Law 84", None)),
    (answer("decision", "84", verdict="target", meant="law 84"), ("84", 1, "target", "Law 84", None)),
    (answer("decision", "84", verdict="not a citation"), ("84", 1, "not a citation", None, None)),
    (
        answer("decision", "Section 9 of Etiquette", verdict="sic", meant="Etiquette 8", reason="Section 8 says it."),
        ("Section 9 of Etiquette", 1, "sic", "Etiquette 9", "Etiquette 8"),
    ),
]


@pytest.mark.parametrize(("sent", "stored"), ANSWERS, ids=[f"{row[0]}, {row[2]}" for _, row in ANSWERS])
def test_an_answer_given_before_the_first_saving_is_stored_and_stays(desk, sent, stored):
    case = begun(desk, **sent)
    assert said(case) == [stored]
    for decision in (f"First of all. {NEW['case-0-decision']}", NEW["case-0-decision"]):
        saved(desk, address(case), case__0__decision=decision)
        assert said(case) == [stored]


def test_the_panel_shows_what_was_answered_and_what_is_stored(desk):
    case = begun(desk, **answer("decision", "Law 49", verdict="target", meant="law 84 b", reason="So the minutes."))
    page = look(desk, case)
    assert 'value="target" selected' in page
    assert 'value="law 84 b"' in page
    page = look(desk, case, **answer("decision", "Law 49", 2, verdict="not a citation"))
    assert "Not a citation" in page and 'value="not a citation" selected' in page


def test_an_answer_is_taken_back(desk):
    case = begun(desk, **answer("decision", "Law 49", verdict="not a citation"))
    was = answers.Answer(("decision", "Law 49", 1), "not a citation").state
    saved(desk, address(case), **answer("decision", "Law 49", was=was, verdict=""))
    assert said(case) == []
    assert Citation.objects.get(source=case, words="Law 49", occurrence=1).outcome == "resolved"


def test_an_answer_that_was_not_touched_takes_nothing_back_that_another_editor_said(desk):
    case = begun(desk)
    open_form = answer("decision", "Law 49", verdict="")
    row = Citation.objects.get(source=case, words="Law 49", occurrence=1)
    saved(desk, address(row), verdict="not a citation")
    saved(desk, address(case), title="Another title", **open_form)
    assert said(case) == [("Law 49", 1, "not a citation", None, None)]


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (answer("decision", "Law 49", verdict="sic", meant="Etiquette 8"), "Say in a sentence why the printed words mean another entry."),
        (answer("decision", "Law 49", verdict="target"), "Say which entry is meant: “etiquette 8”, “law 84 b”."),
        (answer("decision", "Law 49", verdict="target", meant="law 999"), "There is no Law 999"),
        (answer("decision", "Law 49", verdict="target", meant="whist law 7"), "which the printed words do not name. Mark it “sic” instead."),
        (answer("decision", "Law 49", verdict="sic", meant="nothing at all", reason="x"), "names no entry"),
    ],
    ids=["sic without a reason", "nothing meant", "no such law", "another code", "no entry"],
)
def test_an_answer_that_says_too_little_is_told_and_stops_the_saving(desk, sent, sentence):
    make_law("7", edition=make_edition("whist-1889", short_title="Whist 1889"))
    case = make_case("7", detail={"decision": NEW["case-0-decision"]})
    assert sentence in unescape(look(desk, case, **sent))
    refused = send(desk, address(case), **sent)
    assert refused.status_code == 200
    assert sentence in " ".join(complaints(refused))
    assert said(case) == []
    page = unescape(refused.content.decode())
    for value in (each for name, each in sent.items() if name.endswith(("-verdict", "-meant")) and each):
        assert value in page, "what was answered is still there"


def test_a_proposal_is_taken_up_by_its_button(desk):
    words_of_8 = "Section 9 of Etiquette provides that Dummy shall not rise from his chair in order to look on at his partner's play."
    page = look(desk, number="7", decision=words_of_8)
    assert "The words quoted from it stand in" in page
    button = re.search(r'name="take-sic"\s+value="([^"]+)"', page)
    at = re.search(r'name="(say-\w+)-at" value="([^"]+)"', page)
    sent = {"decision": words_of_8, "take-sic": button[1], f"{at[1]}-at": unescape(at[2]), f"{at[1]}-was": "", f"{at[1]}-verdict": ""}
    page = look(desk, number="7", **sent)
    assert 'value="sic" selected' in page and "Etiquette 8 is meant." in words(page)
    assert "[sic]" not in page and "corrected" in page, "the text says so too"


def test_answers_on_words_that_are_gone_are_kept_with_the_form(desk):
    sent = answer("decision", "Law 49", verdict="not a citation")
    page = look(desk, decision="Nothing yet.", **sent)
    assert 'type="hidden" name="' + next(name for name in sent if name.endswith("-verdict")) in page


# --- the form


def test_the_form_says_its_keys_and_where_the_preview_is_fetched(desk):
    case = make_case("5")
    page = desk.get(address(case)).content.decode()
    assert f'hx-post="{where(case)}"' in page
    assert "saves and stays on this form" in words(page)


def test_those_who_only_look_have_no_preview():
    user = User.objects.create_user("reader", password="a long enough word", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_ruling"))
    client = Client()
    client.force_login(user)
    assert "hx-post" not in client.get(address(make_case("5"))).content.decode()


def test_more_citations_ask_no_more_questions(desk, code):
    def asked(count: int) -> int:
        text = " ".join(f"Law 84 b, Law {n}, and in {n} too." for n in range(1, count + 1))
        with CaptureQueriesContext(connection) as queries:
            desk.post(where(), {"edition": code.pk, "case-0-facts": text})
        return len(queries)

    assert asked(4) == asked(30)


def test_a_field_full_of_citations_is_read_so_far_and_whole_when_it_is_saved(desk, code):
    case = make_case("11", facts="Nothing.")
    text = "Law 84. " * (reader.MOST + 3)
    page = words(look(desk, case, facts=text, decision="By Law 49."))
    said = f"Only the first {reader.MOST} citations of “Facts” were read. Nothing from “Law 84. Law 84. Law 84. …” on has been looked at:"
    assert said in page
    assert "it is read when the entry is saved" in page
    assert "Found Law 49" in page, "another field is read for itself"
    saved(desk, address(case), **{"case-0-facts": text})
    assert Citation.objects.filter(source=case, field="facts").count() == reader.MOST + 3


def test_every_field_of_a_ruling_has_help_with_an_example(desk):
    shown = desk.get(address(Ruling, "add")).context
    form, (inline, *_) = shown["adminform"].form, shown["inline_admin_formsets"]
    fields = form.fields | inline.formset.forms[0].fields
    for name in ("edition", "number", "title", "offenses", "offenders", "phases", "holding", "outcome", "decided_on", "place", "facts", "query",
                 "decision"):  # fmt: skip
        assert re.search(r"“|: \S", fields[name].help_text), name
