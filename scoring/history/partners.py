"""With whom somebody played as partners in recorded hands, and what came of it."""

from collections.abc import Iterable

from clubs.models import Club
from clubs.wording import say
from rules.figures import Figures
from scoring.history.hand_tables import FigureTable, line_of
from scoring.history.holders import Named, named_people
from scoring.results.selectors.stored import players_stem

Partner = tuple[str, Named]  # with the key of his figures


def partners_of(club: Club, figures: Figures) -> list[Partner]:
    """Whose figures these are, the most frequent partner first; one query.

    Without those who are not to be named.
    """
    people = named_people(club)
    named = [(key, people[int(key)]) for key in figures if int(key) in people]
    return sorted(named, key=lambda each: (-figures[each[0]].n, each[1].number))


def partners_table(
    club: Club, partners: Iterable[Partner], figures: Figures
) -> FigureTable:
    """What came of it, with each of these."""
    stem = players_stem(club)
    lines = tuple(
        line_of(person.name, figures[key], address=f"{stem}{person.number}/")
        for key, person in partners
    )
    return FigureTable(say("As partners"), True, True, lines, say("With"))
