"""What pages cost that are kept by version: `python -m benchmarks.kept_pages [PLAYERS]`.

Milliseconds of an answer through the whole site but the network, the median: rendered for
every reader, as if nothing were kept, and kept; and whether both are the same bytes. Then
what the poll of the standings takes with nothing new, before and after many saved hands.
"""

import os
import random
import re
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

import benchmarks.site  # noqa: F401  (sets the site up first)
from benchmarks.site import TIMES
from scoring.core.process_cache import ProcessCache
from scoring.desk import clocks
from scoring.models import Change, Tournament
from scoring.results.stored import version_of
from tests import builders

ROUNDS, HANDS = 3, 60_000
TOKENS = re.compile(
    rb'X-CSRFToken": "\w+"|name="(csrfmiddlewaretoken|key)" value="\w+"'
)
HTMX = {"HX-Request": "true"}


def evening(players: int) -> Tournament:
    """Some rounds whose sheets are in, and one that was just published."""
    made = builders.tournament(builders.club(), rounds_planned=ROUNDS + 1)
    chance = random.Random(players)
    for _ in range(ROUNDS):
        for sheet in builders.published_round(made, players // 4).sheets.all():
            builders.verified_sheet(sheet, held(chance))
    rnd = builders.published_round(made, players // 4)
    clocks.start(rnd=rnd, actor=builders.command(), key="clock", minutes=60)
    return made


def held(chance: random.Random) -> list[int]:
    three = [chance.randint(40, 160) for _ in range(3)]
    return [*three, 4 * 100 - sum(three)] if sum(three) <= 400 else [100] * 4


def took(work: Callable[[], object]) -> float:
    """The median of some runs (ms)."""
    times = []
    for _ in range(TIMES):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1000)
    return median(times)


def forget() -> None:
    for kept in ProcessCache.all:
        kept.results.clear()


def without_tokens(page: bytes) -> bytes:
    """Without what is another for each answer: the session's tokens and forms' keys."""
    return TOKENS.sub(b"", page)


def compare(name: str, ask: Callable[[], bytes]) -> None:
    def fresh() -> bytes:
        forget()
        return ask()

    first = without_tokens(fresh())
    each, kept = took(fresh), took(ask)
    same = "the same bytes" if without_tokens(ask()) == first else "OTHER BYTES"
    print(f"{name:<24}{each:>9.1f}{kept:>8.1f}{each / kept:>8.1f}   {same}")


def main(players: int = 400) -> None:
    call_command("migrate", verbosity=0)
    made = evening(players)
    club = made.club
    hall, desk = Client(), Client()
    desk.force_login(builders.member(club, "director", "anna"))

    def at(name: str, *more: object) -> str:
        return reverse(f"scoring:{name}", args=[club.slug, made.slug, *more])

    pages = {
        "find your table": (hall, at("round", ROUNDS + 1)),
        "hall display": (hall, at("screen-news")),
        "corrections": (hall, at("corrections")),
        "standings": (hall, at("tournament")),
        "club": (hall, reverse("scoring:club", args=[club.slug])),
        "season": (hall, made.season.get_absolute_url() if made.season else ""),
        "ledger": (desk, at("ledger")),
        "podium": (desk, at("podium")),
        "score sheets": (desk, at("papers", ROUNDS)),
    }
    print(f"{players} players; load of this machine: {os.getloadavg()[0]:.1f}")
    print(f"{'ms of an answer':<24}{'fresh':>9}{'kept':>8}{'ratio':>8}")
    for name, (client, address) in pages.items():
        compare(name, lambda c=client, a=address: c.get(a).content)  # type: ignore[misc]
    known = f"{at('tournament')}?v={version_of(made)}"

    def poll() -> None:
        assert hall.get(known, headers=HTMX).status_code == 204

    before = took(poll)
    sheet = made.rounds.get(number=ROUNDS + 1).sheets.get(table=1)
    Change.objects.bulk_create(
        (
            Change(
                club=club, tournament=made, sheet=sheet, what="hand", by_name="Marie"
            )
            for _ in range(HANDS)
        ),
        batch_size=5000,
    )
    after = took(poll)
    print(f"the poll: {before:.1f} ms, after {HANDS:,} hands {after:.1f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
