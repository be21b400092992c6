"""Markup in every column that holds words: no page, feed, file, card or mail makes anything of it but words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from . import FULL, addresses, payloads, stage, verdict

pytestmark = pytest.mark.django_db
TURNS = range(len(payloads.MARKUP)) if FULL else range(2)
TYPED = '"><x-h onclick="x-h()">'
# What a page is asked beside its bare address, so that it shows what it has.
ASKED = {
    "search/": ("?q=odd+trick&stay=1", "?q=x-h+xhostile&stay=1", "?q=See+Law&show=kinds&stay=1", f"?q={TYPED}&kind={TYPED}&code={TYPED}&law={TYPED}&year={TYPED}"),
    "search/suggest/": ("?q=odd", "?q=la", f"?q={TYPED}"),
    "search/suggest.json": ("?q=odd", f"?q={TYPED}"),
    "feeds/search.%(form)s": ("?q=See", f"?q={TYPED}&kind={TYPED}"),
    "cases/": ("?q=See", f"?q={TYPED}&year={TYPED}&offense={TYPED}"),
    "%(edition)s/penalties/": (f"?q={TYPED}&offender={TYPED}&law={TYPED}", "?offense=revoke"),
    "%(edition)s/%(kind)s/%(slug)s/preview/": ("?part=b", f"?part={TYPED}"),
    "%(edition)s/%(kind)s/%(slug)s/share/": ("?part=b", f"?part={TYPED}"),
    "proof/": (f"?edition={TYPED}",),
    "oembed": ("?url=https://casebook.example/auction-1912/law/84/", "?url=https://casebook.example/auction-1912/case/11/&format=xml", f"?url={TYPED}&format={TYPED}"),
    "admin/export-table/": ("?edition=auction-1912&kind=case&format=csv", "?edition=auction-1912&kind=penalty&format=xlsx", f"?kind={TYPED}"),
    "admin/audit/": (f"?edition={TYPED}&kind={TYPED}&sort={TYPED}",),
    "admin/login/": (f"?next={TYPED}", "?next=javascript:x-h()"),
    "admin/laws/entry/choices/": ("?term=&app_label=laws&model_name=footnote&field_name=anchor",),
}  # fmt: skip
OF_A_LETTER = ("newsletter/", "newsletter/mail/", "newsletter/print/", "newsletter/newsletter.%(form)s")


def everywhere() -> Iterator[tuple[addresses.Shape, str]]:
    """Every address that there is of what is in the database, with what may be asked of it."""
    known = stage.known()
    picks = ",".join(f"{code}-f" for code in known["typed"])
    letter = f"?title={TYPED}&pick={picks}," + "&".join([TYPED, *(f"say-{code}={TYPED}" for code in known["typed"])])
    for shape in addresses.shapes():
        for address in addresses.every(shape, known):
            yield shape, address
            for asked in ASKED.get(shape.route, (letter,) if shape.route in OF_A_LETTER else ()):
                yield shape, address + asked


@pytest.mark.parametrize("turn", TURNS)
def test_nothing_that_is_stored_comes_alive_on_any_page(turn: int) -> None:
    editor = stage.build()
    stage.poison(turn)
    reader, desk = Client(raise_request_exception=False), Client(raise_request_exception=False)
    desk.force_login(editor)
    found, shown = [], 0
    for shape, address in everywhere():
        if shape.name == "logout":
            continue
        answer: Any = (desk if shape.at_the_desk and shape.name != "login" else reader).get(address)
        found.append((address, verdict.of_answer(answer) + verdict.broken(answer)))
        shown += answer.status_code == 200
    assert verdict.told(found) == {}
    assert shown > 300, "most addresses lead to a page, or else nothing was tried"


@pytest.mark.parametrize(
    ("page", "said"),
    [
        pytest.param("<p>Law &lt;x-h&gt; x-h</p>", 0, id="words"),
        pytest.param("<p><x-h></p>", 1, id="an element"),
        pytest.param('<p title="" x-h="1">', 1, id="an attribute"),
        pytest.param("<script>1</script>", 1, id="a script"),
        pytest.param('<script src="//a.example/x.js"></script>', 1, id="a script from elsewhere"),
        pytest.param('<script src="/static/x.js"></script>', 0, id="a script of ours"),
        pytest.param('<script type="application/ld+json">{"a": "b"}</script>', 0, id="data"),
        pytest.param('<a href="java&#10;script:1">', 1, id="a scheme with a line break"),
        pytest.param('<a href=" JAVASCRIPT:1">', 1, id="a scheme after a blank"),
        pytest.param('<a href="/law/84/:1" title="javascript:">', 0, id="a colon in a path"),
        pytest.param("<svg/onload=1>", 1, id="a handler"),
        pytest.param('<p style="color:red">', 1, id="a style"),
        pytest.param('<iframe srcdoc="a">', 2, id="a frame"),
        pytest.param('<meta http-equiv="Refresh" content="0;/">', 1, id="away"),
    ],
)
def test_the_verdict_knows_what_runs(page: str, said: int) -> None:
    assert len(verdict.of_html(page)) == said
