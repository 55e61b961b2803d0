"""Previews of what a hand would move if it were recorded now, for phones."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from clubs.i18n import in_language, message
from rules.labels import sections_in_words, title_of
from rules.ledger import Line, Party
from rules.problems import Problem
from scoring.core.writes import ActionRefused
from scoring.games.table_rules import rules_at
from scoring.games.translation import spoken
from scoring.models import Hand, Sheet
from scoring.sheets.hands import (
    ChangedHand,
    Preview,
    badges_of,
    if_recorded,
    if_void,
    versions_of,
    with_key,
)

PreviewLine = dict[str, Any]


def preview_of(sheet: Sheet, record: PreviewLine, replaces: str = "") -> PreviewLine:
    """Return the preview of docs/table.md: problems, or what a record moves, and why.

    `replaces` is the key of the version that the record would replace. Raises
    ActionRefused if the sheet has no such version.
    """
    versions = versions_of(sheet)
    old = _with_key(versions, replaces, "replaces") if replaces else None
    try:
        foreseen = if_recorded(sheet, record, versions, old)
        settled = foreseen.settlement
        if settled is None:
            return told_of(foreseen)
        rules_at(sheet).columns_of(settled)
    except ActionRefused as refused:
        return {"problems": [_problem(Problem("too_much", "", refused.message))]}
    return told_of(foreseen, badges_of(sheet, settled.state))


def preview_of_void(sheet: Sheet, key: str) -> PreviewLine:
    """Return other hands that would move other chips if a hand were void.

    Raises ActionRefused if the sheet has no hand with this key.
    """
    hand = _with_key(versions_of(sheet), key, "void")
    return {"moved": _moved(if_void(sheet, hand))}


def _with_key(versions: Sequence[Hand], key: str, field: str) -> Hand:
    hand = with_key(versions, key)
    if hand is None:
        raise ActionRefused(message("This hand isn’t on the sheet."), field)
    return hand


def told_of(foreseen: Preview, badges: Sequence[str] = ()) -> PreviewLine:
    """Return the preview in the format of docs/table.md, from the rules' result."""
    settled = foreseen.settlement
    if settled is None:
        return {"problems": [_problem(problem) for problem in foreseen.problems]}
    return {
        "net": settled.net,
        "aside": sum(settled.accounts.values()),
        "lines": [_line(line) for line in settled.lines],
        "notes": spoken(settled.notes),
        "badges": badges,
        "moved": _moved(foreseen.moved),
    }


def _moved(moved: Sequence[ChangedHand]) -> list[PreviewLine]:
    return [asdict(move) for move in moved]


def _problem(problem: Problem) -> PreviewLine:
    return {
        "code": problem.code,
        "field": problem.field,
        "said": in_language(problem.message),
        "section": problem.section,
    }


def _line(line: Line[Party]) -> PreviewLine:
    """Return a line in the format of the game's own script."""
    return {
        "item": line.item,
        "from": line.payer,
        "to": line.payee,
        "chips": line.chips,
        "section": in_language(sections_in_words(line.section)),
        "title": in_language(title_of(line.item)),
        "reasons": spoken(line.reasons),
        "instead_of": line.instead_of,
    }
