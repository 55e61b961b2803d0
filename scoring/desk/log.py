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

# The filters of the log, with the kinds of changes in each (`Change.what`).
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
OTHER = "other"  # settings, prints, and kinds newer than this list
SOURCES: dict[str, tuple[str, tuple[str, ...]]] = {
    "desk": (lazy_message("at the desk"), ("desk",)),
    "table": (lazy_message("at a table"), ("table",)),
    "file": (lazy_message("from a file"), ("import", "file")),
    "command": (lazy_message("by command"), ("command", "demo")),
    "own": (lazy_message("by members"), ("link", "mail", "sign-up")),
    "program": (lazy_message("through the API"), ("program",)),
}
# The source of a change as its log line shows it.
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
    """A filter of the log; empty fields don't filter.

    `tournament` is its slug; `day` is a day in the club's time zone if that is the
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
    """Return a club's filtered changes, newest first."""
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
    """Consecutive lines of the log, of one day and one round of a tournament.

    A line without a sheet belongs to the lines around it.
    """

    day: date
    tournament: Tournament | None
    round: int | None
    lines: list[tuple[Change, str]]  # each with its source in a word


def stretches(changes: Iterable[Change]) -> list[Stretch]:
    """Group changes in order; a new day, tournament or round starts a group.

    Days are in the current time zone.
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
    """Return the numbers of a tournament's rounds, also drafts and canceled ones."""
    rounds = Round.objects.filter(tournament__club=club, tournament__slug=tournament)
    return sorted({*rounds.values_list("number", flat=True)})


def logged_tournaments(club: Club) -> QuerySet[Tournament]:
    return club.tournaments.order_by("-date", "-pk")


def source_in_words(change: Change) -> str:
    """Return the source of a change in a word."""
    return FROM.get(change.source, change.source)
