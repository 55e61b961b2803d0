"""The games a tournament may choose from, and the defaults of each."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import ValidationError

from clubs.i18n import in_language, joined, message
from rules.game import game_named
from rules.sheet import TABLE_SIZES
from rules.tie_breaks import TIE_BREAKS
from scoring.games import games_here
from scoring.games.game_adapter import house_rules_of
from scoring.games.labels import USUAL_GAME, name_of, words_of
from scoring.games.translation import spoken
from scoring.models import Tournament


@dataclass(frozen=True, slots=True)
class OfferedGame:
    """A game in a list of choices: its folder, its name, and a description."""

    code: str
    name: str
    about: str


def offered_games() -> list[OfferedGame]:
    """Return all complete games, in their order."""
    return [_offered(code) for code in in_order(games_here())]


def in_order(games: Iterable[str]) -> list[str]:
    """Return the site's usual game first, then by name, and “Other game” last."""
    return sorted(
        set(games),
        key=lambda code: (
            code != USUAL_GAME,
            hasattr(words_of(code), "own_name"),
            name_of(code),
        ),
    )


def _offered(code: str) -> OfferedGame:
    words = words_of(code)
    return OfferedGame(code, in_language(words.NAME), in_language(words.ABOUT))


def start_and_sizes(code: str) -> tuple[int, tuple[int, ...]]:
    """Return the start chips of each player and the table sizes of a game."""
    game = game_named(code)
    return game.start, tuple(game.tables)


def has_hands(code: str) -> bool:
    """Return whether the hands of a game are recorded, not only scores of rounds."""
    return game_named(code).has_hands


def preset_choices(game: str) -> list[tuple[str, str]]:
    """Return the game's rule sets with their names."""
    words = words_of(game)
    if hasattr(words, "PRESET_CHOICES"):  # longer than the names in a sentence
        return spoken(list(words.PRESET_CHOICES))
    names = game_named(game).house.names
    return [(code, in_language(name)) for code, name in names.items()]


def usual_facts(game: str) -> dict[str, Any]:
    """Return the default settings of a tournament of this game."""
    known = game_named(game)
    return {
        "preset": known.house.default,
        "start_chips": known.start,
        "with_chips": known.chip_set is not None,
    }


def evening_of(game: str) -> str:
    """Return the default name of a club night of this game: “Tarok”."""
    words = words_of(game)
    name: str = in_language(getattr(words, "EVENING", words.NAME))
    return name


def total_in_words(game: str) -> str:
    """Return a sentence on how the start chips make the total of a table’s sheet."""
    known = game_named(game)
    if known.left_aside(known.house.rules()):
        return message(
            "The scores at a table, including chips in the pools, must total that "
            "many for each player."
        )
    return message("The scores at a table must total that many for each player.")


def first_table_in_words(game: str) -> str:
    """Return in words which places a round by standing seats at table 1."""
    size = _only_size(game)
    if size:
        return message("places 1 to {last} at table 1", last=size)
    return message("the first places at table 1")


def table_points_in_words(game: str) -> str:
    """Return the ranking by table points in words.

    Points are listed, as in 4-3-2-1, if every table has one size.
    """
    size = _only_size(game)
    if not size:
        return message("table points, then chips")
    points = "-".join(str(place) for place in range(size, 0, -1))
    return message("table points {points}, then chips", points=points)


def table_points_each(game: str) -> str:
    """Return the points of each place at a table: “4, 3, 2, 1 at each table”."""
    sizes = sorted(game_named(game).tables)
    points = [", ".join(map(str, range(size, 0, -1))) for size in sizes]
    if len(sizes) == 1:
        return message("{points} at each table", points=points[0])
    named = zip(points, sizes, strict=True)
    sentences = (
        message("{points} at a table of {size}", points=row, size=TABLE_SIZES[size])
        for row, size in named
    )
    return joined(sentences, "; ")


def _only_size(game: str) -> int | None:
    """Return the size of every table of a game, or None where tables differ."""
    sizes = game_named(game).tables
    return sizes[0] if len(sizes) == 1 else None


def known_game(game: str) -> str:
    """Return a game's name; raise ValidationError if the site doesn't have it."""
    if game not in games_here():
        raise ValidationError({"game": message("This site doesn’t have that game.")})
    return game


def refuse_unknown_rules(tournament: Tournament) -> None:
    """Check what the database can't: the game's rules and the tie-breaks.

    Raises ValidationError with the field at fault.
    """
    known_game(tournament.game)
    try:
        house_rules_of(tournament)
    except ValueError as wrong:
        raise ValidationError({"house_rules": str(wrong)}) from None
    names = tournament.tie_breaks
    if (
        not isinstance(names, list)
        or set(names) - {*TIE_BREAKS}
        or len(set(names)) < len(names)
    ):
        raise ValidationError(
            {"tie_breaks": message("Choose each tie-break only once, from the list.")}
        )
