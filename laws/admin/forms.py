"""The forms of entries: what must be said before one can be saved, and what is filled in by itself."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst

from laws import history, workflow
from laws import text as markup
from laws.books.folder import slugify
from laws.models import Case, Edition, Entry, EntryOffender, EntryPhase, Footnote, Heading, PenaltyRow
from laws.models.vocabulary import TEXT_FIELDS, Kind, Offender, Phase, Status

from . import examples, saving
from .choices import tell_known
from .door import DoorForm, RowsOfOne
from .fields import RemediesField, part_of

NAMED_AS_PRINTED = {"text", "facts", "query", "decision", "remark", "offense", "penalty_text", "laws"}
BOXES = forms.CheckboxSelectMultiple(attrs={"class": "boxes"})


def _name_words(form: Any, ours: bool) -> None:
    """Name the fields of a form that hold words. Of words written here (`ours`) no label says that they were printed."""
    for name in NAMED_AS_PRINTED & form.fields.keys() if ours else ():
        form.fields[name].label = capfirst(history.label_of(form._meta.model._meta.get_field(name), ours))


class EntryForm(DoorForm):
    """One entry of the kind of its model. `user` is who fills it in, `step` the button of the workflow that was pressed, if any."""

    user: Any = None
    step: workflow.Move | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        entry: Entry = self.instance
        if entry.pk is None:  # what is typed at the desk is as a rule written for the site, and must not pass for printed
            self.initial.setdefault("own_words", True)
        if "number" in self.fields:
            self.fields["number"].required = True
            self.fields["number"].error_messages["required"] = "Give the printed number: 84, 50a or XI."
        for name in ("slug", "position"):
            if name in self.fields:
                self.fields[name].required = False
        if "heading" in self.fields and entry.published_at:
            choices: Any = self.fields["heading"]
            choices.queryset = choices.queryset.filter(edition=entry.edition_id)
        _name_words(self, bool(self.initial.get("own_words")))
        tell_known(self)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        edition = cleaned.get("edition") or (self.instance.edition if self.instance.edition_id else None)
        if edition is not None:
            self._place(edition, cleaned)
            self._heading(edition, cleaned.get("heading"))
        self._status(cleaned)
        return cleaned

    def _place(self, edition: Edition, cleaned: dict[str, Any]) -> None:
        """Address and place, made where they are left empty."""
        kind, entry = self.instance.kind, self.instance
        if "number" in self.fields:
            number = cleaned.get("number") or ""
            entry.slug, culprit = markup.arabic(number), "number"
        else:
            cleaned["slug"] = entry.slug = cleaned.get("slug") or entry.slug or slugify(cleaned.get("title") or "")
            culprit = "slug"
        if entry.slug:
            try:
                saving.refuse_taken(edition, kind, entry.slug, entry.pk)
            except ValidationError as error:
                self.add_error(culprit, error)
        if cleaned.get("position") is None:
            cleaned["position"] = entry.position if entry.pk else saving.last_place(edition, kind)

    def _heading(self, edition: Edition, heading: Heading | None) -> None:
        if heading is not None and heading.edition_id != edition.pk:
            self.add_error("heading", f"This heading belongs to {heading.edition.short_title}; choose one of {edition.short_title}.")

    def _status(self, cleaned: dict[str, Any]) -> None:
        entry = self.instance
        if self.step is not None:
            if said := workflow.refusal(self.user, entry, self.step):
                raise ValidationError(said)
            entry.status = self.step.after
        if entry.status == Status.PUBLISHED and "text" in self.fields and not (cleaned.get("text") or cleaned.get("digest")):
            self.add_error("text", "It has no words yet. Write them, here or in brief, or keep it a draft.")
        if entry.status == Status.WITHDRAWN and "withdrawn_because" in self.fields:
            if not cleaned.get("withdrawn_because"):
                self.add_error("withdrawn_because", "Say in one sentence why it is withdrawn; its page will show it.")
            successor = cleaned.get("replaced_by")
            if successor and successor.status != Status.PUBLISHED:
                self.add_error("replaced_by", f"{successor.label} is not published, so that readers could not follow the pointer.")


class DecidedForm(EntryForm):
    """An entry that says who did something wrong, and when."""

    offenders = forms.MultipleChoiceField(
        label="Who",
        required=False,
        choices=Offender.choices,
        widget=BOXES,
        help_text=examples.DECIDED["offenders"],
    )
    phases = forms.MultipleChoiceField(
        label="When",
        required=False,
        choices=Phase.choices,
        widget=BOXES,
        help_text=examples.DECIDED["phases"],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.kind == Kind.CASE:
            examples.help_out(self, examples.ENTRY)
        if self.instance.pk:
            self.initial["offenders"] = [row.offender for row in self.instance.offenders.all()]
            self.initial["phases"] = [row.phase for row in self.instance.phases.all()]

    def save_choices(self) -> None:
        """Store who and when. Call it when the entry has been saved."""
        models: tuple[tuple[Any, str], ...] = ((EntryOffender, "offender"), (EntryPhase, "phase"))
        for model, name in models:
            rows = model.objects.filter(entry_id=self.instance.pk)
            chosen = self.cleaned_data[f"{name}s"]
            if {getattr(row, name) for row in rows} != set(chosen):
                rows.delete()
                model.objects.bulk_create(model(entry_id=self.instance.pk, **{name: value}) for value in chosen)


class DetailForm(forms.ModelForm):
    """The row of an entry's kind. It is saved with a new entry even where nothing was typed into it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        tell_known(self)

    def has_changed(self) -> bool:
        return self.instance._state.adding or super().has_changed()

    def refuse_foreign(self, name: str, part: str, *kinds: str) -> None:
        """Another entry that is named must be of the same edition, and have the part that is named with it."""
        other = self.cleaned_data.get(name)
        edition = self.instance.entry.edition_id
        if other is not None and other.edition_id != edition:
            self.add_error(name, f"{other.label} is of {other.edition.short_title}, another code.")
        elif other is not None and kinds and other.kind not in kinds:
            self.add_error(name, f"{other.label} is no {' or '.join(kinds)}.")
        else:
            try:
                self.cleaned_data[part] = part_of(other, self.cleaned_data.get(part) or "")
            except ValidationError as error:
                self.add_error(part, error)


