"""Recording the deals of a table.

Nothing that a table recorded is lost: what cannot stand among the sheet's hands, since
another phone was quicker or the sheet is verified, waits in the tray.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import transaction

from clubs.wording import say, say_many
from rules.problems import Problem
from scoring.core.selectors.parts import in_tray
from scoring.core.selectors.reasons import CHANGED_BEFORE
from scoring.core.services.changes import Actor, Conflict, Refused, lock_sheet, log
from scoring.core.services.texts import clean, refuse_unfit
from scoring.games.table_rules import rules_at, seats_at
from scoring.models import Hand, Round, Sheet, TrayHand
from scoring.sheets import tray as pending_hands
from scoring.sheets.hand_store import (
    SentHand,
    add,
    is_late,
    make_void,
    net_text,
    refuse_ruled_on,
)
from scoring.sheets.nets import (
    is_replaced,
    newest,
    next_number,
    state_before,
    versions_of,
    with_key,
)
from scoring.sheets.sheet import where

HIGHEST = 999  # number that a phone may say
MOST_HANDS = 120  # of one round: four hours of two minutes each
MOST_VERSIONS = 360  # of one sheet, with all that were changed or undone
MOST_RECORD = 8_000  # characters; one with faults has less than 1,000

Why = TrayHand.Why


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a write became: a hand, something in the tray, or problems and not saved.

    A hand comes with all `versions` on its sheet as they are now, so that nobody reads
    them again.
    """

    hand: Hand | None = None
    tray: TrayHand | None = None
    problems: tuple[Problem, ...] = ()
    versions: Sequence[Hand] = ()


@transaction.atomic
def record(*, sheet: Sheet, by: Actor, sent: SentHand) -> Recorded:
    """Check and settle one hand and keep it; a key sent twice is one hand.

    A number too high is the next; one that another phone recorded meanwhile waits, be
    it the very same record. Raises Refused for a round in draft and for what cannot be
    kept, Conflict for a key used with another record.
    """
    sent, now = _fit(sheet, sent), lock_sheet(sheet)
    versions = versions_of(now)
    if done := _sent_before(now, sent, versions):
        return done
    _refuse_draft(now.round)
    if sent.replaces and not sent.reason:
        raise Refused(say("Say why the hand is changed."), "reason")
    if problems := _problems(now, sent, versions):
        return Recorded(problems=problems)
    if len(versions) >= MOST_VERSIONS:
        raise Refused(_full(len(versions)))
    keep = _change if sent.replaces else _record_new
    return keep(now, sent, by, versions)


@transaction.atomic
def void(
    *,
    sheet: Sheet,
    by: Actor,
    key: str,
    hand: str,
    reason: str,
    ruling_stands: bool = False,
) -> Recorded:
    """Take the hand with this key out of the totals; it stays visible, with the reason.

    One that is void already stays as it is. Raises Refused without a reason, for a
    hand that the sheet has not, or for one on which a judge ruled, unless somebody at
    the desk says that the `ruling_stands`.
    """
    sent = _fit(sheet, SentHand(key, None, replaces=hand, reason=reason))
    if not sent.reason:
        raise Refused(say("Say why the hand is void."), "reason")
    now = lock_sheet(sheet)
    versions = versions_of(now)
    if sent_before := _sent_before(now, sent, versions):
        return sent_before
    old = with_key(versions, hand)
    if old is None:
        return Recorded(tray=_take_back(_waiting(now, hand, "hand"), by, sent.reason))
    if old.voided_at:
        return Recorded(old, versions=versions)
    refuse_ruled_on(now, old.number, ruling_stands)
    if why := _why_not(old):
        sent = replace(sent, number=old.number)
        return Recorded(tray=pending_hands.put(now, sent, by, why, old))
    before = net_text(old.net)
    done = make_void(now, old, sent.reason, versions)
    text = say(
        "voided hand {hand} of round {round}, table {table}: {reason}",
        hand=old.number,
        reason=sent.reason,
        **where(now),
    )
    log(by, "void", done.and_besides(text), sheet=now, old=before)
    return Recorded(old, versions=versions)


def _fit(sheet: Sheet, sent: SentHand) -> SentHand:
    """The same in clean words; whatever no row can hold is refused at its field."""
    refuse_unfit(sent.record, "record")
    if len(json.dumps(sent.record)) > MOST_RECORD:
        raise Refused(say("This record of a hand is too long."), "record")
    if not 0 <= sent.number <= HIGHEST:
        raise Refused(
            say("Hands are numbered 1 to {highest}.", highest=HIGHEST), "number"
        )
    seats = seats_at(sheet)
    if sent.dealer is not None and not 1 <= sent.dealer <= seats:
        raise Refused(
            say("The dealer sits on one of the seats 1 to {seats}.", seats=seats),
            "dealer",
        )
    return replace(
        sent,
        note=clean(sent.note, most=300, field="note"),
        reason=clean(sent.reason, most=200, field="reason"),
    )


