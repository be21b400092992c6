"""Loading records: what is created, changed, the same; and that nothing is ever half done."""

import os
import signal
import subprocess
import sys
import time

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError

from laws import editing
from laws.books import folder
from laws.books.load import load
from laws.books.records import Unreadable
from laws.models import Citation, Edition, Entry, Extract, FormerAddress, Heading, Offense, Part, PenaltyRow
from tests import databases
from tests.builders import make_law

from .test_folder import EDITION, OFFENSES, make_folder

pytestmark = pytest.mark.django_db

LAWS = """# THE REVOKE[^1]
id: 0QK7M

## 84. What it costs
id: 8F3KD
parts: a=2K9VX, b=7C1PD
offenses: revoke

### Text
The penalty is:

(a) three tricks;

(b) or points.

### Part b, as quoted in case 1
or "points"

## 85. More
### In brief
As Law 84 b has it.
"""
FILES = {
    "laws": LAWS,
    "footnotes": "## 1. A note\non: heading THE REVOKE\n\n### Text\nVide Law 85.\n",
    "cases": "## 1. A case\nholding: It costs points.\noutcome: mixed\noffenders: declarer\nphases: play, scoring\n\n### Facts\nLaw 84 b says so.\n",
    "penalties_csv": "number,offense,penalty,laws,remedies,offender,phases,claim law\n1,Revoke,3 tricks or points,84 b,3 tricks | points,declarer,play,84 b\n",
    "back": "### Text\nThanks.\n",
}


def states(report):
    return {line.label: line.state for line in report.lines}


def test_everything_in_a_folder_is_in_the_database(tmp_path):
    report = load(folder.read(make_folder(tmp_path, **FILES)))
    assert set(states(report).values()) == {"created"} and len(report.lines) == 5
    law = Entry.objects.get(kind="law", slug="84")
    assert (law.permanent_id, law.heading.title, law.status) == ("8F3KD", "THE REVOKE[^1]", "published")
    assert {part.anchor: part.permanent_id for part in law.parts.all()} == {"a": "2K9VX", "b": "7C1PD"}
    assert Heading.objects.get().footnotes.get().entry.number == "1"
    assert [row.phase for row in Entry.objects.get(kind="case").phases.all()] == ["play", "scoring"]
    row = PenaltyRow.objects.get()
    assert (row.alternatives, row.connector, row.claim_law, row.claim_part) == (["3 tricks", "points"], "or", law, "b")
    assert Extract.objects.get().part_anchor == "b"
    assert Edition.objects.get().back_text == "Thanks."
    cited = {(c.source.kind, c.part.anchor if c.part else "") for c in Citation.objects.filter(target=law)}
    assert cited == {("law", "b"), ("case", "b"), ("penalty", "b")}


def test_loading_the_same_folder_again_changes_nothing(tmp_path):
    record = folder.read(make_folder(tmp_path, **FILES))
    load(record)
    ids = list(Citation.objects.values_list("pk", flat=True))
    history = Entry.history.count()
    report = load(record)
    assert set(states(report).values()) == {"same"}
    assert list(Citation.objects.values_list("pk", flat=True)) == ids
    assert Entry.history.count() == history


@pytest.mark.parametrize(
    ("name", "old", "new", "entry"),
    [
        ("laws", "three tricks", "four tricks", "law 84"),
        ("laws", "offenses: revoke\n", "", "law 84"),
        ("laws", 'or "points"', 'or "some points"', "law 84"),
        ("cases", "play, scoring", "play", "case 1"),
        ("cases", "It costs points", "It costs tricks", "case 1"),
        ("footnotes", "heading THE REVOKE", "law 85", "footnote 1"),
        ("penalties_csv", "declarer,play,84 b", "dummy,play,84 a", "penalty 1"),
    ],
)
def test_only_what_changed_is_told_as_changed(tmp_path, name, old, new, entry):
    load(folder.read(make_folder(tmp_path, **FILES)))
    report = load(folder.read(make_folder(tmp_path, **{**FILES, name: FILES[name].replace(old, new)})))
    assert {label for label, state in states(report).items() if state == "changed"} == {entry}
    again = load(folder.read(tmp_path))
    assert set(states(again).values()) == {"same"}


