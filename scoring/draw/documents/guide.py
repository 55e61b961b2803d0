"""The page for whoever keeps the score on a phone."""

from scoring.games.payoff_card import Heading
from scoring.models import Tournament
from scoring.paper.document import Document, Part, part_of
from scoring.paper.text_fit import as_long_as_in_english

STYLE = "print_guide.css"
SIZE = 12.5  # points, in which English fills the page


def guide_document(tournament: Tournament, *, paper: str) -> Document:
    """One page, as far as the tournament decides it; no query."""
    facts = {"heading": Heading.of(tournament), "tournament": tournament}

    def made(size: float) -> Part:
        context = {**facts, "size": size}
        return part_of("scorekeeper.html", context, style=STYLE, paper=paper)

    return Document((as_long_as_in_english(made, SIZE),))
