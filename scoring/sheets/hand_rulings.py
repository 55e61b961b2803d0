"""A judge's rulings on a hand (§31): chips that players at the table give each other.

While the sheet is open, the players move these chips on the table. If the sheet is
already counted, the judge chooses whether the count includes the ruling; if it doesn't,
the chips are added to the count as ruled and wait for a second person like every count.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial

from django.db import transaction

from clubs.i18n import chips_text, joined, message
from rules.ledger import Net
from scoring.core.text_cleaning import clean
from scoring.core.writes import (
    USED_ELSEWHERE,
    ActionRefused,
    Actor,
    Conflict,
    lock,
    lock_sheet,
    log,
)
from scoring.games.table_rules import MOST_MOVED, seats_at
from scoring.models import Count, Hand, HandRuling, Round, Sheet
from scoring.models.log_messages import log_message
from scoring.models.reasons import reason_of
from scoring.results.stored import hands_changed
from scoring.sheets import counts
from scoring.sheets.hand_writes import net_text
from scoring.sheets.hands import newest, versions_of
from scoring.sheets.rulings import (
    MOST_REASON,
    WHY,
    key_of_count,
    section_kept,
    take_back,
    with_section,
)
from scoring.sheets.sheet import Life, counted_seats, life_of


class OnCount(StrEnum):
    """The options for the chips of a sheet that is already counted."""

    ADD = "add"  # chips not moved on the table: the count gets them as ruled
    INCLUDED = "included"  # chips moved on the table: the count stays as it is


@transaction.atomic
def rule(
    *,
    sheet: Sheet,
    actor: Actor,
    number: int,
    chips: Sequence[int],
    reason: str,
    key: str,
    seen: int,
    section: str = "",
    on_count: str = "",
) -> HandRuling:
    """Move chips between the players at a table because of something in one hand.

    `chips` are what its seats get (+) or give (−) and add up to 0. Raises
    ActionRefused, or Conflict if a count came after number `seen`.
    """
    locked_sheet, life = _locked(sheet)
    if duplicate := HandRuling.objects.filter(key=key).first():
        return _the_same(duplicate, locked_sheet, chips)
    _refuse_moving(chips, seats_at(locked_sheet))
    tournament = locked_sheet.round.tournament
    ruling = HandRuling(
        sheet=locked_sheet,
        hand=_hand(locked_sheet, number),
        section=section_kept(tournament, section),
        reason=clean(reason, most=MOST_REASON, field="reason", needed=WHY),
        key=key,
        by=actor.user,
        by_name=actor.name,
        **{f"chips{seat}": number for seat, number in enumerate(chips, start=1)},
    )
    _refuse_unsaid(life, on_count)
    ruling.save()
    facts = {"number": number, "why": with_section(ruling)}
    text = log_message(
        "ruling.hand",
        **locked_sheet.where,
        **facts,
    )
    log(actor, "ruling", text, sheet=locked_sheet, new=net_text(ruling.chips))
    log_reason = log_message("reason.hand_ruling", **facts)
    _put_on_count(
        locked_sheet,
        life,
        actor,
        ruling.chips,
        log_reason,
        seen,
        key_of_count(ruling),
        on_count,
    )
    hands_changed(tournament, actor=actor, reason=log_reason)
    return ruling


@transaction.atomic
def reverse(
    *, ruling: HandRuling, actor: Actor, reason: str, seen: int, on_count: str = ""
) -> HandRuling:
    """Undo a ruling; with `on_count` ADD, its chips leave the count as well.

    Raises ActionRefused, or Conflict if a count came after number `seen`.
    """
    locked_sheet, life = _locked(ruling.sheet)
    fresh = HandRuling.objects.select_related("hand").get(pk=ruling.pk)
    if fresh.reversed_at:
        return fresh
    _refuse_unsaid(life, on_count)
    take_back(fresh, actor, reason)
    facts = {"number": fresh.hand.number, "why": reason_of(fresh, "reversal_reason")}
    text = log_message(
        "ruling.hand_undone",
        **locked_sheet.where,
        **facts,
    )
    log(actor, "ruling", text, sheet=locked_sheet)
    log_reason = log_message("reason.hand_ruling_undone", **facts)
    back = tuple(-chip for chip in fresh.chips)
    key = key_of_count(fresh, taken_back=True)
    _put_on_count(locked_sheet, life, actor, back, log_reason, seen, key, on_count)
    hands_changed(locked_sheet.round.tournament, actor=actor, reason=log_reason)
    return fresh


def put_on(count: Count, chips: Sequence[int]) -> Net:
    """Return the scores of a count with a ruling's chips added."""
    return tuple(map(sum, zip(count.scores, chips, strict=True)))


