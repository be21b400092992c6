"""The public pages of what has changed: published words only, word by word, under addresses that last."""

from datetime import UTC, date, datetime

import pytest

from laws import editing
from laws.models import Entry
from tests.builders import make_case, make_law

pytestmark = pytest.mark.django_db
HISTORY = "/auction-1912/law/84/history/"
EVIL = "<script>alert(1)</script> & more"


def amend(law, text, day=(2026, 2, 1)):
    law.text, law.amended_at = text, datetime(*day, 12, tzinfo=UTC)
    law._change_reason = "A SECRET REASON"
    law.save()
    editing.publish([law])


@pytest.fixture
def law():
    law = make_law("84", text="It costs fifty points.", status="published")
    amend(law, "It costs one hundred points.")
    return law


def page(client, path, status=200):
    answer = client.get(path)
    assert answer.status_code == status, (path, answer.status_code)
    return answer.content.decode()


def test_the_page_says_amended_and_leads_to_what_has_changed(client, law):
    words = page(client, law.get_absolute_url())
    assert "Last amended" in words and f'href="{HISTORY}">what has changed</a>' in words
    words = page(client, HISTORY)
    assert "It costs<del> fifty</del><ins> one hundred</ins> points." in words, "told apart without color"
    assert "Amended <time" in words and "1 February 2026" in words and "Published here <time" in words
    assert "A SECRET REASON" not in words, "why is for the desk"


def test_an_entry_that_never_changed_says_so(client):
    law = make_law("84")
    assert HISTORY not in page(client, law.get_absolute_url())
    assert "Its words have not changed since." in page(client, HISTORY)


def test_an_amendment_older_than_the_site_is_told_as_one(client):
    make_law("84", amended_at=datetime(2026, 1, 20, tzinfo=UTC))
    assert "This site has kept no" in page(client, HISTORY)


@pytest.mark.parametrize(
    ("day", "status", "words"),
    [
        ("2026-01-05", 200, "It costs fifty points."),
        ("2026-01-31", 200, "These are earlier words, of 5 January 2026. They were amended 1 February 2026."),
        ("2026-02-01", 200, "It reads so still."),
        ("1912-11-01", 404, ""),
        ("2026-13-45", 404, ""),
        ("2026-02-30", 404, ""),
    ],
)
def test_a_day_shows_the_words_that_stood(client, law, day, status, words):
    assert " ".join(words.split()) in " ".join(page(client, f"{HISTORY}{day}/", status).split())


def test_a_case_decided_before_an_amendment_leads_to_the_words_of_its_day(client, law):
    make_case("1", facts="Law 84.", detail={"decided_on": date(1912, 5, 1)})
    words = page(client, "/auction-1912/case/1/")
    assert f'href="{HISTORY}2026-01-05/">Law 84 as it read until 1 February 2026</a>' in words
    make_case("2", facts="Law 84.", detail={"decided_on": date(2026, 6, 1)})
    assert "Amended since" not in page(client, "/auction-1912/case/2/")


def test_drafts_have_no_history_page(client, admin_client):
    make_law("84", status="draft", text="A SECRET")
    for path in (HISTORY, f"{HISTORY}2026-01-05/"):
        assert "A SECRET" not in page(client, path, 404)


def test_words_of_a_draft_do_not_show_once_it_is_published(client):
    law = make_law("84", status="draft", text="A SECRET first idea.")
    law.text, law.status, law.published_at = "Public words.", "published", datetime(2026, 1, 5, tzinfo=UTC)
    law.save()
    editing.publish([law])
    amend(law, "Other public words.")
    for path in (HISTORY, f"{HISTORY}2026-01-05/", f"{HISTORY}2026-02-01/"):
        assert "A SECRET" not in page(client, path)


def test_what_was_withdrawn_keeps_what_it_said(client, law):
    editing.withdraw(law, because="Replaced.")
    assert f'href="{HISTORY}"' in page(client, law.get_absolute_url(), 410)
    words = page(client, HISTORY)
    assert "has been withdrawn" in words and "fifty" in words
    assert "noindex" in words


def test_the_history_follows_to_another_number(client, law):
    editing.renumber(law, "86")
    for rest in ("", "2026-01-05/"):
        answer = client.get(HISTORY + rest)
        assert (answer.status_code, answer["Location"]) == (301, f"/auction-1912/law/86/history/{rest}")
    assert client.get("/auction-1912/law/400/history/").status_code == 404


@pytest.mark.parametrize("path", ["/auction-1912/law/84/history", "/Auction-1912/Law/84/History/"])
def test_other_spellings_lead_there(client, law, path):
    answer = client.get(path)
    assert (answer.status_code, answer["Location"]) == (301, HISTORY)


def test_an_entry_says_which_numbers_were_its_and_whose_its_number_was(client):
    old = make_law("84", title="The old one")
    editing.renumber(old, "86")
    assert "Formerly Law 84." in page(client, "/auction-1912/law/86/")
    assert client.get("/auction-1912/law/84/")["Location"] == "/auction-1912/law/86/"
    make_law("84", title="The new one")
    words = page(client, "/auction-1912/law/84/")
    assert 'Formerly the number of what is now <a href="/auction-1912/law/86/">Law 86: The old one</a>' in words
    assert "Formerly Law 84." in page(client, "/auction-1912/law/86/")


def test_what_was_typed_is_never_markup(client):
    law = make_law("84", text="Old words.", title=EVIL)
    amend(law, EVIL)
    for path in (HISTORY, f"{HISTORY}2026-02-01/", f"{HISTORY}2026-01-05/"):
        words = page(client, path)
        assert "<script>alert" not in words and "&lt;script&gt;alert" in words


def test_more_amendments_ask_no_more_questions(client, law, django_assert_num_queries):
    with django_assert_num_queries(2):
        client.get(HISTORY)
    for n in range(4):
        amend(law, f"Wording {n}.", (2026, 3, n + 1))
    with django_assert_num_queries(2):
        client.get(HISTORY)
    assert Entry.objects.count() == 1


def test_an_entry_of_which_no_version_is_kept_has_no_history_page(client, law):
    """Rows that were brought into the database by other means than the site's own have none."""
    law.history.all().delete()
    page(client, HISTORY, status=404)
