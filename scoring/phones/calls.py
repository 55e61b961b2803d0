"""A table calls the director, and the desk answers."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from clubs import server_clock
from clubs.i18n import message
from scoring.core.text_cleaning import clean
from scoring.core.writes import ActionRefused, Actor, lock_sheet, log
from scoring.models import Call, Round, Sheet
from scoring.models.log_messages import log_message
from scoring.sheets import phones

MOST = 200  # characters
MOST_WAITING = 10  # calls of one table that nobody has answered
ON_THE_WAY = _("The director is on the way.")
KEEPS = _("You’re the scorekeeper now.")


@transaction.atomic
def call(*, sheet: Sheet, by: Actor, key: str, reason: str) -> Call:
    """Call the director to a table, for a reason.

    The same key is the same call, and so is the same reason while nobody has answered.
    Raises Refused without a reason, or where the round is not open.
    """
    needed = message("Say why you’re calling the director.")
    reason = clean(reason, most=MOST, field="reason", needed=needed)
    now = lock_sheet(sheet)
    waiting = now.calls.filter(answered_at=None, reason=reason)
    if done := now.calls.filter(key=key).first() or waiting.first():
        return done
    if now.round.state != Round.State.OPEN:
        raise ActionRefused(
            message(
                "Round {number} isn’t being played. Come to the desk.",
                number=now.round.number,
            )
        )
    if now.calls.filter(answered_at=None).count() >= MOST_WAITING:
        raise ActionRefused(
            message("This table already has many open calls. Come to the desk.")
        )
    made = Call.objects.create(sheet=now, key=key, reason=reason, by_name=by.name)
    text = log_message(
        "call.made",
        round=now.round.number,
        table=now.table,
        reason=reason,
    )
    log(by, "call", text, sheet=now)
    return made


@transaction.atomic
def let_keep(*, call: Call, by: Actor, phone: int) -> Call:
    """Let the phone that called keep the score, for nobody lets it write; answers it.

    Raises Refused where that phone is no longer at the table.
    """
    now = lock_sheet(call.sheet)
    asking = now.phones.filter(pk=phone, name=call.by_name).first()
    if asking is None:
        raise ActionRefused(message("That phone is no longer at this table."))
    phones.make_keeper(phone=asking, by=by)
    return answer(call=call, by=by, answer=str(KEEPS))


@transaction.atomic
def answer(*, call: Call, by: Actor, answer: str = "") -> Call:
    """Answer a call; nothing typed means that the director comes.

    Whoever answers first has answered. Raises Refused for an answer too long.
    """
    said = clean(answer, most=MOST, field="answer") or str(ON_THE_WAY)
    now = lock_sheet(call.sheet)
    fresh = now.calls.get(pk=call.pk)
    if fresh.answered_at:
        return fresh
    fresh.answer, fresh.answered_at = said, server_clock.now()
    fresh.answered_by, fresh.answered_by_name = by.user, by.name
    fresh.save()
    text = log_message(
        "call.answered",
        round=now.round.number,
        table=now.table,
        reason=fresh.reason,
        answer=said,
    )
    log(by, "answer", text, sheet=now)
    return fresh
