"""Parts of a tournament's game for screens and paper, in a folder for each game.

Everything else about a game is available through `scoring.games.game_adapter`.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from django.db.models import Q

from rules.game import game_named
from rules.record_schema import schema_of
from scoring.games.game_adapter import house_rules_of
from scoring.games.payoff_card import Heading, PayoffCard
from scoring.games.phone import FormPhone, Phone, uncounted_kinds
from scoring.games.score_sheet import Guide, ScoreSheet
from scoring.games.translation import spoken
from scoring.models import Tournament

# The modules a folder needs before a tournament can be played by its game.
PARTS = ("words.py", "payoffs.py", "paper.py", "phone.py")


def games_here() -> tuple[str, ...]:
    """Return the games that a tournament may have, in alphabetical order of folders."""
    return tuple(sorted(folder.name for folder in _folders() if _is_complete(folder)))


def static_folders() -> tuple[Path, ...]:
    """Return the static folders of the games that have scripts of their own."""
    return tuple(sorted(folder / "static" for folder in _folders()))


def _folders() -> Iterator[Path]:
    """Yield the current folders of games; a site may add more places to look in."""
    for place in __path__:
        yield from (
            folder for folder in Path(place).iterdir() if (folder / PARTS[0]).exists()
        )


def _is_complete(folder: Path) -> bool:
    return all((folder / part).exists() for part in PARTS)


def payoff_card_of(tournament: Tournament) -> PayoffCard:
    """Return the payoff card of the tournament's game, with its house rules."""
    payoffs = import_module(f"scoring.games.{tournament.game}.payoffs")
    card: PayoffCard = payoffs.payoff_card(
        house_rules_of(tournament), Heading.of(tournament)
    )
    return spoken(card)


def score_sheet_of(tournament: Tournament, size: int) -> ScoreSheet:
    """Return the score sheet of the tournament's game for this table size."""
    paper = import_module(f"scoring.games.{tournament.game}.paper")
    sheet: ScoreSheet = paper.score_sheet(house_rules_of(tournament), size)
    return spoken(sheet)


def guide_of(tournament: Tournament) -> Guide:
    """Return the game's own part of the scorekeeper's guide."""
    guide: Guide = import_module(f"scoring.games.{tournament.game}.paper").GUIDE
    return spoken(guide)


def rules_for_phone_of(tournament: Tournament) -> dict[str, Any]:
    """Return the tournament's house rules in the form that its game's script takes."""
    phone = phone_of(tournament.game)
    rules: dict[str, Any] = phone.rules_for_phone(house_rules_of(tournament))
    return rules


def uncounted_deals(tournament: Tournament) -> Q | None:
    """Return a filter for hands that don't count toward a round's number of deals.

    None if every hand counts.
    """
    phone, game = phone_of(tournament.game), tournament.game
    if not isinstance(phone, FormPhone):
        return None
    kinds = uncounted_kinds(game, phone.form, house_rules_of(tournament))
    field = schema_of(game_named(game)).kind_field
    return Q(**{f"record__{field}__in": kinds}) if kinds else None


def phone_of(game: str) -> Phone:
    """Return a game's part of the table page: `rules_for_phone`, `SCRIPTS`, `STYLES`.

    A game with only a `FORM` gets the script that draws forms.
    """
    module = import_module(f"scoring.games.{game}.phone")
    form = getattr(module, "FORM", None)
    return cast(Phone, module) if form is None else FormPhone(game, form)
