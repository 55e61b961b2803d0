"""The all-time list: what everybody did at the club in a game, in all years."""

from dataclasses import dataclass

from clubs.models import Club
from clubs.selectors.people import matches
from rules.history import Line
from scoring.history.board import GameBoard
from scoring.history.holders import named_people

ENOUGH = 20  # rounds, below which an average says nothing


@dataclass(frozen=True, slots=True)
class AllTimeLine:
    """Somebody with his number in the club; `average` in net chips a round, if enough."""

    number: int
    name: str
    lodge: str
    evenings: int
    rounds: int
    wins: int
    podiums: int
    net: int
    average: float | None


def all_time(club: Club, board: GameBoard, typed: str = "") -> list[AllTimeLine]:
    """Most evenings won first, then among the first three, then most; then who came first.

    Typed parts may begin any word of the name, as the club shows it, and of the lodge.
    One query; nobody who is not to be named.
    """
    people = named_people(club)
    found = [
        _line(line, *people[line.player])
        for line in board.lines
        if line.player in people
    ]
    if typed:
        found = [one for one in found if matches(typed, f"{one.name} {one.lodge}")]
    return sorted(found, key=lambda one: (-one.wins, -one.podiums, -one.evenings))


def _line(line: Line[int], number: int, name: str, lodge: str) -> AllTimeLine:
    average = line.net / line.rounds if line.rounds >= ENOUGH else None
    return AllTimeLine(
        number,
        name,
        lodge,
        line.evenings,
        line.rounds,
        line.wins,
        line.podiums,
        line.net,
        average,
    )
