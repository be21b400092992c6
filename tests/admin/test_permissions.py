"""Every address of the desk, for both groups: a Writer changes drafts and nothing else, by whatever is sent to whatever address."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from laws import editing, history, workflow
from laws.models import DESK, Citation, Entry, Extract, FormerAddress, LawText, Part
from laws.models.generation import Generation
from tests.admin.conftest import browser_of, in_group
from tests.admin.forms import Typed, address, complaints, said, saved, send, typed
from tests.builders import (
    make_case,
    make_edition,
    make_etiquette,
    make_footnote,
    make_heading,
    make_law,
    make_penalty,
    make_section,
)

pytestmark = pytest.mark.django_db
NAMES = frozenset({"text", "digest", "title", "facts", "decision", "holding", "offense", "penalty_text", "laws", "words", "names", "why", "path"})
BUTTONS = ("_save", "_publish", "_submit")
HISTORIES = {"historicalentry": "id", "historicalcase": "entry_id", "historicalpenaltyrow": "entry_id", "historicalfootnote": "entry_id"}


# --- the addresses


def patterns(resolver: Any = None, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every pattern under /admin/, with its whole route."""
    for found in (resolver or get_resolver()).url_patterns:
        route = before + str(found.pattern)
        if isinstance(found, URLResolver):
            yield from patterns(found, route)
        elif route.startswith("admin/"):
            yield route, found


def model_of(route: str) -> Any:
    """The model whose pages a route is one of."""
    app, name = [*route.split("/"), "", ""][1:3]
    return apps.all_models[app].get(name) if app in apps.all_models else None


def filled(route: str, entries: list[Entry]) -> list[str]:
    """The addresses that a route stands for, with rows that are there. A parameter that is not known here fails the test: teach it."""
    model = model_of(route)
    rows: list[Any] = []
    if model is not None:
        rows = [entry for entry in entries if DESK[entry.kind] is model or model is Entry] or list(model._default_manager.all()[:2])
    found = []
    for row in rows or [None]:
        whole = route
        for param in ("<path:object_id>", "<int:key>", "<int:pk>"):
            whole = whole.replace(param, str(row.pk if row else 1))
        refs = [version.ref for version in history.versions(row)] if "<slug:ref>" in whole and row is not None else [""]
        for ref in refs:
            for step in workflow.MOVES if "<slug:name>" in whole else [""]:
                found.append(whole.replace("<slug:ref>", ref).replace("<slug:name>", step))
    return found


def concrete(entries: list[Entry]) -> list[str]:
    """Every address of the desk."""
    entry_type = ContentType.objects.get_for_model(Entry).pk
    known = {"<path:content_type_id>": str(entry_type), "<int:content_type_id>": str(entry_type), "<id>": "1", "<int:user_id>": "1"}
    found: dict[str, None] = {}
    for route, _ in patterns():
        if route in ("admin/(?P<url>.*)$", "admin/logout/", "admin/login/", "admin/^(?P<app_label>auth|laws)/$"):
            continue
        for param, value in known.items():
            route = route.replace(param, value)
        for where in filled(route, entries):
            found["/" + where.replace("<path:object_id>", str(entries[0].pk))] = None
    return [where for where in found if not where.endswith("(?P<url>.*)$") and "(?P<app_label>" not in where]


# --- what must not change


def everything() -> list[Entry]:
    """An entry of every kind that is published, one that is in review, one that is withdrawn, one that is a draft, and what hangs on them."""
    heading = make_heading("THE REVOKE")
    made = []
    for at, status in enumerate(("published", "in review", "withdrawn", "draft")):
        law = make_law(f"{10 + at}", text=f"It costs:[^{at}]\n\n(a) this;\n\n(b) that.", heading=heading, status=status, offenses=("revoke",))
        case = make_case(f"{at}", facts=f"Law {10 + at} a, and Law 400.", offenders=("dummy",), phases=("play",), status=status)
        made += [law, case]
        if status == "published":
            made += [make_etiquette("1", text="Law 10."), make_section(), make_footnote("1", on=law, part="a"), make_penalty("1", laws="10 b")]
        Extract.objects.create(entry=law, quoted_in=case, words="this")
    FormerAddress.objects.create(path="/auction-1912/law/90/", entry=made[0])
    gone = make_law("99", status="draft")
    editing.remove([gone], because="Not wanted.")
    return made


