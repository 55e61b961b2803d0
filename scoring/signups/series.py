"""A series: copies of an event on other days, each an event of its own."""

import calendar
import re
from collections.abc import Iterable
from datetime import date, timedelta

from django.db import transaction

from clubs.i18n import day
from scoring.core.writes import Actor, find_duplicate, log
from scoring.models import Change, Tournament
from scoring.models.log_messages import log_message
from scoring.tournaments import tournaments

MOST = 30  # events at once
LONGEST = 60  # characters of a name, before its day
# Fields that aren't copied to the other events of the series.
ITS_OWN = frozenset(
    {
        "id",
        "club",
        "season",
        "name",
        "slug",
        "former_slug",
        "date",
        "answers_from",
        "answers_until",
        "called_off_at",
        "moved_from",
        "apart",
        "currency",
        "created_by",
        "finished_at",
        "old_list",
        "file_id",
        "origin",
        "came_with",
    }
)


def dates_after(first: date, weeks: int, times: int) -> list[date]:
    """Return days at intervals of so many weeks, without the first one."""
    return [first + timedelta(weeks=weeks * n) for n in range(1, times + 1)]


def nth_weekday(of_month: date) -> int | None:
    """Return 1 to 4 for a month's first to fourth such weekday; None for a fifth."""
    number = (of_month.day - 1) // 7 + 1
    return number if number < 5 else None


def is_last_weekday(of_month: date) -> bool:
    """Return whether it is the last such weekday of its month."""
    return (of_month + timedelta(weeks=1)).month != of_month.month


def monthly_dates(first: date, times: int, *, last: bool = False) -> list[date]:
    """Return the same weekday of each following month, without the first one.

    The second Tuesday follows a second Tuesday; with `last` it is the month's last one.
    Raises ValueError for a fifth weekday without `last`: not every month has one.
    """
    nth = nth_weekday(first)
    if nth is None and not last:
        raise ValueError(f"{first} is the fifth such weekday of its month")
    months = [divmod(first.month + n, 12) for n in range(times)]
    return [
        _weekdays(first.year + years, month + 1, first.weekday())[
            -1 if last or nth is None else nth - 1
        ]
        for years, month in months
    ]


def _weekdays(year: int, month: int, weekday: int) -> list[date]:
    """Return the days of a month that are this weekday (0 is Monday)."""
    weeks = calendar.monthcalendar(year, month)
    return [date(year, month, week[weekday]) for week in weeks if week[weekday]]


def name_on(tournament: Tournament, new_day: date) -> str:
    """Return the event's name for another day, replacing a date at its end."""
    own_day = re.escape(str(day(tournament.date)))
    base = re.sub(rf",?\s+{own_day}$", "", tournament.name)
    return f"{base[:LONGEST]}, {day(new_day)}"


@transaction.atomic
def repeat(
    *, tournament: Tournament, actor: Actor, days: Iterable[date], key: str
) -> list[Tournament]:
    """Create a copy of the event on each of these days, with its RSVP settings.

    A form sent twice counts once. A day that already has an event of that name is
    skipped. Raises ValidationError.
    """
    if find_duplicate(key):
        return list(_made_by(key, tournament))
    facts = _facts(tournament)
    known = set(tournament.club.tournaments.values_list("name", "date"))
    created: list[Tournament] = []
    for new_day in sorted(set(days)):
        name = name_on(tournament, new_day)
        if (name, new_day) in known:
            continue
        evening = tournaments.create(
            club=tournament.club,
            actor=actor,
            key=f"{key[:36]}-{len(created)}",
            name=name,
            date=new_day,
            **(facts | tournaments.list_like(tournament, new_day)),
        )
        created.append(evening)
    text = log_message(
        "tournament.repeated",
        n=len(created),
        tournament=tournament.name,
    )
    log(actor, "series", text, club=tournament.club, key=key)
    return created


def _made_by(key: str, tournament: Tournament) -> Iterable[Tournament]:
    changes = Change.objects.filter(key__startswith=f"{key[:36]}-", what="create")
    return tournament.club.tournaments.filter(changes__in=changes).order_by("date")


def _facts(tournament: Tournament) -> dict[str, object]:
    fields = tournament._meta.concrete_fields
    names = (field.name for field in fields)
    return {name: getattr(tournament, name) for name in names if name not in ITS_OWN}
