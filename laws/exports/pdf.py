"""Pages as PDF, where the extra in requirements-pdf.txt is installed."""

from __future__ import annotations

from functools import cache
from importlib import import_module, util
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders

ABSENT = "PDF is not offered here: the keeper of this site can add it with pip install -r requirements-pdf.txt."
STYLES = ("css/tokens.css", "css/paper.css")


@cache
def is_there() -> bool:
    """Whether PDF can be made here. Asks without loading what makes it, which takes a second and much memory."""
    return util.find_spec("weasyprint") is not None


def pdf(html: str, more_css: str = "") -> bytes:
    """A page of ours as PDF, in the look of our paper. Nothing that the page names is fetched, from here or elsewhere.

    Raises ModuleNotFoundError where `is_there` says no.
    """
    weasyprint = import_module("weasyprint")
    sheets = [weasyprint.CSS(string=_style(name), url_fetcher=_refuse) for name in STYLES]
    sheets += [weasyprint.CSS(string=more_css, url_fetcher=_refuse)] if more_css else []
    return weasyprint.HTML(string=html, base_url=None, url_fetcher=_refuse).write_pdf(stylesheets=sheets)


def _style(name: str) -> str:
    found = finders.find(name)
    return Path(str(found)).read_text(encoding="utf-8") if found else ""


def _refuse(url: str, *more: Any, **named: Any) -> Any:
    raise ValueError(f"nothing is fetched for a PDF, so not {url}")
