"""Hands that wait: the same hand from two phones, or one that came too late.

What is left out stays in the tray's rows for good, with who left it out.
"""

from django.db import transaction
from django.utils import timezone

from clubs.wording import say
from scoring.core.selectors.reasons import CHOSEN_OF_TWO
from scoring.core.services.changes import (
    Actor,
    Conflict,
    Refused,
    hold,
    lock_sheet,
    log,
)
from scoring.core.services.texts import clean
from scoring.games.table_rules import rules_at
from scoring.models import Hand, Sheet, TrayHand
from scoring.results.services.tallies import keep_figures
from scoring.sheets.hand_store import (
    SentHand,
    Written,
    add,
    is_late,
    make_void,
    net_text,
    refuse_ruled_on,
)
from scoring.sheets.nets import next_number, rival_of, state_before, versions_of
from scoring.sheets.sheet import where

# What somebody takes: the tray's hand instead of the recorded one, the recorded one,
# or both, since they are two hands.
MINE, THEIRS, BOTH = TAKES = ("mine", "theirs", "both")
MOST_WAITING = 100  # of one sheet

Outcome, Why = TrayHand.Outcome, TrayHand.Why


def put(
    sheet: Sheet, sent: SentHand, by: Actor, why: str, old: Hand | None = None
) -> TrayHand:
    """Keep what was sent until somebody decides; belongs under the sheet's lock.

    `old` is the hand that it changes or voids. Raises Refused where far too much waits
    already.
    """
    if sheet.tray.filter(outcome="").count() >= MOST_WAITING:
        raise Refused(
            say("{n} hands of this table wait already. Call the desk.", n=MOST_WAITING)
        )
    waits = TrayHand.objects.create(
        sheet=sheet,
        key=sent.key,
        why=why,
        number=sent.number,
        record=sent.record,
        dealer=sent.dealer,
        note=sent.note,
        replaces=old,
        reason=sent.reason,
        by_name=by.name,
    )
    where_it_is = {"hand": sent.number, **where(sheet)}
    text = (
        say(
            "hand {hand} of round {round}, table {table} came late and waits in the tray",
            **where_it_is,
        )
        if why == Why.LATE
        else say(
            "hand {hand} of round {round}, table {table} came from two phones and "
            "waits in the tray",
            **where_it_is,
        )
    )
    log(by, "tray", text, sheet=sheet)
    return waits


def drop(item: TrayHand, by: Actor, reason: str) -> TrayHand:
    """Leave it out, if nobody chose yet; belongs under the sheet's lock."""
    if not item.outcome:
        _close(item, by, Outcome.DROPPED, reason)
        text = say(
            "left out hand {hand} of round {round}, table {table} from the tray",
            hand=item.number,
            **where(item.sheet),
        )
        log(by, "tray", _with_reason(text, reason), sheet=item.sheet)
    return item


@transaction.atomic
def settle(
    *,
    item: TrayHand,
    by: Actor,
    take: str,
    reason: str = "",
    ruling_stands: bool = False,
) -> TrayHand:
    """Take the tray's hand, the recorded one, or both; choosing twice is once.

    On a sheet that is verified, or whose round is over, only the desk decides, and
    says why it takes a hand: it explains, the count in force stands. A hand on which a
    judge ruled is voided where his `ruling_stands` all the same. Raises Refused, or
    Conflict where somebody chose otherwise meanwhile.
    """
    reason = clean(reason, most=200, field="reason")
    if take not in TAKES:
        raise Refused(say("Choose one of the two records, or both."), "take")
    hold(item.sheet.round.tournament)
    sheet = lock_sheet(item.sheet)
    fresh = TrayHand.objects.get(pk=item.pk)
    fresh.sheet = sheet
    if fresh.outcome:
        return _chosen_before(fresh, take)
    if fresh.why == Why.LATE or is_late(sheet):
        _refuse_late(by, take, reason)
    if take == THEIRS:
        return drop(fresh, by, reason)
    if fresh.record is None:
        refuse_ruled_on(sheet, fresh.number, ruling_stands)
    _log_taken(fresh, _take(fresh, take, reason), by, reason)
    if is_late(sheet):
        keep_figures(sheet.round.tournament)
    return _close(fresh, by, Outcome.TAKEN, reason)


def _chosen_before(item: TrayHand, take: str) -> TrayHand:
    if _chosen(item) != take:
        raise Conflict(
            say("{name} chose otherwise meanwhile.", name=item.settled_by_name)
        )
    return item


def _chosen(item: TrayHand) -> str:
    """What somebody took when he settled this."""
    if item.outcome == Outcome.DROPPED:
        return THEIRS
    made = Hand.objects.filter(sheet=item.sheet, key=item.key).first()
    return BOTH if made and made.number != item.number else MINE


def _refuse_late(by: Actor, take: str, reason: str) -> None:
    if by.user is None:
        raise Refused(say("This hand came late: the desk decides about it."), "take")
    if take != THEIRS and not reason:
        raise Refused(say("Say why the late hand is taken."), "reason")


def _take(item: TrayHand, take: str, reason: str) -> Written:
    """The hand that the tray's makes, or that it takes out of the totals."""
    versions = versions_of(item.sheet)
    rival = rival_of(item, versions)
    if take == BOTH and (item.replaces_id or rival is None):
        raise Refused(say("There is only one record of this hand."), "take")
    if item.record is None:
        if rival is None:
            raise Refused(
                say("Hand {number} is not on this sheet.", number=item.number)
            )
        if rival.voided_at:
            return Written(rival, versions)
        return make_void(item.sheet, rival, item.reason, versions)
    number = next_number(item.sheet, versions) if take == BOTH else item.number
    before = state_before(versions, number)
    if problems := rules_at(item.sheet).problems(item.record, before):
        raise Refused(problems[0].message)
    why = item.reason or reason or CHOSEN_OF_TWO
    sent = _as_sent(item, number, why)
    old = None if take == BOTH else rival
    return add(item.sheet, sent, _sender(item), versions, old)


def _as_sent(item: TrayHand, number: int, reason: str) -> SentHand:
    """It keeps what its sender said, and becomes the hand of this number."""
    return SentHand(
        item.key, item.record, number, item.dealer, item.note, reason=reason
    )


def _sender(item: TrayHand) -> Actor:
    """The hand bears the name of whoever sent it, not of him who took it."""
    return Actor(None, item.by_name)


def _log_taken(item: TrayHand, done: Written, by: Actor, reason: str) -> None:
    hand = done.hand
    said = {"hand": hand.number, **where(item.sheet)}
    text: str = say(
        "took hand {hand} of round {round}, table {table} from the tray", **said
    )
    old, new = hand.replaces and net_text(hand.replaces.net), net_text(hand.net)
    if item.record is None:
        text = say(
            "voided hand {hand} of round {round}, table {table}, as sent: {reason}",
            reason=item.reason,
            **said,
        )
        old, new = new, ""
    text = _with_reason(done.and_besides(text), reason)
    log(by, "tray", text, sheet=item.sheet, old=old or "", new=new)


def _close(item: TrayHand, by: Actor, outcome: str, reason: str) -> TrayHand:
    item.outcome, item.settled_at = outcome, timezone.now()
    item.settled_by, item.settled_by_name = by.user, by.name
    item.settled_reason = reason
    item.save()
    return item


def _with_reason(text: str, reason: str) -> str:
    return say("{text}: {reason}", text=text, reason=reason) if reason else text
