"""The page for whoever keeps the score on a phone."""

from math import sqrt

from django.utils.translation import override

from scoring.games.payoff_card import Heading
from scoring.models import Tournament
from scoring.paper.document import Document, Part, part_of

STYLE = "print_guide.css"
SIZE = 12.5  # points, in which English fills the page
LONGER = 1.05  # so much more a page holds as it is


def guide_document(tournament: Tournament, *, paper: str) -> Document:
    """One page, as far as the tournament decides it; no query.

    Where the reader's language needs more letters than English, they are smaller.
    """
    made = _part(tournament, paper)
    with override("en"):
        longer = len(made.html) / len(_part(tournament, paper).html)
    if longer > LONGER:
        made = _part(tournament, paper, round(SIZE / sqrt(longer), 2))
    return Document((made,))


def _part(tournament: Tournament, paper: str, size: float = 0) -> Part:
    heading = Heading.of(tournament)
    context = {"heading": heading, "tournament": tournament, "size": size}
    return part_of("scorekeeper.html", context, style=STYLE, paper=paper)
