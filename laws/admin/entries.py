"""The forms and lists of entries, one for each kind."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db import models
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from laws import impact, workflow
from laws.books.load import DETAILS
from laws.citations import graph
from laws.models import Citation, Entry, EtiquetteEntry, HeadedSection, LawText, Note, PenaltyEntry, Ruling
from laws.models.vocabulary import TEXT_FIELDS, Kind, Status

from . import examples, saving
from .audit import against_law
from .choices import NamedChoices, entry_name, form_address
from .counts import count_of
from .door import ThroughTheDoor
from .forms import DecidedForm, DetailFormSet, EntryForm
from .inlines import IN_PRINT, CaseInline, DiscussionInline, ExtractInline, FootnoteInline, NotesInline, PenaltyInline
from .moves import MoveActions, Moves, pressed
from .preview import Previewed
from .removal import Removal
from .versions import WithVersions

OPEN = Q(outcome__in=[Citation.Outcome.UNKNOWN, Citation.Outcome.AMBIGUOUS])
# What readers read: a change of these is an amendment.
WORDS = {"number", "title", "offense", "penalty_text", "holding", *(name for names in TEXT_FIELDS.values() for name in names)}

WORDS_FIELDS: Any = (
    "Words",
    {
        "description": f"The printed words, or the same in brief in our own words, or both; pages say which they show. {IN_PRINT}"
        " A blank line ends a paragraph; a paragraph that begins with (a), (1st) or (IV) is a part; _words_ are italic.",
        "fields": ["text", "digest"],
    },
)
ABOUT: Any = (
    "What it is about",
    {"description": "By these it turns up in the finder and behind the filters.", "fields": ["offenses", "offenders", "phases"]},
)
OFFENSES: Any = ("What it is about", {"fields": ["offenses"]})
SOURCE: Any = ("Source and notes", {"fields": ["own_words", "source", "title_is_printed", "editor_note"], "classes": ["collapse", "after"]})
SOURCE_ONLY: Any = ("Source and notes", {"fields": ["own_words", "source", "editor_note"], "classes": ["collapse", "after"]})
WITHDRAWAL: Any = (
    "Withdrawal",
    {
        "description": "Its page says why it was withdrawn, and where to read on.",
        "fields": ["withdrawn_because", "replaced_by"],
        "classes": ["collapse", "after"],
    },
)
PLACE: Any = (
    "Place and addresses",
    {
        "fields": ["heading", "position", "permanent_id", "stored_parts", "former", ("published_at", "amended_at")],
        "classes": ["collapse", "after"],
    },
)
MOST_LISTED = 100  # citations either way that a form shows; the table of citations has all
CITATIONS: Any = ("Citations", {"fields": ["cites", "cited_by"], "classes": ["after"]})
WHY: Any = ("This change", {"fields": ["why"], "classes": ["after"]})


class OpenCitations(admin.SimpleListFilter):
    """Entries with citations that have no target."""

    title = "citations"
    parameter_name = "open"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("yes", "Some not understood"), ("no", "All understood")]

    def queryset(self, request: HttpRequest, queryset: Any) -> Any:
        if self.value() not in ("yes", "no"):
            return queryset
        return queryset.filter(open_citations__gt=0) if self.value() == "yes" else queryset.filter(open_citations=0)


class EntryDesk(Previewed, Moves, MoveActions, NamedChoices, Removal, WithVersions, ThroughTheDoor):
    """One kind of entry."""

    KIND: Kind
    form = EntryForm
    actions: Any = [*MoveActions.actions, *Removal.actions]
    list_display: Any = ["label", "title", "code", "status", "published_at", "open_citations"]
    list_display_links: Any = ["label", "title"]
    list_filter: ClassVar[Any] = ["status", "edition", OpenCitations, "offenses"]
    list_select_related = ["edition"]
    list_per_page = 100
    search_fields: ClassVar[Any] = ["=number", "=slug", "title", "text", "digest", "=permanent_id", "edition__short_title"]
    search_help_text = "A number, words of the title or the text, a permanent id."
    ordering: ClassVar[Any] = ["edition__order", "position", "pk"]
    autocomplete_fields: ClassVar[Any] = ["offenses", "replaced_by"]
    readonly_fields: ClassVar[Any] = ["status", "permanent_id", "stored_parts", "former", "published_at", "amended_at", "cites", "cited_by"]
    formfield_overrides = {models.TextField: {"widget": forms.Textarea(attrs={"rows": 8, "class": "vLargeTextField"})}}

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).annotate(open_citations=count_of(Citation, "source", OPEN))

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        found = super().get_object(request, object_id, from_field)
        if found is not None:
            models.prefetch_related_objects([found], "edition", "heading__edition", "replaced_by__edition")
        return found

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """An entry stays in its code once it has been published: its address, and the citations of it, begin there."""
        return [*self.readonly_fields, "edition"] if obj is not None and obj.published_at else self.readonly_fields

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        if db_field.name == "heading":
            field.queryset = field.queryset.filter(kind=self.KIND)
        return field

    def view_on_site(self, obj: Any) -> str | None:  # type: ignore[override]
        return obj.get_absolute_url() if obj.status in (Status.PUBLISHED, Status.WITHDRAWN) else None

    # --- who may do what

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return super().has_change_permission(request, obj) and (obj is None or workflow.may_edit(request.user, obj))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Deleting what was published withdraws it, so that one takes both permissions."""
        return super().has_delete_permission(request, obj) and request.user.has_perm("laws.withdraw_entry")

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, change=change, **kwargs)
        form.user, form.step = request.user, pressed(request)
        return form

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Why it was withdrawn is asked when it is, and can be corrected while it is."""
        withdrawn = obj is not None and obj.status == Status.WITHDRAWN
        return [fieldset for fieldset in super().get_fieldsets(request, obj) if fieldset[0] != WITHDRAWAL[0] or withdrawn]

    # --- saving

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """`save_related` saves the entry: whether it is amended shows only in its rows."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        entry = form.instance
        details = [row for formset in formsets if isinstance(formset, DetailFormSet) for row in formset.forms]
        reworded = bool(WORDS & {name for row in [form, *details] for name in row.changed_data})
        self.settle(entry, details)
        self.confirm(request, impact.of_saving(entry, details[0].instance if details else None))
        keys: set[int] = set()
        if not change or form.step or reworded or any(row.has_changed() for row in (form, *details)):
            keys |= saving.store(entry, reworded=reworded, why=form.cleaned_data.get("why", ""))
        super().save_related(request, form, formsets, change)
        DETAILS[self.KIND].objects.get_or_create(entry_id=entry.pk)  # type: ignore[attr-defined]
        self.save_choices(form)
        keys |= {key for formset in formsets for row in formset.forms for key in getattr(row, "touched", ())}
        self.say(request, entry)
        saving.publish({entry.pk, *keys})

    def settle(self, entry: Entry, details: list[Any]) -> None:
        """What an entry of this kind takes from the row of its kind."""

    def save_choices(self, form: Any) -> None:
        """Who and when, where the kind has them."""
        if isinstance(form, DecidedForm):
            form.save_choices()

    # --- what is shown and not typed

    @admin.display(description="entry", ordering="position")
    def label(self, entry: Entry) -> str:
        return entry.label

    @admin.display(description="code", ordering="edition__order")
    def code(self, entry: Entry) -> str:
        return entry.edition.short_title

    @admin.display(description="not understood", ordering="open_citations")
    def open_citations(self, entry: Any) -> str:
        return str(entry.open_citations or "")

    @admin.display(description="parts")
    def stored_parts(self, entry: Entry) -> str:
        parts = entry.parts.all() if entry.pk else ()
        return ", ".join(f"{part.label} ({part.permanent_id}{', retired' if part.retired else ''})" for part in parts) or "none"

    @admin.display(description="former addresses")
    def former(self, entry: Entry) -> str:
        return ", ".join(row.path for row in entry.former_addresses.all()) if entry.pk else "none"

    @admin.display(description="it cites")
    def cites(self, entry: Entry) -> SafeString | str:
        rows = graph.outgoing(entry, most=MOST_LISTED) if entry.pk else []
        lines = [(reverse("admin:laws_citation_change", args=[row.pk]), row.words, _meaning(row)) for row in rows]
        return _listed(lines, Citation.objects.filter(source=entry.pk), entry, "source") or "Nothing yet."

    @admin.display(description="cited by")
    def cited_by(self, entry: Entry) -> SafeString | str:
        sources = Entry.objects.filter(citations__target=entry).exclude(pk=entry.pk) if entry.pk else Entry.objects.none()
        sources = sources.select_related("edition").distinct()
        lines = [(form_address(row), entry_name(row), row.get_status_display().lower()) for row in sources.in_order()[:MOST_LISTED]]
        return _listed(lines, sources, entry, "target") or "Nothing yet."