def guarded(keys: list[int]) -> dict[str, Any]:
    """All rows of all our tables but those of drafts; where an entry stands among others is no part of it."""
    found: dict[str, Any] = {"published": sorted(Entry.objects.published().values_list("pk", flat=True))}
    for model in [*apps.get_app_config("laws").get_models(), Entry.offenses.through]:
        if model._meta.proxy or model is Generation:  # which counts how often something was read anew, and says nothing of it
            continue
        rows = model._default_manager.all()
        links = [field.name for field in model._meta.concrete_fields if field.is_relation and field.related_model is Entry]
        if model is Entry:
            rows = rows.filter(pk__in=keys)
        elif model._meta.model_name in HISTORIES:
            rows = rows.filter(**{f"{HISTORIES[model._meta.model_name]}__in": keys})
        elif links:
            rows = rows.filter(**{f"{'source' if 'source' in links else links[0]}__in": keys})
        names = [field.attname for field in model._meta.concrete_fields if field.attname != "position"]
        found[model._meta.label] = list(rows.order_by("pk").values(*names))
    return found


# --- what is sent


def sent(superuser: Client, where: str, keys: list[int]) -> list[dict[str, Any]]:
    """What somebody may send to an address who means harm: its own form with other words, every button, every action, every answer."""
    page = superuser.get(where)
    values = Typed(page.content.decode()).values if page.status_code == 200 and b"<form" in page.content else {}
    for name in values:
        if name.rpartition("-")[2] in NAMES and isinstance(values[name], str):
            values[name] = "Law 1 by a writer"
        if name.rpartition("-")[2] in ("status",):
            values[name] = "published"
    told = {"post": "yes", "because": "So.", "why": "So.", "verdict": "not a citation", "status": "published"}
    of_an_entry = model_of(where.strip("/")) in DESK.values()
    forms = [values | told | {button: "1"} for button in (BUTTONS if of_an_entry else BUTTONS[:1])]
    if "cl" in (page.context or {}):
        actions = [name for name, _ in page.context["action_form"].fields["action"].choices if name] if page.context["action_form"] else []
        forms = [told | {"action": name, "_selected_action": keys, "select_across": "0"} for name in actions]
        forms.append({"form-TOTAL_FORMS": 1, "form-INITIAL_FORMS": 1, "form-0-id": keys[0], "form-0-status": "published", "form-0-title": "So", "_save": "1"})
    if where.endswith("/deleted/"):
        forms = [{"version": version.ref} for version in history.deleted()]
    if "/history/" in where and page.status_code == 200 and page.context and page.context.get("impact"):
        forms.append(told | {"_seen": page.context["impact"].mark})
    return forms


@pytest.fixture
def made(db):
    make_edition("whist-1889")
    return everything()


def test_the_walk_meets_every_form_of_every_kind(made):
    where = concrete(made)
    assert len(where) > 100
    for model in DESK.values():
        for page in ("changelist", "add"):
            assert reverse(f"admin:laws_{model._meta.model_name}_{page}") in where
    assert not [one for one in where if "<" in one or "(?P" in one], "an address with a parameter that this test does not know: teach it"


def test_a_writer_changes_drafts_and_nothing_else_whatever_is_sent(desk, writers_desk, made):
    keys = [entry.pk for entry in made if entry.status != "draft"]
    before = guarded(keys)
    for where in concrete(made):
        assert writers_desk.get(where).status_code in (200, 301, 302, 403, 404, 405), where
        posted = sent(desk, where, keys)
        for values in posted:
            answer = writers_desk.post(where, values)
            assert answer.status_code in (200, 301, 302, 400, 403, 404, 405), where
        now = guarded(keys)
        assert now == before, (where, posted, [(name, rows) for name, rows in now.items() if rows != before[name]][:2])


