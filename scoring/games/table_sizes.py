"""Table sizes in words, and numbers of deals that let everyone play equally often."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Count

from clubs.i18n import and_list, in_language, joined, message, or_list
from clubs.i18n import points as written
from rules.round_scores import middle_points
from rules.sheet import TABLE_SIZES, must_total
from scoring.games import score_sheet_of
from scoring.games.game_adapter import game_of, players_at_table, sizes_of
from scoring.games.score_sheet import WAYS
from scoring.models import Round, Tournament


def sizes_in_words(tournament: Tournament) -> str:
    """Return the possible seats of a table in words: “four”, “three or four”."""
    return or_list(TABLE_SIZES[size] for size in sizes_of(tournament))


def smallest_in_words(tournament: Tournament) -> str:
    """Return the fewest players for a table in words: “three”."""
    word: str = in_language(TABLE_SIZES[min(sizes_of(tournament))])
    return word


def hands_at(tournament: Tournament, size: int, smallest: int) -> int | None:
    """Return the hands of a table; None if rounds are limited by time.

    `smallest` is the size of the round's smallest table. A larger table plays more
    where the dealer sits out, so that everyone plays equally often.
    """
    hands = tournament.hands_per_round
    if not hands or size == smallest or not _names_dealer(tournament):
        return hands
    return _times(hands, smallest) * size


def smallest_at(rnd: Round) -> int:
    """Return the seats of a round's smallest table; no query if all have one size."""
    sizes = sizes_of(rnd.tournament)
    if len(sizes) == 1:
        return sizes[0]
    return min(_seats_at(rnd).values(), default=sizes[0])


def hands_planned(rnd: Round) -> Callable[[int], int | None]:
    """Return a function from a sheet's id to its number of hands.

    Makes one query where tables differ.
    """
    tournament = rnd.tournament
    if len(sizes_of(tournament)) == 1:
        return lambda sheet: tournament.hands_per_round
    seats = _seats_at(rnd)
    smallest = min(seats.values(), default=0)
    return lambda sheet: hands_at(tournament, seats[sheet], smallest)


def _seats_at(rnd: Round) -> dict[int, int]:
    """Return the number of seats at each sheet of a round, by the sheet's id."""
    tables = rnd.seats.order_by().values("sheet").annotate(size=Count("pk"))
    return dict(tables.values_list("sheet", "size"))


@dataclass(frozen=True, slots=True)
class Deals:
    """A sentence on a round's hands at its tables, and whether they divide evenly."""

    said: str
    are_even: bool


def deals_of(tournament: Tournament, tables: Iterable[int]) -> Deals | None:
    """Return a sentence on the hands of a round at tables of these sizes.

    Everyone deals, and where the dealer sits out plays, equally often only where a
    table plays a multiple of its seats; at tables of several sizes the larger ones have
    more deals. None where no number is set, and for a game whose records do not name
    the dealer.
    """
    hands, sizes = tournament.hands_per_round, sorted(set(tables))
    if not hands or not sizes or not _names_dealer(tournament):
        return None
    smallest = sizes[0]
    remainder, times = hands % smallest, _times(hands, smallest)
    if len(sizes) == 1:
        return Deals(_uneven(hands, smallest), False) if remainder else None
    by_size = and_list(
        message(
            "a table of {size} has {deals}", size=TABLE_SIZES[size], deals=times * size
        )
        for size in sizes
    )
    sentence = message(
        "Everyone plays {deals} deals if {tables}.",
        deals=times * smallest,
        tables=by_size,
    )
    if remainder:
        uneven = message(
            "{hands} deals can’t be dealt evenly at every table.", hands=hands
        )
        return Deals(joined((uneven, sentence), " "), False)
    return Deals(sentence, True)


def _names_dealer(tournament: Tournament) -> bool:
    return "next_dealer" in game_of(tournament).answers


def _times(hands: int, smallest: int) -> int:
    """Return how often everyone deals: the nearest number, and at least once."""
    return max(1, (2 * hands + smallest) // (2 * smallest))


def _uneven(hands: int, seats: int) -> str:
    lower, table = hands - hands % seats, TABLE_SIZES[seats]
    better = or_list(n for n in (lower, lower + seats) if n)
    return message(
        "With {hands} deals per round, players at a table of {size} don’t all deal "
        "equally often. With {better}, they do.",
        hands=hands,
        size=table,
        better=better,
    )


@dataclass(frozen=True, slots=True)
class AtTable:
    """The words for a table of a tournament.

    `number` is its number of seats in words; empty where tables differ. `total` is the
    total of a table's scores in words; empty where it isn't fixed. `way` is the order
    of play. `points` describes the table points of those scores, and `missed_points`
    the points for a round not played. `has_hands`: hands are recorded.
    """

    number: str
    total: str
    way: str
    points: str
    missed_points: str
    has_hands: bool

    @classmethod
    def of(cls, tournament: Tournament) -> "AtTable":
        game, sizes = game_of(tournament), sizes_of(tournament)
        return cls(
            in_language(TABLE_SIZES[sizes[0]]) if len(sizes) == 1 else "",
            _total(tournament),
            in_language(WAYS[game.direction]),
            _points(sizes),
            written(middle_points(players_at_table(tournament))),
            game.has_hands,
        )


def _total(tournament: Tournament) -> str:
    sizes, start = sizes_of(tournament), tournament.start_chips
    sheet = score_sheet_of(tournament, sizes[0])
    if not sheet.has_total:
        return ""
    total = f"{must_total(start, sizes[0])}"
    if start and len(sizes) > 1:
        total = message("{chips} for each seat", chips=start)
    return joined((total, sheet.total_with), " ") if sheet.total_with else total


def _points(sizes: tuple[int, ...]) -> str:
    if len(sizes) > 1:
        return message(
            "the best score earns as many points as there are seats, and the last "
            "earns 1"
        )
    *more, last = range(sizes[0], 0, -1)
    points = and_list((*map(str, more), last))
    return message("the scores earn {points} points", points=points)
