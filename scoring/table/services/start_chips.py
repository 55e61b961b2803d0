"""Before the first card: somebody saw that everybody at a table has his chips (§1)."""

from django.db import transaction
from django.utils import timezone

from clubs.wording import chips_word
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
        raise Refused(f"{now.round} is {now.round.get_state_display()}.")
    if not laid and any(getattr(now, facts).exists() for facts in Sheet.RECORDED):
        raise Refused(f"Table {now.table} plays already: its tick stays.")
    now.chips_laid_at = timezone.now() if laid else None
    now.save(update_fields=["chips_laid_at"])
    chips = chips_word(now.round.tournament.start_chips)
    said = f"everybody has {chips}" if laid else "start chips not seen after all"
    log(by, "chips", f"{str(now).lower()}: {said}", sheet=now)
    return now
