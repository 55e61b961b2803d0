"""The card of payoffs: one page, from the house rules of a tournament."""

from scoring.games.payoff_card import PayoffCard
from scoring.paper.document import Document, document_of

STYLE = "print_payoffs.css"


def payoffs_document(card: PayoffCard, *, paper: str) -> Document:
    """One page."""
    context = {"heading": card.heading, "card": card}
    return document_of("payoffs.html", context, style=STYLE, paper=paper)
