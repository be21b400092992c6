"""Every page of the desk: it opens, asks the database a fixed number of questions, and holds nothing that the content policy forbids."""

import re
from html.parser import HTMLParser

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from laws import editing
from laws.admin import entries
from laws.models import (
    Case,
    Citation,
    Discussion,
    Edition,
    Entry,
    Extract,
    FormerAddress,
    FormerSlug,
    Heading,
    LawText,
    MissingAddress,
    Offense,
    Part,
    Ruling,
    Synonyms,
    Term,
    missing,
)
from tests.admin.forms import address, said, send
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
LATER = {"publish": False}  # all at once, when everything is there
OURS = [model for model in admin.site._registry if model._meta.app_label == "laws"]
every_model = pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.model_name)


def fill(at: int) -> None:
    """A code in which everything occurs, and every list has one more than before."""
    heading = make_heading(f"HEADING {at}")
    text = f"It costs:[^{at}]\n\n(a) this; see Law {40 + at};\n\n(b) that."
    law = make_law(f"{10 + at}", text=text, heading=heading, offenses=(f"offense-{at}",), **LATER)
    make_footnote(f"{at}", text=f"See Law {10 + at} b.", on=law, part="a", **LATER)
    make_footnote(f"{50 + at}", on=heading, **LATER)
    make_etiquette(f"{at}", text=f"Law {10 + at} is no place for it.", **LATER)
    make_section(f"section-{at}", text=f"Words on Case {at}.", **LATER)
    facts = f"Law {10 + at} a, and Law 400."
    case = make_case(f"{at}", facts=facts, offenses=(f"offense-{at}",), offenders=("dummy",), phases=("play",), **LATER)
    make_penalty(f"{at}", laws=f"{10 + at} b", detail={"claim_law": law}, **LATER)
    Extract.objects.create(entry=law, quoted_in=case, words="this", position=at)
    FormerAddress.objects.create(path=f"/auction-1912/law/{90 + at}/", entry=law)
    Discussion.objects.create(entry=law, title=f"Bulletin {at}", url="https://club.example/")
    Term.objects.create(word=f"word {at}", slug=f"word-{at}", definition="What it means.")
    Synonyms.objects.create(words=f"word {at}, term {at}")
    missing.count(f"/nowhere/{at}/")
    FormerSlug.objects.create(slug=f"before-{at}", edition=law.edition)
    editing.publish(Entry.objects.all())


def hang(at: int) -> None:
    """One more of everything that can hang on the first law, heading and case."""
    law, heading = Entry.objects.get(kind="law", number="10"), Heading.objects.get(title="HEADING 0")
    make_footnote(f"{100 + at}", on=law, part="b", **LATER)
    make_footnote(f"{200 + at}", on=heading, **LATER)
    Extract.objects.create(entry=law, quoted_in=Entry.objects.get(kind="case", number="0"), words="that", position=at)
    make_law(f"{300 + at}", text="Law 10 a, and Law 400.", heading=heading, **LATER)
    case = Case.objects.get(entry__number="0")
    case.decision += f" Law {300 + at}. Law {400 + at}."
    case.save()
    FormerAddress.objects.create(path=f"/auction-1912/law/{600 + at}/", entry=law)
    Discussion.objects.create(entry=law, title=f"Bulletin {100 + at}")


def the_first(model):
    """The row on which most hangs."""
    rows = model.objects.order_by("pk")
    return rows.filter(number="10").first() if model is LawText else rows.first()


class Elements(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, {name: value or "" for name, value in attrs}))


def assert_keeps_the_policy(answer) -> None:
    directives = {name: set(sources) for name, *sources in (part.split() for part in answer["Content-Security-Policy"].split(";"))}
    assert directives["default-src"] == {"'none'"}
    assert set().union(*directives.values()) <= {"'none'", "'self'"}
    for tag, given in Elements(answer.content.decode()).found:
        assert tag != "style"
        assert "style" not in given, (tag, given)
        assert not [name for name in given if name.startswith("on")], (tag, given)
        if tag == "script":
            assert given.get("src") or given.get("type") == "application/json", "an inline script"
        for name in ("src", "href", "action"):
            assert not given.get(name, "").lower().startswith(("javascript:", "data:", "http:", "https:", "//")), (tag, given)


def pages(model) -> list[str]:
    """The list, the search in it, the empty form, and the form, history and deletion of the first row."""
    row = the_first(model)
    found = [address(model, "changelist"), address(model, "changelist") + "?q=10", address(model, "changelist") + "?o=1"]
    if model in (Entry, Part, Extract, FormerAddress, FormerSlug, MissingAddress, Citation):
        return [*found, address(row)] if model is not Entry else found
    return [*found, address(model, "add"), address(row), address(row, "history"), address(row, "delete")]


@every_model
def test_every_page_opens_and_keeps_the_content_policy(desk, model):
    for at in range(2):
        fill(at)
    for where in pages(model):
        answer = desk.get(where, follow=model is Heading or model is Edition or model is Offense)
        assert answer.status_code == (403 if model is Offense and where.endswith("/delete/") else 200), where
        assert_keeps_the_policy(answer)


def test_twice_the_rows_ask_no_more_questions(desk):
    def asked() -> dict[str, int]:
        counts = {}
        for where in [where for model in OURS for where in pages(model) if not where.endswith("/delete/")]:
            with CaptureQueriesContext(connection) as queries:
                desk.get(where)
            counts[where] = len(queries)
        return counts

    for at in range(2):
        fill(at)
        hang(10 + at)
    asked()  # what is asked once a process and then known
    before = asked()
    for at in range(2, 4):
        fill(at)
        hang(10 + at)
    editing.publish(Entry.objects.all())
    assert asked() == before


