"""Requests of the tables to the desk: calls, and hands waiting for a decision."""

from dataclasses import dataclass

from django.db.models import CharField, F, OuterRef, QuerySet, Subquery, Value

from scoring.models import Call, Phone, Tournament, TrayHand
from scoring.sheets.pending_hands import tray_waiting

Items = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class News:
    """Unanswered calls, oldest first, and the numbers of hands in the tray."""

    version: str
    calls: tuple[Call, ...]
    late: int
    doubles: int

    @property
    def waiting(self) -> int:
        """The number of hands in the tray."""
        return self.late + self.doubles


def news_version(tournament: Tournament) -> str:
    """Return a version that changes with every call and waiting hand; one query."""
    return _version(_items(tournament))


def news_of(tournament: Tournament) -> News:
    """Return the news of a tournament.

    One query if there is nothing new, two if a table calls.
    """
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
    """Return the unanswered calls, oldest first, each with its sheet.

    `asks` is the phone that called if it asks to keep score and can't, else None.
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
    """Return kind and key of everything that waits."""
    kind = Value("call", CharField())
    calls = _calls(tournament).filter(answered_at=None).order_by()
    hands = tray_waiting(tournament).order_by()
    items = calls.values_list(kind, "pk").union(hands.values_list(F("why"), "pk"))
    return tuple(sorted(items))


def _version(items: Items) -> str:
    return ".".join(f"{kind[0]}{pk}" for kind, pk in items) or "none"
