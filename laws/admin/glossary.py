"""Words: those that are explained to readers, and those that search takes for one another."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString

from laws.models import Synonyms, Term
from laws.models.glossary import listed

from .ticked import OneByOne


class TermForm(forms.ModelForm):
    class Meta:
        help_texts: ClassVar[dict[str, str]] = {
            "slug": "Its place on the glossary page, made from the word where this is left empty. Once saved it stays as it is, whatever"
            " becomes of the word: links, bookmarks and printed sheets lead there."
        }

    def clean_see(self) -> str:
        """Only words that the glossary has; those that it lacks are named."""
        wanted = listed(self.cleaned_data["see"])
        there = {word.lower() for word in Term.objects.values_list("word", flat=True)} if wanted else set()
        missing = [word for word in wanted if word.lower() not in there]
        if missing:
            raise ValidationError(f"The glossary does not explain {', '.join(f'“{word}”' for word in missing)} yet.")
        return ", ".join(wanted)


@admin.register(Term)
class TermAdmin(admin.ModelAdmin):
    """The glossary. What is saved here is in the pages at once."""

    form = TermForm
    list_display = ["word", "where", "meaning", "in_texts", "on_page"]
    list_filter = ["in_texts", "games", "edition"]
    list_select_related = ["edition"]
    search_fields = ["word", "forms", "definition"]
    search_help_text = "A word, one of its forms, or words of its meaning."
    autocomplete_fields = ["edition"]
    ordering = ["word", "slug"]
    list_per_page = 200
    fieldsets = [
        (None, {"fields": ["word", "forms", "definition", "see", "in_texts"]}),
        ("Where it means this", {"fields": ["games", "edition"]}),
        ("Address", {"fields": ["slug"], "classes": ["collapse"]}),
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Its address was public from the moment that it was saved."""
        return [*self.readonly_fields, "slug"] if obj is not None else self.readonly_fields

    @admin.display(description="where")
    def where(self, term: Term) -> str:
        return term.edition.short_title if term.edition else term.games or "everywhere"

    @admin.display(description="meaning")
    def meaning(self, term: Term) -> str:
        return term.definition if len(term.definition) <= 100 else term.definition[:100].rsplit(" ", 1)[0] + " …"

    @admin.display(description="on the site")
    def on_page(self, term: Term) -> SafeString:
        return format_html('<a href="{}" aria-label="Open “{}” on the site">Open</a>', term.get_absolute_url(), term.word)


@admin.register(Synonyms)
class SynonymsAdmin(OneByOne):
    """The thesaurus of the games. What is saved here is in the next search."""

    list_display = ["words", "means", "in_use", "own", "note"]
    list_display_links = ["words"]
    list_filter = ["in_use", ("shipped", admin.EmptyFieldListFilter)]
    search_fields = ["words", "means", "note"]
    search_help_text = "A word as readers or the old books have it."
    ordering = ["words"]
    list_per_page = 200
    actions = ["put_in_use", "put_out_of_use"]
    fields = ["words", "means", "in_use", "note"]

    @admin.display(description="own", boolean=True)
    def own(self, row: Synonyms) -> bool:
        """Whether it was made here, and did not come with the casebook."""
        return not row.shipped

    @admin.action(description="Put the chosen meanings in use")
    def put_in_use(self, request: HttpRequest, rows: QuerySet[Synonyms]) -> None:
        self.message_user(request, f"In use again: {rows.update(in_use=True)}.")

    @admin.action(description="Put the chosen meanings out of use")
    def put_out_of_use(self, request: HttpRequest, rows: QuerySet[Synonyms]) -> None:
        self.message_user(request, f"Out of use: {rows.update(in_use=False)}.")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What came with the casebook would come back with the next version: it is put out of use instead."""
        return super().has_delete_permission(request, obj) and not (obj and obj.shipped)
