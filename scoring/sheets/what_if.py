"""What a write would move, before anybody saves it: a deal, a change, a void one."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from rules.ledger import Net, Settlement
from rules.problems import Problem
from scoring.games.table_rules import TableRules, rules_at
from scoring.models import Hand, Sheet
from scoring.sheets.nets import next_number, standing_among, state_before, versions_of

NEWEST = sys.maxsize  # as the key of a row that is none yet


@dataclass(frozen=True, slots=True)
class Moved:
    """Another hand of the sheet, and its nets before and after (chips)."""

    number: int
    before: Net
    after: Net


@dataclass(frozen=True, slots=True)
class Foreseen:
    """Problems of a record; or what it moves, and which later hands it moves with it."""

    problems: tuple[Problem, ...] = ()
    settlement: Settlement | None = None
    moved: tuple[Moved, ...] = ()


def if_recorded(
    sheet: Sheet, record: object, versions: Sequence[Hand], replaces: Hand | None = None
) -> Foreseen:
    """If this record were the next hand, or the new version of another."""
    table = rules_at(sheet)
    number = replaces.number if replaces else next_number(sheet, versions)
    before = state_before(versions, number)
    if problems := table.problems(record, before):
        return Foreseen(problems=problems)
    old = replaces.pk if replaces else None
    made = Hand(pk=NEWEST, number=number, record=record, replaces_id=old)
    moved = _moved(table, versions, made)
    return Foreseen(settlement=table.settle(record, before), moved=moved)


def if_void(sheet: Sheet, hand: Hand) -> tuple[Moved, ...]:
    """Which other hands would move other chips if this one did not count."""
    table = rules_at(sheet)
    if table.start is None:
        return ()
    void = Hand(
        pk=hand.pk,
        number=hand.number,
        record=hand.record,
        replaces_id=hand.replaces_id,
        voided_at=timezone.now(),
    )
    return _moved(table, versions_of(sheet), void)


def closing_on(sheet: Sheet, versions: Sequence[Hand]) -> dict[str, Any] | None:
    """The record that would end the sheet's hands now, if its game asks for one.

    It stands in the name of whoever dealt last; nothing is closed before the first hand.
    """
    last = next(reversed(standing_among(versions)), None)
    if last is None or last.state is None:
        return None
    return rules_at(sheet).closing(last.state, last.record["dealer"])


def _moved(
    table: TableRules, versions: Sequence[Hand], supposed: Hand
) -> tuple[Moved, ...]:
    """The other hands that stand, and would move other chips with this row supposed."""
    if table.start is None:
        return ()
    its_own = (supposed.pk, supposed.replaces_id)
    stand = [each for each in standing_among(versions) if each.pk not in its_own]
    others = [each for each in versions if each.pk != supposed.pk]
    return tuple(
        Moved(hand.number, hand.net, settled.net)
        for hand, settled in table.settled([*others, supposed])
        if hand in stand and hand.net != settled.net
    )
