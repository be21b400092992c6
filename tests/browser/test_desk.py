"""The secretary's evening at the desk, by keyboard alone: a ruling is written, proof-read, handed in, published, amended and taken back."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests import databases
from tests.browser.conftest import DESK, PHONE, REPORT_VIOLATIONS, Watch
from tests.browser.test_pages import violations
from tests.conftest import Site
from tests.processes import manage, serving

PASSWORD = "a long enough word"
PEOPLE = f"""
from django.contrib.auth.models import Group, User
for name, group in (("wilma", "Writers"), ("edith", "Editors")):
    user = User.objects.create_user(name, password={PASSWORD!r}, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
"""
MOST_TABS = 300


@pytest.fixture(scope="module")
def club(site: Site, shipped_database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own to write on, with a Writer and an Editor."""
    folder = tmp_path_factory.mktemp("club")
    database = databases.copy(shipped_database, folder)
    env = {**site.env, "DATABASE_URL": database}
    manage("shell", "-v", "0", "-c", PEOPLE, env=env)
    try:
        with serving(env, folder / "gunicorn.log") as (address, _):
            yield Site(address, env, folder / "gunicorn.log")
    finally:
        databases.drop(database)


class Person:
    """Somebody at a keyboard, signed in. There is no mouse."""

    def __init__(self, context: BrowserContext, name: str, home: str) -> None:
        self.page: Page = context.new_page()
        self.watch = Watch(self.page, home)
        self.page.set_default_timeout(20_000)
        self.page.goto("/admin/login/")
        self.reach("#id_username")
        self.type(name)
        self.press("Tab")
        self.type(PASSWORD)
        with self.page.expect_navigation():
            self.press("Enter")

    def press(self, keys: str) -> None:
        self.page.keyboard.press(keys)

    def type(self, words: str) -> None:
        self.page.keyboard.type(words)

    def reach(self, what: str | Locator) -> Locator:
        """Press Tab until the focus is on something."""
        found = self.page.locator(what) if isinstance(what, str) else what
        for _ in range(MOST_TABS):
            if found.first.evaluate("element => element === document.activeElement"):
                return found.first
            self.press("Tab")
        raise AssertionError(f"no number of tabs leads to {what}")

    def fill(self, what: str, words: str) -> None:
        """Type in a field, over what it holds."""
        self.reach(what)
        self.press("Control+a")
        self.type(words)

    def follow(self, what: str | Locator) -> None:
        """Press Enter on a button or a link, and wait for the page that comes."""
        self.reach(what)
        with self.page.expect_navigation():
            self.press("Enter")

    def panel(self) -> Locator:
        return self.page.locator("#proof-desk")

    def look_wrong(self) -> list[str]:
        return self.watch.found()


@pytest.fixture
def somebody(browser: Browser, club: Site) -> Iterator[object]:
    """Signs people in: somebody("wilma"). Nothing may have gone wrong on their pages."""
    people: list[Person] = []
    expect.set_options(timeout=15_000)  # the desk asks the grammar and the index, and the machine may be busy

    def sign_in(name: str, size: dict[str, int] = DESK, scripts: bool = True) -> Person:
        context = browser.new_context(base_url=club.address, viewport=size, reduced_motion="reduce", java_script_enabled=scripts)  # type: ignore[arg-type]
        context.add_init_script(REPORT_VIOLATIONS)
        people.append(Person(context, name, club.address))
        return people[-1]

    yield sign_in
    expect.set_options(timeout=5_000)
    wrong = [complaint for person in people for complaint in person.look_wrong()]
    for person in people:
        person.page.context.close()
    assert wrong == []


DECISION = "Rule 49 allows a new deal, and Law 84 b does not apply. Section 9 of Etiquette is no law, and Law 100 is not one of ours."


def begin(person: Person, number: str, title: str, decision: str = DECISION) -> None:
    """A new ruling as far as its decision, nothing saved."""
    person.page.goto("/admin/laws/ruling/add/")
    person.reach("#id_edition")
    person.type("The Laws of Auction")
    person.fill("#id_number", number)
    person.fill("#id_title", title)
    person.fill("#id_case-0-holding", "The declarer may have a new deal.")
    person.fill("#id_case-0-decision", decision)


def test_the_secretarys_evening(somebody, club: Site) -> None:
    wilma = somebody("wilma")
    begin(wilma, "13", "A bid at the wrong time")
    panel = wilma.panel()
    for state, words, target in (
        ("Found", "Rule 49", "Law 49: Bidding out of turn"),
        ("Found", "Law 84 b", "Law 84 b: What an established revoke costs"),
        ("Found", "Section 9 of Etiquette", "Etiquette 9"),
        ("Unknown", "Law 100", "There is no Law 100 in this code; its last is Law 97."),
    ):
        item = panel.locator(".proof-item", has_text=words).first
        expect(item).to_contain_text(state)
        expect(item).to_contain_text(target)
    expect(panel.locator(".proof-page-preview h1")).to_contain_text("A bid at the wrong time")
    expect(panel.locator(".proof-page-preview")).to_contain_text("The declarer may have a new deal.")
    assert club.get("/auction-1912/case/13/")[0] == 404, "nothing is saved by looking"

    wilma.follow("input[name=_submit] >> nth=0")
    expect(wilma.page.locator(".messagelist")).to_contain_text("Case 13")
    assert club.get("/auction-1912/case/13/")[0] == 404, "in review, it is seen by editors only"
    wilma.page.goto("/admin/laws/ruling/?status__exact=in+review")
    assert wilma.page.locator("input[name=_publish]").count() == 0

    edith = somebody("edith")
    edith.page.goto("/admin/laws/ruling/?status__exact=in+review")
    edith.follow(edith.page.get_by_role("link", name="A bid at the wrong time"))
    form = edith.page.url
    expect(edith.panel().locator(".proof-item").first).to_be_visible()
    edith.follow("input[name=_publish] >> nth=0")

    reader = edith.page
    reader.goto("/auction-1912/case/13/")
    expect(reader.locator("h1")).to_contain_text("A bid at the wrong time")
    expect(reader.locator(".words .cite").first).to_have_attribute("href", "/auction-1912/law/49/")
    expect(reader.locator(".words .cite-unknown")).to_have_text("Law 100")
    reader.goto("/auction-1912/law/49/")
    expect(reader.locator(".aside")).to_contain_text("A bid at the wrong time")
    reader.goto("/search/?q=%22allows+a+new+deal%22&stay=1")
    expect(reader.locator("#results")).to_contain_text("A bid at the wrong time")
    assert b"A bid at the wrong time" in club.get("/feeds/rulings.atom")[2]

    edith.page.goto(form)
    edith.fill("#id_case-0-decision", DECISION.replace("a new deal", "another deal"))
    edith.press("Control+s")
    edith.page.wait_for_load_state()
    expect(edith.page.locator("#id_case-0-decision")).to_have_value(re.compile("another deal"))
    if edith.page.locator("input[name=_seen]").count():  # what it touches is shown first, and the same key saves
        edith.press("Control+s")
    expect(edith.page.locator(".messagelist .success")).to_be_visible()
    reader.goto("/auction-1912/case/13/")
    edith.follow(reader.get_by_role("link", name="what has changed"))
    expect(reader.locator(".diff del").first).to_contain_text("a new")
    expect(reader.locator(".diff ins").first).to_contain_text("another")

    edith.page.goto(form.replace("/change/", "/history/"))
    edith.follow(edith.page.locator("#versions_form tbody th a").last)
    edith.fill("input[name=why]", "The first wording was right.")
    edith.follow(edith.page.get_by_role("button", name="Restore this version"))
    reader.goto("/auction-1912/case/13/")
    expect(reader.locator(".words").first).to_contain_text("Rule 49 allows a new deal")


def test_an_answer_in_the_panel_stays_while_one_types_and_after_saving(somebody) -> None:
    edith = somebody("edith")
    says = "Section 9 of Etiquette provides that Dummy shall not rise from his chair. In 52 it is said."
    begin(edith, "14", "Dummy walks about", says)
    panel = edith.panel()
    expect(panel).to_contain_text("Not linked")
    doubt = panel.locator(".proof-item", has_text="In 52").last
    edith.reach(doubt.locator("summary"))
    edith.press("Enter")
    edith.reach(doubt.locator("select"))
    edith.type("Not a")
    expect(panel.locator(".proof-item.is-dismissed")).to_contain_text("52")
    citation = panel.locator(".proof-item", has_text="Section 9 of Etiquette").first
    edith.page.locator("#id_case-0-decision").focus()
    edith.reach(citation.locator("summary"))
    edith.press("Enter")
    edith.reach(citation.locator("select"))
    edith.type("Sic")
    expect(citation.locator(".proof-problem")).to_contain_text("Say which entry is meant")
    edith.fill(".proof-item:has-text('Section 9 of Etiquette') input[name$='-meant'] >> nth=0", "etiquette 8")
    edith.press("Tab")
    expect(citation.locator(".proof-problem")).to_contain_text("Say in a sentence why")
    edith.type("Section 8 says this.")
    edith.press("Tab")
    expect(citation).to_contain_text("Etiquette 8 is meant. Section 8 says this.")

    edith.page.locator("#id_case-0-decision").focus()
    edith.press("Control+Home")
    edith.type("Read this first. ")
    expect(panel.locator(".proof-page-preview")).to_contain_text("Read this first.")
    expect(citation).to_contain_text("Etiquette 8 is meant.")
    edith.press("Control+s")
    expect(edith.page.locator(".messagelist .success")).to_be_visible()
    expect(panel.locator(".proof-item", has_text="Section 9 of Etiquette").first).to_contain_text("Etiquette 8 is meant. Section 8 says this.")
    expect(panel.locator(".proof-item.is-dismissed")).to_contain_text("52")


def test_the_keys_lead_to_the_preview(somebody) -> None:
    edith = somebody("edith")
    begin(edith, "15", "Keys")
    edith.press("Control+Enter")
    expect(edith.page.locator("#proof-desk-title")).to_be_focused()
    assert "/add/" in edith.page.url


def test_without_scripts_the_button_shows_the_preview(somebody) -> None:
    edith = somebody("edith", scripts=False)
    page = edith.page
    page.goto("/admin/laws/ruling/add/")
    page.select_option("#id_edition", label="The Laws of Auction Bridge, 1912")
    page.fill("#id_case-0-decision", DECISION)
    page.click("input[name=_preview]")
    expect(page.locator("#proof-desk")).to_contain_text("There is no Law 100 in this code")
    expect(page.locator("#id_case-0-decision")).to_have_value(DECISION)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_axe_has_nothing_to_say_of_the_desk(somebody, size) -> None:
    edith = somebody("edith", size)
    page = edith.page
    told: list[str] = []
    wrong: list[str] = []
    looks = [(path, scheme) for path in ("/admin/", "/admin/laws/ruling/add/", "/admin/laws/ruling/") for scheme in ("light", "dark")]
    for path, scheme in looks:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(path)
        if path.endswith("add/"):
            page.select_option("#id_edition", label="The Laws of Auction Bridge, 1912")
            page.fill("#id_case-0-decision", DECISION + ' Law 84 provides that "a side may score." By 12.')
            expect(page.locator("#proof-desk .proof-item").first).to_be_visible()
            for summary in page.locator("#proof-desk summary").all():
                summary.click()
        wrong += edith.look_wrong()
        page.evaluate(AXE_SCRIPT)
        told += [f"{path}, {scheme}: {line}" for line in violations(page)]
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], path
        edith.look_wrong()  # axe fetches style sheets, and the policy refuses what it does with them
    assert (told, wrong) == ([], [])
