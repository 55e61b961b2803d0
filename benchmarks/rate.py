"""Fifty evenings of five hundred clubs at their real rate: `python -m benchmarks.rate [SECONDS]`.

At 250 tables a hand is saved a minute each, at random moments and whether or not the ones
before were answered (an open loop), and two phones a table ask every four seconds what is
new. Then twice as many hands a second, and twice again, until a save takes too long.
Everything together has two cores. BENCHMARK_DATABASE_URL names an empty database of
PostgreSQL; SQLite without it.

The exit status is 1 where a hand was answered wrongly, or the aim was missed at the real
rate.
"""

import asyncio
import json
import os
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Any

from django.core.management import call_command
from django.db import connection

from benchmarks.site import FOLDER as FOLDER  # the settings come first
from benchmarks.table.hall import Hall
from benchmarks.table.one_database import server
from benchmarks.table.phones import Answer, Line, request
from tests import builders

CORES = 2
CLUBS, EVENINGS, TABLES = 500, 50, 5  # tables of an evening
SECONDS = 60  # of each measurement
HAND_EVERY, NEWS_EVERY = 60.0, 4.0  # s, of a table and of a phone
STEPS = (1, 2, 4, 8)  # times the real rate
AIM = 0.5  # s, which 99 of 100 saves do not exceed


@dataclass
class Played:
    """What came back to those who saved and those who asked, in seconds."""

    saves: list[float] = field(default_factory=list)
    news: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


async def play(
    tables: list[dict[str, Any]], port: int, step: int, seconds: float
) -> Played:
    """All tables for so long, at so many times the real rate."""
    played, end = Played(), time.perf_counter() + seconds
    async with asyncio.TaskGroup() as everybody:
        for table in tables:
            for phone in table["phones"]:
                everybody.create_task(look_on(table, phone, port, end, played))
            everybody.create_task(save(table, port, step, end, played))
    return played


async def save(
    table: dict[str, Any], port: int, step: int, end: float, played: Played
) -> None:
    """The keeper's phone: hands come when they come; one at a time, as outbox.js."""
    line, lag = Line(port), HAND_EVERY / step
    due = time.perf_counter() + random.expovariate(1 / lag)
    while due < end and table["hands"]:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        hand = table["hands"].pop(0)
        path, phone = f"{table['path']}hands/", table["phones"][0]
        answer = await line.ask(request("POST", path, phone, json.dumps(hand).encode()))
        # From when it was played, not from when it could be sent.
        played.saves.append(time.perf_counter() - due)
        if not answer.saved(hand["key"]):
            played.wrong.append(f"{answer.status} {answer.body[:200]!r}")
        due += random.expovariate(1 / lag)
    line.hang_up()


async def look_on(
    table: dict[str, Any], phone: str, port: int, end: float, played: Played
) -> None:
    line, etag = Line(port), ""
    due = time.perf_counter() + random.uniform(0, NEWS_EVERY)
    while due < end:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        path = f"{table['path']}state/?unsent=0"
        answer: Answer = await line.ask(request("GET", path, phone, etag=etag))
        etag = answer.headers.get("etag", etag)
        played.news.append(answer.seconds)
        if answer.status not in (200, 304):
            played.wrong.append(f"{answer.status} {answer.body[:200]!r}")
        due = max(due + NEWS_EVERY, time.perf_counter())
    line.hang_up()


def late(seconds: list[float]) -> tuple[float, float]:
    ordered = sorted(seconds)
    return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]


def main(seconds: int = SECONDS) -> int:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}", flush=True)
    call_command("migrate", verbosity=0)
    for number in range(CLUBS - EVENINGS):
        builders.club(f"idle-{number}")
    hands = int(sum(STEPS) * seconds / HAND_EVERY * 2) + 5
    tables = [
        table
        for number in range(EVENINGS)
        for table in Hall(TABLES, hands, f"Evening {number}").plan(0, NEWS_EVERY)[
            "tables"
        ]
    ]
    for table in tables:
        table["hands"] = list(table["hands"])
    wrong = 0
    with server() as port:
        for step in STEPS:
            played = asyncio.run(play(tables, port, step, seconds))
            half, most = late(played.saves)
            asked, slow = late(played.news)
            print(
                f"{connection.vendor}, {len(played.saves) / seconds:.1f} hands a second "
                f"({step} × the real rate), {len(played.news) / seconds:.0f} questions: "
                f"a save {half * 1000:.0f} ms, 99 of 100 within {most * 1000:.0f} ms; "
                f"a question {asked * 1000:.0f} and {slow * 1000:.0f} ms; the aim "
                f"{AIM} s is {'met' if most <= AIM else 'not met'}",
                flush=True,
            )
            for said in played.wrong[:5]:
                print(said, file=sys.stderr)
            wrong += len(played.wrong) + (step == STEPS[0] and most > AIM)
            if most > 4 * AIM:
                break
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
