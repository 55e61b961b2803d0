"""A judge's rulings on a hand (§31): who of the table gives whom how many chips.

While the sheet is open the players move these chips on the table. Where it is counted
already, the judge says whether the chips counted include the ruling; if not, it goes on
the count as ruled, and waits for a second person like every count.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial

from django.db import transaction

from clubs.i18n import chips_text, message, together
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
    """What becomes of the chips of a sheet that is counted."""

    ADD = "add"  # they were not moved on the table: the count gets them as ruled
    INCLUDED = "included"  # they were: the chips counted stay as they are


@transaction.atomic
def rule(
    *,
    sheet: Sheet,
    by: Actor,
    number: int,
    chips: Sequence[int],
    reason: str,
    key: str,
    seen: int,
    section: str = "",
    on_count: str = "",
) -> HandRuling:
    """Move chips between those at a table for something in one hand.

    `chips` are what its seats get (+) or give (−) and add up to 0. Raises Refused,
    or Conflict if a count came after number `seen`.
    """
    now, life = _locked(sheet)
    if done := HandRuling.objects.filter(key=key).first():
        return _the_same(done, now, chips)
    _refuse_moving(chips, seats_at(now))
    tournament = now.round.tournament
    made = HandRuling(
        sheet=now,
        hand=_hand(now, number),
        section=section_kept(tournament, section),
        reason=clean(reason, most=MOST_REASON, field="reason", needed=WHY),
        key=key,
        by=by.user,
        by_name=by.name,
        **{f"chips{seat}": number for seat, number in enumerate(chips, start=1)},
    )
    _refuse_unsaid(life, on_count)
    made.save()
    said = {"number": number, "why": with_section(made)}
    text = log_message(
        "ruling.hand",
        **now.where,
        **said,
    )
    log(by, "ruling", text, sheet=now, new=net_text(made.chips))
    why = log_message("reason.hand_ruling", **said)
    _put_on_count(now, life, by, made.chips, why, seen, key_of_count(made), on_count)
    hands_changed(tournament, by=by, reason=why)
    return made


@transaction.atomic
def reverse(
    *, ruling: HandRuling, by: Actor, reason: str, seen: int, on_count: str = ""
) -> HandRuling:
    """Take a ruling back, and its chips off the count where they stand there."""
    now, life = _locked(ruling.sheet)
    fresh = HandRuling.objects.select_related("hand").get(pk=ruling.pk)
    if fresh.reversed_at:
        return fresh
    _refuse_unsaid(life, on_count)
    take_back(fresh, by, reason)
    said = {"number": fresh.hand.number, "why": reason_of(fresh, "reversal_reason")}
    text = log_message(
        "ruling.hand_undone",
        **now.where,
        **said,
    )
    log(by, "ruling", text, sheet=now)
    why = log_message("reason.hand_ruling_undone", **said)
    back = tuple(-chip for chip in fresh.chips)
    key = key_of_count(fresh, taken_back=True)
    _put_on_count(now, life, by, back, why, seen, key, on_count)
    hands_changed(now.round.tournament, by=by, reason=why)
    return fresh


def put_on(count: Count, chips: Sequence[int]) -> Net:
    """The scores of a count with a ruling's chips on it."""
    return tuple(map(sum, zip(count.scores, chips, strict=True)))


def _locked(sheet: Sheet) -> tuple[Sheet, Life]:
    """The sheet while it and its tournament are ours. Raises Refused."""
    lock(sheet.round.tournament)
    now = lock_sheet(sheet)
    if now.round.state not in Round.COUNTING:
        raise ActionRefused(_not_counting(now.round))
    return now, life_of(now)


def _not_counting(rnd: Round) -> str:
    if rnd.state == Round.State.CANCELLED:
        return message("Round {round} is canceled.", round=rnd.number)
    return message("Round {round} is a draft.", round=rnd.number)


def _the_same(done: HandRuling, sheet: Sheet, chips: Sequence[int]) -> HandRuling:
    if done.sheet_id != sheet.pk:
        raise ActionRefused(USED_ELSEWHERE)
    if done.chips != tuple(chips):
        raise Conflict(
            message(
                "You already sent this form with different chips. Refresh "
                "the page to see what was saved."
            )
        )
    return done


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
    """Raises Refused until the judge said what the chips counted are."""
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
    by: Actor,
    chips: Sequence[int],
    why: str,
    seen: int,
    key: str,
    on_count: str,
) -> None:
    """The next count of a sheet, or its correction, with these chips as ruled."""
    if life.seen != seen:
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
        why = together([reason_of(count), why], ". ")
    put(
        sheet=sheet,
        by=by,
        seats=seats,
        seen=seen,
        key=key,
        reason=why,
        chips=count.chips,
    )
