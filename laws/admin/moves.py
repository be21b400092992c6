"""The buttons of the workflow at the desk: those that a person may use, in the form and on pages that ask for a reason first."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.utils.html import format_html

from laws import impact, workflow
from laws.models import Entry

from . import saving
from .choices import EntryField, EntrySelect, form_address

IN_FORM = (workflow.SUBMIT, workflow.PUBLISH)  # these save what is typed; the others ask on a page of their own
REPLACED_BY: Any = Entry._meta.get_field("replaced_by")


def pressed(request: HttpRequest) -> workflow.Move | None:
    """The button of the workflow with which a form was sent."""
    return next((step for step in IN_FORM if f"_{step.name}" in request.POST), None)


class MoveForm(forms.Form):
    """The reason for a step, and where to read on instead."""

    def __init__(self, *args: Any, step: workflow.Move, site: admin.AdminSite, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if step.asks:
            line = forms.TextInput(attrs={"class": "vTextField"})
            self.fields["why"] = forms.CharField(label=step.asks, max_length=280, widget=line)
            self.fields["why"].error_messages["required"] = "Give the reason in a sentence."
        if step is workflow.WITHDRAW:
            help_text = "As you would say it: law 85. Its page will point there."
            rows, box = Entry.objects.select_related("edition"), EntrySelect(REPLACED_BY, site)
            self.fields["replaced_by"] = EntryField(rows, label="What to read instead", required=False, widget=box, help_text=help_text)


class Moves(admin.ModelAdmin):
    """For the desks of entries."""

    def get_urls(self) -> list[Any]:
        name = f"laws_{self.opts.model_name}_move"
        return [path("<int:key>/move/<slug:name>/", self.admin_site.admin_view(self.move_view), name=name), *super().get_urls()]

    def move_view(self, request: HttpRequest, key: int, name: str) -> HttpResponse:
        """Asks before one step of the workflow, and takes it."""
        entry = self.get_object(request, str(key))
        step = workflow.MOVES.get(name)
        if entry is None or step is None:
            raise Http404
        if not self.has_view_permission(request, entry) or not request.user.has_perm(step.permission):
            raise PermissionDenied
        if said := workflow.refusal(request.user, entry, step):
            self.message_user(request, said, messages.WARNING)
            return HttpResponseRedirect(form_address(entry))
        form = MoveForm(request.POST if request.method == "POST" else None, step=step, site=self.admin_site)
        if form.is_valid():
            try:
                return self._moved(request, entry, step, form.cleaned_data)
            except ValidationError as error:
                for message in error.messages:
                    form.add_error(None, message)
        return TemplateResponse(request, "admin/move.html", self._asking(request, entry, step, form))

    def _moved(self, request: HttpRequest, entry: Entry, step: workflow.Move, told: dict[str, Any]) -> HttpResponse:
        why, instead = told.get("why", ""), told.get("replaced_by")
        moved = workflow.move(entry, step.name, request.user, why=why, replaced_by=instead)
        self.log_change(request, entry, f"{step.done}. {why}".strip())
        self.tell_moved(request, moved, step)
        return HttpResponseRedirect(form_address(moved))

    def _asking(self, request: HttpRequest, entry: Entry, step: workflow.Move, form: MoveForm) -> dict[str, Any]:
        touched = impact.of_withdrawing(entry) if step is workflow.WITHDRAW else impact.Impact()
        if step in (workflow.PUBLISH, workflow.RESTORE):
            touched = impact.of_publishing(entry)
        return {
            **self.admin_site.each_context(request), "title": f"{step.label}: {entry.heading_line}", "opts": self.opts, "original": entry,
            "step": step, "form": form, "impact": touched, "media": self.media + form.media, "back": form_address(entry),
        }  # fmt: skip

    def tell_moved(self, request: HttpRequest, entry: Entry, step: workflow.Move) -> None:
        said = format_html('{}: <a href="{}">{}</a>.', step.done, form_address(entry), entry.heading_line)
        self.message_user(request, said, messages.SUCCESS)

    # --- in the form

    def steps(self, request: HttpRequest, entry: Entry | None) -> list[dict[str, str]]:
        """The buttons under the form: what they say, the name that is sent, or for those that ask first their page."""
        if entry is None:
            entry = self.model()
            able = self.has_add_permission(request)
        else:
            able = self.has_view_permission(request, entry)
        found = []
        for step in workflow.open_to(request.user, entry) if able else ():
            if step in IN_FORM and (entry.pk is None or self.has_change_permission(request, entry)):
                found.append({"label": step.label, "name": f"_{step.name}"})
            elif entry.pk is not None:
                address = reverse(f"admin:laws_{self.opts.model_name}_move", args=[entry.pk, step.name])
                found.append({"label": f"{step.label} …", "address": address})
        return found

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        entry = kwargs.get("obj")
        own = entry if entry is not None else context["adminform"].form.instance
        if request.method == "POST":  # what comes back was not saved: it is what it was
            names = ("status", "published_at", "amended_at")
            was = Entry.objects.filter(pk=own.pk).values(*names).first() if own.pk else None
            for name in names:
                setattr(own, name, (was or vars(self.model()))[name])
        context["steps"] = self.steps(request, entry)
        context["sent_back"] = workflow.sent_back_because(entry) if entry is not None else ""
        return super().render_change_form(request, context, *args, **kwargs)

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:
        step = pressed(request)
        if step is None:
            return super().response_add(request, obj, post_url_continue)
        self.tell_moved(request, obj, step)
        return self.response_post_save_add(request, obj)

    def response_change(self, request: HttpRequest, obj: Any) -> HttpResponse:
        step = pressed(request)
        if step is None:
            return super().response_change(request, obj)
        self.tell_moved(request, obj, step)
        return self.response_post_save_change(request, obj)


class MoveActions(admin.ModelAdmin):
    """The same for many entries at once: all of them, or none and a sentence for each that cannot."""

    actions = ["submit_selected", "publish_selected", "return_selected", "reread_selected"]

    def has_submit_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("laws.submit_entry")

    def has_publish_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("laws.publish_entry")

    @admin.action(description="Submit the selected for review", permissions=["submit"])
    def submit_selected(self, request: HttpRequest, queryset: Any) -> None:
        self._move(request, queryset, workflow.SUBMIT)

    @admin.action(description="Publish the selected", permissions=["publish"])
    def publish_selected(self, request: HttpRequest, queryset: Any) -> None:
        self._move(request, queryset, workflow.PUBLISH)

    @admin.action(description="Send the selected back to their writers", permissions=["publish"])
    def return_selected(self, request: HttpRequest, queryset: Any) -> None:
        self._move(request, queryset, workflow.SEND_BACK, why="with others; ask the editor")

    def _move(self, request: HttpRequest, queryset: Any, step: workflow.Move, why: str = "") -> None:
        try:
            moved = workflow.move_many(list(queryset), step.name, request.user, why=why)
        except ValidationError as error:
            self.message_user(request, f"Nothing has changed. Of {queryset.count()}, these cannot be {step.done.lower()}:", messages.ERROR)
            for message in error.messages:
                self.message_user(request, message, messages.ERROR)
            return
        for entry in moved:
            self.log_change(request, entry, f"{step.done}.")
        names = ", ".join(entry.label for entry in moved)
        self.message_user(request, f"{step.done}: {names}." if moved else f"{step.done} before, all of them.", messages.SUCCESS)

    @admin.action(description="Read the citations of the selected anew", permissions=["publish"])
    def reread_selected(self, request: HttpRequest, queryset: Any) -> None:
        keys = list(queryset.values_list("pk", flat=True))
        try:
            saving.publish(keys)
        except ValidationError as error:
            self.message_user(request, " ".join(error.messages), messages.ERROR)
            return
        waiting = saving.waiting(keys)
        self.message_user(request, f"Read anew: {len(keys)}. Citations without a target: {waiting}.", messages.SUCCESS)
