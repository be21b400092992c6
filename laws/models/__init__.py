"""What the casebook keeps: editions of codes, their entries, and the citations between them."""

from .citation import Citation
from .edition import Edition, Heading, Offense
from .entry import Entry, EntryOffender, EntryPhase, Extract, FormerAddress, Part
from .provision import EtiquetteSection, Footnote, Law, Section
from .ruling import Case, PenaltyRow

__all__ = [
    "Case",
    "Citation",
    "Edition",
    "Entry",
    "EntryOffender",
    "EntryPhase",
    "EtiquetteSection",
    "Extract",
    "Footnote",
    "FormerAddress",
    "Heading",
    "Law",
    "Offense",
    "Part",
    "PenaltyRow",
    "Section",
]
