"""What a hand would move if it were recorded now, as the phone shows it before."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rules.ledger import Line, Party
from rules.problems import Problem
from scoring.core.services.changes import Refused
from scoring.models import Sheet
from scoring.sheets.selectors.hands import badges_of, versions_of
from scoring.sheets.selectors.sheets import names_on
from scoring.sheets.selectors.what_if import Foreseen, if_recorded

Told = dict[str, Any]


def preview_of(sheet: Sheet, record: Told, replaces: str = "") -> Told:
    """The answer of docs/table.md: problems, or what the record moves, and why.

    `replaces` is the key of the version that it would stand in place of. Raises Refused
    where the sheet has none of that key.
    """
    versions = versions_of(sheet)
    old = next((hand for hand in versions if hand.key == replaces), None)
    if replaces and old is None:
        raise Refused("This hand is not on the sheet.", "replaces")
    foreseen = if_recorded(sheet, record, versions, old)
    if foreseen.settlement is None:
        return told_of(foreseen)
    left = foreseen.settlement.state
    return told_of(foreseen, badges_of(sheet, left, names_on(sheet)))


def told_of(foreseen: Foreseen, badges: Sequence[str] = ()) -> Told:
    """The same from what the rules foresee."""
    settled = foreseen.settlement
    if settled is None:
        return {"problems": [_problem(each) for each in foreseen.problems]}
    return {
        "net": settled.net,
        "aside": sum(settled.accounts.values()),
        "lines": [_line(line) for line in settled.lines],
        "notes": settled.notes,
        "badges": badges,
        "moved": [asdict(each) for each in foreseen.moved],
    }


def _problem(problem: Problem) -> Told:
    return {"code": problem.code, "field": problem.field, "said": problem.message}


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
