"""The engine of the database that the tests run on, and that both engines give the same answers. Run on both: make test test-postgres."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

import pytest
from django.db import connection, transaction

from laws.search import index, postgres, sqlite
from laws.search.engine import AllOf, AnyOf, Engine, OutOfTime, Wanted
from tests.conftest import environment, manage
from tests.databases import POSTGRESQL, fresh_file, on_postgresql_only

ENDLESS = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 2000000000) SELECT count(*) FROM n"
VOCABULARY = (
    "revok", "revok^2", "revok^t", "12^n", "kind=law", "law=auction-1912/84b", "is=auction-1912/84", "year=1912", "a", "the", "é", "ß", "straße", "мир", "人", "人人", "א", "e\u0301",
    "ﬁ", "𝟠", "🂡", "x-y", "x.y", "x/y", "and", "or", "not", "near", "null", "0", "00", "1", "revo", "w" * 60, "w" * 61, "ж" * 700, "w" * 3000,
)  # fmt: skip


@pytest.fixture
def engine(db: None) -> Iterator[Engine]:
    kept = index.engine()
    assert kept is not None
    kept.clear()
    yield kept


def found(engine: Engine, wanted: Wanted, limit: int = 10_000) -> list[int]:
    sql = engine.matching(wanted, limit)
    with connection.cursor() as cursor:
        cursor.execute(sql.text, sql.values)
        return [standing for (standing,) in cursor.fetchall()]


def holds(words: set[str], wanted: Wanted) -> bool:
    """The same in plain Python."""
    match wanted:
        case AnyOf(parts):
            return any(holds(words, part) for part in parts)
        case AllOf(parts, without):
            return all(holds(words, part) for part in parts) and not any(holds(words, part) for part in without)
    return wanted in words


def some_wish(chance: random.Random, depth: int = 3) -> Wanted:
    if depth == 0 or not chance.randrange(3):
        return chance.choice(VOCABULARY)
    parts = tuple(some_wish(chance, depth - 1) for _ in range(chance.randint(1, 3)))
    if chance.randrange(2):
        return AnyOf(parts)
    return AllOf(parts, tuple(some_wish(chance, depth - 1) for _ in range(chance.choice((0, 0, 1, 2)))))


# ---- the engine by itself ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_wanted_is_found_and_nothing_else(engine: Engine, seed: int) -> None:
    chance = random.Random(seed)
    documents = {standing << 48 | standing: set(chance.choices(VOCABULARY, k=chance.randint(1, 12))) for standing in chance.sample(range(1, 60), 40)}
    engine.add([(standing, " ".join(words)) for standing, words in documents.items()])
    for _ in range(40):
        wanted = some_wish(chance)
        assert found(engine, wanted) == sorted(standing for standing, words in documents.items() if holds(words, wanted)), wanted


@pytest.mark.parametrize("word", VOCABULARY)
def test_each_word_is_itself_and_no_other(engine: Engine, word: str) -> None:
    engine.add(list(enumerate(VOCABULARY, start=1)))
    assert found(engine, word) == [VOCABULARY.index(word) + 1]


def test_a_limit_keeps_those_that_stand_first(engine: Engine) -> None:
    standings = random.Random(7).sample(range(1, 3000), 1500)
    engine.add((standing, "trump" if standing % 3 else "trump revok") for standing in standings)
    assert found(engine, "trump", 25) == sorted(standings)[:25]
    assert found(engine, AllOf(("trump",), ("revok",)), 25) == sorted(standing for standing in standings if standing % 3)[:25]
    assert found(engine, "trump", 5000) == sorted(standings)


def test_what_is_removed_is_found_no_more_and_may_come_again(engine: Engine) -> None:
    engine.add([(1, "trump revok"), (2, "trump"), (3, "revok é")])
    engine.remove([(1, "revok trump"), (3, "é revok")])
    assert (found(engine, "trump"), found(engine, "revok")) == ([2], [])
    engine.add([(1, "trump deal")])
    assert (found(engine, "trump"), found(engine, "deal"), found(engine, "revok")) == ([1, 2], [1], [])
    engine.clear()
    assert found(engine, "trump") == []


def test_a_bulk_load_can_be_settled_and_added_to(engine: Engine) -> None:
    engine.add((standing, f"trump w{standing}") for standing in range(1, 1300))
    engine.settle()
    engine.add([(2000, "trump")])
    assert len(found(engine, "trump")) == 1300
    assert found(engine, "w700") == [700]


def test_a_text_without_end_is_kept_as_far_as_an_index_takes_it(engine: Engine) -> None:
    words = " ".join(["kind=law", *(f"w{number:09}" for number in range(150_000))])
    engine.add([(1, words)])
    assert found(engine, AllOf(("kind=law", "w000000001"))) == [1]


@pytest.mark.parametrize("inside", [True, False], ids=["in a transaction", "by itself"])
@pytest.mark.django_db(transaction=True)
def test_what_takes_too_long_is_stopped_and_the_work_goes_on(inside: bool) -> None:
    engine = index.engine()
    assert engine is not None
    with transaction.atomic() if inside else nullcontext():
        with pytest.raises(OutOfTime), engine.limited(0.05), connection.cursor() as cursor:
            cursor.execute(ENDLESS)
        with engine.limited(5):
            assert found(engine, "nowhere") == []
        assert found(engine, "nowhere") == []


@on_postgresql_only
@pytest.mark.parametrize("inside", [True, False], ids=["in a transaction", "by itself"])
@pytest.mark.django_db(transaction=True)
def test_a_limit_of_time_ends_with_what_it_was_for(inside: bool) -> None:
    def allowed() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SHOW statement_timeout")
            return str(cursor.fetchone()[0])

    before = allowed()
    with transaction.atomic() if inside else nullcontext():
        with postgres.limited(1.5):
            assert allowed() == "1500ms"
        assert allowed() == before
    assert allowed() == before


@on_postgresql_only
@pytest.mark.django_db
def test_statements_are_not_compiled_on_the_way_in_the_sites_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT setconfig FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase WHERE datname = current_database()")
        assert ["jit=off"] in [row[0] for row in cursor.fetchall()]


# ---- both engines -----------------------------------------------------------------------------------------------------------------

QUERIES = (
    "law 84b", "84", "s 60(c)", "case XI", "laws 76-79", "law 4000", "section 9 of etiquette", "xi", "rule 49", "what does an established revoke cost",
    "revoke", "renege by a defender", "dubble out of trun", "dummy asked who trumped", "can dummy ask who won the trick?", "card dropped under the table", "honour", "honors scored",
    '"exposed card"', "revoke -dummy", "decl*", "rev* penalty", "kind:case", "kind:case trump", "law:84b", "offense:revoke", "year:1912..1915", "code:whist-1889 cards",
    "bid OR declaration", "lead out of turn", "misdeal", "xyzzy", "the of a", "-revoke", "kibitzer", "no trumps", "quitted trick", "chicane", "new deal", "who deals first",
)  # fmt: skip


def answers(address: str, edition: tuple[str, ...]) -> list[dict[str, Any]]:
    done = manage("search", "--json", *edition, "-", env=environment(DATABASE_URL=address), input="\n".join(QUERIES))
    return [json.loads(line) for line in done.stdout.splitlines()]


@on_postgresql_only
@pytest.mark.parametrize("edition", [(), ("--edition", "auction-1912")], ids=["everywhere", "in one code"])
def test_both_databases_give_the_same_answers(shipped_database: str, shipped_file: str, edition: tuple[str, ...]) -> None:
    """Hits in order with their scores, parts and snippets; counts and facets; jumps, corrections and notes."""
    here, there = answers(shipped_database, edition), answers(shipped_file, edition)
    assert len(here) == len(QUERIES)
    assert [one["query"] for one, other in zip(here, there, strict=True) if one != other] == []
    assert sum(bool(one["hits"]) for one in here) > len(QUERIES) * 0.8


@pytest.fixture(scope="module")
def shipped_file(tmp_path_factory: pytest.TempPathFactory) -> str:
    address = fresh_file(tmp_path_factory.mktemp("file"))
    env = environment(DATABASE_URL=address)
    manage("migrate", "--no-input", env=env)
    manage("load", env=env)
    return address


def test_the_engine_is_that_of_the_database() -> None:
    assert index.engine() is (postgres if POSTGRESQL else sqlite)
