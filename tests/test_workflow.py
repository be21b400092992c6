"""From draft to published and back out: which steps there are, who may take them, and that a step is taken whole or not at all."""

import pytest
from django.contrib.auth.models import AnonymousUser, Permission, User
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection

from laws import editing, facets, workflow
from laws.citations import cite
from laws.models import Citation, Entry, Part
from laws.search import index
from laws.search.answer import answer
from tests.builders import make_case, make_law

pytestmark = pytest.mark.django_db
WRITES, EDITS = ("submit_entry",), ("submit_entry", "publish_entry", "withdraw_entry", "restore_entry")


def person(*permissions):
    user = User.objects.create_user(f"somebody{User.objects.count()}", is_staff=True)
    for codename in permissions:
        user.user_permissions.add(Permission.objects.get(codename=codename, content_type__app_label="laws"))
    return User.objects.get(pk=user.pk)


@pytest.mark.parametrize(
    ("status", "writer", "editor"),
    [
        ("draft", ["submit"], ["submit", "publish"]),
        ("in review", [], ["publish", "send-back"]),
        ("published", [], ["withdraw"]),
        ("withdrawn", [], ["restore"]),
    ],
)
def test_each_status_has_its_steps_for_each(status, writer, editor):
    law = make_law("84", status=status)
    for user, steps in ((person(*WRITES), writer), (person(*EDITS), editor), (person(), []), (AnonymousUser(), [])):
        assert [step.name for step in workflow.open_to(user, law)] == steps
    assert workflow.may_edit(person(*WRITES), law) is (status == "draft")
    assert workflow.may_edit(person(*EDITS), law)


@pytest.mark.parametrize("name", workflow.MOVES)
def test_a_step_is_refused_to_those_who_may_not_even_where_the_status_allows_it(name):
    step = workflow.MOVES[name]
    law = make_law("84", status=step.before[0])
    with pytest.raises(PermissionDenied):
        workflow.move(law, name, person(*WRITES) if name != "submit" else person(), why="Because.")
    assert Entry.objects.get(pk=law.pk).status == step.before[0]


@pytest.mark.parametrize(("name", "status"), [(step.name, status) for step in workflow.MOVES.values() for status in
                                              ("draft", "in review", "published", "withdrawn") if status not in step.before])  # fmt: skip
def test_a_step_is_taken_only_from_where_it_leads_on(name, status):
    law = make_law("84", status=status)
    with pytest.raises(ValidationError, match="has nothing to do"):
        workflow.move(law, name, person(*EDITS), why="Because.")


def test_the_whole_way_there_and_back_with_everything_that_follows():
    editor, case = person(*EDITS), make_case("1", facts="Law 84 b.")
    law = make_law("84", text="It costs:\n\n(a) this;\n\n(b) an umbrella.", status="draft")
    new = make_law("85")

    def seen():
        row = Citation.objects.get(source=case)
        return (row.outcome, row.target and row.target.status, answer("umbrella").total)

    assert seen() == ("unknown", None, 0)
    workflow.move(law, "submit", person(*WRITES))
    assert seen() == ("unknown", None, 0)
    workflow.move(law, "send-back", editor, why="The second line is missing.")
    assert workflow.sent_back_because(Entry.objects.get(pk=law.pk)) == "The second line is missing."
    workflow.move(law, "submit", editor)
    published = workflow.move(law, "publish", editor)
    assert seen() == ("resolved", "published", 1) and published.published_at is not None and published.amended_at is None
    workflow.move(law, "withdraw", editor, why="Replaced by Law 85.", replaced_by=new)
    assert seen() == ("resolved", "withdrawn", 0)
    law = Entry.objects.get(pk=law.pk)
    assert (law.withdrawn_because, law.replaced_by) == ("Replaced by Law 85.", new)
    workflow.move(law, "restore", editor, why="It stands after all.")
    assert seen() == ("resolved", "published", 1)
    law = Entry.objects.get(pk=law.pk)
    assert (law.withdrawn_because, law.replaced_by, law.published_at) == ("", None, published.published_at)
    said = [(row.status, row.history_change_reason, row.history_user == editor) for row in law.history.order_by("history_id")]
    assert said == [
        ("draft", None, False), ("in review", "Submitted for review", False), ("draft", "Sent back: The second line is missing.", True),
        ("in review", "Submitted for review", True), ("published", "Published", True), ("withdrawn", "Replaced by Law 85.", True),
        ("published", "It stands after all.", True),
    ]  # fmt: skip


