"""The running game while a deal is reckoned: totals and counters that move."""

from typing import NamedTuple

from rules.game import active_seats
from rules.sentences import seat_word, signed
from rules.tysiacha.deal import ACTIVE, Deal, State
from rules.tysiacha.house import HouseRules
from rules.tysiacha.words import say


class Move(NamedTuple):
    """Points that a seat wins, or with a minus loses, and why."""

    item: str
    seat: int
    points: int
    reasons: tuple[str, ...]


class Running:
    """One deal under way. Lists have an entry a seat; `moves` and `notes` tell it all."""

    def __init__(self, deal: Deal, rules: HouseRules, before: State) -> None:
        self.deal, self.rules, self.before = deal, rules, before
        self.active = active_seats(deal, ACTIVE)
        self.totals = list(before.totals)
        self.barrel = list(before.barrel)
        self.bolts = list(before.bolts)
        self.conceded = list(before.conceded)
        self.falls = list(before.falls)
        self.moves: list[Move] = []
        self.notes: list[str] = []

    def move(self, item: str, seat: int, points: int, *reasons: str) -> None:
        """Adds the points to the seat's total; 0 moves nothing."""
        if points:
            self.totals[seat - 1] += points
            self.moves.append(Move(item, seat, points, reasons))

    def note(self, code: str, seat: int, **values: object) -> None:
        """Tells what no points tell."""
        self.notes.append(say(code, who=seat_word(seat), **values))

    def was_on_barrel(self, seat: int) -> bool:
        """Was the seat on the barrel when the deal began?"""
        return self.before.barrel[seat - 1] > 0

    def is_stopped(self, seat: int) -> bool:
        """Does the seat score as the soloist only?"""
        if self.rules.endgame == "stop":
            return self.before.totals[seat - 1] >= self.rules.barrel_at
        return self.was_on_barrel(seat)

    def give(self, item: str, seat: int, points: int, *reasons: str) -> None:
        """Scores what the seat took beside the soloist, unless it is stopped."""
        if not self.is_stopped(seat):
            self.move(item, seat, points, *reasons)
        elif points:
            code = "note.barrel" if self.was_on_barrel(seat) else "note.stopped"
            self.note(code, seat, score=points, at=self.rules.barrel_at)

    def count(self, item: str, seat: int, counted: list[int], limit: int) -> None:
        """One more of what is fined at the limit, where the count begins anew."""
        number = counted[seat - 1] + 1
        if number < limit:
            counted[seat - 1] = number
            self.note(f"note.{item}", seat, count=number, limit=limit)
            return
        counted[seat - 1] = 0
        chips = self.rules.bolt_chips if item == "bolt" else self.rules.fine_chips
        why = say(item, who=seat_word(seat), count=number, score=signed(-chips))
        self.move(item, seat, -chips, why)
