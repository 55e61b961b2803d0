"""Paper: score sheets, seat lists, cards, standings, the card of payoffs.

What a print needs comes as the plain values of `scoring.selectors.papers`.
`press.pdf_of` makes a print at once; `jobs` makes it outside the web worker and never
loads WeasyPrint (80 MB, a second) into it.
"""

from scoring.prints.kinds import Kind, NothingToPrint, UnknownPaper

__all__ = ["Kind", "NothingToPrint", "UnknownPaper"]
