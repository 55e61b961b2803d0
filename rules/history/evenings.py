"""A club's evenings in a game, as its records and honours see them."""

from collections.abc import Hashable, Sequence
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)  # a player as the caller knows him
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
    """Somebody's evening; `net` and `rounds` are None where they are not known.

    `counted` are the rounds at a table that count; `hand` is the largest of those
    recorded, and `all_hands` says whether they were in every round.
    """

    player: K
    place: int
    net: int | None
    counted: int | None
    rounds: Sequence[PlayedRound] | None
    hand: PlayedHand | None = None
    all_hands: bool = False


class Evening(NamedTuple, Generic[K]):
    """Everybody who was ranked on an evening."""

    year: int
    played: Sequence[Played[K]]
