"""What stands inside the form of an entry: the row of its kind, its footnotes, its words as others quote them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AdminTextInputWidget
from django.db import models
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from laws.models import Case, Discussion, Extract, Footnote, PenaltyRow

from .choices import NamedChoices, form_address, tell_known
from .door import RowsOfOne, name_cells
from .forms import CaseForm, DetailFormSet, FootnoteForm, PenaltyForm
from .rows import ForUser, NoteForm, RowFormSet

ROWS: Any = {models.TextField: {"widget": forms.Textarea(attrs={"rows": 5, "class": "vLargeTextField"})}}
IN_PRINT = "Write citations as in print: Law 84 b, Rule 49, Section 10 of Etiquette, Case 11. They are found and linked when you save."


class Detail(NamedChoices, admin.StackedInline):
    """The one row of an entry's kind: always there, never removed."""

    formset = DetailFormSet
    fk_name = "entry"
    min_num = max_num = 1
    extra = 0
    can_delete = False
    classes = ["detail"]
    formfield_overrides = ROWS
    view_on_site = False


class CaseInline(Detail):
    model = Case
    form = CaseForm
    verbose_name = verbose_name_plural = "what was asked and decided"
    fieldsets = [
        (None, {"fields": ["holding", ("outcome", "decided_on", "place")]}),
        (
            "Facts, query, decision",
            {
                "description": "First the words as published, beside them the same in brief, in our own words. One of the two is enough;"
                f" pages say which they show. {IN_PRINT}",
                "fields": [("facts", "facts_digest"), ("query", "query_digest"), ("decision", "decision_digest")],
                "classes": ["twins"],
            },
        ),
        ("A remark after the decision", {"fields": [("remark", "remark_digest")], "classes": ["collapse", "twins"]}),
    ]


class PenaltyInline(Detail):
    model = PenaltyRow
    form = PenaltyForm
    verbose_name = verbose_name_plural = "the row of the table"
    autocomplete_fields = ["claim_law"]
    fieldsets = [
        (None, {"fields": ["offense", "penalty_text", "laws", "remedies", "group"]}),
        (
            "Claiming it",
            {
                "description": "In our own words: “the other side”, “before the cards are cut for the next deal”.",
                "fields": ["claimant", "claim_until", ("claim_law", "claim_part")],
            },
        ),
    ]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("claim_law__edition")


class FootnoteInline(Detail):
    model = Footnote
    form = FootnoteForm
    verbose_name = verbose_name_plural = "what the note hangs on"
    autocomplete_fields = ["anchor"]
    fieldsets = [
        (
            None,
            {
                "description": "An entry (and one of its parts: b, 2, iv) or a heading, not both. Its mark in the text is written [^24].",
                "fields": [("anchor", "anchor_part"), "anchor_heading"],
            },
        )
    ]

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("anchor__edition", "anchor_heading__edition")


class NotesInline(ForUser, NamedChoices, admin.TabularInline):
    """Footnotes on an entry. Each is an entry too, with a page and a form of its own."""

    model = Footnote
    form = NoteForm
    formset = RowFormSet
    fk_name = "anchor"
    fields = ["entry", "number", "anchor_part", "text", "digest", "status", "own_page"]
    readonly_fields = ["own_page"]
    extra = 0
    can_delete = False
    view_on_site = False
    verbose_name = "footnote on this"
    verbose_name_plural = "footnotes on this"

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("entry__edition").order_by("entry__position")

    @admin.display(description="its own form")
    def own_page(self, note: Footnote) -> SafeString | str:
        return format_html('<a href="{}">{}</a>', form_address(note.entry), note.entry.label) if note.entry_id else "after saving"


class HeadingNotesInline(NotesInline):
    fk_name = "anchor_heading"
    fields = ["entry", "number", "text", "digest", "status", "own_page"]


class ExtractForm(forms.ModelForm):
    class Meta:
        model = Extract
        fields = ["quoted_in", "part_anchor", "words", "position"]
        labels = {"position": "order"}
        widgets = {"part_anchor": forms.TextInput(attrs={"size": 4}), "position": forms.NumberInput(attrs={"class": "vSmallField"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tell_known(self)
        name_cells(self)


class ExtractInline(NamedChoices, admin.TabularInline):
    """Words of the entry as other entries quote them."""

    model = Extract
    form = ExtractForm
    formset = RowsOfOne
    fk_name = "entry"
    fields = ["quoted_in", "part_anchor", "words", "position"]
    autocomplete_fields = ["quoted_in"]
    extra = 0
    view_on_site = False
    formfield_overrides = {models.TextField: {"widget": forms.Textarea(attrs={"rows": 2, "cols": 50})}}
    verbose_name = "quotation elsewhere"
    verbose_name_plural = "its words as other entries quote them"

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("quoted_in__edition")


class DiscussionForm(forms.ModelForm):
    url = Discussion._meta.get_field("url").formfield(assume_scheme="https", widget=AdminTextInputWidget)

    class Meta:
        model = Discussion
        fields = ["title", "issue", "date", "url", "note"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name_cells(self)


class DiscussionInline(admin.TabularInline):
    """Where the entry has been discussed elsewhere."""

    model = Discussion
    form = DiscussionForm
    extra = 0
    view_on_site = False
    classes = ["collapse"]
    verbose_name = "discussion elsewhere"
    verbose_name_plural = "discussed in (bulletins, magazines, letters)"