def _locked(sheet: Sheet) -> tuple[Sheet, Life]:
    """Lock the tournament and sheet and return the sheet. Raises ActionRefused."""
    lock(sheet.round.tournament)
    locked_sheet = lock_sheet(sheet)
    if locked_sheet.round.state not in Round.COUNTING:
        raise ActionRefused(_not_counting(locked_sheet.round))
    return locked_sheet, life_of(locked_sheet)


def _not_counting(rnd: Round) -> str:
    if rnd.state == Round.State.CANCELLED:
        return message("Round {round} is canceled.", round=rnd.number)
    return message("Round {round} is a draft.", round=rnd.number)


def _the_same(duplicate: HandRuling, sheet: Sheet, chips: Sequence[int]) -> HandRuling:
    if duplicate.sheet_id != sheet.pk:
        raise ActionRefused(USED_ELSEWHERE)
    if duplicate.chips != tuple(chips):
        raise Conflict(
            message(
                "You already sent this form with different chips. Refresh "
                "the page to see what was saved."
            )
        )
    return duplicate


def _refuse_moving(chips: Sequence[int], seats: int) -> None:
    if len(chips) != seats:
        raise ActionRefused(message("Enter chips for all {n} seats.", n=seats), "chips")
    if any(type(chip) is not int for chip in chips):
        raise ActionRefused(message("Enter whole numbers of chips."), "chips")
    if max(map(abs, chips)) > MOST_MOVED:
        most = chips_text(MOST_MOVED)
        raise ActionRefused(
            message("A ruling can’t move more than {most} chips.", most=most), "chips"
        )
    if not any(chips):
        raise ActionRefused(message("Enter at least one chip."), "chips")
    if sum(chips):
        raise ActionRefused(
            message("The chips given and received must add up to 0."), "chips"
        )


def _hand(sheet: Sheet, number: int) -> Hand:
    hand = newest(versions_of(sheet), number)
    if hand is None:
        raise ActionRefused(
            message("Hand {number} isn’t on this sheet.", number=number)
        )
    return hand


def _refuse_unsaid(life: Life, on_count: str) -> None:
    """Refuse until the judge chose whether the count includes the ruling."""
    if life.latest is None:
        return
    if on_count not in list(OnCount):
        error = message(
            "This table has already been counted. Choose if its count includes this "
            "ruling."
        )
        raise ActionRefused(error, "on_count")
    if on_count == OnCount.ADD and life.correction_waits:
        raise ActionRefused(
            message(
                "This sheet has a correction that isn’t verified yet. Verify or "
                "withdraw it first."
            ),
            "on_count",
        )


def _put_on_count(
    sheet: Sheet,
    life: Life,
    actor: Actor,
    chips: Sequence[int],
    reason: str,
    seen: int,
    key: str,
    on_count: str,
) -> None:
    """Save the sheet's next count or correction with these chips as ruled."""
    if life.last_number != seen:
        raise Conflict(
            message(
                "Someone counted this table while you were editing. Check it again."
            )
        )
    if life.latest is None or on_count != OnCount.ADD:
        return
    count = life.in_force or life.latest
    seats = [
        replace(seat, ruled=seat.ruled + more)
        for seat, more in zip(counted_seats(count), chips, strict=True)
    ]
    put = counts.correct if life.in_force else partial(counts.count, may_rule=True)
    if any(count.ruled) and not life.in_force:
        reason = joined([reason_of(count), reason], ". ")
    put(
        sheet=sheet,
        actor=actor,
        seats=seats,
        seen=seen,
        key=key,
        reason=reason,
        chips=count.chips,
    )