def test_an_entry_that_the_folder_does_not_have_is_kept(tmp_path):
    load(folder.read(make_folder(tmp_path, **FILES)))
    make_law("99", edition=Edition.objects.get())
    assert states(load(folder.read(tmp_path)))["law 99"] == "kept"


def test_an_entry_that_kept_its_id_keeps_its_old_address_when_its_number_changes(tmp_path):
    load(folder.read(make_folder(tmp_path, **FILES)))
    files = {**FILES, "laws": LAWS.replace("## 84.", "## 86."), "penalties_csv": FILES["penalties_csv"].replace("84 b", "86 b")}
    load(folder.read(make_folder(tmp_path, **files)))
    assert Entry.objects.get(permanent_id="8F3KD").slug == "86"
    assert FormerAddress.objects.get().path == "/club-1999/law/84/"
    assert Citation.objects.get(source__kind="case").outcome == "unknown"


SWAPPED = LAWS.replace("## 84.", "## x.").replace("## 85. More", "## 84. More\nid: 9R4TD").replace("## x.", "## 85.")


@pytest.mark.parametrize("dry_run", [True, False])
def test_two_entries_may_change_places(tmp_path, dry_run):
    load(folder.read(make_folder(tmp_path, **{**FILES, "laws": LAWS.replace("## 85. More", "## 85. More\nid: 9R4TD")})))
    files = {name: words.replace("84 b", "85 b") for name, words in FILES.items()}
    report = load(folder.read(make_folder(tmp_path, **{**files, "laws": SWAPPED.replace("Law 84 b", "Law 85 b")})), dry_run=dry_run)
    assert {label for label, state in states(report).items() if state == "created"} == set()
    now = {"8F3KD": "84", "9R4TD": "85"} if dry_run else {"8F3KD": "85", "9R4TD": "84"}
    assert dict(Entry.objects.filter(kind="law").values_list("permanent_id", "slug")) == now
    assert not Entry.objects.filter(slug__contains="~").exists() and not Entry.history.filter(slug__contains="~").exists()
    if not dry_run:
        assert set(states(load(folder.read(tmp_path))).values()) == {"same"}


def test_a_folder_from_before_two_were_renumbered_is_taken_as_it_says(tmp_path):
    load(folder.read(make_folder(tmp_path, **{**FILES, "laws": LAWS.replace("## 85. More", "## 85. More\nid: 9R4TD")})))
    editing.renumber(Entry.objects.get(permanent_id="8F3KD"), "201")
    editing.renumber(Entry.objects.get(permanent_id="9R4TD"), "84")
    load(folder.read(tmp_path))
    assert dict(Entry.objects.filter(kind="law").values_list("permanent_id", "slug")) == {"8F3KD": "84", "9R4TD": "85"}


ONE, TWO, THREE = (f"# {title}\n\n## {number}. A law\n\n### Text\nWords.\n" for title, number in (("FIRST", 1), ("SECOND", 2), ("THIRD", 3)))


def with_ids(laws: str) -> str:
    return laws.replace("FIRST\n", "FIRST\nid: 1111J\n").replace("SECOND\n", "SECOND\nid: 2222J\n").replace("THIRD\n", "THIRD\nid: 3333J\n")


