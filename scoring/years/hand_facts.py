"""What a tally's figures rest on: seats in force, their hands as settled, rulings."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, starmap
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Count as Number
from django.db.models import Max

from rules.figures import SeatFigures, by_seat
from rules.ledger import Net
from scoring.games.game_adapter import rules_mark
from scoring.games.table_rules import rules_at
from scoring.models import Count, Hand, HandRuling, Round, Seat, Sheet, Tournament
from scoring.models.seats import SEATS


class PlayedSeat(NamedTuple):
    """A seat in force, of a round that counts; `credit` is whose standing it is in.

    No `player` where that is nobody's of the club.
    """

    credit: int
    player: int | None
    sheet: int
    round: int
    table: int
    seat: int
    score: int


def played_seats(tournament: Tournament) -> Iterator[PlayedSeat]:
    """In the order in which they were kept; one query."""
    seats = Seat.objects.filter(
        round__tournament=tournament.pk,
        round__state__in=Round.COUNTING,
        credit__isnull=False,
        score__isnull=False,
    ).order_by("pk")
    facts = seats.values_list(
        "credit",
        "credit__player",
        "sheet",
        "round__number",
        "sheet__table",
        "position",
        "score",
    )
    return starmap(PlayedSeat, facts)


def marks_of(tournament: Tournament) -> dict[int, str]:
    """Of each sheet with hands a word that is another once any of them changes.

    Versions are only added, or marked void; the house rules settle them.
    """
    hands = Hand.objects.filter(sheet__round__tournament=tournament.pk).order_by()
    states = hands.values_list("sheet").annotate(Max("pk"), Number("voided_at"))
    rules = rules_mark(tournament)
    return {sheet: f"{newest}.{voids}.{rules}" for sheet, newest, voids in states}


def ruled_in(tournament: Tournament) -> dict[int, Sequence[int | None]]:
    """What was ruled by sheet and seat: on its hands, or else on its count in force.

    A ruling on a hand may stand on the count too, and is one ruling all the same.
    """
    here = {"sheet__round__tournament": tournament}
    counts = Count.objects.filter(confirms__isnull=False, **here).order_by("number")
    by_count = counts.values_list("sheet", *(f"ruled{seat}" for seat in SEATS))
    in_force: dict[int, Sequence[int | None]] = {
        sheet: chips for sheet, *chips in by_count
    }
    rulings = HandRuling.objects.filter(reversed_at=None, **here).order_by()
    on_hands: dict[int, Net] = {}
    for ruling in rulings:
        before = on_hands.get(ruling.sheet_id, (0,) * len(ruling.chips))
        on_hands[ruling.sheet_id] = tuple(
            map(sum, zip(before, ruling.chips, strict=True))
        )
    return in_force | on_hands


def settled_seats(sheets: Iterable[int]) -> dict[int, list[SeatFigures]]:
    """The seats of each of these sheets that has hands in force, seat 1 first."""
    hands = Hand.objects.filter(sheet__in=sheets, voided_at=None, replaced_by=None)
    in_order = hands.order_by("sheet_id", "number", "pk")
    by_pk = _sheets(sheets)
    return {
        pk: _seats_of(by_pk[pk], of_sheet)
        for pk, of_sheet in groupby(in_order, attrgetter("sheet_id"))
    }


def _sheets(sheets: Iterable[int]) -> dict[int, Sheet]:
    found = Sheet.objects.select_related("round__tournament").prefetch_related("seats")
    return found.in_bulk(list(sheets))


def _seats_of(sheet: Sheet, hands: Iterable[Hand]) -> list[SeatFigures]:
    table = rules_at(sheet)
    told = [(hand.number, hand.net, each) for hand, each in table.figures(hands)]
    return by_seat(told, table.seats)
