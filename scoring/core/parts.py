"""A sheet with its parts, and which of them it has at all.

Most tables borrow nothing, call nobody, and have no hand in the tray. A sheet says so
when it is read, and nobody asks again for what is not there: each question costs the
server more than the database.
"""

from typing import Any, TypeVar

from django.db.models import Model, QuerySet

from scoring.core.statements import COUNTS, SEATS, SHEET
from scoring.models import (
    Call,
    Count,
    HandRuling,
    Loan,
    Seat,
    Sheet,
    TrayHand,
)

M = TypeVar("M", bound=Model)

# What few sheets have, as a phone is told of it.
SELDOM: dict[str, QuerySet[Any]] = {
    "counts": Count.objects.select_related("phone").order_by("number"),
    "hand_rulings": HandRuling.objects.select_related("hand"),
    "tray": TrayHand.objects.filter(outcome="").order_by("pk"),
    "loans": Loan.objects.order_by("pk"),
    "calls": Call.objects.order_by("pk"),
}
NONE = {part: rows.none() for part, rows in SELDOM.items()}


def read(pk: int) -> Sheet:
    """A sheet with its round, clock, tournament and club, and which parts it has.

    One query. Raises Sheet.DoesNotExist.
    """
    rows = SHEET.rows_for(pk=pk)
    if not rows:
        raise Sheet.DoesNotExist
    return rows[0]


def gains(sheet: Sheet, part: str, row: Model) -> None:
    """Such a row was just written on a sheet `with_parts` that is locked."""
    setattr(sheet, f"has_{part}", True)
    known = [*getattr(sheet, part).all(), row]
    parts = {part: _known(SELDOM[part], sheet, known)}
    sheet._prefetched_objects_cache |= parts


def with_parts(sheet: Sheet) -> Sheet:
    """The same sheet with its seats and counts; another part is read when it is asked for.

    What was read already stays.
    """
    if getattr(sheet, "_prefetched_objects_cache", None):
        return sheet
    parts: dict[str, QuerySet[Any]] = {
        "seats": _known(Seat.objects.all(), sheet, SEATS.rows_for(sheet=sheet)),
    }
    for part, rows in SELDOM.items():
        parts[part] = rows.filter(sheet=sheet) if sheet.may_have(part) else NONE[part]
    if sheet.may_have("counts"):
        counts = COUNTS.rows_for(sheet=sheet)
        parts["counts"] = _known(SELDOM["counts"], sheet, counts)
    sheet.keep_parts(parts)
    return sheet


def _known(rows: QuerySet[M], sheet: Sheet, known: list[M]) -> QuerySet[M]:
    """The rows of this sheet, which were read already."""
    of_sheet = rows.filter(sheet=sheet)
    of_sheet._result_cache = known
    return of_sheet