@pytest.mark.parametrize("dress", [with_ids, str], ids=["with ids", "by their words"])
@pytest.mark.parametrize(
    ("before", "after", "titles"),
    [
        ((ONE, TWO), (TWO, ONE), ["SECOND", "FIRST"]),  # they change places
        ((ONE, TWO, THREE), (THREE, ONE, TWO), ["THIRD", "FIRST", "SECOND"]),  # all move on
        ((ONE, TWO), (THREE, ONE, TWO), ["THIRD", "FIRST", "SECOND"]),  # a new one before them
        ((ONE, TWO, THREE), (ONE, THREE), ["FIRST", "THIRD", "SECOND"]),  # one is missing, and is kept behind the others
    ],
    ids=["swap", "round", "new", "missing"],
)
def test_headings_change_places_and_stay_themselves(tmp_path, dress, before, after, titles):
    load(folder.read(make_folder(tmp_path, laws=dress("\n".join(before)))))
    ids = dict(Heading.objects.values_list("title", "permanent_id"))
    laws = make_folder(tmp_path, laws=dress("\n".join(after)))
    load(folder.read(laws), dry_run=True)
    load(folder.read(laws))
    assert list(Heading.objects.order_by("position").values_list("title", flat=True)) == titles
    assert list(Heading.objects.order_by("position").values_list("position", flat=True)) == list(range(len(titles)))
    assert dict(Heading.objects.values_list("title", "permanent_id")).items() >= ids.items(), "its address is its own"
    assert {entry.heading.title for entry in Entry.objects.filter(slug="3")} <= {"THIRD"}
    assert not Heading.history.filter(position__gt=9).exists()
    assert set(states(load(folder.read(laws))).values()) <= {"same", "kept"}


def test_a_heading_whose_words_change_in_its_place_is_the_same_heading(tmp_path):
    load(folder.read(make_folder(tmp_path, laws=ONE + TWO)))
    ids = list(Heading.objects.order_by("position").values_list("permanent_id", flat=True))
    load(folder.read(make_folder(tmp_path, laws=ONE.replace("FIRST", "OF DEALING") + TWO)))
    assert list(Heading.objects.order_by("position").values_list("permanent_id", flat=True)) == ids


def test_a_number_that_another_entry_keeps_is_refused_with_a_sentence(tmp_path):
    load(folder.read(make_folder(tmp_path, **FILES)))
    make_law("86", edition=Edition.objects.get(), permanent_id="9R4TD")
    with pytest.raises(Unreadable, match=r"laws.md, line \d+: law 86 cannot have the number of Law 86 \(9R4TD\)"):
        load(folder.read(make_folder(tmp_path, **{**FILES, "laws": LAWS.replace("## 84.", "## 86."), "penalties_csv": FILES["penalties_csv"].replace("84 b", "86 b")})))
    assert Entry.objects.get(permanent_id="8F3KD").slug == "84"


def test_what_only_the_database_refuses_is_a_sentence(tmp_path, monkeypatch):
    def refuse(*entries):
        raise IntegrityError("UNIQUE constraint failed: laws_part.permanent_id")

    monkeypatch.setattr("laws.editing.publish", refuse)
    with pytest.raises(Unreadable, match=r"the database refuses what club-1999 would become.*laws_part\.permanent_id"):
        load(folder.read(make_folder(tmp_path, **FILES)))
    assert not Entry.objects.exists()


def test_a_dry_run_tells_and_changes_nothing(tmp_path):
    report = load(folder.read(make_folder(tmp_path, **FILES)), dry_run=True)
    assert set(states(report).values()) == {"created"}
    assert not Edition.objects.exists() and not Entry.objects.exists()


def test_a_fault_found_by_the_database_changes_nothing_and_has_its_place(tmp_path):
    long = FILES["cases"].replace("It costs points.", "x" * 301)
    with pytest.raises(Unreadable) as caught:
        load(folder.read(make_folder(tmp_path, **{**FILES, "cases": long})))
    assert "cases.md, line 1: holding" in str(caught.value)
    assert not Edition.objects.exists()


def test_an_id_of_another_edition_is_refused(tmp_path):
    make_law("1", permanent_id="8F3KD")
    with pytest.raises(Unreadable, match="the id 8F3KD belongs to another edition's entry"):
        load(folder.read(make_folder(tmp_path, **FILES)))


