"""A club's events in a game, in the form that records and honors use."""

from collections.abc import Hashable, Sequence
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)  # a player, by any key the caller uses
PODIUM = 3  # places


class PlayedRound(NamedTuple):
    """A round at a table, with its chips above the start chips."""

    number: int
    table: int
    net: int


class PlayedHand(NamedTuple):
    """A hand, with the chips it brought."""

    net: int
    round: int
    table: int
    number: int


class Played(NamedTuple, Generic[K]):
    """A player's event; `net` and `rounds` are None where they aren't known.

    `counted` is the number of rounds at a table that count; `hand` is the player's
    largest recorded hand, and `all_hands` says whether hands were recorded in every
    round.
    """

    player: K
    place: int
    net: int | None
    counted: int | None
    rounds: Sequence[PlayedRound] | None
    hand: PlayedHand | None = None
    all_hands: bool = False


class Evening(NamedTuple, Generic[K]):
    """All ranked players of an event."""

    year: int
    played: Sequence[Played[K]]