@pytest.mark.parametrize(("name", "status"), [("send-back", "in review"), ("withdraw", "published"), ("restore", "withdrawn")])
@pytest.mark.parametrize("why", ["", "   ", "\n"])
def test_some_steps_need_a_reason(name, status, why):
    with pytest.raises(ValidationError, match="Say it in a sentence"):
        workflow.move(make_law("84", status=status), name, person(*EDITS), why=why)


def test_a_long_reason_is_cut_in_the_history_at_a_word_and_an_endless_one_anywhere():
    for why in ("word " * 200, "x" * 900):
        assert len(workflow.reason(workflow.SEND_BACK, why)) <= workflow.LONGEST
        assert workflow.reason(workflow.SEND_BACK, why).endswith("…")


@pytest.mark.parametrize("successor", ["draft", "in review", "withdrawn"])
def test_a_pointer_leads_to_something_published(successor):
    law, other = make_law("84"), make_law("85", status=successor)
    with pytest.raises(ValidationError, match="Law 85 is not published"):
        workflow.move(law, "withdraw", person(*EDITS), why="Replaced.", replaced_by=other)


def test_what_has_been_published_never_goes_back_to_draft():
    law = make_law("84", status="in review")
    Entry.objects.filter(pk=law.pk).update(published_at="2026-01-01T00:00Z")
    with pytest.raises(ValidationError, match="its address may be in print"):
        workflow.move(law, "send-back", person(*EDITS), why="No.")
    Entry.objects.filter(pk=law.pk).update(status="draft")
    assert not workflow.may_edit(person(*WRITES), Entry.objects.get(pk=law.pk))


def test_many_move_together_or_each_says_why_not():
    editor = person(*EDITS)
    good, bare, public, gone = make_law("1", status="draft"), make_law("2", status="draft", publish=False), make_law("3"), make_law("4", status="withdrawn")
    Entry.objects.filter(pk=bare.pk).update(text="")
    with pytest.raises(ValidationError) as refused:
        workflow.move_many([good, bare, public, gone], "publish", editor)
    assert refused.value.messages == [
        "Law 2 has no words yet: write them, or keep it a draft.",
        "Law 4 is withdrawn, so that “Publish” has nothing to do.",
    ]
    assert list(Entry.objects.published()) == [public]
    Entry.objects.filter(pk=bare.pk).update(text="Words.")
    assert [law.number for law in workflow.move_many([good, bare, public], "publish", editor)] == ["1", "2"]
    assert Entry.objects.published().count() == 3
    assert workflow.move_many([], "publish", editor) == []
    with pytest.raises(PermissionDenied):
        workflow.move_many([good], "publish", person(*WRITES))


# --- a step that fails


STEPS = [(cite, "cite"), (editing, "unsettled"), (index, "update"), (facets, "keep"), (editing, "_sync_parts"), (editing, "check"),
         (editing, "keep_address"), (Entry, "save"), (Part.objects.__class__, "bulk_create"), (cite, "_write")]  # fmt: skip


def state():
    """Text, citations, parts, index and history, as they are stored."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM laws_historicalentry")
        versions = cursor.fetchone()[0]
    return {
        "entries": list(Entry.objects.order_by("pk").values("status", "published_at", "amended_at", "text", "withdrawn_because")),
        "citations": list(Citation.objects.order_by("source", "start").values("pk", "outcome", "target", "part")),
        "parts": list(Part.objects.order_by("pk").values("anchor", "retired")),
        "found": [answer(words).total for words in ("umbrella", "teacup")],
        "versions": versions,
    }


@pytest.mark.parametrize(("place", "step"), STEPS, ids=[step for _, step in STEPS])
@pytest.mark.parametrize("name", ["publish", "withdraw", "many"])
def test_a_step_that_fails_takes_all_of_it_back(monkeypatch, place, step, name):
    editor, case = person(*EDITS), make_case("1", facts="Law 84 b, a teacup, and Law 85.")
    words = "It costs:\n\n(a) this;\n\n(b) an umbrella."
    laws = [make_law(number, text=words, status="published" if name == "withdraw" else "draft", publish=name == "withdraw") for number in ("84", "85")]
    before = state()

    def fail(*args, **kwargs):
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(place, step, fail)
    try:
        if name == "many":
            workflow.move_many(laws, "publish", editor)
        else:
            workflow.move(laws[0], name, editor, why="Because.")
    except RuntimeError:
        pass
    else:
        pytest.fail("the fault was not met")
    monkeypatch.undo()
    assert state() == before
    assert case.pk


def test_a_refusal_names_an_entry_even_where_it_has_no_label_yet():
    said = workflow.refusal(person(*WRITES), Entry(kind="section", status="draft"), workflow.PUBLISH)
    assert said == "“Publish” is for those who may do that to an entry; ask an editor."
