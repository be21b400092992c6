"""The walk through the project: text comes in, answers go out, and imports run backwards along it and nowhere else."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
OURS = ("laws", "casebook")

GRAMMAR = tuple(f"laws.citations.{name}" for name in "around grammar lexicon numerals pinpoint reference relative split tail".split())
PROOFREADING = tuple(f"laws.proofreading.{name}" for name in "comparison figures marks phrases quotations spans wording".split())
# Rooms from the ground up. A module may import from its own floor and from those below it.
FLOORS: tuple[tuple[str, ...], ...] = (
    ("laws.text", "laws.diff", "laws.freshness", "laws.statements", "laws.xml", *GRAMMAR, *PROOFREADING, "laws.search.query", "laws.search.fields", "laws.search.letters", "laws.books.records"),
    ("laws.books",),
    ("laws.models",),
    ("laws.citations", "laws.search", "laws.naming", "laws.facets"),
    ("laws.editing", "laws.proofreading"),
    ("laws.books.load", "laws.books.definitions", "laws.books.grouping", "laws.books.relations", "laws.exports", "laws.newsletter", "laws.links", "laws.proofreading.copies", "laws.sharing", "laws.filters", "laws.offered", "laws.paging", "laws.history", "laws.wordings", "laws.workflow", "laws.impact", "laws.importing", "laws.audit", "laws.bulk"),
    ("laws.views", "laws.admin", "laws.management", "laws.templatetags"),
    ("laws.urls", "casebook"),
)
# What takes a string and gives values: no Django, and nothing of ours but this.
PURE = {
    "laws.text": set(),
    "laws.citations.grammar": {*GRAMMAR, "laws.citations", "laws.text"},
    "laws.citations.split": {*GRAMMAR, "laws.citations", "laws.text"},
    "laws.search.query": {*GRAMMAR, "laws.citations", "laws.search", "laws.text"},
    "laws.books": {"laws.books", "laws.text"},
    "laws.proofreading": {"laws.proofreading", *GRAMMAR, "laws.citations", "laws.diff", "laws.text"},
}
DOORS = ("laws.views", "laws.admin", "laws.management")


@cache
def modules() -> dict[str, Path]:
    """Every module of ours by its dotted name."""
    found = {}
    for path in sorted(path for root in OURS for path in (PROJECT / root).rglob("*.py")):
        words = list(path.relative_to(PROJECT).with_suffix("").parts)
        found[".".join(words[:-1] if words[-1] == "__init__" else words)] = path
    return {name: path for name, path in found.items() if ".migrations" not in name}


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(modules()[name].read_text(encoding="utf-8"))


def named_by(name: str, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The modules that an import statement in module `name` asks for, with a relative one made absolute."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    base = node.module or ""
    if node.level:
        words = name.split(".") if modules()[name].name == "__init__.py" else name.split(".")[:-1]
        base = ".".join([*words[: len(words) - node.level + 1], *filter(None, [node.module])])
    for alias in node.names:
        inner = f"{base}.{alias.name}"
        yield inner if inner in modules() else base


@cache
def imports(name: str, *, for_types: bool = True) -> frozenset[str]:
    """All modules that a module imports; `for_types` takes in those that only a type checker follows."""
    statements = [node for node in ast.walk(tree(name)) if isinstance(node, ast.Import | ast.ImportFrom)]
    if not for_types:
        statements = [node for node in statements if node not in typing_only(name)]
    return frozenset(asked for node in statements for asked in named_by(name, node))


def typing_only(name: str) -> list[ast.stmt]:
    blocks = [node for node in ast.walk(tree(name)) if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)]
    return [inner for block in blocks for inner in block.body]


def lies_in(name: str, room: str) -> bool:
    return name == room or name.startswith(room + ".")


def floor(name: str) -> int | None:
    """The floor of the room that names the module most closely; None outside the rooms (laws.apps, laws itself)."""
    rooms = [(len(room), level) for level, row in enumerate(FLOORS) for room in row if lies_in(name, room)]
    return max(rooms)[1] if rooms else None


def ours(names: frozenset[str]) -> set[str]:
    return {name for name in names if name.split(".")[0] in OURS}


def reached(name: str) -> set[str]:
    """Every module of ours that importing `name` brings in by an import statement."""
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        here = waiting.pop()
        for there in ours(imports(here)) & modules().keys():
            if there not in seen:
                seen.add(there)
                waiting.append(there)
    return seen


def test_every_module_has_its_floor() -> None:
    homeless = [name for name in modules() if floor(name) is None]
    assert set(homeless) <= {"laws", "laws.apps"}


def test_imports_only_go_down() -> None:
    upward = [
        f"{name} imports {there}"
        for name in modules()
        for there in sorted(ours(imports(name)))
        if (floor(there) or 0) > (floor(name) or 0)
    ]
    assert upward == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {name: ours(imports(name, for_types=False)) & modules().keys() - {name} for name in modules()}
    alive = dict(graph)
    while leaves := [name for name, needs in alive.items() if not needs & alive.keys()]:
        for name in leaves:
            del alive[name]
    assert sorted(alive) == [], "these import one another in a ring, or stand on one that does"


def test_pages_admin_and_commands_do_not_import_one_another() -> None:
    crossed = [
        f"{name} imports {there}"
        for name in modules()
        for there in ours(imports(name))
        for door in DOORS
        for other in DOORS
        if lies_in(name, door) and lies_in(there, other) and door != other
    ]
    assert crossed == []


@pytest.mark.parametrize("root", sorted(PURE))
def test_what_reads_a_string_knows_neither_django_nor_anything_above_it(root: str) -> None:
    pure = [name for name in modules() if lies_in(name, root) and floor(name) in {0, 1}]
    assert pure, f"{root} is not there"
    for name in pure:
        brought = {name, *reached(name)}
        foreign = {there for inner in brought for there in imports(inner) if there.split(".")[0] not in OURS}
        outside = {there.split(".")[0] for there in foreign} - set(sys.stdlib_module_names)
        assert outside == set(), f"{name} brings in {outside}"
        strangers = [there for there in reached(name) - {"laws"} if floor(there) not in {0, 1} and there not in {"laws.citations", "laws.search"}]
        strangers += [there for there in reached(name) - {"laws"} if not any(lies_in(there, allowed) for allowed in {root, *PURE[root]})]
        assert strangers == [], f"{name} brings in {strangers}"


def test_models_call_nothing_above_them() -> None:
    named = {there for name in modules() if lies_in(name, "laws.models") for there in ours(imports(name))}
    assert {there for there in named if not lies_in(there, "laws.models") and there not in {"laws", "laws.text", "laws.freshness"}} == set()


def test_no_import_hides_in_a_function() -> None:
    hidden = [
        f"{name}, line {inner.lineno}"
        for name in modules()
        for function in ast.walk(tree(name))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        for inner in ast.walk(function)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    ]
    assert hidden == []


def test_no_signal_of_ours_does_what_publish_does_in_the_open() -> None:
    listening = [name for name in modules() if {"django.dispatch", "django.db.models.signals"} & imports(name)]
    assert listening == []


def test_only_views_and_the_admin_know_requests() -> None:
    knowing = {name for name in modules() if "django.http" in imports(name) or "django.shortcuts" in imports(name)}
    assert [name for name in sorted(knowing) if not any(lies_in(name, door) for door in ("laws.views", "laws.admin", "laws.urls", "casebook"))] == []


def test_no_module_is_a_drawer_for_odds_and_ends() -> None:
    drawers = {"utils", "util", "helpers", "helper", "common", "services", "service", "misc", "managers"}
    assert [name for name in modules() if drawers & set(name.split("."))] == []


def test_no_module_repeats_the_name_of_its_folder() -> None:
    assert [name for name in modules() if len(words := name.split(".")) > 1 and words[-1] in {words[-2], words[-2].rstrip("s")}] == []