def test_an_editor_may_open_every_page_of_the_texts_and_none_of_the_accounts(chiefs_desk, made):
    for where in concrete(made):
        answer = chiefs_desk.get(where)
        assert answer.status_code in (200, 301, 302, 403, 404, 405), where
        if where.startswith("/admin/auth/"):
            assert answer.status_code == 403 or answer["Location"].startswith("/admin/auth/"), where


def test_nobody_else_comes_in_at_any_address(made):
    reader = browser_of(User.objects.create_user("reader"))
    for where in concrete(made):
        for client in (Client(), reader):
            for answer in (client.get(where), client.post(where, {"post": "yes"})):
                assert answer.status_code == 302 and "/admin/login/" in answer["Location"], where


# --- what each may do


def test_a_writer_drafts_changes_and_hands_in(writers_desk):
    edition = make_edition()
    where = "/admin/laws/ruling/add/"
    page = writers_desk.get(where).content.decode()
    assert 'value="Submit for review"' in page and 'value="Publish"' not in page
    saved(writers_desk, where, edition=edition.pk, number="1", title="A case", case__0__facts="Facts.")
    case = Entry.objects.get()
    assert case.status == "draft"
    saved(writers_desk, address(case), case__0__facts="Other facts.")
    answer = saved(writers_desk, address(case), case__0__facts="Better facts.", _submit="1")
    assert said(answer, writers_desk) == ["Submitted for review: Case 1: A case."]
    case = Entry.objects.for_page().get()
    assert (case.status, case.case.facts, case.history.first().history_user.username) == ("in review", "Better facts.", "writer")
    page = writers_desk.get(address(case)).content.decode()
    assert 'name="_submit"' not in page and 'name="_save"' not in page and "/move/" not in page, "no button is left"


@pytest.mark.parametrize(
    ("status", "buttons"),
    [
        ("draft", ["Submit for review", "Publish"]),
        ("in review", ["Publish", "Send back …"]),
        ("published", ["Withdraw …"]),
        ("withdrawn", ["Restore …"]),
    ],
)
def test_the_form_shows_the_buttons_that_one_may_use(chiefs_desk, status, buttons):
    law = make_law("84", status=status)
    assert [step["label"] for step in chiefs_desk.get(address(law)).context["steps"]] == buttons


def test_an_editor_asks_for_more_and_the_writer_reads_it(chiefs_desk, writers_desk):
    law = make_law("84", status="in review")
    where = reverse("admin:laws_lawtext_move", args=[law.pk, "send-back"])
    assert "What should be done to it?" in chiefs_desk.get(where).content.decode()
    assert chiefs_desk.post(where, {"why": ""}).context["form"].errors
    chiefs_desk.post(where, {"why": "Name the <source>."})
    assert "Name the &lt;source&gt;." in writers_desk.get(address(law)).content.decode()
    assert Entry.objects.get().status == "draft"


def test_publishing_in_the_form_saves_what_is_typed(chiefs_desk):
    law = make_law("84", text="Old words.", status="in review")
    answer = saved(chiefs_desk, address(law), text="Last words.", _publish="1")
    assert said(answer, chiefs_desk) == ["Published: Law 84: A law."]
    law = Entry.objects.get()
    assert (law.text, law.status, law.published_at is not None) == ("Last words.", "published", True)


def test_a_button_pressed_twice_says_that_it_was_done(chiefs_desk):
    law = make_law("84", status="draft")
    opened = typed(chiefs_desk, address(law)) | {"_publish": "1"}
    assert chiefs_desk.post(address(law), opened).status_code == 302
    assert complaints(chiefs_desk.post(address(law), opened)) == ["Law 84 is published, so that “Publish” has nothing to do."]
    where = reverse("admin:laws_lawtext_move", args=[law.pk, "publish"])
    assert said(chiefs_desk.get(where), chiefs_desk) == ["Law 84 is published, so that “Publish” has nothing to do."]


