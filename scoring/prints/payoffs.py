"""The card of payoffs: one page, from the house rules of a tournament."""

from collections.abc import Sequence

from scoring.prints.document import Part, part_of
from scoring.selectors.papers.payoffs import PayoffCard

STYLE = "print_payoffs.css"


def payoff_parts(cards: Sequence[PayoffCard], *, paper: str) -> tuple[Part, ...]:
    """One page for each card."""
    return tuple(
        part_of(
            "payoffs.html",
            {"heading": card.heading, "card": card},
            style=STYLE,
            paper=paper,
        )
        for card in cards
    )
