"""Paper: score sheets, seat lists, cards, standings, the card of payoffs.

`pdf_of(kind, papers)` makes a print at once; `jobs` makes it outside the web worker.
What a print needs comes as the plain values of `scoring.selectors.paper`.
"""

from scoring.prints.page import NothingToPrint, UnknownPaper
from scoring.prints.press import Kind, pdf_of

__all__ = ["Kind", "NothingToPrint", "UnknownPaper", "pdf_of"]
