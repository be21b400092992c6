"""An issue as HTML for e-mail: tables and styles on every element, no script, and no look that hangs on a class."""

from __future__ import annotations

import re
from pathlib import Path

import css_inline
from django.conf import settings
from django.template.loader import render_to_string

from .compose import Issue

CSS = (Path(__file__).parent / "mail.css").read_text(encoding="utf-8")
NAMES = re.compile(r' (?:class|id)="[^"]*"')
TAG = re.compile(r"<[a-z][^>]*>")
_inliner = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False, extra_css=CSS)


def mail(issue: Issue) -> str:
    """A whole HTML document. What is between <body> and </body> looks the same pasted into another mail."""
    page = render_to_string("newsletter/mail.html", {"issue": issue, "site_name": settings.SITE_NAME, "site_url": settings.SITE_URL})
    return TAG.sub(lambda tag: NAMES.sub("", tag[0]), _inliner.inline(re.sub(r">\s*\n\s*<", ">\n<", page.strip()))) + "\n"


def body(whole: str) -> str:
    """What stands between <body> and </body>, for pasting into a mail that is being written."""
    return whole.partition("<body")[2].partition(">")[2].rpartition("</body>")[0].strip()
