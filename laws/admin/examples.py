"""Help beside the fields of a ruling, each with an example. Where a model has help of its own, that stays."""

from __future__ import annotations

from typing import Any

MOST_EDITIONS = 6
ENTRY = {
    "edition": "Whose laws the ruling is about: Auction 1912.",
    "number": "As the club prints it, as a rule the next one: 13.",
    "title": "In two to eight words: “Dummy asks who trumped the trick”.",
    "offenses": "What went wrong, one or several: “Revoke”, “Lead out of turn”. Type a few letters.",
}
DECIDED = {
    "offenders": "Whose offense it is about: “Dummy” for a remark of dummy’s. The finder asks for it first.",
    "phases": "When in the game it happens: “The play” for a revoke. The finder asks for it next.",
}
CASE = {
    "holding": "The decision in one line, in our own words: “A remark by Dummy that calls attention to a revoke loses the penalty.”",
    "outcome": "What the committee answered: “Claim denied” where somebody asked for a penalty and did not get it.",
    "decided_on": "The day, if it is known: 2026-11-03.",
    "place": "Where it was decided or arose: “St. Louis”, “the Tuesday game”.",
    "facts": "What happened, as published: “The Declarer leads three rounds of Trumps; on the third an adversary refuses.”",
    "facts_digest": "The same in our own words, where the published ones are not ours to give.",
    "query": "What was asked: “Should the revoke be allowed?”",
    "query_digest": "The same in our own words.",
    "decision": "What was decided, and by which law: “Law 61 provides that … The question is decided in the negative.”",
    "decision_digest": "The same in our own words.",
    "remark": "What the committee adds: “The committee advises players to …”",
    "remark_digest": "The same in our own words.",
}


def next_number(free: dict[str, int]) -> str:
    """The help beside the number of a new ruling, with the next free number of each edition; of the first few, where there are many."""
    if not free:
        return ENTRY["number"]
    listed = ", ".join(f"{number} in {edition}" for edition, number in list(free.items())[:MOST_EDITIONS])
    return f"As the club prints it. The next one free: {listed}."


def help_out(form: Any, examples: dict[str, str]) -> None:
    """Give the fields of a form their help."""
    for name, words in examples.items():
        if name in form.fields:
            form.fields[name].help_text = words
