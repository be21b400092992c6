"""The citations that the grammar found, and what an editor says of single ones."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Case, IntegerField, Value, When
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from laws import workflow
from laws.citations import graph
from laws.models import DESK, Citation, Entry

from . import saving
from .choices import NamedChoices, entry_name, form_address, tell_known
from .door import DoorForm, ThroughTheDoor
from .fields import part_of

Verdict = Citation.Verdict
UNSETTLED = Case(When(outcome__in=["unknown", "ambiguous"], then=Value(0)), default=Value(1), output_field=IntegerField())


class VerdictForm(DoorForm):
    """What an editor says of one citation. `correction` is what is meant: the right entry for "sic", the target for "target"."""

    class Meta:
        model = Citation
        fields = ["verdict", "correction", "correction_part", "correction_reason"]
        labels = {"correction": "What is meant", "correction_part": "Its part", "correction_reason": "Reason"}
        help_texts = {
            "verdict": "Sic: the words stand, and a note says what was meant. Means the entry named here: the link goes there."
            " Leave it empty to take the grammar’s reading.",
            "correction": "For the first two: as you would say it, “etiquette 8”.",
            "correction_part": "b, 2 or iv, where a part is meant.",
            "correction_reason": "One sentence, shown to readers for “sic”: “Section 8 says this; Section 9 does not.”",
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk and self.instance.verdict == Verdict.TARGET:
            self.initial.update({"correction": self.instance.target_id, "correction_part": self.instance.target_part})
        tell_known(self)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        verdict, meant = cleaned.get("verdict"), cleaned.get("correction")
        if verdict in (Verdict.SIC, Verdict.TARGET):
            self._meant(verdict, meant, cleaned)
        else:
            cleaned |= {"correction": None, "correction_part": ""}
        if verdict == Verdict.SIC and not cleaned.get("correction_reason"):
            self.add_error("correction_reason", "Say in a sentence why the printed words mean another entry.")
        return cleaned

    def _meant(self, verdict: str, meant: Entry | None, cleaned: dict[str, Any]) -> None:
        row: Citation = self.instance
        if meant is None:
            self.add_error("correction", "Choose the entry that is meant.")
            return
        if verdict == Verdict.TARGET and meant.edition_id != row.source.edition_id and not row.target_edition:
            self.add_error("correction", f"{meant.label} is of {meant.edition.short_title}, which the printed words do not name.")
        try:
            cleaned["correction_part"] = part_of(meant, cleaned.get("correction_part") or "")
        except ValidationError as error:
            self.add_error("correction_part", error)
        if verdict == Verdict.TARGET and self._named_beside(meant, cleaned.get("correction_part") or ""):
            self.add_error("correction", f"The same citation names {meant.label} already.")

    def _named_beside(self, meant: Entry, part: str) -> bool:
        """Whether another target of the same citation is this one."""
        row = self.instance
        beside = Citation.objects.filter(source=row.source_id, field=row.field, group=row.group).exclude(pk=row.pk)
        return beside.filter(target_kind=meant.kind, target_number=meant.slug, target_part=part).exists()


@admin.register(Citation)
class CitationAdmin(NamedChoices, ThroughTheDoor):
    form = VerdictForm
    list_display = ["words", "source_name", "field", "means", "outcome", "verdict", "form"]
    list_display_links = ["words"]
    list_filter = ["outcome", "verdict", "origin", "form", "source__edition", "source__status", "source__kind"]
    list_select_related = ["source__edition", "target__edition", "part"]
    search_fields = ["words", "=source__number", "source__title", "=target__number", "target__title", "=target_number", "target_kind"]
    search_help_text = "The printed words, or a number or title of either entry."
    autocomplete_fields = ["correction"]
    readonly_fields = ["source_page", "in_the_text", "reading", "place", "outcome", "origin", "evidence", "target_edition", "signal"]
    fieldsets = [
        ("As printed", {"fields": ["source_page", "in_the_text"]}),
        ("As it was read", {"fields": ["reading", "outcome", ("form", "signal"), "evidence", "target_edition", ("place", "origin")]}),
        (
            "What you say of it",
            {
                "description": "A verdict holds for the printed words in this place, and survives every later change around them."
                " Where the words name several entries, “sic”, “not a citation” and “accepted” hold for all of them.",
                "fields": ["verdict", ("correction", "correction_part"), "correction_reason"],
            },
        ),
    ]  # fmt: skip

    def get_queryset(self, request: HttpRequest) -> Any:
        return (
            super()
            .get_queryset(request)
            .select_related("source__edition", "source__case", "source__penaltyrow", "target__edition", "part", "correction__edition")
        )

    def get_ordering(self, request: HttpRequest) -> list[Any]:
        return [UNSETTLED.asc(), "source__edition__order", "source__kind", "source__position", "field", "start", "pk"]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [*self.readonly_fields, "form"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        """They are found in the words, and go with them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """What is said of a citation changes the entry that it stands in."""
        return super().has_change_permission(request, obj) and (obj is None or workflow.may_edit(request.user, obj.source))

    # --- saving

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Store the verdict where the next reading finds it, and read the source anew."""
        obj.origin = Citation.Origin.EDITOR if obj.verdict else Citation.Origin.GRAMMAR
        if obj.verdict == Verdict.TARGET:
            meant, obj.correction = obj.correction, None
            obj.target_kind, obj.target_number, obj.target_part, obj.correction_part = meant.kind, meant.slug, obj.correction_part, ""
        whole = Citation.objects.filter(source=obj.source_id, field=obj.field, group=obj.group)
        said = ("verdict", "origin", "correction", "correction_part", "correction_reason")
        whole.update(**{name: getattr(obj, name) for name in said})
        obj.save()
        source: Any = obj.source
        source._change_reason = f"“{obj.words[:40]}”: {obj.get_verdict_display().lower() or 'as the grammar reads it'}"
        source.save()
        saving.publish([source.pk])

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> Any:
        """Told of the source: the row may be another when the source has been read anew."""
        source = DESK[obj.source.kind].objects.get(pk=obj.source_id)
        return super().log_change(request, source, f"Citation “{obj.words}”: {obj.get_verdict_display().lower() or 'no verdict'}.")

    def history_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """What was said of a citation stands in the history of the entry that it is in."""
        row = self.get_object(request, object_id)
        if row is None:
            return super().history_view(request, object_id, extra_context)
        model = DESK[row.source.kind]._meta.model_name
        return HttpResponseRedirect(reverse(f"admin:laws_{model}_history", args=[row.source_id]))

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        if "_continue" in request.POST:
            row = self._read_anew(obj)
            self.message_user(request, f"“{obj.words}” was saved, and {obj.source} read anew.")
            return HttpResponseRedirect(reverse("admin:laws_citation_change", args=[row.pk]) if row else form_address(obj.source))
        return super().response_change(request, obj)

    def _read_anew(self, obj: Citation) -> Citation | None:
        """The row of the same words after the reading."""
        same = Citation.objects.filter(source=obj.source_id, field=obj.field, words=obj.words, occurrence=obj.occurrence)
        return same.filter(target_kind=obj.target_kind, target_number=obj.target_number).first() or same.first()

    # --- what is shown

    @admin.display(description="in", ordering="source__position")
    def source_name(self, row: Citation) -> str:
        return f"{row.source.label} ({row.source.edition.short_title})"

    @admin.display(description="means")
    def means(self, row: Citation) -> str:
        if row.target is None:
            return f"{row.target_kind} {row.target_number} {row.target_part}".strip()
        return f"{row.target.label} {row.part.anchor if row.part else ''}".strip()

    @admin.display(description="stands in")
    def source_page(self, row: Citation) -> SafeString:
        field = row.field.replace("_digest", ", in brief")
        return format_html('<a href="{}">{}</a>, {}', form_address(row.source), entry_name(row.source), field)

    @admin.display(description="words")
    def in_the_text(self, row: Citation) -> SafeString:
        around = graph.context(row)
        before, found, after = around.partition(" ".join(row.words.split()))
        return format_html("{}<mark>{}</mark>{}", before, found, after) if found else format_html("<mark>{}</mark>", row.words)

    @admin.display(description="means")
    def reading(self, row: Citation) -> SafeString | str:
        if row.target is None:
            return self.means(row)
        return format_html('<a href="{}">{}</a> {}', form_address(row.target), entry_name(row.target), row.part.anchor if row.part else "")

    @admin.display(description="characters")
    def place(self, row: Citation) -> str:
        return f"{row.start} to {row.end}; its link {row.link_start} to {row.link_end}"