@pytest.mark.parametrize("where", ["index", "password_change", "login"])
def test_the_pages_around_keep_the_content_policy(desk, where):
    client = Client() if where == "login" else desk
    answer = client.get(reverse(f"admin:{where}"))
    assert answer.status_code == 200
    assert_keeps_the_policy(answer)
    assert "css/admin.css" in answer.content.decode()


def test_forms_with_complaints_keep_the_content_policy(desk):
    answer = send(desk, address(make_penalty("1")), penaltyrow__0__remedies="(", number="")
    assert answer.status_code == 200
    assert_keeps_the_policy(answer)


def test_the_confirmation_of_several_keeps_the_content_policy(desk):
    chosen = {"action": "remove_selected", "_selected_action": [make_law("1").pk]}
    assert_keeps_the_policy(desk.post(address(LawText, "changelist"), chosen))


@every_model
def test_nobody_but_staff_comes_in(model):
    fill(0)
    reader = Client()
    reader.force_login(User.objects.create_user("reader"))
    for client in (Client(), reader):
        for where in [*pages(model), reverse("admin:laws_entry_choices"), reverse("admin:index")]:
            for answer in (client.get(where), client.post(where)):
                assert answer.status_code == 302 and answer["Location"].startswith("/admin/login/"), where


def test_those_who_may_only_look_see_the_forms_and_change_nothing():
    fill(0)
    user = User.objects.create_user("proof-reader", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_", content_type__app_label="laws"))
    client = Client()
    client.force_login(user)
    for model in OURS:
        for where in pages(model):
            if where.endswith(("/add/", "/delete/")):
                assert client.get(where).status_code == 403, where
            else:
                assert client.get(where).status_code == 200, where
    law = the_first(LawText)
    assert client.post(address(law), {"title": "Other"}).status_code == 403
    draft = make_law("99", status="draft")
    client.post(address(LawText, "changelist"), {"action": "publish_selected", "_selected_action": [draft.pk]})
    client.post(address(LawText, "changelist"), {"action": "remove_selected", "_selected_action": [draft.pk], "post": "yes"})
    assert Entry.objects.get(pk=draft.pk).status == "draft"


def test_an_entry_opens_in_the_form_of_its_kind(desk):
    for entry in (make_law("1"), make_case("1"), make_etiquette("1"), make_section(), make_footnote("1"), make_penalty("1")):
        answer = desk.get(reverse("admin:laws_entry_change", args=[entry.pk]), {"_popup": "1"})
        assert answer["Location"] == address(entry) + "?_popup=1"


@pytest.mark.parametrize(
    ("term", "labels"),
    [
        ("84", ["Law 84: A law (Auction 1912)", "Law 84: A law (Whist 1889)"]),
        ("whist 84", ["Law 84: A law (Whist 1889)"]),
        ("case 2", ["Case 2: Revoke (Auction 1912)"]),
        ("revok", ["Case 2: Revoke (Auction 1912)"]),
    ],
)
def test_entries_are_chosen_as_one_would_say_them(desk, term, labels):
    make_law("84"), make_law("84", edition=make_edition("whist-1889", order=2)), make_law("184"), make_case("2", title="Revoke")
    field = {"app_label": "laws", "model_name": "citation", "field_name": "correction", "term": term}
    answer = desk.get(reverse("admin:laws_entry_choices"), field)
    assert [choice["text"] for choice in answer.json()["results"]] == labels


def test_a_form_lists_so_many_citations_either_way_and_leads_to_the_rest(desk):
    law = make_law("1")
    more = 7
    full = make_case("1", facts="By Law 1. " * (entries.MOST_LISTED + more))
    exact = make_case("2", facts="By Law 1. " * entries.MOST_LISTED)
    page = desk.get(address(full)).content.decode()
    assert page.count(">Law 1</a>") == entries.MOST_LISTED
    (rest,) = re.findall(rf'<a href="([^"]+)">and {more} more</a>', page)
    assert desk.get(rest).context["cl"].result_count == entries.MOST_LISTED + more
    assert not re.search(r"and \d+ more", desk.get(address(exact)).content.decode())
    for at in range(3, entries.MOST_LISTED + more + 1):
        make_case(str(at), facts="By Law 1.")
    page = desk.get(address(law)).content.decode()
    assert page.count(">Case ") == entries.MOST_LISTED
    (rest,) = re.findall(rf'<a href="([^"]+)">and {more} more</a>', page)
    assert desk.get(rest).status_code == 200


def test_view_on_site_leads_to_what_readers_see(desk):
    law, draft = make_law("1"), make_law("2", status="draft")
    assert f'href="{law.get_absolute_url()}"' in desk.get(address(law)).content.decode()
    assert draft.get_absolute_url() not in desk.get(address(draft)).content.decode()


def test_the_list_can_show_what_is_not_understood(desk):
    make_law("1", text="Words.")
    make_case("1", facts="Law 1."), make_case("2", facts="Law 400.")
    shown = desk.get(address(Ruling, "changelist"), {"open": "yes"}).context["cl"].result_list
    assert [case.number for case in shown] == ["2"]


def test_messages_name_the_entry(desk):
    answer = send(desk, address(make_law("7")), title="Another title")
    assert any("Law 7" in message for message in said(answer, desk))


def test_the_site_is_called_casebook(desk):
    assert desk.get(reverse("admin:index")).context["site_header"] == "Casebook"