def _listed(lines: list[tuple[str, str, str]], rows: QuerySet[Any], entry: Entry, end: str) -> SafeString:
    """A list of the first of some rows, with their number and a link to the table of citations where there are more.

    `end`: which end of those citations the entry is, source or target.
    """
    items = format_html_join("", '<li><a href="{}">{}</a> <span class="quiet">{}</span></li>', lines)
    if len(lines) == MOST_LISTED and (more := rows.count() - MOST_LISTED):
        table = f"{reverse('admin:laws_citation_changelist')}?{end}__id__exact={entry.pk}"
        items += format_html('<li><a href="{}">and {} more</a></li>', table, more)
    return format_html('<ul class="plain">{}</ul>', items) if lines else SafeString()


def _meaning(row: Citation) -> str:
    """What became of a citation, in a few words."""
    said = f", {row.get_verdict_display().lower()}" if row.verdict and row.verdict != "not a citation" else ""
    if row.target is None:
        return f"{row.get_outcome_display().lower()}{said}"
    part = f" {row.part.anchor}" if row.part else ""
    sic = f", which should be {entry_name(row.correction)}" if row.correction else ""
    return f"{entry_name(row.target)}{part}{said}{sic}"


@admin.register(Ruling)
class RulingAdmin(EntryDesk):
    KIND = Kind.CASE
    form = DecidedForm
    inlines = [CaseInline, DiscussionInline]
    list_display = ["label", "title", "code", "outcome", "status", "published_at", "open_citations"]
    list_filter = ["status", "edition", "case__outcome", OpenCitations, "offenses"]
    list_select_related = ["edition", "case"]
    search_fields = [
        "=number", "=slug", "title", "case__holding", "case__facts", "case__facts_digest", "case__query", "case__query_digest",
        "case__decision", "case__decision_digest", "=permanent_id", "edition__short_title",
    ]  # fmt: skip
    ordering = ["edition__order", "-position", "-pk"]
    fieldsets = [
        (None, {"fields": ["edition", ("number", "status"), "title"]}),
        ABOUT, SOURCE, WITHDRAWAL, PLACE, CITATIONS, WHY,
    ]  # fmt: skip

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        """A new ruling says which number is free."""
        if kwargs.get("add") and "number" in context["adminform"].form.fields:
            context["adminform"].form.fields["number"].help_text = examples.next_number(saving.next_numbers(self.KIND))
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description="outcome", ordering="case__outcome")
    def outcome(self, entry: Entry) -> str:
        return entry.case.get_outcome_display()


