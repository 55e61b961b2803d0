"""How long standings take, by size of the field: `python -m benchmarks.standings [PLAYERS …]`.

Fields are built in a database that goes away. Times are the best of several runs, also
given as multiples of a baseline of the same run: a bare Django page with one query.
"""

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.core.management import call_command
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path

from benchmarks.site import TIMES, settings
from clubs.models import Club
from config.urls import urlpatterns as site_addresses
from scoring.core.process_cache import ProcessCache
from scoring.models import Sheet, Tournament
from scoring.results import stored
from scoring.results.compute import compute_rows
from scoring.results.stored import version_of
from tests import builders
from tests.fields import deal_round, field

SIZES = (40, 400, 4_000)


def bare(request: HttpRequest) -> HttpResponse:
    """The baseline: nothing but one query."""
    return HttpResponse(str(Club.objects.count()))


urlpatterns = [path("bare/", bare), *site_addresses]


@dataclass(frozen=True, slots=True)
class Field:
    """A tournament, and what is measured of it."""

    client: Client
    tournament: Tournament
    waiting: list[Sheet]  # counted, of a round that runs

    def confirm(self) -> None:
        builders.confirmed(self.waiting.pop())

    def refresh(self) -> None:
        stored.refresh(self.tournament, actor=builders.command(), reason="measured")

    def ask_news(self) -> None:
        fresh = Tournament.objects.select_related("club").get(pk=self.tournament.pk)
        news = f"{fresh.get_absolute_url()}?v={version_of(fresh)}"
        get(self.client, news, 204, "true")

    @property
    def works(self) -> dict[str, Callable[[], object]]:
        page = self.tournament.get_absolute_url()
        return {
            "compute": lambda: compute_rows(self.tournament),
            "reckon and keep": self.refresh,
            "confirm a sheet": self.confirm,
            "page, first drawn": lambda: drawn(self.client, page),
            "page": lambda: get(self.client, page),
            "page, by name": lambda: get(self.client, f"{page}?q=kubala+17"),
            "page, asked for news": self.ask_news,
            "printable page": lambda: get(self.client, f"{page}print/"),
        }


def counted_sheets(tournament: Tournament) -> list[Sheet]:
    """Sheets of a new round, not all, that wait for a second person."""
    entries = list(tournament.entries.order_by("number"))
    rnd = deal_round(tournament, tournament.rounds.count() + 1, entries)
    *waiting, _ = rnd.sheets.order_by("table")[: TIMES + 3]
    for sheet in waiting:
        builders.counted(sheet)
    return waiting


def get(client: Client, address: str, expected: int = 200, by_htmx: str = "") -> None:
    headers = {"HX-Request": by_htmx} if by_htmx else {}
    status = client.get(address, headers=headers).status_code
    if status != expected:
        raise RuntimeError(f"{address} answers {status}")


def drawn(client: Client, address: str) -> None:
    """As the first who asks for it after a change waits for it."""
    for cache in ProcessCache.all:
        cache.results.clear()
    get(client, address)


def measured(work: Callable[[], object]) -> tuple[int, float]:
    """Queries of one run and the best seconds of several."""
    work()  # templates are compiled and addresses looked up once
    with CaptureQueriesContext(connection) as captured:
        work()
    queries = len(captured)  # now: the next request empties the log
    seconds = []
    for _ in range(TIMES):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return queries, min(seconds)


def main(sizes: Sequence[int]) -> None:
    call_command("migrate", verbosity=0)
    settings.ROOT_URLCONF = __name__
    club = Club.objects.create(slug="benchmark", name="Benchmark")
    client = Client()
    queries, base = measured(lambda: get(client, "/bare/"))
    print(f"baseline: a bare page with {queries} query, {base * 1000:.2f} ms\n")
    print(f"{'players':>8}  {'':<20}{'queries':>8}{'ms':>9}{'× baseline':>12}")
    for players in sizes:
        tournament = field(club, players, tie_breaks=["best_round", "lot"])
        waiting = counted_sheets(tournament)
        for what, work in Field(client, tournament, waiting).works.items():
            queries, seconds = measured(work)
            print(
                f"{players:>8}  {what:<20}{queries:>8}{seconds * 1000:>9.1f}"
                f"{seconds / base:>12.1f}"
            )


if __name__ == "__main__":
    main([int(number) for number in sys.argv[1:]] or SIZES)
