"""What the casebook keeps: editions of codes, their entries, and the citations between them."""

from .citation import Citation
from .desk import DESK, EtiquetteEntry, HeadedSection, LawText, Note, PenaltyEntry, Ruling
from .edition import Edition, Heading, Offense
from .entry import Entry, EntryOffender, EntryPhase, Extract, FormerAddress, Part
from .provision import EtiquetteSection, Footnote, Law, Section
from .ruling import Case, PenaltyRow

__all__ = [
    "DESK",
    "Case",
    "Citation",
    "Edition",
    "Entry",
    "EntryOffender",
    "EntryPhase",
    "EtiquetteEntry",
    "EtiquetteSection",
    "Extract",
    "Footnote",
    "FormerAddress",
    "HeadedSection",
    "Heading",
    "Law",
    "LawText",
    "Note",
    "Offense",
    "Part",
    "PenaltyEntry",
    "PenaltyRow",
    "Ruling",
    "Section",
]
