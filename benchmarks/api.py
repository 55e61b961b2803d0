"""How many answers of open data a second: `python -m benchmarks.api [SECONDS]`.

A finished evening of eight tables, five rounds and their hands, as the open file: asked
for by programs that keep their connections, packed and as it is, then by those who have it
(304). Beside it the first answer of all, for which the file is made. The site runs as
`manage.py serve` runs it; everything together has two cores.

The exit status is 1 where something was answered wrongly or an aim was missed.
"""

import asyncio
import os
import random
import sys
import time
from statistics import median

from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from benchmarks.hands import SEED, plain, rich
from benchmarks.site import FOLDER as FOLDER  # the settings come first
from benchmarks.site import TIMES
from benchmarks.table.one_database import server
from benchmarks.table.phones import HOST, Answer, Line
from scoring.core.process_cache import ProcessCache
from scoring.models import Tournament
from scoring.rollups.updates import follow_all
from scoring.tournaments.tournaments import finish
from tests import builders

CORES, PROGRAMS = 2, 8
TABLES, ROUNDS, HANDS = 8, 5, 12
SECONDS = 10.0  # of each measurement
AIM = 300  # answers a second


def played() -> Tournament:
    """An evening as a club has one, final."""
    by, chance = builders.command(), random.Random(SEED)
    tournament = builders.tournament(builders.club(), rounds_planned=ROUNDS)
    for _ in range(ROUNDS):
        for sheet in builders.published_round(tournament, TABLES).sheets.all():
            for n in range(HANDS):
                key = f"{chance.getrandbits(128):032x}"
                record = (plain, rich)[n % 2](chance)
                builders.recorded(sheet, by, key=key, record=record)
            builders.verified_sheet(sheet)
    tournament.refresh_from_db()
    finish(tournament=tournament, actor=by)
    follow_all()
    return tournament


def first_made(address: str) -> float:
    """Seconds until nothing is kept of it is answered; the median of some."""
    times = []
    for _ in range(TIMES):
        for kept in ProcessCache.all:
            kept.results.clear()
        begun = time.perf_counter()
        assert Client().get(address).status_code == 200
        times.append(time.perf_counter() - begun)
    return median(times)


def question(address: str, **headers: str) -> bytes:
    lines = [f"GET {address} HTTP/1.1", f"Host: {HOST}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode()


async def once(port: int, asked: bytes) -> Answer:
    line = Line(port)
    answer = await line.ask(asked)
    line.hang_up()
    return answer


async def ask(port: int, asked: bytes, end: float, answers: list[Answer]) -> None:
    line = Line(port)
    while time.perf_counter() < end:
        answers.append(await line.ask(asked))
    line.hang_up()


async def all_ask(port: int, asked: bytes, seconds: float) -> list[Answer]:
    answers: list[Answer] = []
    end = time.perf_counter() + seconds
    programs = (ask(port, asked, end, answers) for _ in range(PROGRAMS))
    await asyncio.gather(*programs)
    return answers


def show(what: str, answers: list[Answer], seconds: float, right: Answer) -> int:
    """Print a line of figures; return how many answers weren't as the first one."""
    wrong = [a for a in answers if (a.status, a.body) != (right.status, right.body)]
    took = sorted(answer.seconds for answer in answers)
    rate = len(answers) / seconds
    print(
        f"{what:<12}{rate:>8.0f} a second, {len(right.body):>7} bytes, "
        f"half within {median(took) * 1000:.1f} ms, 99 of 100 within "
        f"{took[int(len(took) * 0.99)] * 1000:.1f} ms; the aim {AIM} is "
        f"{'met' if rate >= AIM else 'not met'}",
        flush=True,
    )
    for answer in wrong[:5]:
        print(answer.status, answer.body[:200], file=sys.stderr)
    return len(wrong)


def main(seconds: float = SECONDS) -> int:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}", flush=True)
    call_command("migrate", verbosity=0)
    tournament = played()
    address = reverse(
        "scoring:api:tournament", args=[tournament.club.slug, tournament.file_id]
    )
    print(f"the first answer, made: {first_made(address) * 1000:.0f} ms", flush=True)
    wrong, is_slow = 0, False
    with server() as port:
        for what, headers in (
            ("packed", {"Accept_Encoding": "gzip"}),
            ("as it is", {}),
        ):
            asked = question(address, **headers)
            right = asyncio.run(once(port, asked))
            assert right.status == 200
            answers = asyncio.run(all_ask(port, asked, seconds))
            wrong += show(what, answers, seconds, right)
            is_slow |= len(answers) / seconds < AIM
        known = question(address, If_None_Match=right.headers["etag"])
        nothing = Answer(304, 0.0)
        answers = asyncio.run(all_ask(port, known, seconds))
        wrong += show("not modified", answers, seconds, nothing)
        is_slow |= len(answers) / seconds < AIM
    return 1 if wrong or is_slow else 0


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:])))
