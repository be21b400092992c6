"""The proof-reader for anybody: a column is pasted, its citations and quotations are checked. Nothing of it is stored or logged."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from laws.models import Edition
from laws.proofreading import copies, reader

MOST = 40_000  # characters: some fifteen pages of a newsletter
TOO_LONG = f"This is longer than {MOST:,} characters. Paste it in pieces: a column, or a chapter, at a time."
_MOST_BYTES = 12 * MOST  # of a form: a character may take so many when it is sent


class _Code(forms.ModelChoiceField):
    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.title}, {obj.year}"


class ProofForm(forms.Form):
    """What is to be read, and by which code."""

    text = forms.CharField(
        label="Your text",
        strip=False,
        max_length=MOST,
        widget=forms.Textarea(attrs={"rows": 12, "class": "field", "spellcheck": "true"}),
        error_messages={"required": "Paste a text, or type one.", "max_length": TOO_LONG},
    )
    edition = _Code(
        label="Its laws are those of",
        queryset=Edition.objects.in_order(),
        to_field_name="slug",
        empty_label=None,
        widget=forms.Select(attrs={"class": "field"}),
        error_messages={"required": "Choose a code.", "invalid_choice": "There is no such code here. Choose one of the list."},
    )
    is_markdown = forms.BooleanField(label="My text is Markdown already", required=False)

    def clean_text(self) -> str:
        """The text with its line ends as they are counted here."""
        return str(self.cleaned_data["text"]).replace("\r\n", "\n").replace("\r", "\n")


# It knows nobody and changes nothing, so that a forged request would gain nothing; without the token the page needs no cookie.
@csrf_exempt
@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def proof(request: HttpRequest) -> HttpResponse:
    """The form; with a text posted, what is to be said of it and the text with its links."""
    if request.method != "POST":
        return _page(request, ProofForm(initial={"edition": _asked_for(request)}), {})
    if int(request.META.get("CONTENT_LENGTH") or 0) > _MOST_BYTES:  # not read at all
        return _page(request, ProofForm(), {"too_long": TOO_LONG}, status=413)
    form = ProofForm(request.POST)
    if not form.is_valid():
        return _page(request, form, {}, status=422)
    return _page(request, form, _read(form.cleaned_data))


@sensitive_variables()
def _read(said: dict[str, Any]) -> dict[str, Any]:
    text, edition = said["text"], said["edition"]
    found = reader.proof(reader.column(text, edition))
    site = settings.SITE_URL
    return {
        "proof": found,
        "edition": edition,
        "html_shown": copies.html(text, found.rows, ""),
        "html": copies.html(text, found.rows, site),
        "markdown": copies.markdown(text, found.rows, site, is_markdown=said["is_markdown"]),
    }


def _page(request: HttpRequest, form: ProofForm, context: dict[str, Any], status: int = 200) -> HttpResponse:
    template = "proof/findings.html" if "HX-Request" in request.headers else "proof/page.html"
    return render(request, template, {"form": form, "most": f"{MOST:,}", **context}, status=status)


def _asked_for(request: HttpRequest) -> str:
    return request.GET.get("edition", "")
