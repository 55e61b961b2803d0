"""The figures of a tally: statistics of each player's hands at an event.

Figures are a dict, stored as JSON: `played`, the number of the player's sheets, and
`sheets`, the number of them with recorded hands. If there are any: `seats`, which seats
of which sheets the numbers are from; `largest`, the most that one hand brought (chips,
round, table, hand; None if none brought any); `partners`, figures of hands by the
partner's player key; and `sums`, the figures of the game by name (rules.hand_stats).
The `from.…` figures add up to the tally's net, because in addition to the game's own
there are
- `from.ruled`: judges' rulings outside the records, on a hand, a sheet, a player;
- `from.beyond`: counted chips beyond the hands and the rulings on a sheet;
- `from.unrecorded`: the net of sheets without hands;
- `from.dropped`: the chips of dropped rounds, subtracted.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby, starmap
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import Count as Number
from django.db.models import Exists, Max, OuterRef

from rules.hand_stats import (
    HANDS,
    NOTHING,
    ORIGIN,
    Figures,
    SeatFigures,
    add_figures,
    by_seat,
    single,
)
from rules.ledger import Net
from scoring.games.table_rules import rules_at, rules_mark
from scoring.models import Count, Hand, HandRuling, Round, Seat, Sheet, Tournament
from scoring.models.seats import SEATS
from scoring.rollups.event_results import Facts, Figured


class PlayedSeat(NamedTuple):
    """A verified seat of a counting round; `credit` is the entry it counts for.

    `player` is None if that entry has no player of the club.
    """

    credit: int
    player: int | None
    sheet: int
    round: int
    table: int
    seat: int
    score: int


def played_seats(tournament: Tournament) -> Iterator[PlayedSeat]:
    """Return the seats in the order they were saved; one query."""
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
    """Return a mark for each sheet with hands, which changes with any of them.

    Versions are only added, or marked void; the house rules settle them.
    """
    hands = Hand.objects.filter(sheet__round__tournament=tournament.pk).order_by()
    states = hands.values_list("sheet").annotate(Max("pk"), Number("voided_at"))
    rules = rules_mark(tournament)
    return {sheet: f"{newest}.{voids}.{rules}" for sheet, newest, voids in states}


def ruled_in(tournament: Tournament) -> dict[int, Sequence[int | None]]:
    """Return rulings by sheet and seat: on hands, or else on the current count.

    A ruling on a hand can also be on the count, but is only one ruling.
    """
    condition = {"sheet__round__tournament": tournament}
    scores = Seat.objects.filter(sheet=OuterRef("sheet"), score__isnull=False)
    counts = Count.objects.filter(
        Exists(scores), confirms__isnull=False, **condition
    ).order_by("number")
    by_count = counts.values_list("sheet", *(f"ruled{seat}" for seat in SEATS))
    in_force: dict[int, Sequence[int | None]] = {
        sheet: chips for sheet, *chips in by_count
    }
    rulings = HandRuling.objects.filter(reversed_at=None, **condition).order_by()
    on_hands: dict[int, Net] = {}
    for ruling in rulings:
        before = on_hands.get(ruling.sheet_id, (0,) * len(ruling.chips))
        on_hands[ruling.sheet_id] = tuple(
            map(sum, zip(before, ruling.chips, strict=True))
        )
    return in_force | on_hands


def settled_seats(sheets: Iterable[int]) -> dict[int, list[SeatFigures]]:
    """Return the seats of each of these sheets with valid hands, seat 1 first."""
    hands = Hand.objects.filter(sheet__in=sheets, voided_at=None, replaced_by=None)
    in_order = hands.order_by("sheet_id", "number", "pk")
    by_pk = _sheets(sheets)
    return {
        pk: _seats_of(by_pk[pk], of_sheet)
        for pk, of_sheet in groupby(in_order, attrgetter("sheet_id"))
    }


def _sheets(sheets: Iterable[int]) -> dict[int, Sheet]:
    rows = Sheet.objects.select_related("round__tournament").prefetch_related("seats")
    return rows.in_bulk(list(sheets))


def _seats_of(sheet: Sheet, hands: Iterable[Hand]) -> list[SeatFigures]:
    table = rules_at(sheet)
    of_hands = [
        (hand.number, hand.net, figures) for hand, figures in table.figures(hands)
    ]
    return by_seat(of_hands, table.seats)


RULED, BEYOND = f"{ORIGIN}ruled", f"{ORIGIN}beyond"
UNRECORDED, DROPPED = f"{ORIGIN}unrecorded", f"{ORIGIN}dropped"
_REST = (RULED, BEYOND, UNRECORDED, DROPPED)
HandFigures = dict[str, Any]
# Of an event without sheets.
NO_HANDS: HandFigures = {"played": 0, "sheets": 0, "partners": {}}


def figures_of(
    tournament: Tournament, tallies: Iterable[Facts], before: Mapping[int, Figured]
) -> dict[int, HandFigures]:
    """Return the figures of each tally's rounds, by entry.

    Only seats missing in the entry's figures `before` are settled; without any, all
    are.
    """
    played = list(played_seats(tournament))
    seats: dict[int, list[PlayedSeat]] = {}
    for seat in played:
        seats.setdefault(seat.credit, []).append(seat)
    evening = _EventHands(tournament, played)
    parts = [
        _part(tally, seats.get(tally.entry_id, ()), before.get(tally.entry_id), evening)
        for tally in tallies
    ]
    new_seats = chain.from_iterable(part.new.values() for part in parts)
    new = {seat.sheet for seat in new_seats}
    settled = settled_seats(new) if new else {}
    for part in parts:
        for version, seat in part.new.items():
            if of_seats := settled.get(seat.sheet):  # unless all its hands are void
                part.add(version, seat, of_seats[seat.seat - 1], evening)
    return {part.tally.entry_id: part.figures(evening) for part in parts}


@dataclass
class _EventHands:
    """Shared data of an event: hands of each sheet, rulings, and players.

    Hands and rulings are only queried when needed.
    """

    tournament: Tournament
    seats: Sequence[PlayedSeat]

    @cached_property
    def marks(self) -> dict[int, str]:
        return marks_of(self.tournament)

    @cached_property
    def ruled(self) -> dict[int, Sequence[int | None]]:
        return ruled_in(self.tournament)

    @cached_property
    def players(self) -> dict[int, dict[int, int | None]]:
        """Players by sheet and seat."""
        players: dict[int, dict[int, int | None]] = {}
        for seat in self.seats:
            players.setdefault(seat.sheet, {})[seat.seat] = seat.player
        return players

    def hands_version(self, seat: PlayedSeat) -> str:
        """Return a mark that changes with the hands, rules and players at the table.

        "" without hands.
        """
        if not (version := self.marks.get(seat.sheet)):
            return ""
        players = "-".join(map(str, self.players[seat.sheet].values()))
        return f"{seat.sheet}.{seat.seat}.{version}.{players}"

    def ruled_on(self, seat: PlayedSeat) -> int:
        ruled = self.ruled.get(seat.sheet)
        return ruled[seat.seat - 1] or 0 if ruled else 0


@dataclass(slots=True)
class _Part:
    """A tally whose figures are being added up: its sources, and its sums.

    `new` are seats with hands that aren't included yet, by their marks.
    """

    tally: Facts
    seats: list[PlayedSeat]
    marks: set[str]
    new: dict[str, PlayedSeat]
    largest: list[int] | None
    sums: list[Mapping[str, Sequence[int]]]
    partners: list[Mapping[str, Sequence[int]]]

    def add(
        self, version: str, seat: PlayedSeat, figures: SeatFigures, evening: _EventHands
    ) -> None:
        self.marks.add(version)
        self.sums.append(figures.sums)
        for other, figure in figures.partners.items():
            if player := evening.players[seat.sheet].get(other):
                self.partners.append({str(player): figure})
        chips, hand = figures.largest
        own_largest = [chips, seat.round, seat.table, -hand] if chips > 0 else None
        candidates = [most for most in (self.largest, own_largest) if most]
        self.largest = max(candidates, key=_first_of_equals, default=None)

    def figures(self, evening: _EventHands) -> HandFigures:
        sums, partners = add_figures(self.sums), add_figures(self.partners)
        figures: HandFigures = {
            "played": len(self.seats),
            "sheets": len(self.marks),
            "partners": _as_kept(partners),
        }
        if not self.marks:
            return figures
        played = sums.get(HANDS, NOTHING).chips
        return figures | {
            "seats": sorted(self.marks),
            "largest": self.largest,
            "sums": _as_kept(sums | _rest(self, played, evening)),
        }


def _as_kept(figures: Figures) -> dict[str, list[int]]:
    return {name: list(figures[name]) for name in sorted(figures)}


def _part(
    tally: Facts, seats: Iterable[PlayedSeat], old: Figured | None, evening: _EventHands
) -> _Part:
    """Return the stored figures if they are still valid, and the seats they lack."""
    counted = {result[0] for result in tally.results if result[1]}
    own_seats = [seat for seat in seats if seat.round in counted]
    marked = {
        version: seat for seat in own_seats if (version := evening.hands_version(seat))
    }
    before: HandFigures = old.figures if old and old.engine == tally.engine else {}
    if "partners" not in before or not marked.keys() >= set(before.get("seats", ())):
        before = {}
    marks = set(before.get("seats", ()))
    new = {version: seat for version, seat in marked.items() if version not in marks}
    old_sums = before.get("sums", {})
    sums = {name: old_sums[name] for name in old_sums.keys() - {*_REST}}
    partners, largest = before.get("partners", {}), before.get("largest")
    return _Part(tally, own_seats, marks, new, largest, [sums], [partners])


def _first_of_equals(largest: Sequence[int]) -> tuple[int, ...]:
    chips, *position = largest
    return chips, *(-number for number in position)


def _rest(part: _Part, played: int, evening: _EventHands) -> Figures:
    """Return the parts of the net outside the hands, whose chips are `played`."""
    results, start = part.tally.results, evening.tournament.start_chips
    chips = dict.fromkeys(_REST, 0)
    chips[RULED] = part.tally.rulings
    chips[BEYOND] = -played
    chips[DROPPED] = sum(
        start - result[2] for result in results if result[1] and result[4]
    )
    for seat in part.seats:
        ruled = evening.ruled_on(seat)
        rest = BEYOND if evening.hands_version(seat) in part.marks else UNRECORDED
        chips[rest] += seat.score - start - ruled
        chips[RULED] += ruled
    return {
        name: single(amount, amount > 0) for name, amount in chips.items() if amount
    }
