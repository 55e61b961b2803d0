"""What the tables want of the desk: calls, and hands that wait for somebody to decide."""

from dataclasses import dataclass

from django.db.models import CharField, F, OuterRef, QuerySet, Subquery, Value

from scoring.models import Call, Phone, Tournament, TrayHand
from scoring.sheets.pending_hands import tray_waiting

Items = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class News:
    """Calls nobody has answered, oldest first, and how much waits in the tray."""

    version: str
    calls: tuple[Call, ...]
    late: int
    doubles: int

    @property
    def waiting(self) -> int:
        """How many hands wait in the tray."""
        return self.late + self.doubles


def news_version(tournament: Tournament) -> str:
    """Changes with every call and every hand that waits or no longer does; one query."""
    return _version(_items(tournament))


def news_of(tournament: Tournament) -> News:
    """One query where nothing is new, two where a table calls."""
    items = _items(tournament)
    kinds = [kind for kind, _ in items]
    called = calls_waiting(tournament) if "call" in kinds else ()
    return News(
        _version(items),
        tuple(called),
        kinds.count(TrayHand.Why.LATE),
        kinds.count(TrayHand.Why.DOUBLE),
    )


def calls_waiting(tournament: Tournament) -> QuerySet[Call]:
    """The calls nobody has answered, oldest first, each with its sheet.

    `asks` is the phone that called where it asks to write and cannot, else None.
    """
    asking = Phone.objects.filter(
        sheet=OuterRef("sheet"), name=OuterRef("by_name"), writes=False
    ).exclude(asked_at=None)
    calls = _calls(tournament).annotate(asks=Subquery(asking.values("pk")[:1]))
    calls = calls.select_related("sheet__round").order_by("pk")
    return calls.filter(answered_at=None)


def _calls(tournament: Tournament) -> QuerySet[Call]:
    return Call.objects.filter(sheet__round__tournament=tournament)


def _items(tournament: Tournament) -> Items:
    """All that waits: what it is and its key."""
    kind = Value("call", CharField())
    calls = _calls(tournament).filter(answered_at=None).order_by()
    hands = tray_waiting(tournament).order_by()
    items = calls.values_list(kind, "pk").union(hands.values_list(F("why"), "pk"))
    return tuple(sorted(items))


def _version(items: Items) -> str:
    return ".".join(f"{kind[0]}{pk}" for kind, pk in items) or "none"