def test_the_command_tells_a_line_an_entry_and_the_faults(tmp_path, capsys):
    call_command("load", str(make_folder(tmp_path, **FILES)))
    out = capsys.readouterr().out
    assert "created  law 84  [laws.md, line 4]" in out and "club-1999: 5 created" in out
    (tmp_path / "laws.md").write_text("## 84. A\n")
    with pytest.raises(CommandError, match=r"laws\.md, line 1: law 84 has no words"):
        call_command("load", str(tmp_path))


def test_if_empty_never_touches_an_editors_work(tmp_path, capsys):
    law = make_law("84", text="An editor's words.")
    call_command("load", "--if-empty")
    law.refresh_from_db()
    assert law.text == "An editor's words." and Entry.objects.count() == 1
    assert "nothing loaded" in capsys.readouterr().out


def test_a_loader_killed_half_way_leaves_the_database_as_it_was(tmp_path):
    """SIGKILL at moments spread over a load; afterwards there is the whole edition or nothing of it."""
    laws = "".join(f"## {n}. Law {n}\n\n### Text\nSee Law {n % 600 + 1}, and Laws 3, 4 and {n % 500 + 1}.\n\n" for n in range(1, 601))
    path = make_folder(tmp_path, edition=EDITION + OFFENSES, laws=laws)
    database = databases.fresh(tmp_path)
    environment = {**os.environ, "DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "casebook.settings"}
    manage = [sys.executable, "manage.py"]
    subprocess.run([*manage, "migrate", "-v0"], env=environment, check=True)
    began = time.monotonic()
    subprocess.run([*manage, "load", "--dry-run", "-v0", str(path)], env=environment, check=True, capture_output=True)
    whole = time.monotonic() - began
    for share in (0.5, 0.7, 0.85, 0.95):
        loader = subprocess.Popen(
            [*manage, "load", "-v0", str(path)], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(whole * share)
        loader.send_signal(signal.SIGKILL)
        loader.wait()
        count = subprocess.run(
            [*manage, "shell", "-v0", "-c", "from laws.models import Entry; print(Entry.objects.count())"],
            env=environment, check=True, capture_output=True, text=True,
        )  # fmt: skip
        assert count.stdout.strip() in {"0", "600"}
    done = subprocess.run([*manage, "load", "-v0", str(path)], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    databases.drop(database)


def test_parts_typed_without_ids_are_given_some(tmp_path):
    load(folder.read(make_folder(tmp_path, laws="## 1. A\n### Text\n(1st) One.\n\n(2d) Two.\n")))
    assert [(part.label, part.anchor) for part in Part.objects.all()] == [("1st", "1"), ("2d", "2")]
    assert len({part.permanent_id for part in Part.objects.all()}) == 2


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('slug = "club-1999"', 'slug = "search"', "edition.toml, line 1: This address belongs to the site itself"),
        ("year = 1999", "year = 999", "edition.toml, line 1: The year is one from 1400 to 2200."),
    ],
)
def test_an_edition_that_cannot_be_is_refused_with_a_sentence(tmp_path, old, new, says):
    with pytest.raises(Unreadable) as caught:
        load(folder.read(make_folder(tmp_path, edition=(EDITION + OFFENSES).replace(old, new))))
    assert says in str(caught.value) and not Edition.objects.exists()


def test_an_id_that_was_changed_in_the_file_is_refused(tmp_path):
    load(folder.read(make_folder(tmp_path, **FILES)))
    with pytest.raises(Unreadable, match="law 84 has the id 8F3KD, and an id never changes"):
        load(folder.read(make_folder(tmp_path, **{**FILES, "laws": LAWS.replace("id: 8F3KD", "id: 8F3KC")})))


def test_another_key_of_an_offense_is_another_offense_and_the_old_address_stays(tmp_path):
    load(folder.read(make_folder(tmp_path, **FILES)))
    other = {name: words.replace("revoke", "renounce") for name, words in FILES.items()}
    load(folder.read(make_folder(tmp_path, **other, edition=EDITION + OFFENSES.replace("revoke", "renounce"))))
    assert {"revoke", "renounce"} <= set(Offense.objects.values_list("slug", flat=True))
