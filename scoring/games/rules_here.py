"""The rules of a game as one house plays them: its page in docs/, its own values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

from clubs.wording import in_language
from rules.options import Option
from scoring.games.game_adapter import game_and_rules_of
from scoring.games.marked_text import Block, blocks_of, marked
from scoring.games.names import USUAL_GAME, name_of
from scoring.games.spoken import spoken
from scoring.models import Tournament

OWN_TABLE = "House rules"  # the section in whose place the house's own values stand


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One rule with the value that it has here, and in the rule set if that differs."""

    option: Option
    said: str
    usual: str = ""


@dataclass(frozen=True, slots=True)
class RulesHere:
    """What the page says: of the game, then of the house; `preset` names its rule set."""

    game: str
    preset: str
    blocks: tuple[Block, ...]
    rules: tuple[HouseRule, ...]


def shown_pages() -> dict[str, Path]:
    """The page in docs/ by game.

    That of the usual game is left out: who plays it has the rule sheet, and its page
    tells judges and programs how each section is read.
    """
    pages = sorted((settings.BASE_DIR / "docs" / "rules").glob("*.md"))
    return {page.stem: page for page in pages if page.stem != USUAL_GAME}


def rules_here(tournament: Tournament) -> RulesHere:
    """Without the game's own part where nobody has written one."""
    page = shown_pages().get(tournament.game)
    text = page.read_text(encoding="utf-8") if page else ""
    game, _ = game_and_rules_of(tournament)
    return RulesHere(
        name_of(tournament.game),
        in_language(game.house.names[tournament.preset]),
        tuple(_of_the_game(text, spoken(dict(game.house.names)))),
        tuple(_of_the_house(tournament)),
    )


def _of_the_game(text: str, names: Mapping[str, str]) -> Iterator[Block]:
    """All but the table of what any house may choose."""
    is_left_out = False
    for block in blocks_of(text, names):
        if block.kind == "heading":
            is_left_out = block.text == marked(OWN_TABLE)
        if not is_left_out:
            yield block


def _of_the_house(tournament: Tournament) -> Iterator[HouseRule]:
    game, own = game_and_rules_of(tournament)
    preset = game.house.presets[tournament.preset]
    for option in game.house.options:
        here, usual = (getattr(each, option.name) for each in (own, preset))
        differs = in_language(option.kind.said(usual)) if here != usual else ""
        yield HouseRule(option, in_language(option.kind.said(here)), differs)
