"""A table's calls for the director, and the desk's answers."""

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
MOST_WAITING = 10  # unanswered calls of one table
ON_THE_WAY = _("The director is on the way.")
KEEPS = _("You’re the scorekeeper now.")


@transaction.atomic
def call(*, sheet: Sheet, actor: Actor, key: str, reason: str) -> Call:
    """Call the director to a table, for a reason.

    A repeated key is the earlier call, and so is a repeated reason while it is
    unanswered. Raises ActionRefused without a reason, if the round isn't open, or for
    too many open calls.
    """
    needed = message("Say why you’re calling the director.")
    reason = clean(reason, most=MOST, field="reason", needed=needed)
    locked_sheet = lock_sheet(sheet)
    waiting = locked_sheet.calls.filter(answered_at=None, reason=reason)
    if duplicate := locked_sheet.calls.filter(key=key).first() or waiting.first():
        return duplicate
    if locked_sheet.round.state != Round.State.OPEN:
        raise ActionRefused(
            message(
                "Round {number} isn’t being played. Come to the desk.",
                number=locked_sheet.round.number,
            )
        )
    if locked_sheet.calls.filter(answered_at=None).count() >= MOST_WAITING:
        raise ActionRefused(
            message("This table already has many open calls. Come to the desk.")
        )
    new_call = Call.objects.create(
        sheet=locked_sheet, key=key, reason=reason, by_name=actor.name
    )
    text = log_message(
        "call.made",
        round=locked_sheet.round.number,
        table=locked_sheet.table,
        reason=reason,
    )
    log(actor, "call", text, sheet=locked_sheet)
    return new_call


@transaction.atomic
def make_scorekeeper(*, call: Call, actor: Actor, phone: int) -> Call:
    """Make the phone that called the scorekeeper, and answer the call.

    For a phone that no one allows to keep score. Raises ActionRefused if it has left
    the table.
    """
    locked_sheet = lock_sheet(call.sheet)
    asking = locked_sheet.phones.filter(pk=phone, name=call.by_name).first()
    if asking is None:
        raise ActionRefused(message("That phone is no longer at this table."))
    phones.make_keeper(phone=asking, actor=actor)
    return answer(call=call, actor=actor, answer=str(KEEPS))


@transaction.atomic
def answer(*, call: Call, actor: Actor, answer: str = "") -> Call:
    """Answer a call; without a text, the answer is that the director is coming.

    Only the first answer counts. Raises ActionRefused for an answer that is too long.
    """
    answer_text = clean(answer, most=MOST, field="answer") or str(ON_THE_WAY)
    locked_sheet = lock_sheet(call.sheet)
    fresh = locked_sheet.calls.get(pk=call.pk)
    if fresh.answered_at:
        return fresh
    fresh.answer, fresh.answered_at = answer_text, server_clock.now()
    fresh.answered_by, fresh.answered_by_name = actor.user, actor.name
    fresh.save()
    text = log_message(
        "call.answered",
        round=locked_sheet.round.number,
        table=locked_sheet.table,
        reason=fresh.reason,
        answer=answer_text,
    )
    log(actor, "answer", text, sheet=locked_sheet)
    return fresh
