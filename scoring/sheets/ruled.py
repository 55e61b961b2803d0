"""Rulings: what a judge moved, by which section and why, and whether he took it back."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from clubs.models import Club
from clubs.wording import say
from scoring.core.selectors.names import entry_name, names_on
from scoring.core.selectors.reasons import reason_retold
from scoring.games.game_adapter import sections_of
from scoring.models import Adjustment, Count, HandRuling, Sheet, Tournament
from scoring.models.rulings import Ruling
from scoring.sheets.nets import key_of_count
from scoring.sheets.sheet import Life, life_of, sheets_of

TYPED = re.compile(r"§?\s*([0-9]{1,2})(?:\D.*)?")


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling as everybody may read it: whose chips, by which section, why, by whom.

    `chips` has only those who gain (+) or lose (−) some, `by_seat` all seats of a ruling
    on a hand. `about` is what the section is about; both are empty where the judge named
    none.
    """

    where: str
    address: str
    chips: tuple[tuple[str, int], ...]
    section: str
    about: str
    reason: str
    by_name: str
    at: datetime
    reversed_by_name: str = ""
    reversed_at: datetime | None = None
    reversal_reason: str = ""
    hand: int | None = None
    by_seat: tuple[int, ...] = ()
    pk: int = 0


def section_meant(tournament: Tournament, typed: str) -> str | None:
    """“§24” of “24”, “§ 24” or “§24 Players’ …”; "" of nothing, None if there is none."""
    if not typed.strip():
        return ""
    match = TYPED.fullmatch(typed.strip())
    section = f"§{int(match[1])}" if match else ""
    return section if section in sections_of(tournament) else None


def is_counted(ruling: HandRuling, life: Life) -> bool:
    """Whether its chips were added to the count rather than moved on the table."""
    keys = {count.key for count in life.counts}
    return (
        key_of_count(ruling) in keys
        and key_of_count(ruling, taken_back=True) not in keys
    )


def rulings_on_players(tournament: Tournament, club: Club | None = None) -> list[Ruled]:
    """Chips to or from players outside any sheet, oldest first; one query.

    With the names as the club shows them to everybody, if given.
    """
    rows = tournament.adjustments.select_related("entry", "other")
    return [_on_player(each, tournament, club) for each in rows]


def rulings_on_sheet(sheet: Sheet, life: Life, names: Sequence[str]) -> list[Ruled]:
    """On its hands and on its count, oldest first; reads prefetched rows."""
    on_hands = [_on_hand(each, sheet, names) for each in sheet.hand_rulings.all()]
    found = [*on_hands, *_on_counts(sheet, life, names)]
    return sorted(found, key=lambda each: each.at)


def rulings_on_sheets(tournament: Tournament, club: Club | None = None) -> list[Ruled]:
    """On hands and counts of published rounds, by table; a fixed number of queries."""
    rounds = tournament.rounds.exclude(state="draft")
    sheets = sheets_of(rounds).prefetch_related("hand_rulings__hand")
    return [
        each
        for sheet in sheets
        for each in rulings_on_sheet(sheet, life_of(sheet), names_on(sheet, club))
    ]


def _on_player(row: Adjustment, tournament: Tournament, club: Club | None) -> Ruled:
    chips = [(row.entry, row.chips)]
    if row.other is not None:
        chips.append((row.other, -row.chips))
    named = [(entry_name(who, club), number) for who, number in chips]
    return _ruled(row, tournament, "", tournament.get_absolute_url(), named)


def _on_hand(row: HandRuling, sheet: Sheet, names: Sequence[str]) -> Ruled:
    told = _ruled(
        row,
        sheet.round.tournament,
        say(
            "Round {round}, table {table}, hand {hand}",
            round=sheet.round.number,
            table=sheet.table,
            hand=row.hand.number,
        ),
        sheet.get_absolute_url(),
        _moved(names, row.chips),
    )
    return replace(told, hand=row.hand.number, by_seat=row.chips)


def _ruled(
    row: Ruling,
    tournament: Tournament,
    where: str,
    address: str,
    chips: Iterable[tuple[str, int]],
) -> Ruled:
    return Ruled(
        where,
        address,
        tuple(chips),
        row.section,
        sections_of(tournament).get(row.section, ""),
        row.reason,
        row.by_name,
        row.at,
        row.reversed_by_name,
        row.reversed_at,
        row.reversal_reason,
        pk=row.pk,
    )


def _on_counts(sheet: Sheet, life: Life, names: Sequence[str]) -> list[Ruled]:
    """Who bears a difference, as each count in force says; not what hands account for."""
    of_hands = {
        key_of_count(each, taken_back=back)
        for each in sheet.hand_rulings.all()
        for back in (False, True)
    }
    before: tuple[int, ...] = (0,) * len(names)
    found: list[Ruled] = []
    for entered in map(life.confirmed_by, life.versions):
        if entered.ruled != before and entered.key not in of_hands:
            if found:
                found[-1] = _ended(found[-1], entered)
            if any(entered.ruled):
                found.append(_on_count(sheet, entered, names))
        before = entered.ruled
    return found


def _ended(ruled: Ruled, count: Count) -> Ruled:
    """The same, where a later count rules otherwise."""
    if ruled.reversed_at:
        return ruled
    return replace(
        ruled,
        reversed_by_name=count.by_name,
        reversed_at=count.at,
        reversal_reason=reason_retold(count.reason),
    )


def _on_count(sheet: Sheet, count: Count, names: Sequence[str]) -> Ruled:
    return Ruled(
        say(
            "Round {round}, table {table}", round=sheet.round.number, table=sheet.table
        ),
        sheet.get_absolute_url(),
        tuple(_moved(names, count.ruled)),
        "",
        "",
        reason_retold(count.reason),
        count.by_name,
        count.at,
    )


def _moved(names: Sequence[str], chips: Iterable[int]) -> list[tuple[str, int]]:
    return [each for each in zip(names, chips, strict=True) if each[1]]
