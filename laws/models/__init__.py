"""What the casebook keeps: editions of codes, their entries, and the citations between them."""

from .citation import Citation
from .desk import DESK, EtiquetteEntry, HeadedSection, LawText, Note, PenaltyEntry, Ruling
from .discussion import Discussion
from .edition import Edition, Heading, Offense
from .entry import Entry, EntryOffender, EntryPhase, Extract, FormerAddress, Part
from .former import FormerSlug
from .generation import Generation
from .glossary import Term
from .missing import MissingAddress
from .provision import EtiquetteSection, Footnote, Law, Section
from .ruling import Case, PenaltyRow
from .thesaurus import Synonyms

__all__ = [
    "DESK",
    "Case",
    "Citation",
    "Discussion",
    "Edition",
    "Entry",
    "EntryOffender",
    "EntryPhase",
    "EtiquetteEntry",
    "EtiquetteSection",
    "Extract",
    "Footnote",
    "FormerAddress",
    "FormerSlug",
    "Generation",
    "HeadedSection",
    "Heading",
    "Law",
    "LawText",
    "MissingAddress",
    "Note",
    "Offense",
    "Part",
    "PenaltyEntry",
    "PenaltyRow",
    "Ruling",
    "Section",
    "Synonyms",
    "Term",
]
