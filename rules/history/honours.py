"""All-time list and pins, earned by taking part and by winning."""

from collections.abc import Hashable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from rules.history.evenings import PODIUM, Evening

K = TypeVar("K", bound=Hashable)  # a player, by any key the caller uses


class Line(NamedTuple, Generic[K]):
    """A player's totals: events, wins, places among the first three, and net chips.

    `rounds` (those that count) and `net` include only events where both are known;
    `last` is the index of the last event the player came to.
    """

    player: K
    evenings: int
    rounds: int
    wins: int
    podiums: int
    net: int
    last: int


def all_time(evenings: Sequence[Evening[K]]) -> list[Line[K]]:
    """Return everyone who was ever ranked, in order of their first event."""
    lines: dict[K, Line[K]] = {}
    for index, evening in enumerate(evenings):
        for played in evening.played:
            old = lines.get(played.player) or Line(played.player, 0, 0, 0, 0, 0, index)
            known = played.counted is not None and played.net is not None
            lines[played.player] = Line(
                played.player,
                old.evenings + 1,
                old.rounds + ((played.counted or 0) if known else 0),
                old.wins + (played.place == 1),
                old.podiums + (played.place <= PODIUM),
                old.net + ((played.net or 0) if known else 0),
                index,
            )
    return list(lines.values())


class Pin(NamedTuple, Generic[K]):
    """A number of events that a player reached, with the index of the event."""

    evenings: int
    player: K
    at: int


FIRST_PINS, MORE = (25, 50), 100  # and then every fifty


def is_pin(evenings: int) -> bool:
    """Return whether this number of events earns a pin: 25, 50, 100, 150 and so on."""
    return evenings in FIRST_PINS or (evenings >= MORE and evenings % 50 == 0)


def next_pin(evenings: int) -> int:
    """Return the number of events needed for the next pin."""
    if evenings < FIRST_PINS[0]:
        return FIRST_PINS[0]
    return (evenings // 50 + 1) * 50


def pins(evenings: Iterable[Iterable[K]]) -> list[Pin[K]]:
    """Return all pins earned by taking part, oldest first."""
    came: dict[K, int] = {}
    earned = []
    for index, people in enumerate(evenings):
        for player in people:
            came[player] = came.get(player, 0) + 1
            if is_pin(came[player]):
                earned.append(Pin(came[player], player, index))
    return earned
