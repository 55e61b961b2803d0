"""Before the first card: somebody saw that everybody at a table has his chips (§1)."""

from django.db import transaction
from django.utils import timezone

from clubs.wording import chips_word, say
from scoring.core.services.changes import Actor, Refused, lock_sheet, log
from scoring.models import Round, Sheet


@transaction.atomic
def tick(*, sheet: Sheet, by: Actor, laid: bool) -> Sheet:
    """Tick a table, or take the tick back; twice is once.

    Raises Refused where the round is not open, and for a tick taken back once
    something is recorded at the table.
    """
    now = lock_sheet(sheet)
    if bool(now.chips_laid_at) == laid:
        return now
    if now.round.state != Round.State.OPEN:
        raise Refused(
            say("Round {number} is not being played.", number=now.round.number)
        )
    if not laid and any(getattr(now, facts).exists() for facts in Sheet.RECORDED):
        raise Refused(
            say("Table {table} plays already: its tick stays.", table=now.table)
        )
    now.chips_laid_at = timezone.now() if laid else None
    now.save(update_fields=["chips_laid_at"])
    log(by, "chips", _said(now, laid), sheet=now)
    return now


def _said(sheet: Sheet, laid: bool) -> str:
    where = {"round": sheet.round.number, "table": sheet.table}
    if not laid:
        return say(
            "round {round}, table {table}: start chips not seen after all", **where
        )
    chips = chips_word(sheet.round.tournament.start_chips)
    return say(
        "round {round}, table {table}: everybody has {chips}", **where, chips=chips
    )
