"""What the pages of a round being played cost the server: `python -m benchmarks.board`.

The desk's and the hall's ask every few seconds. Queries and milliseconds of an answer
(the median, through the whole site but the network) with nothing new and with everything
anew, at 16 and at 400 players; and how many times a bare `SELECT 1` that is.
"""

from collections.abc import Callable
from statistics import median
from time import perf_counter

from django.core.management import call_command
from django.db import connection
from django.http.response import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

import benchmarks.site  # noqa: F401  (sets the site up first)
from scoring.desk import clocks
from scoring.desk.table_board import board_version
from scoring.models import Tournament
from tests import builders

RUNS = 30
HTMX = {"HX-Request": "true"}


def took(work: Callable[[], object]) -> float:
    """The median of some runs (ms), after one that warms up."""
    work()
    times = []
    for _ in range(RUNS):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1000)
    return median(times)


def bare_select() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()


def evening(tables: int) -> Tournament:
    """A round being played, a phone at each table."""
    made = builders.tournament(builders.club(f"lodge-{tables}"), hands_per_round=20)
    rnd = builders.published_round(made, tables)
    for sheet in rnd.sheets.all():
        builders.phone(sheet)
    builders.verified_sheet(rnd.sheets.get(table=1))
    key = f"clock-{tables}"
    clocks.start(rnd=rnd, actor=builders.command(), key=key, minutes=60)
    return made


def questions(tournament: Tournament) -> dict[str, Callable[[], HttpResponseBase]]:
    desk, hall = Client(), Client()
    desk.force_login(builders.member(tournament.club, username=f"anna-{tournament.pk}"))

    def at(name: str, *more: int) -> str:
        where = [tournament.club.slug, tournament.slug, *more]
        return reverse(f"scoring:{name}", args=where)

    page, news = at("tournament-desk"), at("screen-news")
    known = f"{page}?version={board_version(tournament, timezone.now())}"
    same = {"If-None-Match": hall.get(news).headers["ETag"]}
    return {
        "desk, nothing new": lambda: desk.get(known, headers=HTMX),
        "desk, all of it": lambda: desk.get(page, headers=HTMX),
        "screen, nothing new": lambda: hall.get(news, headers=same),
        "screen, all of it": lambda: hall.get(news),
        "round at the desk": lambda: desk.get(at("round-desk", 1)),
        "round, for everybody": lambda: hall.get(at("round", 1)),
        "standings": lambda: hall.get(at("tournament")),
    }


def main() -> None:
    call_command("migrate", verbosity=0)
    bare = took(bare_select)
    print(f"a bare SELECT: {bare:.3f} ms\n")
    print(f"{'':<22}{'players':>8}{'queries':>9}{'ms':>8}{'× bare':>8}{'bytes':>9}")
    for tables in (4, 100):
        for name, ask in questions(evening(tables)).items():
            with CaptureQueriesContext(connection) as queries:
                size = len(ask().getvalue())
            number = len(queries)  # now: the next request empties the log
            ms = took(ask)
            print(
                f"{name:<22}{4 * tables:>8}{number:>9}{ms:>8.1f}"
                f"{ms / bare:>8.0f}{size:>9}"
            )


if __name__ == "__main__":
    main()
