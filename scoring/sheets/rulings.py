"""A judge's rulings (§31): chips moved, section and reason; rulings on players."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import NAMESPACE_OID, uuid5

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from clubs.i18n import lazy_message, message, signed
from clubs.models import Club
from scoring.core.names import entry_name, names_on
from scoring.core.text_cleaning import clean
from scoring.core.writes import USED_ELSEWHERE, ActionRefused, Actor, lock, log
from scoring.games.game_adapter import sections_of
from scoring.models import (
    Adjustment,
    Count,
    Entry,
    HandRuling,
    Sheet,
    Tournament,
)
from scoring.models.log_messages import LogMessage, log_message
from scoring.models.reasons import reason_of, set_reason
from scoring.models.rulings import Ruling
from scoring.models.seats import SEATS
from scoring.results import stored
from scoring.sheets.sheet import Life, life_of, sheets_of

TYPED = re.compile(r"§?\s*([0-9]{1,2})(?:\D.*)?")
WHY = lazy_message("Enter a reason, preferably with the section of the rules.")
WHY_BACK = lazy_message("Enter why you’re withdrawing the ruling.")
MOST_REASON = 300
# For the log: chips that no other player gives or gets, that another gives, that
# another gets.
_MADE = {"": "ruling.made", "from": "ruling.made_from", "to": "ruling.made_to"}
_TAKEN_BACK = {
    "": "ruling.undone",
    "from": "ruling.undone_from",
    "to": "ruling.undone_to",
}


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling for everyone to read: whose chips, the section, the reason, the judge.

    `chips` has only players who gain (+) or lose (−) some, `by_seat` has all seats of a
    ruling on a hand. `about` is the section's title; `section` and `about` are empty if
    the judge named none.
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


def find_section(tournament: Tournament, typed: str) -> str | None:
    """Return “§24” for “24”, “§ 24” or “§24 Players’ …”.

    An empty text returns "", an unknown section None.
    """
    if not typed.strip():
        return ""
    match = TYPED.fullmatch(typed.strip())
    section = f"§{int(match[1])}" if match else ""
    return section if section in sections_of(tournament) else None


def key_of_count(ruling: HandRuling, *, taken_back: bool = False) -> str:
    """Return the key of the count that added a ruling to the sheet, or removed it."""
    return uuid5(NAMESPACE_OID, f"{ruling.key} {taken_back}").hex


def is_counted(ruling: HandRuling, life: Life) -> bool:
    """Return whether a ruling's chips were added to the count.

    Otherwise they were moved on the table.
    """
    keys = {count.key for count in life.counts}
    return (
        key_of_count(ruling) in keys
        and key_of_count(ruling, taken_back=True) not in keys
    )


def rulings_on_players(tournament: Tournament, club: Club | None = None) -> list[Ruled]:
    """Return rulings on players outside any sheet, oldest first; one query.

    With a `club`, names are as the club shows them to everyone.
    """
    rows = tournament.adjustments.select_related("entry", "other")
    return [_on_player(row, tournament, club) for row in rows]


def rulings_on_sheet(sheet: Sheet, life: Life, names: Sequence[str]) -> list[Ruled]:
    """Return rulings on hands and count, oldest first; reads prefetched rows."""
    on_hands = [_on_hand(ruling, sheet, names) for ruling in sheet.hand_rulings.all()]
    found = [*on_hands, *_on_counts(sheet, life, names)]
    return sorted(found, key=lambda judged: judged.at)


def rulings_on_sheets(tournament: Tournament, club: Club | None = None) -> list[Ruled]:
    """Return rulings on hands and counts of published rounds, by table.

    A fixed number of queries.
    """
    rounds = tournament.rounds.exclude(state="draft")
    # The query starts from the rulings: most tournaments have none, and no sheet is
    # read.
    moved = Q()
    for seat in SEATS:
        moved |= Q(**{f"ruled{seat}__lt": 0}) | Q(**{f"ruled{seat}__gt": 0})
    in_rounds = {"sheet__round__in": rounds}
    ruled = {
        *Count.objects.filter(moved, **in_rounds).values_list("sheet", flat=True),
        *HandRuling.objects.filter(**in_rounds).values_list("sheet", flat=True),
    }
    if not ruled:
        return []
    sheets = sheets_of(rounds).filter(pk__in=ruled)
    sheets = sheets.prefetch_related("hand_rulings__hand")
    return [
        ruling
        for sheet in sheets
        for ruling in rulings_on_sheet(sheet, life_of(sheet), names_on(sheet, club))
    ]


def _on_player(row: Adjustment, tournament: Tournament, club: Club | None) -> Ruled:
    chips = [(row.entry, row.chips)]
    if row.other is not None:
        chips.append((row.other, -row.chips))
    named = [(entry_name(entry, club), number) for entry, number in chips]
    return _ruled(row, tournament, "", tournament.get_absolute_url(), named)


def _on_hand(row: HandRuling, sheet: Sheet, names: Sequence[str]) -> Ruled:
    ruling = _ruled(
        row,
        sheet.round.tournament,
        message(
            "Round {round}, table {table}, hand {hand}",
            round=sheet.round.number,
            table=sheet.table,
            hand=row.hand.number,
        ),
        sheet.get_absolute_url(),
        _moved(names, row.chips),
    )
    return replace(ruling, hand=row.hand.number, by_seat=row.chips)


def _ruled(
    row: Ruling,
    tournament: Tournament,
    place_text: str,
    address: str,
    chips: Iterable[tuple[str, int]],
) -> Ruled:
    return Ruled(
        place_text,
        address,
        tuple(chips),
        row.section,
        sections_of(tournament).get(row.section, ""),
        row.reason,
        row.by_name,
        row.at,
        row.reversed_by_name,
        row.reversed_at,
        row.reversal_reason_text,
        pk=row.pk,
    )


def _on_counts(sheet: Sheet, life: Life, names: Sequence[str]) -> list[Ruled]:
    """Return the differences ruled in each count in force, without rulings on hands."""
    of_hands = {
        key_of_count(ruling, taken_back=back)
        for ruling in sheet.hand_rulings.all()
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
    """Return a ruling on a count as ended by a later count that rules otherwise."""
    if ruled.reversed_at:
        return ruled
    return replace(
        ruled,
        reversed_by_name=count.by_name,
        reversed_at=count.at,
        reversal_reason=count.reason_text,
    )


def _on_count(sheet: Sheet, count: Count, names: Sequence[str]) -> Ruled:
    return Ruled(
        message(
            "Round {round}, table {table}", round=sheet.round.number, table=sheet.table
        ),
        sheet.get_absolute_url(),
        tuple(_moved(names, count.ruled)),
        "",
        "",
        count.reason_text,
        count.by_name,
        count.at,
    )


def _moved(names: Sequence[str], chips: Iterable[int]) -> list[tuple[str, int]]:
    return [pair for pair in zip(names, chips, strict=True) if pair[1]]


@transaction.atomic
def adjust(
    *,
    entry: Entry,
    actor: Actor,
    chips: int,
    reason: str,
    key: str,
    other: Entry | None = None,
    section: str = "",
) -> Adjustment:
    """Add chips to a player's total, or subtract some, for a stated reason.

    With `other`, the chips move between the two; without, nobody else gains or loses.
    """
    lock(entry.tournament)
    if duplicate := Adjustment.objects.filter(key=key).first():
        if duplicate.tournament_id != entry.tournament_id:
            raise ActionRefused(USED_ELSEWHERE)
        return duplicate
    ruling = ruling_on(entry=entry, chips=chips, other=other, section=section)
    ruling.reason = clean(reason, most=MOST_REASON, field="reason", needed=WHY)
    ruling.key, ruling.by, ruling.by_name = key, actor.user, actor.name
    ruling.save()
    ruling_text = with_section(ruling)
    reason = log_message("reason.ruling", why=ruling_text)
    stored.refresh(entry.tournament, actor=actor, reason=reason)
    text = _in_words(ruling, ruling_text)
    log(actor, "ruling", text, tournament=entry.tournament)
    return ruling


def ruling_on(
    *, entry: Entry, chips: int, other: Entry | None = None, section: str = ""
) -> Adjustment:
    """Return the ruling unsaved, with everything that affects the standings.

    Raises ActionRefused for a player who isn't ranked, one player on both sides, 0
    chips, or an unknown section.
    """
    for field, party in (("entry", entry), ("other", other)):
        if party is not None and not party.ranked:
            raise ActionRefused(
                message(
                    "{name} isn’t ranked, so choose someone else.", name=party.name
                ),
                field,
            )
    if entry == other:
        raise ActionRefused(
            message("{name} can’t both give and get the chips.", name=entry.name),
            "other",
        )
    if chips == 0:
        raise ActionRefused(message("Enter at least one chip."), "chips")
    tournament = entry.tournament
    section = section_kept(tournament, section)
    return Adjustment(
        tournament=tournament, entry=entry, other=other, chips=chips, section=section
    )


@transaction.atomic
def reverse(*, adjustment: Adjustment, actor: Actor, reason: str) -> Adjustment:
    """Undo a ruling; it stays readable with the reason."""
    lock(adjustment.tournament)
    fresh = Adjustment.objects.get(pk=adjustment.pk)
    if fresh.reversed_at:
        return fresh
    take_back(fresh, actor, reason)
    ruling_text = reason_of(fresh, "reversal_reason")
    reason = log_message("reason.ruling_undone", why=ruling_text)
    stored.refresh(fresh.tournament, actor=actor, reason=reason)
    text = _in_words(fresh, ruling_text)
    log(actor, "ruling", text, tournament=fresh.tournament)
    return fresh


def take_back(ruling: Ruling, actor: Actor, reason: str) -> None:
    """Mark a ruling as undone; call under the lock. Raises ActionRefused."""
    reason = clean(reason, most=MOST_REASON, field="reason", needed=WHY_BACK)
    ruling.reversed_at, ruling.reversed_by_name = timezone.now(), actor.name
    set_reason(ruling, "reversal_reason", reason)
    ruling.save()


def section_kept(tournament: Tournament, typed: str) -> str:
    """Return “§24” as it is stored, "" for none. Raises ActionRefused if unknown."""
    section = find_section(tournament, typed)
    if section is None:
        raise ActionRefused(
            message(
                "The rules don’t have a section “{typed}”. Enter, for example, 24 or "
                "§24.",
                typed=typed,
            ),
            "section",
        )
    return section


def with_section(ruling: Ruling) -> str:
    """Return the reason after its section: “§24: left the cards open”."""
    return f"{ruling.section}: {ruling.reason}" if ruling.section else ruling.reason


def _in_words(ruling: Adjustment, ruling_text: str) -> LogMessage:
    """Return the log text of a ruling that was made or undone."""
    giver = "" if ruling.other is None else "from" if ruling.chips > 0 else "to"
    return log_message(
        (_TAKEN_BACK if ruling.reversed_at else _MADE)[giver],
        chips=chips_in_words(ruling.chips),
        who=_named(ruling.entry),
        why=ruling_text,
        **({"other": _named(ruling.other)} if ruling.other else {}),
    )


def _named(entry: Entry) -> str:
    return f"{entry.label} {entry.name}"


def chips_in_words(chips: int) -> str:
    """Return “+10 chips” as a message, translated for each reader of the log."""
    return log_message("ruling.chips", n=abs(chips), chips=signed(chips))
