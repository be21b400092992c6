"""Every address of the site, taken from the URLconf itself, so that a new view is attacked without being told of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from django.contrib import admin
from django.urls import URLResolver, get_resolver, resolve

LADDER = "%(path)s"
BLANK = re.compile(r"%\((\w+)\)s")


@dataclass(frozen=True, slots=True)
class Shape:
    """One shape of an address, "admin/laws/offense/%(object_id)s/change/", and the values that its view fixes."""

    route: str
    name: str

    @property
    def blanks(self) -> tuple[str, ...]:
        return tuple(BLANK.findall(self.route))

    @property
    def at_the_desk(self) -> bool:
        return self.route.startswith("admin/")

    def filled(self, values: Mapping[str, str]) -> str:
        return "/" + self.route % values


def shapes() -> list[Shape]:
    """Every shape once. An address with optional parts counts with them and without them."""
    found = {shape.route: shape for shape in _below(get_resolver(), "")}
    return [found[route] for route in sorted(found)]


def _below(resolver: URLResolver, before: str) -> Iterator[Shape]:
    for view, ways in resolver.reverse_dict.lists():
        for possibilities, *_ in ways:
            for route, _ in possibilities:
                yield Shape(before + route, view if isinstance(view, str) else getattr(view, "__name__", "view"))
    for prefix, inner in resolver.namespace_dict.values():
        yield from _below(inner, before + prefix)


def desks() -> Iterable[str]:
    """The models that the desk shows, as its addresses name them."""
    return [f"{model._meta.app_label}/{model._meta.model_name}" for model in admin.site._registry]


def every(shape: Shape, known: Mapping[str, list[str]]) -> list[str]:
    """The addresses of a shape with every known value in each of its blanks. Raises KeyError for a blank that nobody has told of.

    What another view answers is left out, such as whole.svg; kinds have their own slugs.
    """
    found = []
    for kind in known["kind"] if "kind" in shape.blanks else [_kind(shape)]:
        own = {**known, **_of_desk(shape, known), "kind": [kind], "slug": known.get(f"{kind}/slug", [])}
        for values in product(*(own[blank] for blank in shape.blanks)):
            found.append(shape.filled(dict(zip(shape.blanks, values, strict=True))))
    return [address for address in found if shape.route == LADDER or not _is_lost(address)]


def _kind(shape: Shape) -> str:
    return "case" if "/case/" in shape.route else "term"


def _is_lost(address: str) -> bool:
    """Whether only the ladder answers, which takes whatever is left."""
    return getattr(resolve(address).func, "__name__", "") == "ladder"


def _of_desk(shape: Shape, known: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """At the desk a number is that of a row of the model before it."""
    words = shape.route.split("/")
    rows = known.get("/".join(words[1:3]), ["1"]) if shape.at_the_desk else ["1"]
    return {"object_id": rows, "key": rows, "id": rows}
