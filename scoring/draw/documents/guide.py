"""The page for whoever keeps the score on a phone."""

from scoring.games.payoff_card import Heading
from scoring.models import Tournament
from scoring.paper.document import Document, document_of

STYLE = "print_guide.css"


def guide_document(tournament: Tournament, *, paper: str) -> Document:
    """One page, as far as the tournament decides it; no query."""
    context = {"heading": Heading.of(tournament), "tournament": tournament}
    return document_of("scorekeeper.html", context, style=STYLE, paper=paper)
