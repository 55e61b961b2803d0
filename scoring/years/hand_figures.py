"""What the hands of an evening were for each of its players: the figures of a tally.

They are a dict, as JSON keeps it: `played`, how many sheets the player is on, and
`sheets`, on how many of them hands are recorded; where there are any, `seats`, from
which seats of which sheets the numbers are; `largest`, the most that one hand brought
(chips, round, table, hand; none where none brought any); `partners`, with whom in
hands, by the keys of players; and `sums`, the figures of the game by name
(rules.figures). What `from.…` names adds up to the tally's net, for beside the items of
the game stands

- `from.ruled`: what judges ruled beside the records, on a hand, a sheet, a player;
- `from.beyond`: what the chips counted say beyond the hands and the rulings on a sheet;
- `from.unrecorded`: the net of sheets without hands;
- `from.dropped`: what dropped rounds brought, taken back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.figures import (
    HANDS,
    NOTHING,
    ORIGIN,
    Figures,
    SeatFigures,
    once,
    together,
)
from scoring.models import Tournament
from scoring.years.hand_facts import (
    PlayedSeat,
    marks_of,
    played_seats,
    ruled_in,
    settled_seats,
)
from scoring.years.tallies import Facts, Figured

RULED, BEYOND = f"{ORIGIN}ruled", f"{ORIGIN}beyond"
UNRECORDED, DROPPED = f"{ORIGIN}unrecorded", f"{ORIGIN}dropped"
_REST = (RULED, BEYOND, UNRECORDED, DROPPED)
Kept = dict[str, Any]
NO_HANDS: Kept = {
    "played": 0,
    "sheets": 0,
    "partners": {},
}  # of an evening without sheets


def figures_of(
    tournament: Tournament, tallies: Iterable[Facts], kept: Mapping[int, Figured]
) -> dict[int, Kept]:
    """The figures of each tally's rounds, by entry.

    Only what the `kept` ones of the entry have not summed up yet is settled; with none
    kept all is.
    """
    every = list(played_seats(tournament))
    seats: dict[int, list[PlayedSeat]] = {}
    for seat in every:
        seats.setdefault(seat.credit, []).append(seat)
    evening = _Evening(tournament, every)
    parts = [
        _part(each, seats.get(each.entry_id, ()), kept.get(each.entry_id), evening)
        for each in tallies
    ]
    new = {seat.sheet for part in parts for seat in part.new.values()}
    settled = settled_seats(new) if new else {}
    for part in parts:
        for mark, seat in part.new.items():
            if of_seats := settled.get(seat.sheet):  # unless all its hands are void
                part.add(mark, seat, of_seats[seat.seat - 1], evening)
    return {part.tally.entry_id: part.figures(evening) for part in parts}


@dataclass
class _Evening:
    """What is asked once for all: the hands of each sheet, what was ruled, who sat there.

    The hands where somebody has a score, the rulings where there are hands.
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
        """By sheet and seat."""
        found: dict[int, dict[int, int | None]] = {}
        for each in self.seats:
            found.setdefault(each.sheet, {})[each.seat] = each.player
        return found

    def mark(self, seat: PlayedSeat) -> str:
        """Another one when the seat's hands, their rules or the players at the table are.

        "" without hands.
        """
        if not (mark := self.marks.get(seat.sheet)):
            return ""
        who = "-".join(map(str, self.players[seat.sheet].values()))
        return f"{seat.sheet}.{seat.seat}.{mark}.{who}"

    def ruled_on(self, seat: PlayedSeat) -> int:
        ruled = self.ruled.get(seat.sheet)
        return ruled[seat.seat - 1] or 0 if ruled else 0


@dataclass(slots=True)
class _Part:
    """A tally whose figures are being added up: what they are of, and what they are.

    `new` are seats with hands whose figures are not in it yet, by their marks.
    """

    tally: Facts
    seats: list[PlayedSeat]
    marks: set[str]
    new: dict[str, PlayedSeat]
    largest: list[int] | None
    sums: list[Mapping[str, Sequence[int]]]
    partners: list[Mapping[str, Sequence[int]]]

    def add(
        self, mark: str, seat: PlayedSeat, own: SeatFigures, evening: _Evening
    ) -> None:
        self.marks.add(mark)
        self.sums.append(own.sums)
        for other, figure in own.partners.items():
            if player := evening.players[seat.sheet].get(other):
                self.partners.append({str(player): figure})
        chips, hand = own.largest
        found = [chips, seat.round, seat.table, -hand] if chips > 0 else None
        both = [each for each in (self.largest, found) if each]
        self.largest = max(both, key=_first_of_equals, default=None)

    def figures(self, evening: _Evening) -> Kept:
        sums, partners = together(self.sums), together(self.partners)
        figures: Kept = {
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
    tally: Facts, seats: Iterable[PlayedSeat], old: Figured | None, evening: _Evening
) -> _Part:
    """What is kept, if all of it is still so, and the seats that it lacks."""
    counted = {each[0] for each in tally.results if each[1]}
    own = [each for each in seats if each.round in counted]
    marked = {mark: seat for seat in own if (mark := evening.mark(seat))}
    kept: Kept = old.figures if old and old.engine == tally.engine else {}
    if "partners" not in kept or not marked.keys() >= set(kept.get("seats", ())):
        kept = {}
    marks = set(kept.get("seats", ()))
    new = {mark: seat for mark, seat in marked.items() if mark not in marks}
    old_sums = kept.get("sums", {})
    sums = {name: old_sums[name] for name in old_sums.keys() - {*_REST}}
    partners, largest = kept.get("partners", {}), kept.get("largest")
    return _Part(tally, own, marks, new, largest, [sums], [partners])


def _first_of_equals(largest: Sequence[int]) -> tuple[int, ...]:
    chips, *where = largest
    return chips, *(-each for each in where)


def _rest(part: _Part, played: int, evening: _Evening) -> Figures:
    """What the net has beside the chips that moved in the hands, which are `played`."""
    results, start = part.tally.results, evening.tournament.start_chips
    chips = dict.fromkeys(_REST, 0)
    chips[RULED] = part.tally.rulings
    chips[BEYOND] = -played
    chips[DROPPED] = sum(start - each[2] for each in results if each[1] and each[4])
    for seat in part.seats:
        ruled = evening.ruled_on(seat)
        rest = BEYOND if evening.mark(seat) in part.marks else UNRECORDED
        chips[rest] += seat.score - start - ruled
        chips[RULED] += ruled
    return {name: once(each, each > 0) for name, each in chips.items() if each}