def _sent_before(sheet: Sheet, sent: SentHand, versions: list[Hand]) -> Recorded | None:
    """What this very write became when it came for the first time."""
    waits = in_tray(sheet, sent.key)
    hand = with_key(versions, sent.key)
    done = waits or hand
    if done is None:
        return None
    if done.record != sent.record:
        raise Conflict(say("This was sent before, with another record of the hand."))
    return Recorded(tray=waits) if waits else Recorded(hand, versions=versions)


def _full(hands: int) -> str:
    return say_many(
        "This sheet has {n} hand, as many as a round can hold. Is it the right table? "
        "Ask at the desk.",
        "This sheet has {n} hands, as many as a round can hold. Is it the right table? "
        "Ask at the desk.",
        hands,
    )


def _refuse_draft(rnd: Round) -> None:
    """Nobody has played it yet, and its seats may be drawn anew."""
    if rnd.state == Round.State.DRAFT:
        raise Refused(say("Round {round} is not open for play.", round=rnd.number))


def _problems(
    sheet: Sheet, sent: SentHand, versions: list[Hand]
) -> tuple[Problem, ...]:
    """What is wrong with a hand that follows on those before its number."""
    old = with_key(versions, sent.replaces)
    before = state_before(versions, old.number if old else HIGHEST + 1)
    return rules_at(sheet).problems(sent.record, before)


def _record_new(
    sheet: Sheet, sent: SentHand, by: Actor, versions: list[Hand]
) -> Recorded:
    following = next_number(sheet, versions)
    meant = replace(sent, number=sent.number or following)
    if is_late(sheet):
        return Recorded(tray=pending_hands.put(sheet, meant, by, Why.LATE))
    if meant.number < following and newest(versions, meant.number):
        return Recorded(tray=pending_hands.put(sheet, meant, by, Why.DOUBLE))
    if following > MOST_HANDS:
        raise Refused(_full(MOST_HANDS))
    done = add(sheet, replace(sent, number=following), by, versions)
    text = say(
        "recorded hand {hand} of round {round}, table {table}",
        hand=following,
        **where(sheet),
    )
    log(by, "hand", text, sheet=sheet, new=net_text(done.hand.net))
    return Recorded(done.hand, versions=done.versions)


def _change(sheet: Sheet, sent: SentHand, by: Actor, versions: list[Hand]) -> Recorded:
    """A newer version; where the old one no longer stands, it waits in the tray."""
    old = with_key(versions, sent.replaces)
    if old is None:
        waiting = _waiting(sheet, sent.replaces, "replaces")
        return _change_waiting(sheet, sent, by, waiting)
    sent = replace(sent, number=old.number)
    if why := _why_not(old):
        return Recorded(tray=pending_hands.put(sheet, sent, by, why, old))
    before = net_text(old.net)
    done = add(sheet, sent, by, versions, old)
    made = done.hand
    text: str = say(
        "changed hand {hand} of round {round}, table {table}: {reason}",
        hand=old.number,
        reason=made.reason,
        **where(sheet),
    )
    text = done.and_besides(text)
    log(by, "hand", text, sheet=sheet, old=before, new=net_text(made.net))
    return Recorded(made, versions=done.versions)


def _change_waiting(
    sheet: Sheet, sent: SentHand, by: Actor, waiting: TrayHand
) -> Recorded:
    """A better version of a hand that waits in the tray waits in its place."""
    sent = replace(sent, number=waiting.number)
    pending_hands.drop(waiting, by, CHANGED_BEFORE)
    why = Why.LATE if is_late(sheet) else waiting.why
    return Recorded(tray=pending_hands.put(sheet, sent, by, why, waiting.replaces))


def _take_back(waiting: TrayHand, by: Actor, reason: str) -> TrayHand:
    """Out of the tray; one that came late only by its sender, or at the desk."""
    is_his = by.user is not None or by.name == waiting.by_name
    if not is_his and not waiting.outcome and is_late(waiting.sheet):
        raise Refused(say("This hand came late: the desk decides about it."), "hand")
    return pending_hands.drop(waiting, by, reason)


def _why_not(old: Hand) -> str:
    """Why this version can no longer be changed at the table, if it cannot."""
    if is_late(old.sheet):
        return Why.LATE
    return Why.DOUBLE if old.voided_at or is_replaced(old) else ""


def _waiting(sheet: Sheet, key: str, field: str) -> TrayHand:
    """What came into the tray under this key, settled or not."""
    found = in_tray(sheet, key)
    if found is None or found.record is None:
        raise Refused(say("This hand is not on the sheet."), field)
    found.sheet = sheet
    return found