def test_a_form_that_cannot_be_published_comes_back_as_the_draft_that_it_is(chiefs_desk):
    law = make_law("84", text="Words.", status="draft")
    answer = send(chiefs_desk, address(law), text="", _publish="1")
    assert complaints(answer) == ["It has no words yet. Write them, here or in brief, or keep it a draft."]
    page = answer.content.decode()
    assert 'value="Publish"' in page and 'value="Submit for review"' in page and ">Draft<" in page.replace("\n", "")


def test_many_are_moved_at_once_or_each_says_why_not(chiefs_desk, writers_desk):
    drafts = [make_law("1", status="draft"), make_law("2", status="draft")]
    bare, where = make_law("3", status="draft", publish=False), address(LawText, "changelist")
    Entry.objects.filter(pk=bare.pk).update(text="")
    chosen = {"_selected_action": [*(law.pk for law in drafts), bare.pk]}
    answer = chiefs_desk.post(where, {"action": "publish_selected", **chosen})
    assert said(answer, chiefs_desk) == [
        "Nothing has changed. Of 3, these cannot be published:", "Law 3 has no words yet: write them, or keep it a draft.",
    ]  # fmt: skip
    assert not Entry.objects.published().exists()
    answer = writers_desk.post(where, {"action": "submit_selected", **chosen})
    assert said(answer, writers_desk) == ["Submitted for review: Law 1, Law 2, Law 3."]
    answer = chiefs_desk.post(where, {"action": "return_selected", "_selected_action": [bare.pk]})
    assert said(answer, chiefs_desk)[-1] == "Sent back: Law 3."
    answer = chiefs_desk.post("/admin/laws/entry/", {"action": "publish_selected", "_selected_action": [law.pk for law in drafts]})
    assert said(answer, chiefs_desk) == ["Published: Law 1, Law 2."]


def test_a_writer_decides_on_the_citations_of_drafts_only(writers_desk):
    make_law("1", text="Words.")
    for status, code in (("draft", 302), ("in review", 403), ("published", 403)):
        case = make_case("123"["dip".index(status[0])], facts="Law 1.", status=status)
        row = Citation.objects.get(source=case)
        answer = writers_desk.post(address(row), (typed(writers_desk, address(row)) if code == 302 else {}) | {"verdict": "accepted"})
        assert answer.status_code == code


def test_a_writer_does_not_change_a_published_note_on_the_page_of_a_draft(writers_desk, desk):
    law = make_law("84", text="Words.[^1]", status="draft")
    note = make_footnote("1", text="Old note.", on=law)
    answer = writers_desk.post(address(law), typed(writers_desk, address(law)) | {"footnotes-0-text": "New note."})
    assert complaints(answer) == ["Footnote 1 is published: ask an editor to change it."]
    answer = writers_desk.post(address(law), typed(writers_desk, address(law)) | {"footnotes-0-status": "draft", "title": "New"})
    assert Entry.objects.get(pk=note.pk).text == "Old note." and Entry.objects.get(pk=note.pk).status == "published"
    new = {"footnotes-TOTAL_FORMS": 2, "footnotes-1-number": "2", "footnotes-1-text": "Mine.", "footnotes-1-status": "published"}
    answer = writers_desk.post(address(law), typed(writers_desk, address(law)) | new)
    assert "Select a valid choice" in complaints(answer)[0]