class CaseForm(DetailForm):
    class Meta:
        model = Case
        exclude: list[str] = ["entry"]
        help_texts = examples.CASE


class PenaltyForm(DetailForm):
    remedies = RemediesField(
        required=False,
        label="The penalty taken apart",
        help_text="Either: new deal | score stands. Both: 150 points & rebid. Grouped: (pass & 50 points) | new deal."
        " Left empty, the printed penalty counts as one.",
    )

    class Meta:
        model = PenaltyRow
        exclude: list[str] = ["entry"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.refuse_foreign("claim_law", "claim_part", Kind.LAW)
        if cleaned.get("penalty_text") and cleaned.get("remedies") == {}:
            cleaned["remedies"] = {"any": [cleaned["penalty_text"]]}
        return cleaned


class FootnoteForm(DetailForm):
    class Meta:
        model = Footnote
        exclude: list[str] = ["entry"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.refuse_foreign("anchor", "anchor_part")
        heading = cleaned.get("anchor_heading")
        if heading is not None and cleaned.get("anchor") is not None:
            self.add_error("anchor_heading", "A note hangs on one thing: an entry or a heading, not both.")
        elif heading is not None and heading.edition_id != self.instance.entry.edition_id:
            self.add_error("anchor_heading", f"This heading is of {heading.edition.short_title}, another code.")
        return cleaned


class DetailFormSet(RowsOfOne):
    """The one row of an entry's kind; a published entry has words in it."""

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        _name_words(form, self.instance.pk is None or self.instance.own_words)

    def clean(self) -> None:
        super().clean()
        entry = self.instance
        names = [name for name in TEXT_FIELDS[entry.kind] if entry.kind in (Kind.CASE, Kind.PENALTY)]
        if entry.status != Status.PUBLISHED or not names or any(self.errors):
            return
        said = [form.cleaned_data.get(name) for form in self.forms for name in names]
        if not any(said):
            what = "facts, a query or a decision" if entry.kind == Kind.CASE else "the laws that it rests on"
            raise ValidationError(f"It cannot be published yet: give it {what}, or keep it a draft.")
