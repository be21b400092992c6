"""Entries typed as rows of another form: the footnotes of a law, the table of penalties of an edition."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.admin.options import InlineModelAdmin
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from laws import text as markup
from laws import workflow
from laws.models import Edition, Entry, Footnote, PenaltyEntry, PenaltyRow
from laws.models.entry import number_shape
from laws.models.vocabulary import Kind, Status

from . import saving
from .door import RowsOfOne, name_cells
from .fields import part_of

READ = {"number", "text", "digest", "offense", "penalty_text", "laws"}  # what readers read: a change of these is an amendment
WIDE = forms.TextInput(attrs={"class": "vTextField"})


class RowForm(forms.ModelForm):
    """A row that is an entry of its own. `touched` holds the keys of what must be published once all is saved, `user` who fills it in."""

    KIND: Kind
    user: Any = None
    number = forms.CharField(max_length=12, validators=[number_shape], widget=forms.TextInput(attrs={"size": 4}))
    touched: frozenset[int] | set[int] = frozenset()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name_cells(self)

    @property
    def own(self) -> Entry | None:
        """The entry behind the row, once it has been saved."""
        raise NotImplementedError

    def edition(self) -> Edition | None:
        """The edition of what the rows hang on; None before one has been chosen."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        edition, entry, number = self.edition(), self.own, cleaned.get("number")
        if number and edition is not None and edition.pk and "number" in self.changed_data:
            try:
                saving.refuse_taken(edition, self.KIND, markup.arabic(number), entry.pk if entry else None)
            except ValidationError as error:
                self.add_error("number", error)
        if entry and self.has_changed() and not workflow.may_edit(self.user, entry):
            self.add_error("number", f"{entry.label} is {entry.get_status_display().lower()}: ask an editor to change it.")
        return cleaned

    def statuses(self) -> list[tuple[str, str]]:
        """What this user may make of the row, as choices; the steps that ask for a reason are taken on its own page."""
        entry = self.own or Entry(kind=self.KIND)
        after = {entry.status, *(step.after for step in workflow.open_to(self.user, entry) if not step.asks)}
        return [(value, label) for value, label in Status.choices if value in after]

    def store(self, entry: Entry, **values: Any) -> None:
        """Give the entry its number and `values`, and save it."""
        for name, value in values.items():
            setattr(entry, name, value)
        entry.number = self.cleaned_data["number"]
        entry.slug = markup.arabic(entry.number)
        if entry.position is None:
            entry.position = saving.last_place(entry.edition, self.KIND)
        why = getattr(self.instance, "_change_reason", None) or ""
        affected = saving.store(entry, reworded=bool(READ & set(self.changed_data)), why=why)
        self.touched = {entry.pk, *affected}


class ForUser(InlineModelAdmin):
    """For an inline of such rows: they know who fills them in."""

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset: Any = super().get_formset(request, obj, **kwargs)
        formset.form.user = request.user
        return formset


class RowFormSet(RowsOfOne):
    """Rows none of which has another's number."""

    def clean(self) -> None:
        super().clean()
        numbers = [form.cleaned_data["number"] for form in self.forms if not form.errors and form.cleaned_data.get("number")]
        twice = {number for number in numbers if numbers.count(number) > 1}
        if twice:
            raise ValidationError(f"Two rows cannot have the same number: {', '.join(sorted(twice))}.")


class NoteForm(RowForm):
    """A footnote on the entry, or under the heading, of the page."""

    KIND = Kind.FOOTNOTE
    entry = forms.ModelChoiceField(Entry.objects, required=False, widget=forms.HiddenInput)  # which row of the page it is
    text = forms.CharField(label="words", required=False, widget=forms.Textarea(attrs={"rows": 2, "cols": 40}))
    digest = forms.CharField(label="in brief", required=False, widget=forms.Textarea(attrs={"rows": 2, "cols": 30}))
    status = forms.ChoiceField(required=False)

    class Meta:
        model = Footnote
        fields = ["entry", "anchor_part"]
        widgets = {"anchor_part": forms.TextInput(attrs={"size": 4})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.own is not None:
            self.initial.update({name: getattr(self.own, name) for name in ("number", "text", "digest", "status")})
        status: Any = self.fields["status"]
        status.choices = self.statuses() if self.own else [("", "as its law"), *self.statuses()]

    @property
    def own(self) -> Entry | None:
        return self.instance.entry if self.instance.entry_id else None

    def edition(self) -> Edition | None:
        parent = self.instance.anchor or self.instance.anchor_heading
        return parent.edition if parent is not None and parent.edition_id else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        cleaned.pop("entry", None)
        if not (cleaned.get("text") or cleaned.get("digest")):
            self.add_error("text", "A note needs words: those printed, or the same in brief.")
        try:
            if cleaned.get("anchor_part"):
                cleaned["anchor_part"] = part_of(self.instance.anchor, cleaned["anchor_part"])
        except ValidationError as error:
            self.add_error("anchor_part", error)
        return cleaned

    def save(self, commit: bool = True) -> Any:
        note: Footnote = self.instance
        parent: Any = note.anchor or note.anchor_heading
        status = self.cleaned_data["status"] or (self.own.status if self.own else getattr(parent, "status", Status.DRAFT))
        if status == Status.WITHDRAWN and not (self.own and self.own.status == status):
            status = Status.DRAFT  # a new note under a withdrawn law
        entry = self.own or Entry(kind=self.KIND, edition=parent.edition)
        self.store(entry, status=status, text=self.cleaned_data["text"], digest=self.cleaned_data["digest"])
        note.entry = entry
        return super().save(commit)


class PenaltyLineForm(RowForm):
    """A row of the table of penalties, short; the page of the row has the rest."""

    KIND = Kind.PENALTY
    offense = forms.CharField(label="offense", max_length=200, widget=WIDE)
    penalty_text = forms.CharField(label="penalty", max_length=300, widget=WIDE)
    laws = forms.CharField(label="laws", max_length=80, required=False, widget=forms.TextInput(attrs={"size": 8}))

    class Meta:
        model = PenaltyEntry
        fields = ["position", "number", "status"]
        labels = {"position": "order"}
        widgets = {"position": forms.NumberInput(attrs={"class": "vSmallField"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["position"].required = False
        status: Any = self.fields["status"]
        if self.own is not None:
            row = self.own.penaltyrow
            self.initial.update({name: getattr(row, name) for name in ("offense", "penalty_text", "laws")})
        status.choices = self.statuses()

    @property
    def own(self) -> Entry | None:
        return self.instance if self.instance.pk else None

    def edition(self) -> Edition | None:
        return self.instance.edition if self.instance.edition_id else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if cleaned.get("position") is None and self.own is not None:
            cleaned["position"] = self.own.position
        if cleaned.get("number"):
            self.instance.slug = markup.arabic(cleaned["number"])
        if cleaned.get("status") == Status.PUBLISHED and not cleaned.get("laws"):
            self.add_error("laws", "A published row names the laws that it rests on: 84 b.")
        return cleaned

    def save(self, commit: bool = True) -> Any:
        entry: Any = self.instance
        row: Any = entry.penaltyrow if entry.pk else PenaltyRow()
        if not row.remedies or row.remedies == {"any": [row.penalty_text]}:
            row.remedies = {"any": [self.cleaned_data["penalty_text"]]}
        for name in ("offense", "penalty_text", "laws"):
            setattr(row, name, self.cleaned_data[name])
        self.store(entry, title=row.offense, title_is_printed=True)
        row.entry = entry
        row._change_reason = getattr(entry, "_change_reason", None)
        row.save()
        return entry