class ProvisionDesk(EntryDesk):
    """Laws, etiquette, headed sections: words of their own, with notes and quotations."""

    inlines = [NotesInline, ExtractInline, DiscussionInline]
    list_filter = ["status", "edition", OpenCitations, "heading", "offenses"]
    fieldsets = [
        (None, {"fields": ["edition", ("number", "status"), "title"]}),
        WORDS_FIELDS, OFFENSES, SOURCE, WITHDRAWAL, PLACE, CITATIONS, WHY,
    ]  # fmt: skip


@admin.register(LawText)
class LawAdmin(ProvisionDesk):
    KIND = Kind.LAW


@admin.register(EtiquetteEntry)
class EtiquetteAdmin(ProvisionDesk):
    KIND = Kind.ETIQUETTE


@admin.register(HeadedSection)
class SectionAdmin(ProvisionDesk):
    KIND = Kind.SECTION
    list_display = ["title", "code", "status", "published_at", "open_citations"]
    list_display_links = ["title"]
    fieldsets = [
        (None, {"fields": ["edition", "title", ("slug", "status")]}),
        WORDS_FIELDS, OFFENSES, SOURCE, WITHDRAWAL, PLACE, CITATIONS, WHY,
    ]  # fmt: skip

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "slug":
            field.help_text = "Left empty, it is made from the title: “The revoke” is the-revoke."
        return field


