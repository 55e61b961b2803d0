"""Seats are searched while nobody waits: outside the lock and the transaction.

A write that needs seats is tried. Where they are not searched yet it says so and is
taken back, the lock with it; they are searched; and it is tried again with what is
there by then. So what is written rests on what the lock holds, however long it took.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from clubs.wording import say
from rules.seating import DrawError, Request, RoundSeats, draw, takes_long
from scoring.core.services.changes import Conflict, Refused

TRIES = 4  # in each of them something else was asked than before

Rounds = tuple[RoundSeats[Any], ...]
Tell = Callable[[int, int], None]  # steps that are done, of how many
T = TypeVar("T")


class Unsearched(Exception):
    """The write that asked is to be tried again when these seats are there."""

    def __init__(self, request: Request[int]) -> None:
        super().__init__("Seats are to be searched first.")
        self.request = request


class TakesLong(Exception):
    """The seats take seconds to search: somebody should see how far that is."""


class Searched:
    """Seats that were searched so far, by what was asked."""

    def __init__(self) -> None:
        self._rounds: dict[Request[int], Rounds] = {}

    def search(self, request: Request[int], tell: Tell | None) -> None:
        """Raises Refused for what the rules of seating cannot draw."""
        try:
            drawn = draw(request, tell) if tell else draw(request)
            self._rounds[request] = drawn.rounds
        except DrawError as impossible:
            raise Refused(impossible.said) from None

    def rounds_of(self, request: Request[int]) -> Rounds:
        """The drawn rounds; raises Unsearched.

        They are searched by number: a house player who is made for this draw is another
        row in each try.
        """
        asked = _in_numbers(request)
        if asked not in self._rounds:
            raise Unsearched(asked)
        names = request.field
        return tuple(
            RoundSeats(
                tuple(tuple(names[who] for who in table) for table in seats.tables),
                tuple(names[who] for who in seats.sit_out),
            )
            for seats in self._rounds[asked]
        )


def with_seats(
    write: Callable[[Searched], T], *, tell: Tell | None = None, at_once: bool = False
) -> T:
    """Try a write, in a transaction of its own, until all its seats are searched.

    `tell` hears how far a long search is. Raises Conflict where others change who is
    here faster than seats are found, and TakesLong where they are wanted `at_once`.
    """
    searched = Searched()
    for _ in range(TRIES):
        try:
            return write(searched)
        except Unsearched as asked:
            if at_once and takes_long(asked.request):
                raise TakesLong from None
            searched.search(asked.request, tell)
    raise Conflict(
        say("Who is here changed while the seats were searched. Draw once more.")
    )


def _in_numbers(request: Request[int]) -> Request[int]:
    """The same draw, whose keys are the places in the field, and then who has left."""
    number = {key: place for place, key in enumerate(request.field)}
    size = len(number)
    for seats in request.played:
        for key in (*(who for t in seats.tables for who in t), *seats.sit_out):
            number.setdefault(key, len(number))
    players = len(request.players)
    return replace(
        request,
        players=tuple(range(players)),
        house=tuple(range(players, size)),
        apart=tuple(
            frozenset(number[key] for key in group if number.get(key, size) < size)
            for group in request.apart
        ),
        played=tuple(
            RoundSeats(
                tuple(tuple(number[who] for who in table) for table in seats.tables),
                tuple(number[who] for who in seats.sit_out),
            )
            for seats in request.played
        ),
        sat_out=tuple(number[key] for key in request.sat_out if key in number),
        fixed=tuple((number[key], t) for key, t in request.fixed if key in number),
        met=tuple(
            (number[one], number[other], times)
            for one, other, times in request.met
            if one in number and other in number
        ),
    )
