"""How long standings take, by size of the field: `python -m benchmarks.standings`.

Fields are built in a database that goes away. Times are the best of several runs, also
given as multiples of a baseline of the same run: a bare Django page with one query.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from django.core.management import call_command
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path

from benchmarks.site import settings
from clubs.models import Club, Player
from config.urls import urlpatterns as site_addresses
from scoring.models import Entry, Round, Seat, Sheet, Tournament
from scoring.selectors.standings.board import version_of
from scoring.selectors.standings.reckoned import reckon
from scoring.services import standings, tournaments
from scoring.services.changes import Actor

SIZES = (40, 400, 4_000)
ROUNDS = 3
TIMES = 7
BY = Actor(None, "the benchmark", "command")


def bare(request: HttpRequest) -> HttpResponse:
    """The baseline: nothing but one query."""
    return HttpResponse(str(Club.objects.count()))


urlpatterns = [path("bare/", bare), *site_addresses]


def field(club: Club, players: int) -> Tournament:
    """A tournament of that many players with every sheet in force."""
    tournament = tournaments.create(
        club=club,
        by=BY,
        name=f"Field of {players}",
        date=date(2026, 11, 20),
        rounds_planned=ROUNDS,
        tie_breaks=["best_round", "lot"],
    )
    first = club.players.count() + 1
    people = Player.objects.bulk_create(
        Player(club=club, number=n, name=f"Marie Kubala {n}")
        for n in range(first, first + players)
    )
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=n, player=each, name=each.name, lot=n)
        for n, each in enumerate(people, start=1)
    )
    chance = random.Random(players)
    for number in range(1, ROUNDS + 1):
        chance.shuffle(entries)
        seat_round(tournament, number, entries, chance)
    return tournament


def seat_round(
    tournament: Tournament, number: int, entries: list[Entry], chance: random.Random
) -> None:
    rnd = Round.objects.create(tournament=tournament, number=number, state="finished")
    sheets = Sheet.objects.bulk_create(
        Sheet(round=rnd, table=table, code=f"{rnd.pk}-{table}")
        for table in range(1, len(entries) // 4 + 1)
    )
    seats = []
    for at, sheet in enumerate(sheets):
        three = [chance.randint(20, 160) for _ in range(3)]
        scores = [*three, 4 * tournament.start_chips - sum(three)]
        for position, score in enumerate(scores, start=1):
            entry = entries[4 * at + position - 1]
            seats.append(
                Seat(
                    sheet=sheet,
                    round=rnd,
                    position=position,
                    entry=entry,
                    credit=entry,
                    score=score,
                )
            )
    Seat.objects.bulk_create(seats)


@dataclass(frozen=True, slots=True)
class Field:
    """A tournament, and what is measured of it."""

    client: Client
    tournament: Tournament

    @property
    def works(self) -> dict[str, Callable[[], object]]:
        page = self.tournament.get_absolute_url()
        news = f"{page}?v={version_of(self.tournament)}"
        return {
            "reckon": lambda: reckon(self.tournament),
            "reckon and keep": lambda: standings.refresh(self.tournament),
            "page": lambda: get(self.client, page),
            "page, by name": lambda: get(self.client, f"{page}?q=kubala+17"),
            "page, asked for news": lambda: get(self.client, news, 204, "true"),
            "printable page": lambda: get(self.client, f"{page}print/"),
        }


def get(client: Client, address: str, expected: int = 200, by_htmx: str = "") -> None:
    headers = {"HX-Request": by_htmx} if by_htmx else {}
    status = client.get(address, headers=headers).status_code
    if status != expected:
        raise RuntimeError(f"{address} answers {status}")


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


def main() -> None:
    call_command("migrate", verbosity=0)
    settings.ROOT_URLCONF = __name__
    club = Club.objects.create(slug="benchmark", name="Benchmark")
    client = Client()
    queries, base = measured(lambda: get(client, "/bare/"))
    print(f"baseline: a bare page with {queries} query, {base * 1000:.2f} ms\n")
    print(f"{'players':>8}  {'':<20}{'queries':>8}{'ms':>9}{'× baseline':>12}")
    for players in SIZES:
        tournament = field(club, players)
        standings.refresh(tournament)
        for what, work in Field(client, tournament).works.items():
            queries, seconds = measured(work)
            print(
                f"{players:>8}  {what:<20}{queries:>8}{seconds * 1000:>9.1f}"
                f"{seconds / base:>12.1f}"
            )


if __name__ == "__main__":
    main()
