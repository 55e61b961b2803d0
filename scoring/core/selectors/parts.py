"""A sheet with its parts, and which of them it has at all.

Most tables borrow nothing, call nobody, and have no hand in the tray. A sheet says so
when it is read, and nobody asks again for what is not there: each question costs the
server more than the database.
"""

from django.db.models import BooleanField, Model, QuerySet
from django.db.models.expressions import RawSQL

from clubs.selectors.prepared import Prepared
from scoring.models import Call, Count, HandRuling, Loan, Phone, Seat, Sheet, TrayHand

# What every table has, and what few have; each with the rows that a phone is told.
ALWAYS: dict[str, QuerySet[Model]] = {
    "seats": Seat.objects.select_related("entry"),
    "phones": Phone.objects.order_by("pk"),
}
SELDOM: dict[str, QuerySet[Model]] = {
    "counts": Count.objects.select_related("phone").order_by("number"),
    "hand_rulings": HandRuling.objects.select_related("hand"),
    "tray": TrayHand.objects.filter(outcome="").order_by("pk"),
    "loans": Loan.objects.order_by("pk"),
    "calls": Call.objects.order_by("pk"),
}


def _any_of(model: type[Model]) -> RawSQL:
    """Whether a sheet has rows of these; the ORM's own Exists takes ten times as long."""
    table = model._meta.db_table
    sql = f"EXISTS (SELECT 1 FROM {table} WHERE sheet_id = scoring_sheet.id)"
    return RawSQL(sql, (), output_field=BooleanField())


_READ = Prepared(
    Sheet.objects.select_related("round__tournament__club", "round__clock").annotate(
        **{f"has_{name}": _any_of(rows.model) for name, rows in SELDOM.items()}
    ),
    "pk",
)
_PARTS = {name: Prepared(rows, "sheet") for name, rows in (ALWAYS | SELDOM).items()}


def read(pk: int) -> Sheet:
    """A sheet with its round, clock, tournament and club, and which parts it has.

    One query. Raises Sheet.DoesNotExist.
    """
    return _READ.get(pk=pk)


def has(sheet: Sheet, part: str) -> bool:
    """Whether there may be such rows; only one that was `read` knows that there are none."""
    return getattr(sheet, f"has_{part}", True)


def gains(sheet: Sheet, part: str, row: Model) -> None:
    """Such a row was just written on a sheet `with_parts` that is locked."""
    setattr(sheet, f"has_{part}", True)
    rows = getattr(sheet, part).all()
    rows._result_cache = [*rows, row]


def with_parts(sheet: Sheet) -> Sheet:
    """The same sheet, whose managers read a part when it is first asked for, and once.

    As a prefetch would leave them, at a fourth of its cost: that is made for many rows.
    What was read already stays.
    """
    if getattr(sheet, "_prefetched_objects_cache", None):
        return sheet
    rows = {name: part.later(sheet=sheet) for name, part in _PARTS.items()}
    for name in SELDOM:
        if not has(sheet, name):
            rows[name].read = list
    # What a prefetch fills.
    sheet._prefetched_objects_cache = rows  # type: ignore[attr-defined]  # private
    return sheet


def in_tray(sheet: Sheet, key: str) -> TrayHand | None:
    """What came into the tray under this key, settled or not."""
    if not has(sheet, "tray"):
        return None
    return TrayHand.objects.filter(sheet=sheet, key=key).first()
