"""Check marks before the first card: everyone at a table has their chips (§1)."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count as Number
from django.db.models import Max
from django.utils import timezone

from clubs.i18n import chips_word, message
from scoring.core.writes import ActionRefused, Actor, lock_sheet, log
from scoring.models import Round, Sheet
from scoring.models.log_messages import LogMessage, log_message


@dataclass(frozen=True, slots=True)
class StartChips:
    """The tables of a round, and those without a check mark."""

    version: str
    sheets: tuple[Sheet, ...]

    @property
    def left(self) -> list[int]:
        return [sheet.table for sheet in self.sheets if not sheet.chips_laid_at]

    @property
    def ticked(self) -> int:
        return len(self.sheets) - len(self.left)


def start_chips_version(rnd: Round) -> str:
    """Return a version that changes with every check mark and seat; one query."""
    found = rnd.sheets.aggregate(
        ticked=Number("chips_laid_at", distinct=True),
        last=Max("chips_laid_at"),
        seat=Max("seats__pk"),
    )
    last = found["last"].timestamp() if found["last"] else 0
    return f"{found['ticked']}-{last}-{found['seat'] or 0}"


def start_chips_of(rnd: Round) -> StartChips:
    """Return all tables with their people, in three queries."""
    version = start_chips_version(rnd)
    sheets = rnd.sheets.order_by("table").prefetch_related("seats__entry")
    return StartChips(version, tuple(sheets))


@transaction.atomic
def tick(*, sheet: Sheet, actor: Actor, laid: bool) -> Sheet:
    """Check a table, or clear its check mark; a second time changes nothing.

    Raises ActionRefused if the round isn't open, and for clearing once something is
    recorded at the table.
    """
    locked_sheet = lock_sheet(sheet)
    if bool(locked_sheet.chips_laid_at) == laid:
        return locked_sheet
    if locked_sheet.round.state != Round.State.OPEN:
        raise ActionRefused(
            message(
                "Round {number} isn’t being played.", number=locked_sheet.round.number
            )
        )
    if not laid and any(
        getattr(locked_sheet, facts).exists() for facts in Sheet.RECORDED
    ):
        raise ActionRefused(
            message(
                "Table {table} is already playing, so its check mark stays.",
                table=locked_sheet.table,
            )
        )
    locked_sheet.chips_laid_at = timezone.now() if laid else None
    locked_sheet.save(update_fields=["chips_laid_at"])
    log(actor, "chips", _in_words(locked_sheet, laid), sheet=locked_sheet)
    return locked_sheet


def _in_words(sheet: Sheet, laid: bool) -> LogMessage:
    if not laid:
        return log_message(
            "chips.not_laid",
            **sheet.where,
        )
    chips = chips_word(sheet.round.tournament.start_chips)
    return log_message(
        "chips.laid",
        **sheet.where,
        chips=chips,
    )
