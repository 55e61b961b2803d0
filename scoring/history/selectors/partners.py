"""With whom somebody played as partners in recorded hands, and what came of it."""

from collections.abc import Iterable

from django.urls import reverse

from clubs.models import Club
from clubs.wording import say
from rules.figures import Figures
from scoring.core.selectors.names import hides, public_name
from scoring.history.selectors.hand_tables import FigureTable, line_of

Row = tuple[int, int, str]  # a player's key, number and name


def partners_of(club: Club, figures: Figures) -> list[Row]:
    """Whose figures these are, by their keys, the most frequent partner first; one query.

    Without those who are not to be named.
    """
    people = club.players.filter(pk__in=map(int, figures), erased_at=None)
    rows = people.order_by("number").values_list("pk", "number", "name")
    named = [row for row in rows if not hides(club, row[0])]
    return sorted(named, key=lambda row: -figures[str(row[0])].n)


def partners_table(club: Club, rows: Iterable[Row], figures: Figures) -> FigureTable:
    """What came of it, with each of these."""
    lines = tuple(
        line_of(
            public_name(name, club, pk),
            figures[str(pk)],
            address=reverse("scoring:player", args=[club.slug, number]),
        )
        for pk, number, name in rows
    )
    return FigureTable(say("As partners"), True, True, lines, say("With"))
