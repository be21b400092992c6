"""The fixed words of the field: kinds, statuses, offenders, phases, outcomes."""

from django.db.models import TextChoices


class Kind(TextChoices):
    LAW = "law", "Law"
    ETIQUETTE = "etiquette", "Etiquette"
    SECTION = "section", "Section"
    FOOTNOTE = "footnote", "Footnote"
    CASE = "case", "Case"
    PENALTY = "penalty", "Penalty"


class Status(TextChoices):
    DRAFT = "draft", "Draft"
    IN_REVIEW = "in review", "In review"
    PUBLISHED = "published", "Published"
    WITHDRAWN = "withdrawn", "Withdrawn"


class Offender(TextChoices):
    DECLARER = "declarer", "Declarer"
    ADVERSARY = "adversary", "Adversary"
    DUMMY = "dummy", "Dummy"
    DEALER = "dealer", "Dealer"
    EITHER_SIDE = "either-side", "Either side"
    ANYONE = "anyone", "Anyone"
    ANYONE_BUT_DUMMY = "anyone-but-dummy", "Anyone but dummy"
    BYSTANDER = "bystander", "Bystander"


class Phase(TextChoices):
    CUTTING = "cutting", "Cutting"
    DEAL = "deal", "The deal"
    BIDDING = "bidding", "The bidding"
    BEFORE_LEAD = "before-lead", "Before the lead"
    PLAY = "play", "The play"
    SCORING = "scoring", "Scoring"


class Outcome(TextChoices):
    AFFIRMATIVE = "affirmative", "Answered yes"
    NEGATIVE = "negative", "Answered no"
    CLAIM_SUSTAINED = "claim-sustained", "Claim sustained"
    CLAIM_DENIED = "claim-denied", "Claim denied"
    MIXED = "mixed", "Answered in part"


PLURAL = {
    Kind.LAW: "Laws",
    Kind.ETIQUETTE: "Etiquette",
    Kind.SECTION: "Sections",
    Kind.FOOTNOTE: "Footnotes",
    Kind.CASE: "Cases",
    Kind.PENALTY: "Penalties",
}

# The fields that may hold words, printed ones each with its digest beside it, in reading order.
TEXT_FIELDS: dict[str, tuple[str, ...]] = {
    Kind.LAW: ("text", "digest"),
    Kind.ETIQUETTE: ("text", "digest"),
    Kind.SECTION: ("text", "digest"),
    Kind.FOOTNOTE: ("text", "digest"),
    Kind.CASE: (
        "facts",
        "facts_digest",
        "query",
        "query_digest",
        "decision",
        "decision_digest",
        "remark",
        "remark_digest",
    ),
    Kind.PENALTY: ("laws",),
}