def test_withdrawing_shows_what_it_touches_and_points_on(chiefs_desk, client):
    law, new = make_law("84"), make_law("85", title="The new one")
    make_case("1", facts="Law 84.")
    where = reverse("admin:laws_lawtext_move", args=[law.pk, "withdraw"])
    page = chiefs_desk.get(where).content.decode()
    assert "its link will lead to the page that says why this was withdrawn" in page
    chiefs_desk.post(where, {"why": "Replaced in 1915.", "replaced_by": new.pk})
    page = client.get(law.get_absolute_url())
    assert page.status_code == 410 and b"Replaced in 1915." in page.content and b"The new one" in page.content
    saved(chiefs_desk, address(law), withdrawn_because="Replaced in 1916.")
    assert b"Replaced in 1916." in client.get(law.get_absolute_url()).content
    chiefs_desk.post(reverse("admin:laws_lawtext_move", args=[law.pk, "restore"]), {"why": "It stands."})
    assert client.get(law.get_absolute_url()).status_code == 200


def test_a_change_that_touches_others_is_shown_before_it_is_saved(chiefs_desk):
    law = make_law("84", text="It costs fifty points.")
    make_case("1", facts="Law 84.")
    answer = send(chiefs_desk, address(law), number="86", why="Renumbered.")
    assert complaints(answer) == ["Nothing is saved yet. Look at what this touches, and press the same button again."]
    page = answer.content.decode()
    assert 'id="impact"' in page and "/auction-1912/law/84/ will lead to /auction-1912/law/86/" in page
    assert Entry.objects.get(pk=law.pk).number == "84"
    values = Typed(page).values
    assert values["number"] == "86" and values["why"] == "Renumbered."
    assert chiefs_desk.post(address(law), values | {"title": "And a title"}).status_code == 302
    assert Entry.objects.get(pk=law.pk).number == "86"


def test_an_impact_that_has_changed_is_shown_again(chiefs_desk):
    law = make_law("84", text="It costs fifty points.")
    make_case("1", facts="Law 84.")
    values = Typed(send(chiefs_desk, address(law), text="It costs one hundred points.").content.decode()).values
    make_case("2", facts="Law 84.")
    answer = chiefs_desk.post(address(law), values)
    assert answer.status_code == 200 and "Case 2" in answer.content.decode()


@pytest.mark.parametrize("place", ["laws.editing.publish", "laws.citations.cite.cite", "laws.search.index.update", "laws.facets.keep",
                                   "laws.admin.saving.store", "laws.models.Case.save", "laws.models.EntryOffender.objects.bulk_create"])  # fmt: skip
def test_a_fault_while_publishing_in_the_form_takes_everything_back(chiefs_desk, monkeypatch, place):
    case = make_case("1", facts="Old facts.", status="draft")
    values = typed(chiefs_desk, address(case)) | {"case-0-facts": "Law 84.", "title": "New", "offenders": ["dummy"], "_publish": "1"}
    before = (Entry.objects.values().get(), list(Citation.objects.values()), Entry.history.count(), list(Part.objects.values()))
    monkeypatch.setattr(place, _fail)
    with pytest.raises(RuntimeError, match="the disk is full"):
        chiefs_desk.post(address(case), values)
    monkeypatch.undo()
    assert (Entry.objects.values().get(), list(Citation.objects.values()), Entry.history.count(), list(Part.objects.values())) == before
    assert Entry.objects.for_page().get().case.facts == "Old facts."


def _fail(*args, **kwargs):
    raise RuntimeError("the disk is full")


def test_the_groups_are_made_once_and_keep_what_a_site_has_changed():
    in_group("one", "Editors")
    editors = Group.objects.get(name="Editors")
    extra = User._meta.get_field("user_permissions").related_model.objects.get(codename="view_user")
    editors.permissions.add(extra)
    names = set(editors.permissions.values_list("codename", flat=True))
    in_group("two", "Writers")
    assert set(Group.objects.get(name="Editors").permissions.values_list("codename", flat=True)) == names
    assert Group.objects.filter(name__in=["Writers", "Editors"]).count() == 2
    assert "delete_edition" not in names and {"publish_entry", "withdraw_entry", "restore_entry", "submit_entry", "change_ruling"} <= names
    writers = set(Group.objects.get(name="Writers").permissions.values_list("codename", flat=True))
    assert not {"publish_entry", "delete_ruling", "change_edition"} & writers
