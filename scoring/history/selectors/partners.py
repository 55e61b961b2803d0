"""With whom somebody played as partners in recorded hands, and what came of it."""

from django.urls import reverse

from clubs.models import Player
from clubs.selectors.people import alphabet
from clubs.wording import say
from rules.figures import NOTHING, Figure, Figures, together
from scoring.core.selectors.names import hides, public_name
from scoring.history.selectors.hand_tables import FigureTable, line_of
from scoring.models import Seat


def partners_of(player: Player, by_seat: Figures) -> FigureTable:
    """Whose seats these are, the most frequent partner first; two queries.

    Without those who are not to be named.
    """
    sheets = Seat.objects.filter(credit__player=player).values("sheet")
    seats = Seat.objects.filter(sheet__in=sheets, credit__player__isnull=False)
    found: dict[int, list[Figure]] = {}
    for seat, other in seats.order_by().values_list("pk", "credit__player"):
        if figure := by_seat.get(str(seat)):
            found.setdefault(other, []).append(figure)
    sums = together({str(pk): each} for pk, every in found.items() for each in every)
    club = player.club
    people = club.players.filter(pk__in=found, erased_at=None)
    lines = [
        line_of(
            public_name(name, club, pk),
            sums.get(str(pk), NOTHING),
            address=reverse("scoring:player", args=[club.slug, number]),
        )
        for pk, number, name in people.values_list("pk", "number", "name")
        if not hides(club, pk)
    ]
    lines.sort(key=lambda each: (-each.figure.n, alphabet(each.name)))
    return FigureTable(say("As partners"), True, True, tuple(lines), say("With"))
