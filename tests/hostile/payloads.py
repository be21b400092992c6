"""The hostile values. Each brings verdict.MARK along, so that whatever comes alive of it can be told from what is ours."""

from __future__ import annotations

# Shortest first: a column of eight characters takes only the first.
MARKUP = (
    "<x-h>",
    "<x-h a>&lt;",
    '"x-h="\'x-h=\'',
    "'><x-h><!--",
    '"><x-h x-h="1">',
    "</script><x-h><script>x-h()</script>",
    "]]><x-h/><![CDATA[",
    "&lt;x-h&gt;&#60;x-h&#62;&amp;lt;x-h&amp;gt;",
    "</title></textarea></style><x-h><svg onload=x-h()>",
    '<img src=x onerror="x-h()"><x-h style="width:1px">',
    '" autofocus onfocus="x-h()" x-h="',
    "' onmouseover='x-h()' x-h='",
    "<iframe srcdoc='<x-h><script>x-h()</script>'></iframe>",
    '<math><mtext></form><form><mglyph><style></math><img src onerror="x-h()">',
    "<svg><animate onbegin=x-h() attributeName=x></svg><x-h>",
    "[x-h](javascript:x-h())<javascript:x-h()>",
    "=HYPERLINK(\"javascript:x-h()\")<x-h>",
    "{{ 7|add:7 }}{% debug %}${7*7}<x-h>",
    "\u202e<x-h>\u2066\u200b\ufeff\u2028\u2029<x-h>",
    "\ud7ff\ufffe\uffff\x01\x0b\x1b<x-h>",
    "@x-h +x-h -x-h |x-h| \\x-h *<x-h>* _<x-h>_ [^<x-h>] > <x-h>",
)
# In each place that our own markup knows: a paragraph, a part, a quotation, a table, italics, a note's mark, a citation.
LAID_OUT = """See Law 84 b <x-h>, *<x-h>*, Law <x-h> and Case 11 "<x-h x-h='1'>". [^1] [^<x-h>]

(a) {0}

(b) <x-h onclick="x-h()"> two tricks.

> {0}

| <x-h> | {0} |
| --- | --- |
| "x-h=" | {0} |

\\(c) {0}
"""
URLS = (
    "javascript:x-h()//",
    "JaVaScRiPt:x-h()",
    "java\nscript:x-h()",
    " javascript:x-h()",
    "data:text/html,<x-h>",
    "vbscript:x-h",
    'https://x-h.example/"><x-h>',
    "https://x-h.example/' onclick='x-h()",
    "//x-h.example/",
    "http://[x-h",
)
WORD = "xhostile"  # in every injection: it may be handed to the database as a value, and never as part of a statement
INJECTIONS = (
    "xhostile' OR '1'='1",
    "xhostile'; DROP TABLE laws_entry; --",
    'xhostile" UNION SELECT password FROM auth_user --',
    "1) OR xhostile=1 OR (1=1",
    "xhostile') UNION SELECT name, sql FROM sqlite_master /*",
    "'||(SELECT pg_sleep(9))||'xhostile",
    "xhostile\\' OR 1=1 #",
    "xhostile%' ESCAPE 'x",
    '"xhostile" NEAR(a b, 9) OR *',
    "title:xhostile AND {title text}: ^xhostile*",
    'xhostile" OR col:"',
    "xhostile & | ! ( ) <-> :* 'x'",
    "xhostile((((((((((((((((((((",
    "-xhostile -- NOT",
    "xhostile\x00';--",
    "\ud800xhostile",
    "\u202exhostile\u2066\u2028",
    "xhostile" + "%" * 300,
    "xhostile" * 900,
    "-1e309xhostile",
    "99999999999999999999999999",
    "1" * 5000,
    "NaN",
    "[xhostile]{}$where|../..",
    "<x-h>xhostile</x-h>",
)
CANARY = "root:x:0:0"  # the beginning of /etc/passwd
PATHS = (
    "../../../../../../etc/passwd",
    "..%2f..%2f..%2f..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
    "..%5c..%5c..%5cetc%5cpasswd",
    "....//....//....//....//etc/passwd",
    "%252e%252e%252f%252e%252e%252fetc%252fpasswd",
    "%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd",
    "/etc/passwd",
    "//etc/passwd",
    "file:///etc/passwd",
    "%00",
    "..%00/etc/passwd",
    "/proc/self/environ",
    "%2fproc%2fself%2fenviron",
    "..;/etc/passwd",
    "a/../../etc/passwd",
    "C:%5cWindows%5cwin.ini",
    "%ED%A0%80",
    "%ff%fe",
    "~root",
    ".git/config",
    ".env",
    "%0d%0aX-H:%20x-h",
    "a" * 4000,
)


def fitting(length: int | None, turn: int) -> str:
    """A hostile value that a column of this length holds; another one each turn."""
    fit = [one for one in MARKUP if length is None or len(one) <= length]
    return fit[turn % len(fit)] if fit else ""


def long_text(turn: int) -> str:
    """A text of several blocks, hostile in each."""
    return LAID_OUT.format(MARKUP[turn % len(MARKUP)].replace("\n", " ")) + "\n\n" + "\n\n".join(MARKUP)
