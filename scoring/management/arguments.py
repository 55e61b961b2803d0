"""Arguments of commands, checked before anything is done; errors end with status 2."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Sequence
from datetime import date

from clubs import i18n
from scoring.games.labels import USUAL_GAME

# Exit statuses of all commands: what is in a file isn't right; the call isn't right.
REFUSED, MISUSED = 1, 2


def words(text: str) -> str:
    """Return a name or an address, made of printable letters."""
    cleaned = i18n.name(text)
    if not cleaned:
        raise ArgumentTypeError("nothing is written there")
    if not cleaned.isprintable():
        raise ArgumentTypeError("there are letters that cannot be shown")
    return cleaned


def add_tournament(parser: ArgumentParser) -> None:
    """Add the two arguments that name a tournament."""
    for name in ("club", "tournament"):
        help_text = f"the {name}'s address (slug)"
        parser.add_argument(name, type=words, metavar=name.upper(), help=help_text)


def day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as wrong:
        raise ArgumentTypeError(f"{text!r} is no day; write YYYY-MM-DD") from wrong


def add_game(parser: ArgumentParser, names: Sequence[str]) -> None:
    """Add --game NAME, one of these; the default is that of new tournaments."""
    parser.add_argument(
        "--game",
        default=USUAL_GAME,
        choices=names,
        metavar="NAME",
        help=f"the game: {', '.join(names)} (default: %(default)s)",
    )