@admin.register(Note)
class NoteAdmin(EntryDesk):
    KIND = Kind.FOOTNOTE
    inlines = [FootnoteInline, DiscussionInline]
    list_display = ["label", "words", "hangs_on", "code", "status", "open_citations"]
    list_display_links = ["label"]
    list_filter = ["status", "edition", OpenCitations]
    list_select_related = ["edition", "footnote__anchor", "footnote__anchor_heading"]
    fieldsets = [
        (None, {"fields": ["edition", ("number", "status"), "title"]}),
        WORDS_FIELDS, SOURCE, WITHDRAWAL, PLACE, CITATIONS, WHY,
    ]  # fmt: skip

    @admin.display(description="words")
    def words(self, entry: Entry) -> str:
        words = entry.text or entry.digest
        return words if len(words) <= 80 else f"{words[:80].rpartition(' ')[0]} …"

    @admin.display(description="hangs on")
    def hangs_on(self, entry: Entry) -> str:
        note = entry.footnote
        return " ".join(str(piece) for piece in (note.anchor or note.anchor_heading, note.anchor_part) if piece)


@admin.register(PenaltyEntry)
class PenaltyAdmin(EntryDesk):
    KIND = Kind.PENALTY
    form = DecidedForm
    inlines = [PenaltyInline, DiscussionInline]
    list_display = ["label", "offense", "penalty", "laws", "code", "status", "open_citations"]
    list_display_links = ["label", "offense"]
    list_filter = ["status", "edition", "offenders__offender", "phases__phase", OpenCitations, "offenses"]
    list_select_related = ["edition", "penaltyrow"]
    search_fields = [
        "=number", "penaltyrow__offense", "penaltyrow__penalty_text", "penaltyrow__laws", "=permanent_id", "edition__short_title",
    ]  # fmt: skip
    fieldsets = [
        (None, {"fields": ["edition", ("number", "status")]}),
        ("The row and its law", {"fields": ["against_its_law"], "classes": ["after"]}),
        ABOUT, SOURCE_ONLY, WITHDRAWAL, PLACE, CITATIONS, WHY,
    ]  # fmt: skip
    readonly_fields: ClassVar[Any] = [*EntryDesk.readonly_fields, "against_its_law"]

    @admin.display(description="compared")
    def against_its_law(self, entry: Entry) -> SafeString | str:
        """Whether the law says what the row says, as far as words can be compared."""
        return against_law(entry) if entry.pk else "After saving, the row is compared with the law that it names."

    def settle(self, entry: Entry, details: list[Any]) -> None:
        entry.title, entry.title_is_printed = details[0].cleaned_data["offense"], True

    @admin.display(description="offense", ordering="penaltyrow__offense")
    def offense(self, entry: Entry) -> str:
        return entry.penaltyrow.offense

    @admin.display(description="penalty")
    def penalty(self, entry: Entry) -> str:
        return entry.penaltyrow.penalty_text

    @admin.display(description="laws")
    def laws(self, entry: Entry) -> str:
        return entry.penaltyrow.laws
