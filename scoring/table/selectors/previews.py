"""What a hand would move if it were recorded now, as the phone shows it before."""

from typing import Any

from rules.ledger import Line, Party, Settlement
from rules.problems import Problem
from scoring.core.services.changes import Refused
from scoring.games.game_adapter import problems_in, settlement_of
from scoring.models import Sheet
from scoring.sheets.selectors.hands import versions_of

Told = dict[str, Any]


def preview_of(sheet: Sheet, record: Told, replaces: str = "") -> Told:
    """The answer of docs/table.md: problems, or what the record moves, and why.

    `replaces` is the key of the version that it would stand in place of. Raises Refused
    where the sheet has none of that key.
    """
    if replaces and all(hand.key != replaces for hand in versions_of(sheet)):
        raise Refused("This hand is not on the sheet.", "replaces")
    tournament = sheet.round.tournament
    if problems := problems_in(tournament, record):
        return {"problems": [_problem(each) for each in problems]}
    return _settled(settlement_of(tournament, record))


def _problem(problem: Problem) -> Told:
    return {"code": problem.code, "field": problem.field, "said": problem.message}


def _settled(settlement: Settlement) -> Told:
    return {
        "net": settlement.net,
        "aside": sum(settlement.accounts.values()),
        "lines": [_line(line) for line in settlement.lines],
        "notes": settlement.notes,
        "badges": [],
        "moved": [],
    }


def _line(line: Line[Party]) -> Told:
    """As a game's script gives its lines."""
    return {
        "item": line.item,
        "from": line.payer,
        "to": line.payee,
        "chips": line.chips,
        "section": line.section,
        "reasons": line.reasons,
        "instead_of": line.instead_of,
    }
