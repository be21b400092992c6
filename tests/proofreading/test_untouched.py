"""Where nothing may be written into a Markdown text."""

import pytest

from laws.proofreading.untouched import untouched

HELD = [
    ("[Law 50](http://x)", "a link"),
    ("![Law 50](x.png)", "a picture"),
    ("[**Law 50** a](http://x (y))", "brackets in an address"),
    ("[see [Law 50] there](http://x)", "brackets in the words"),
    ("[Law 50][one]\n\n[one]: http://x", "an address elsewhere"),
    ("[Law 50]\n\n[law 50]: http://x", "the words themselves name it"),
    ("`Law 50`", "code"),
    ("``a ` Law 50``", "code with a tick in it"),
    ("```\nLaw 50\n```", "a block of code"),
    ("~~~ text\nLaw 50\n", "a block that nothing closes"),
    ('<a href="/x">Law 50</a>', "a link in HTML"),
    ('<img alt="Law 50">', "a tag"),
]
FREE = [
    ("Law 50 and [words](http://x)", "beside a link"),
    ("[Law 50] in brackets", "brackets alone"),
    ("\\[Law 50](http://x)", "a bracket that is none"),
    ("` Law 50", "a tick alone"),
    ("\\`Law 50\\`", "ticks that are none"),
    ("```\na\n```\nLaw 50", "after a block of code"),
    ("a < b, Law 50 > c", "no tag"),
]


@pytest.mark.parametrize(("text", "held", "why"), [(t, True, w) for t, w in HELD] + [(t, False, w) for t, w in FREE])
def test_nothing_is_written_into_links_and_code(text, held, why):
    at = text.index("Law 50")
    assert untouched(text).touches(at, at + 6) is held, why
