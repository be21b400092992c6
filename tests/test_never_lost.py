"""An address that was ever shown works for ever, whatever becomes of what it names; and what never was is counted, nothing more."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from laws import editing
from laws.admin.missing import as_kept
from laws.books import folder
from laws.books import onefile as reader
from laws.books.load import load
from laws.books.records import Unreadable
from laws.exports import onefile
from laws.exports.records import record_of
from laws.models import Citation, Edition, Entry, FormerAddress, FormerSlug, MissingAddress, missing
from laws.search.answer import answer
from tests.admin import forms as desk
from tests.books.test_folder import EDITION, OFFENSES, make_folder
from tests.books.test_load import FILES
from tests.builders import make_case, make_edition, make_law, make_penalty

pytestmark = pytest.mark.django_db
HOPS = 8


def ends(client: Client, address: str) -> int:
    """The status that a reader comes to who follows an address; 0 where it never ends."""
    for _ in range(HOPS):
        reply = client.get(address)
        if reply.status_code not in (301, 302):
            if reply.status_code == 410:
                assert re.search(r'<main.*?<a href="/[^"]', reply.content.decode(), re.S), f"{address} is gone without a pointer"
            return reply.status_code
        address = reply["Location"].partition("#")[0]
    return 0


class Years(RuleBasedStateMachine):
    """What editors do to a code over the years. At the end every address that was ever on a page must still lead somewhere."""

    NUMBERS = [str(number) for number in range(1, 7)]
    SLUGS = ["club-1990", "club-2000", "club-2010"]

    def __init__(self) -> None:
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.client = Client()
        self.shown: set[str] = set()
        self.edition = make_edition("club-1990")
        make_edition("other-1990")

    def teardown(self) -> None:
        try:
            lost = {address: status for address in sorted(self.shown) if (status := ends(self.client, address)) not in (200, 410)}
            assert not lost
        finally:
            transaction.set_rollback(True)
            self.undo.__exit__(None, None, None)

    def entries(self, *statuses: str) -> list[Entry]:
        return list(Entry.objects.filter(edition=self.edition, status__in=statuses).select_related("edition").order_by("pk"))

    def free(self, kind: str) -> list[str]:
        taken = set(Entry.objects.filter(edition=self.edition, kind=kind).values_list("number", flat=True))
        return [number for number in self.NUMBERS if number not in taken]

    def note(self) -> None:
        """Write down every address that pages show now."""
        home = self.edition.get_absolute_url()
        self.shown |= {home, f"{home}cases/", f"{home}feed.atom"}
        for entry in self.entries("published"):
            here = entry.get_absolute_url()
            self.shown |= {here, f"{here}preview/", f"/~{entry.permanent_id}", here.rstrip("/")}
            self.shown |= {f"/~{part.permanent_id}" for part in entry.parts.all()}
            if entry.kind == "case":
                self.shown |= {f"{here}sheet/"}
            if entry.kind == "penalty":
                self.shown |= {f"{home}penalties/", f"{home}penalties/card/"}
            if entry.kind == "law":
                self.shown |= {f"{home}law/{entry.slug}-{int(entry.slug) + 2}/"}

    @rule(kind=st.sampled_from(["law", "case", "penalty"]), pick=st.integers(0, 5))
    def publish(self, kind: str, pick: int) -> None:
        if free := self.free(kind):
            make = {"law": make_law, "case": make_case, "penalty": make_penalty}[kind]
            words = {"text": "It costs:\n\n(a) this;\n\n(b) that."} if kind == "law" else {}
            make(free[pick % len(free)], edition=self.edition, **words)
            self.note()

    @precondition(lambda self: self.entries("published"))
    @rule(which=st.integers(0, 20), pick=st.integers(0, 5))
    def renumber(self, which: int, pick: int) -> None:
        entries = self.entries("published")
        entry = entries[which % len(entries)]
        if free := self.free(entry.kind):
            editing.renumber(entry, free[pick % len(free)])
            self.note()

    @rule(slug=st.sampled_from(SLUGS))
    def rename(self, slug: str) -> None:
        if slug != self.edition.slug:
            editing.rename(self.edition, slug)
            self.note()

    @precondition(lambda self: self.entries("published"))
    @rule(which=st.integers(0, 20), replaced=st.booleans())
    def withdraw(self, which: int, replaced: bool) -> None:
        entries = self.entries("published")
        entry = entries[which % len(entries)]
        other = next((one for one in entries if one != entry), None) if replaced else None
        editing.withdraw(entry, because="It was unclear.", replaced_by=other)

    @precondition(lambda self: self.entries("withdrawn"))
    @rule(which=st.integers(0, 20))
    def restore(self, which: int) -> None:
        entries = self.entries("withdrawn")
        entry = entries[which % len(entries)]
        entry.status, entry.withdrawn_because, entry.replaced_by = "published", "", None
        editing.store(entry, reworded=False)
        editing.publish([entry])
        self.note()



def test_no_sequence_of_changes_ever_loses_an_address():
    run_state_machine_as_test(
        Years, settings=settings(max_examples=8, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck))
    )


def empty() -> None:
    """As in another database: nothing of any edition."""
    Citation.objects.all().delete()
    Entry.history.all().delete()
    Entry.objects.update(replaced_by=None)
    Entry.objects.all().delete()
    Edition.objects.all().delete()


class TestARenamedCode:
    @pytest.fixture
    def renamed(self):
        edition = make_edition("club-1999", short_title="Club 1999")
        make_law("84", edition=edition, text="It costs:\n\n(b) that.", permanent_id="7N0J1")
        make_law("83", edition=edition)
        make_case("11", edition=edition, facts="See Law 84 b.")
        make_penalty("1", edition=edition)
        editing.rename(edition, "bridge-1999")
        return edition

    @pytest.mark.parametrize(
        ("old", "new", "why"),
        [
            ("/club-1999/", "/bridge-1999/", "its contents"),
            ("/club-1999", "/bridge-1999/", "without a slash"),
            ("/Club-1999/Law/84b", "/bridge-1999/law/84/#b", "another spelling of a part"),
            ("/club-1999/law/84/", "/bridge-1999/law/84/", "a law"),
            ("/club-1999/law/84/preview/?part=b", "/bridge-1999/law/84/preview/?part=b", "its preview"),
            ("/club-1999/law/83-84/", "/bridge-1999/law/83-84/", "a range"),
            ("/club-1999/cases/", "/bridge-1999/cases/", "a list"),
            ("/club-1999/cases", "/bridge-1999/cases/", "the list without its slash"),
            ("/club-1999/cases/?outcome=negative", "/bridge-1999/cases/?outcome=negative", "what narrows a list is kept"),
            ("/club-1999/penalties/", "/bridge-1999/penalties/", "the table"),
            ("/club-1999/penalties/card/", "/bridge-1999/penalties/card/", "the card for the wall"),
            ("/club-1999/case/11/sheet/", "/bridge-1999/case/11/sheet/", "a sheet"),
            ("/club-1999/feed.atom", "/bridge-1999/feed.atom", "a feed, which programs ask for by themselves"),
            ("/club-1999/whole.epub", "/bridge-1999/whole.epub", "a download"),
            ("/~7N0J1", "/bridge-1999/law/84/", "a short address"),
        ],
    )
    def test_leads_everything_on_in_one_step(self, client, renamed, old, new, why):
        reply = client.get(old)
        assert (reply.status_code, reply.get("Location")) == (301, new), why

    def test_keeps_what_was_renumbered_before_and_after(self, client, renamed):
        editing.renumber(Entry.objects.get(kind="law", slug="84"), "85")
        assert client.get("/club-1999/law/84/")["Location"] == "/bridge-1999/law/85/"
        assert ends(client, "/club-1999/law/84/preview/") == 200
        editing.rename(renamed, "club-2001")
        for old in ("/club-1999/law/84/", "/bridge-1999/law/84/", "/bridge-1999/law/85/"):
            assert ends(client, old) == 200, old

    def test_says_where_an_entry_went_even_when_another_has_taken_its_number(self, client, renamed):
        editing.renumber(Entry.objects.get(kind="law", slug="84"), "85")  # it was /bridge-1999/law/84/ when it moved
        make_law("84", edition=renamed, text="Another law.")
        assert client.get("/bridge-1999/law/84/").status_code == 200
        editing.rename(renamed, "club-2001")
        assert client.get("/bridge-1999/law/84/")["Location"] == "/club-2001/law/85/", "what stood there first, since it was printed first"

    def test_may_have_its_old_address_back(self, client, renamed):
        editing.rename(renamed, "club-1999")
        assert client.get("/club-1999/law/84/").status_code == 200
        assert client.get("/bridge-1999/law/84/")["Location"] == "/club-1999/law/84/"

    def test_lets_nobody_else_have_its_old_address(self, renamed):
        other = make_edition("other-1999")
        with pytest.raises(ValidationError, match="was the address of Club 1999"):
            editing.rename(other, "club-1999")
        assert Edition.objects.get(pk=other.pk).slug == "other-1999"

    def test_is_found_by_searching_under_its_new_address(self, renamed):
        assert answer("law 84 b", filters={"code": "bridge-1999"}).jump == "/bridge-1999/law/84/#b"

    @pytest.mark.parametrize(
        ("address", "why"),
        [
            ("/feeds/search.json?q=revoke&code={}", "a saved search that a program reads"),
            ("/feeds/search.atom?code={}", "a code alone"),
            ("/feeds/search.json?q=revoke+code:{}", "the field typed"),
            ("/feeds/search.json?q=revoke&law={}/84b", "a law with its code"),
            ("/feeds/search.json?q=law:{}/84b", "the same typed"),
            ("/feeds/search.json?q=revoke+code:other-1999+or+code:{}", "one of two codes"),
            ("/cases/?code={}", "a shared list"),
            ("/search/?q=revoke&code={}", "a shared search"),
            ("/search/?q=revoke+-code:other-1999+code:{}", "beside what is left out"),
        ],
    )
    def test_is_still_what_saved_searches_and_shared_lists_are_narrowed_by(self, client, renamed, address, why):
        make_case("12", edition=renamed, title="A revoke told late", facts="A revoke; see Law 84 b.")
        make_case("12", edition=make_edition("other-1999"), title="A revoke elsewhere", facts="A revoke.")
        editing.rename(renamed, "club-2001")
        for old in ("club-1999", "bridge-1999", "club-2001"):
            words = client.get(address.format(old)).content.decode()
            assert "told late" in words, (old, why)
            assert "or" in address or "elsewhere" not in words, (old, why)

    def test_is_left_out_of_a_search_by_its_old_name_too(self, renamed):
        make_case("12", edition=renamed, facts="A revoke.")
        assert answer("revoke").total and not answer("revoke -code:club-1999").total

    @pytest.mark.parametrize("address", ["/cases/?code=club-1999", "/search/?q=revoke&code=club-1999"])
    def test_is_named_as_it_is_called_now_among_what_was_chosen(self, client, renamed, address):
        make_case("12", edition=renamed, facts="A revoke.")
        chosen = client.get(address).content.decode().partition('<ul class="chosen"')[2].partition("</ul>")[0]
        assert "Club" in chosen and "club-1999" not in chosen

    @pytest.mark.parametrize("address", ["/cases/?code={}", "/search/?q=revoke&code={}", "/feeds/search.json?q=revoke&code={}"])
    def test_takes_no_more_queries_under_an_old_address(self, client, renamed, address):
        make_case("12", edition=renamed, facts="A revoke.")

        def queries(slug: str) -> int:
            for _ in range(2):  # the first reader after a change has the index read, for whatever address
                with CaptureQueriesContext(connection) as seen:
                    assert client.get(address.format(slug)).status_code == 200
            return len(seen)

        few = queries("bridge-1999")
        assert queries("club-1999") == few
        for slug in ("club-2001", "club-2002", "club-2003"):
            editing.rename(renamed, slug)
        assert queries("club-1999") == queries("club-2003") == few

    def test_is_not_taken_for_another_code(self, client, renamed):
        reply = client.get("/cases/?code=club-1998").content.decode()
        assert "is none of the choices" in reply
        assert not answer("law 84", filters={"code": "club-1998"}).total

    def test_is_the_one_that_its_old_folder_loads_into(self, tmp_path):
        record = folder.read(make_folder(tmp_path, **FILES))
        load(record)
        edition = Edition.objects.get()
        editing.rename(edition, "renamed-1999")
        assert {line.state for line in load(record).lines} == {"same"}
        assert Edition.objects.get().slug == "renamed-1999"

    @pytest.mark.parametrize("way", ["folder", "json", "csv"])
    def test_keeps_its_old_addresses_in_another_database(self, client, renamed, tmp_path, way):
        editing.rename(renamed, "club-2001")
        before = record_of(Edition.objects.get())
        assert before.former == ("club-1999", "bridge-1999"), "the first name first"
        path = tmp_path / f"club.{way}"
        if way == "folder":
            call_command("dump", "club-2001", str(path))
        else:
            call_command("export", "club-2001", format=way, output=path)
        empty()
        call_command("load", str(path))
        for old in ("/club-1999/", "/bridge-1999/law/84/", "/club-1999/feed.atom"):
            assert ends(client, old) == 200, old
        after = record_of(Edition.objects.get())
        assert (after.slug, after.former) == (before.slug, before.former)
        assert {line.state for line in load(after).lines} == {"same"} and FormerSlug.objects.count() == 2

    def test_is_renamed_where_a_file_says_that_it_was(self, client, renamed):
        now = record_of(renamed)
        empty()
        load(replace(now, slug="club-1999", former=()))
        load(now)
        assert Edition.objects.get().slug == "bridge-1999"
        assert client.get("/club-1999/law/84/")["Location"] == "/bridge-1999/law/84/"

    def test_keeps_the_addresses_that_it_has_had_where_a_file_does_not_know_of_them(self, renamed):
        load(replace(record_of(renamed), former=()))
        assert FormerSlug.objects.get().slug == "club-1999"

    @pytest.mark.parametrize(("slug", "said"), [("other-1999", "is the address of"), ("other-1998", "was the address of")])
    def test_takes_no_old_address_that_is_another_codes(self, renamed, slug, said):
        editing.rename(make_edition("other-1998"), "other-1999")
        with pytest.raises(Unreadable, match=said):
            load(replace(record_of(renamed), former=(slug,)))
        assert FormerSlug.objects.filter(edition=renamed).count() == 1

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ('former = ["Club 1990"]', "“Club 1990” may have small letters"),
            ('former = ["club-1999"]', "“club-1999” is the address that it has now"),
            ("former = [1999]", "must be an address in quotation marks"),
            ('former = "club-1990"', "wrong kind of value"),
        ],
    )
    def test_has_had_no_address_that_is_none(self, tmp_path, line, said):
        files = {**FILES, "edition": f"{line}\n{EDITION}{OFFENSES}"}
        with pytest.raises(Unreadable, match=said):
            folder.read(make_folder(tmp_path, **files))

    @pytest.mark.parametrize("former", [["Club 1990"], ["bridge-1999"], ["/club/"]])
    def test_has_had_no_such_address_in_one_file_either(self, renamed, former):
        data = json.loads(onefile.to_json(record_of(renamed)))
        with pytest.raises(Unreadable, match=former[0]):
            reader.from_json(json.dumps({**data, "former": former}))

    def test_is_dumped_into_the_folder_of_its_old_dump(self, renamed, tmp_path):
        editing.rename(renamed, "club-2001")
        call_command("dump", "club-2001", str(tmp_path))
        editing.rename(renamed, "club-2002")
        call_command("dump", "club-2002", str(tmp_path))
        assert folder.read(tmp_path).former == ("club-1999", "bridge-1999", "club-2001")

    def test_can_be_renamed_at_the_desk(self, admin_client, renamed):
        where = desk.address(renamed)
        assert "every address under the old one leads on" in admin_client.get(where).content.decode()
        desk.saved(admin_client, where, slug="desk-1999")
        assert admin_client.get("/club-1999/law/84/")["Location"] == "/desk-1999/law/84/"
        assert FormerSlug.objects.filter(edition=renamed).count() == 2
        other = desk.send(admin_client, desk.address(make_edition("other-1999")), slug="club-1999")
        assert "was the address of Club 1999" in " ".join(desk.complaints(other))


class TestAListOfWhichNothingIsLeft:
    def test_a_range_says_where_its_laws_are_now(self, client):
        for number in ("76", "77"):
            make_law(number)
        editing.withdraw(Entry.objects.get(slug="76"), because="Repealed.")
        editing.renumber(Entry.objects.get(slug="77"), "177")
        reply = client.get("/auction-1912/law/76-77/")
        assert reply.status_code == 410
        assert "/auction-1912/law/76/" in reply.content.decode() and "/auction-1912/law/177/" in reply.content.decode()

    def test_a_table_whose_rows_are_withdrawn_is_gone_and_not_unheard_of(self, client):
        editing.withdraw(make_penalty("1"), because="Repealed.")
        assert client.get("/auction-1912/penalties/").status_code == 410
        assert client.get("/auction-1912/penalties/card/").status_code == 410

    def test_a_code_that_never_had_a_table_has_none(self, client):
        make_law("1")
        assert client.get("/auction-1912/penalties/card/").status_code == 404


class TestCounting:
    def test_an_address_is_counted_once_a_day_and_time_that_it_is_asked_for(self, client):
        for path in ("/nowhere/", "/nowhere/?q=a%20secret", "/nowhere/", "/elsewhere/"):
            assert client.get(path).status_code == 404
        assert dict(MissingAddress.objects.values_list("path", "count")) == {"/nowhere/": 3, "/elsewhere/": 1}

    @pytest.mark.parametrize("path", ["/auction-1912/law/84/", "/", "/auction-1912/law/84", "/admin/nothing/"])
    def test_what_is_here_leads_on_or_is_the_desks_is_not(self, client, path):
        make_law("84")
        client.get(path)
        assert not MissingAddress.objects.exists()

    @pytest.mark.parametrize(
        "path",
        ["/oembed?url=https://casebook.example/auction-1912/law/400/", "/embed/ZZZZZ/", "/embed/ZZZZZ", "/~ZZZZZ.png", "/~ZZZZZ.ris", "/~ZZZZZ/card.png",
         "/auction-1912/feed.atom", "/auction-1912/law/400/feed.json", "/auction-1912/law/400/preview/", "/feeds/offense/none.atom", "/auction-1913/whole.json"],
    )  # fmt: skip
    def test_what_only_programs_ask_for_is_not(self, client, path):
        assert client.get(path).status_code == 404
        assert not MissingAddress.objects.exists()

    @pytest.mark.parametrize("path", ["/auction-1913/", "/auction-1912/law/400/", "/~ZZZZZ", "/rules/revoke", "/auction-1913/penalties/"])
    def test_what_a_person_may_have_typed_is(self, client, path):
        assert client.head(path).status_code == 404 and not MissingAddress.objects.exists(), "a program that looks whether it works"
        assert client.get(path).status_code == 404
        assert MissingAddress.objects.get().path == path

    def test_only_what_no_view_owns_can_be_led_on(self, admin_client):
        for path in ("/oembed", "/embed/ZZZZZ/", "/~ZZZZZ", "/search/", "/auction-1912/feed.atom", "/Embed/ZZZZZ"):
            missing.count(path)
        assert "Lead it on" not in admin_client.get("/admin/laws/missingaddress/").content.decode()
        addresses = ("/rules/revoke", "/auction-1912/law/83/", "/rules/", "/Old-Rules")
        for path in addresses:
            missing.count(path)
        assert admin_client.get("/admin/laws/missingaddress/").content.decode().count("Lead it on") == len(addresses)
        law = make_law("84")
        for path in addresses:
            FormerAddress.objects.create(path=as_kept(path), entry=law)
            assert admin_client.get(path)["Location"] == "/auction-1912/law/84/", "what is offered works"

    def test_an_odd_address_is_cut_and_cleaned(self, client):
        client.get("/" + "x" * 900)
        client.get("/a%00b%0ac")
        paths = set(MissingAddress.objects.values_list("path", flat=True))
        assert paths == {"/" + "x" * 158 + "…", "/a�b�c"}

    def test_only_so_many_different_addresses_are_counted_a_day(self, monkeypatch):
        monkeypatch.setattr(missing, "MOST_A_DAY", 3)
        for at in range(9):
            missing.count(f"/{at}/")
        missing.count("/1/")
        assert dict(MissingAddress.objects.values_list("path", "count")) == {"/0/": 1, "/1/": 2, "/2/": 1, missing.OTHERS: 6}

    def test_old_counts_go(self):
        today = timezone.now().date()
        missing.count("/a/", today - missing.KEPT - timedelta(days=1))
        missing.count("/b/", today)
        assert set(MissingAddress.objects.values_list("path", flat=True)) == {"/b/"}

    @pytest.mark.parametrize("why", ["attempt to write a readonly database", "database is locked", "no such table"])
    def test_a_page_is_shown_when_nothing_can_be_counted(self, client, monkeypatch, why):
        def fail(path: str) -> None:
            raise OperationalError(why)

        monkeypatch.setattr(missing, "count", fail)
        reply = client.get("/nowhere/")
        assert reply.status_code == 404 and "There is no page at this address" in reply.content.decode()

    @pytest.mark.skipif("connection.vendor != 'sqlite'", reason="PRAGMA query_only is SQLite's")
    def test_a_database_that_may_only_be_read_still_answers(self, client):
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = 1")
            try:
                assert client.get("/nowhere/").status_code == 404
            finally:
                cursor.execute("PRAGMA query_only = 0")
        assert not MissingAddress.objects.exists()

    def test_the_desk_shows_the_counts_with_a_tap_to_lead_each_on(self, admin_client, client):
        law = make_law("84")
        client.get("/Rules/Revoke")
        client.get("/odd(address)/")
        page = admin_client.get("/admin/laws/missingaddress/").content.decode()
        assert "/Rules/Revoke" in page and page.count("Lead it on") == 1
        address = re.search(r'href="(/admin/laws/formeraddress/add/\?[^"]+)"', page)[1].replace("&amp;", "&")
        form = admin_client.get(address).content.decode()
        assert 'value="/rules/revoke/"' in form
        reply = admin_client.post(address, {"path": "/rules/revoke/", "entry": law.pk})
        assert reply.status_code == 302 and FormerAddress.objects.filter(path="/rules/revoke/").exists()
        assert client.get("/Rules/Revoke")["Location"] == "/auction-1912/law/84/"
        assert "leads on now" in admin_client.get("/admin/laws/missingaddress/").content.decode()

    def test_the_list_of_counts_asks_as_often_for_many_as_for_few(self, admin_client, django_assert_num_queries):
        for at in range(3):
            missing.count(f"/{at}/")
        with connection.execute_wrapper(counter := _Counter()):
            admin_client.get("/admin/laws/missingaddress/")
        few = counter.count
        for at in range(30):
            missing.count(f"/x{at}/")
        with django_assert_num_queries(few):
            admin_client.get("/admin/laws/missingaddress/")


class _Counter:
    def __init__(self) -> None:
        self.count = 0

    def __call__(self, execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        self.count += 1
        return execute(sql, params, many, context)
