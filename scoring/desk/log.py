"""The log of a club: who changed what, newest first."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import chain

from django.db.models import Q, QuerySet
from django.utils import timezone

from clubs.i18n import lazy_message
from clubs.models import Club
from scoring.models import Change, Round, Tournament

# What people look for, and what the services call it (`Change.what`).
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "counts": (
        lazy_message("counts and corrections"),
        ("count", "verify", "differ", "correct", "withdraw", "look"),
    ),
    "hands": (lazy_message("hands and loans"), ("hand", "void", "tray", "loan")),
    "rulings": (lazy_message("rulings"), ("ruling",)),
    "seats": (
        lazy_message("draws and seats"),
        ("draw", "seat", "seats", "swap", "free", "smallest", "publish", "cancel"),
    ),
    "people": (
        lazy_message("people"),
        (
            "entry",
            "state",
            "fee",
            "player",
            "merge",
            "link",
            "mail",
            "mailbox",
            "signed-up",
        ),
    ),
    "tables": (
        lazy_message("phones, calls and photos"),
        ("phone", "token", "call", "answer", "photo"),
    ),
    "hall": (lazy_message("clock and announcements"), ("clock", "announce")),
    "roles": (
        lazy_message("roles, links and API tokens"),
        ("role", "invitation", "password", "program"),
    ),
}
OTHER = "other"  # settings, prints, and whatever is newer than this list
SOURCES: dict[str, tuple[str, tuple[str, ...]]] = {
    "desk": (lazy_message("at the desk"), ("desk",)),
    "table": (lazy_message("at a table"), ("table",)),
    "file": (lazy_message("from a file"), ("import", "file")),
    "command": (lazy_message("by command"), ("command", "demo")),
    "own": (lazy_message("by members"), ("link", "mail", "sign-up")),
    "program": (lazy_message("through the API"), ("program",)),
}
# From where each change was made, as its line says it.
FROM = {
    "desk": lazy_message("desk"),
    "table": lazy_message("table"),
    "import": lazy_message("import"),
    "file": lazy_message("file"),
    "command": lazy_message("command"),
    "demo": lazy_message("demo"),
    "link": lazy_message("personal link"),
    "mail": lazy_message("email"),
    "sign-up": lazy_message("by name"),
    "clock": lazy_message("the clock"),
    "program": lazy_message("API"),
}


@dataclass(frozen=True, slots=True)
class LogFilter:
    """What somebody looks for in the log; what is empty narrows nothing.

    `tournament` is its address; `day` is a day where the club is, if its zone is the
    current one.
    """

    words: str = ""
    who: str = ""
    kind: str = ""
    source: str = ""
    tournament: str = ""
    round: int | None = None
    table: int | None = None
    day: date | None = None


def changes_of(club: Club, wanted: LogFilter) -> QuerySet[Change]:
    """What was changed in a club, as far as somebody wants to see it."""
    changes = Change.objects.filter(_filters(wanted), club=club)
    changes = changes.select_related("tournament", "sheet__round")
    return changes.order_by("-pk")


def _filters(wanted: LogFilter) -> Q:
    exactly = {
        "tournament__slug": wanted.tournament,
        "sheet__round__number": wanted.round,
        "sheet__table": wanted.table,
        "at__date": wanted.day,
    }
    condition = Q(**{field: value for field, value in exactly.items() if value})
    for word in wanted.words.split():
        condition &= (
            Q(text__icontains=word) | Q(old__icontains=word) | Q(new__icontains=word)
        )
    for name in wanted.who.split():
        condition &= Q(by_name__icontains=name)
    if wanted.source:
        condition &= Q(source__in=SOURCES[wanted.source][1])
    return condition & _of_kind(wanted.kind)


def _of_kind(kind: str) -> Q:
    if kind == OTHER:
        named = [*chain.from_iterable(codes for _, codes in KINDS.values())]
        return ~Q(what__in=named)
    return Q(what__in=KINDS[kind][1]) if kind else Q()


@dataclass(frozen=True, slots=True)
class Stretch:
    """Lines of the log in a row, of one day and one round of a tournament.

    A line that names no sheet stands with those around it.
    """

    day: date
    tournament: Tournament | None
    round: int | None
    lines: list[tuple[Change, str]]  # with where it came from, in a word


def stretches(changes: Iterable[Change]) -> list[Stretch]:
    """Changes as they come, parted where day, tournament or round is another one.

    A day is one of the current time zone.
    """
    found: list[Stretch] = []
    for change in changes:
        line = (change, source_in_words(change))
        day = timezone.localtime(change.at).date()
        number = change.sheet.round.number if change.sheet else None
        last = found[-1] if found else None
        is_same = last and (last.day, last.tournament) == (day, change.tournament)
        if last and is_same and number in (None, last.round):
            last.lines.append(line)
        elif last and is_same and last.round is None:
            found[-1] = Stretch(day, last.tournament, number, [*last.lines, line])
        else:
            found.append(Stretch(day, change.tournament, number, [line]))
    return found


def rounds_logged(club: Club, tournament: str) -> list[int]:
    """The numbers of the rounds of a tournament that were ever drawn."""
    rounds = Round.objects.filter(tournament__club=club, tournament__slug=tournament)
    return sorted({*rounds.values_list("number", flat=True)})


def logged_tournaments(club: Club) -> QuerySet[Tournament]:
    return club.tournaments.order_by("-date", "-pk")


def source_in_words(change: Change) -> str:
    """From where, in a word."""
    return FROM.get(change.source, change.source)
