"""The all-time list: what everybody did at the club in a game, in all years."""

from dataclasses import dataclass

from clubs.models import Club
from clubs.selectors.people import alphabet, matches
from rules.history import Line
from scoring.core.selectors.names import hides, public_name
from scoring.history.selectors.board import board_of

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


def all_time(club: Club, game: str, typed: str = "") -> list[AllTimeLine]:
    """Most evenings won first, then most among the first three, then most of all.

    Typed parts may begin any word of the name, as the club shows it, and of the lodge.
    Three queries where the board is kept; nobody erased, and nobody who is not shown.
    """
    board = board_of(club).games.get(game)
    if board is None:
        return []
    lines = {line.player: line for line in board.lines}
    people = club.players.filter(erased_at=None)
    found = [
        _line(lines[pk], number, public_name(name, club, pk), lodge)
        for pk, number, name, lodge in people.values_list(
            "pk", "number", "name", "lodge"
        )
        if pk in lines and not hides(club, pk)
    ]
    if typed:
        found = [one for one in found if matches(typed, f"{one.name} {one.lodge}")]
    return sorted(
        found,
        key=lambda one: (-one.wins, -one.podiums, -one.evenings, alphabet(one.name)),
    )


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
