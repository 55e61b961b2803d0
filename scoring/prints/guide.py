"""The page for whoever keeps the score on a phone."""

from collections.abc import Sequence

from scoring.prints.document import Part, part_of
from scoring.selectors.papers.shapes import GuidePaper

STYLE = "print_guide.css"


def guide_parts(guides: Sequence[GuidePaper], *, paper: str) -> tuple[Part, ...]:
    """One page for each tournament asked for."""
    return tuple(
        part_of(
            "scorekeeper.html",
            {"heading": guide.heading, "guide": guide},
            style=STYLE,
            paper=paper,
        )
        for guide in guides
    )
