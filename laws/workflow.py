"""How an entry comes to be read: draft, in review, published, withdrawn; and who may move it from one to the next.

A Writer changes drafts and hands them in. What is in review, published or withdrawn belongs to the Editors.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction

from laws import editing
from laws.models import Entry
from laws.models.vocabulary import Status

SENT_BACK = "Sent back: "  # how the reason of an editor begins in the history of what comes back to its writer
LONGEST = 300  # characters of a reason in the history of an entry


@dataclass(frozen=True, slots=True)
class Move:
    """One step of the workflow. `asks` says that it needs a reason; `early` that it is taken before anybody could read the entry."""

    name: str
    label: str
    done: str  # said of several: "Published: Law 1, Law 2."
    before: tuple[str, ...]
    after: str
    permission: str
    asks: str = ""  # what to ask for, where a reason is needed
    early: bool = False

    def __str__(self) -> str:
        return self.label


SUBMIT = Move("submit", "Submit for review", "Submitted for review", (Status.DRAFT,), Status.IN_REVIEW, "laws.submit_entry", early=True)
PUBLISH = Move("publish", "Publish", "Published", (Status.DRAFT, Status.IN_REVIEW), Status.PUBLISHED, "laws.publish_entry")
SEND_BACK = Move(
    "send-back", "Send back", "Sent back", (Status.IN_REVIEW,), Status.DRAFT, "laws.publish_entry", "What should be done to it?", early=True
)
WITHDRAW = Move(
    "withdraw", "Withdraw", "Withdrawn", (Status.PUBLISHED,), Status.WITHDRAWN, "laws.withdraw_entry", "Why? Its page will show this."
)
RESTORE = Move("restore", "Restore", "Restored", (Status.WITHDRAWN,), Status.PUBLISHED, "laws.restore_entry", "Why is it restored?")
MOVES: dict[str, Move] = {move.name: move for move in (SUBMIT, PUBLISH, SEND_BACK, WITHDRAW, RESTORE)}


def may_edit(user: Any, entry: Entry) -> bool:
    """Whether the words of an entry are this user's to change, as far as its status goes; whether the desk is theirs is asked apart."""
    return (entry.status == Status.DRAFT and entry.published_at is None) or user.has_perm("laws.publish_entry")


def refusal(user: Any, entry: Entry, move: Move) -> str:
    """Why this user cannot take this step with this entry, in a sentence; "" where they can."""
    if entry.status not in move.before:
        return f"{entry.label} is {entry.get_status_display().lower()}, so that “{move.label}” has nothing to do."
    if move.early and entry.published_at is not None:
        return f"{entry.label} has been published, and its address may be in print: correct it, or withdraw it."
    if not user.has_perm(move.permission):
        return f"“{move.label}” is for those who may do that to {entry.label or 'an entry'}; ask an editor."
    return ""


def open_to(user: Any, entry: Entry) -> list[Move]:
    """The steps that this user can take with an entry."""
    return [move for move in MOVES.values() if not refusal(user, entry, move)]


def move(entry: Entry, name: str, user: Any, *, why: str = "", replaced_by: Entry | None = None) -> Entry:
    """Take one step with an entry, with all that follows from it. Returns the entry as it is stored then.

    Raises PermissionDenied where the user may not, ValidationError where the entry cannot, or a reason is lacking.
    """
    step = MOVES[name]
    if not user.has_perm(step.permission):
        raise PermissionDenied(refusal(user, entry, step) or step.label)
    with transaction.atomic():
        found = Entry.objects.select_for_update(of=("self",)).select_related("edition").get(pk=entry.pk)
        _take(found, step, user, " ".join(why.split()), replaced_by)
        editing.publish([found])
    return found


def move_many(entries: Iterable[Entry], name: str, user: Any, *, why: str = "") -> list[Entry]:
    """Take the same step with many entries, or with none. Those that have taken it before are passed over; returns those moved.

    Raises PermissionDenied where the user may not, ValidationError with a message for each entry that cannot.
    """
    step = MOVES[name]
    if not user.has_perm(step.permission):
        raise PermissionDenied(step.label)
    keys = [entry.pk for entry in entries]
    with transaction.atomic():
        rows = Entry.objects.select_for_update(of=("self",)).select_related("edition").filter(pk__in=keys).exclude(status=step.after)
        moved, complaints = [], []
        for entry in rows.in_order():
            try:
                with transaction.atomic():
                    _take(entry, step, user, why, None)
                    editing.check(entry)
                moved.append(entry)
            except ValidationError as error:
                complaints += error.messages
        if complaints:
            raise ValidationError(complaints)
        editing.publish(moved)
    return moved


def _take(entry: Entry, step: Move, user: Any, why: str, replaced_by: Entry | None) -> None:
    """Check one step and store it; what follows from it is for the caller to publish."""
    if said := refusal(user, entry, step):
        raise ValidationError(said)
    if step.asks and not why:
        raise ValidationError(f"{step.asks} Say it in a sentence.")
    if replaced_by is not None and replaced_by.status != Status.PUBLISHED:
        raise ValidationError(f"{replaced_by.label} is not published, so that readers could not follow the pointer.")
    entry.status = step.after
    entry.withdrawn_because = why[:300] if step is WITHDRAW else ""
    entry.replaced_by = replaced_by if step is WITHDRAW else None
    entry._history_user = user  # type: ignore[attr-defined]
    entry.full_clean()
    editing.store(entry, reworded=False, why=reason(step, why))


def reason(step: Move, why: str) -> str:
    """What the history says of a step: the reason given, or what was done."""
    said = SENT_BACK + why if step is SEND_BACK else why or step.done
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 2].rpartition(' ')[0] or said[: LONGEST - 2]} …"


def sent_back_because(entry: Entry) -> str:
    """What an editor asked for when this draft was last sent back; "" where it never was, or has been handed in since."""
    if entry.status != Status.DRAFT or entry.pk is None:
        return ""
    said = Entry.history.filter(id=entry.pk, history_change_reason__startswith=SENT_BACK).order_by("-history_id").first()
    return said.history_change_reason.removeprefix(SENT_BACK) if said else ""
