"""A sheet and its parts, read with few queries.

Most tables borrow nothing, call no one, and have no hand in the tray. The query for a
sheet also reports which parts have rows, and only those are read: each query costs the
server more than the database.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import (
    BooleanField,
    F,
    Func,
    Model,
    Prefetch,
    QuerySet,
    prefetch_related_objects,
)

from scoring.models import Call, Count, HandRuling, Loan, Seat, Sheet, TrayHand

SEATS = Seat.objects.select_related("entry").order_by("position")
# Parts that few sheets have.
SELDOM: dict[str, QuerySet[Any]] = {
    "counts": Count.objects.select_related("phone").order_by("number"),
    "hand_rulings": HandRuling.objects.select_related("hand"),
    "tray": TrayHand.objects.order_by("pk"),
    "loans": Loan.objects.order_by("pk"),
    "calls": Call.objects.order_by("pk"),
}


def _has_rows(model: type[Model]) -> Func:
    """Return an expression for whether a sheet has rows of this model.

    `Exists` is equivalent, but building its SQL takes as long as a second query.
    """
    table = model._meta.db_table
    return Func(
        F("pk"),
        template=f'EXISTS(SELECT 1 FROM "{table}" WHERE "sheet_id" = %(expressions)s)',
        output_field=BooleanField(),
    )


SHEETS = Sheet.objects.select_related("round__tournament__club", "round__clock")
WITH_PRESENCE = SHEETS.annotate(
    **{f"has_{part}": _has_rows(rows.model) for part, rows in SELDOM.items()}
)


@dataclass(frozen=True, slots=True)
class SheetParts:
    """A sheet with its round, clock, tournament, club and seats, and other parts."""

    sheet: Sheet
    counts: tuple[Count, ...] = ()
    hand_rulings: tuple[HandRuling, ...] = ()
    tray: tuple[TrayHand, ...] = ()
    loans: tuple[Loan, ...] = ()
    calls: tuple[Call, ...] = ()


def read_sheet(pk: int) -> Sheet:
    """Read a sheet with its round, clock, tournament and club.

    One query. Raises Sheet.DoesNotExist.
    """
    return SHEETS.get(pk=pk)


def read_sheet_parts(pk: int) -> SheetParts:
    """Read a sheet with its parts.

    Two queries, and one for each rare part it has. Raises Sheet.DoesNotExist.
    """
    sheet = WITH_PRESENCE.get(pk=pk)
    present = [part for part in SELDOM if getattr(sheet, f"has_{part}")]
    lookups: list[Prefetch[str]] = [Prefetch("seats", SEATS.all())]
    lookups += [Prefetch(part, SELDOM[part].all()) for part in present]
    prefetch_related_objects([sheet], *lookups)
    return SheetParts(
        sheet, **{part: tuple(getattr(sheet, part).all()) for part in present}
    )
