"""The card of payoffs: one page, from the house rules of a tournament."""

from scoring.games.payoff_card import PayoffCard
from scoring.printing.document import Document, Part, part_of
from scoring.printing.text_fit import as_long_as_in_english

STYLE = "print_payoffs.css"
SIZE = 12  # points


def payoffs_document(card: PayoffCard, *, paper: str) -> Document:
    """Return the card of payoffs as a one-page document."""

    def make_part(size: float) -> Part:
        context = {"heading": card.heading, "card": card, "size": size}
        return part_of("payoffs.html", context, style=STYLE, paper=paper)

    return Document((as_long_as_in_english(make_part, SIZE),))
