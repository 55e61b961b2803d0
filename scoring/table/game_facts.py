"""What the phone of a table is told of its game, besides its rules."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from scoring.games.table_rules import TableRules, accounts_at, rules_at
from scoring.games.table_sizes import hands_at, smallest_at
from scoring.models import Hand, Sheet, Tournament
from scoring.sheets.hands import aside_by_hands, badges_on, closing_on, standing_among


def game_facts(sheet: Sheet, versions: Sequence[Hand]) -> dict[str, Any]:
    """Chips by colour, what lies aside, what is going on, how many hands are planned.

    And the record that would end the round now, if the game asks for one. `versions`
    are all of the sheet's hands.
    """
    table, tournament = rules_at(sheet), sheet.round.tournament
    aside: int | None = 0
    if table.left_aside:
        aside = aside_by_hands(sheet, standing_among(versions))
    planned = tournament.hands_per_round
    if len(table.game.tables) > 1:
        planned = hands_at(tournament, table.seats, smallest_at(sheet.round))
    return {
        "chip_set": _colours(table, tournament),
        "must_total": table.seats * tournament.start_chips,
        "aside": aside,
        "closing": closing_on(sheet, versions) if table.left_aside else None,
        "badges": badges_on(sheet, versions) if table.start else [],
        "games": list(map(asdict, accounts_at(sheet, standing_among(versions)))),
        "hands": planned,
    }


def _colours(table: TableRules, tournament: Tournament) -> list[dict[str, Any]] | None:
    """The colours on the table, dearest first; None where nothing is counted by them."""
    chip_set = table.game.chip_set
    if chip_set is None or not tournament.with_chips:
        return None
    return [asdict(chip) for chip in chip_set.chips]
