"""Phones that wait for news at nginx: `python -m benchmarks.news [PHONES [SECONDS]]`.

So many phones, four a table, wait at one nginx with nchan as docs/nginx.conf sets it up.
Hands are saved as often as so many tables save them (one a minute each): each is told to
its table's four phones as the site tells it, and each but the one that saved it then asks the site, as
all do besides after 90 s without any. Measured are the time from the save's commit to each phone, and
the processor of the site; beside it that of one question, of which the same phones ask one
every four seconds where nobody tells them anything.

The exit status is 1 where a phone heard nothing or an aim was missed.
"""

import asyncio
import os
import random
import re
import resource
import sys
import time
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from benchmarks.site import FOLDER as FOLDER  # the settings come first
from benchmarks.table.hall import Hall
from benchmarks.table.one_database import server
from benchmarks.table.phones import HOST, Line, Plan, request
from scoring.core import push
from tests.server.proxy import proxy
from tests.server.site import Site, free_port

PHONES, SECONDS = 5_000, 60.0
AT_A_TABLE, HAND_EVERY = 4, 60.0  # phones; s between two hands of a table
ASK_EVERY, REST = 4.0, 90.0  # s, as static/table/sync.js
QUESTIONS, ASKED, AT_REST = 1_000, 100.0, 5.0  # to find out what one costs; a second; s
TABLES = 20  # real ones, whose state is asked for
AIM = 1.0  # s for 99 of 100
SHARE = 0.10  # of the processor that asking takes


@dataclass
class Waiting:
    """All phones, and what they were told after how long."""

    front: int
    questions: list[bytes]
    seconds: list[float] = field(default_factory=list)
    # By channel and mark; of several in a moment a phone may hear the newest alone.
    told_at: dict[tuple[str, int], float] = field(default_factory=dict)
    last: dict[int, int] = field(default_factory=dict)  # by phone
    asked_at: dict[int, float] = field(default_factory=dict)  # by phone
    asked: int = 0
    wrong: list[str] = field(default_factory=list)

    async def phone(self, number: int, started: asyncio.Semaphore) -> None:
        channel = push.channel("sheet", number // AT_A_TABLE)
        evening = push.channel("sheets", 1)
        since = ""
        async with started:
            reader, writer = await asyncio.open_connection(
                HOST, self.front, local_addr=(f"127.0.0.{2 + number % 200}", 0)
            )
        while True:
            writer.write(
                f"GET /news/{channel},{evening} HTTP/1.1\r\nHost: {HOST}\r\n{since}\r\n".encode()
            )
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            heard = time.perf_counter()
            found = re.findall(r"^([\w-]+): *(.*)\r$", head, re.MULTILINE)
            headers = {name.lower(): value for name, value in found}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            status = int(head.split(maxsplit=2)[1])
            if status == 200:
                self.seconds.append(heard - self.told_at[channel, int(body)])
                self.last[number] = int(body)
                since = (
                    f"If-None-Match: {headers['etag']}\r\n"
                    f"If-Modified-Since: {headers['last-modified']}\r\n"
                )
                if number % AT_A_TABLE:
                    await self.ask(number)
                else:  # it saved the hand, and knows
                    self.asked_at[number] = heard
            elif status != 304:
                self.wrong.append(head[:80])

    async def ask(self, number: int) -> None:
        """What this phone asks; then it rests."""
        self.asked_at[number] = time.perf_counter()
        line = Line(self.front)
        answer = await line.ask(self.questions[number % len(self.questions)])
        line.hang_up()
        self.asked += 1
        if answer.status not in (200, 304):
            self.wrong.append(f"{answer.status} {answer.body[:80]!r}")


async def wait(
    waiting: Waiting, phones: int, seconds: float, pid: int
) -> dict[str, float]:
    """Have all of them wait, and tell them of hands for so long."""
    started = asyncio.Semaphore(200)
    each = [asyncio.create_task(waiting.phone(n, started)) for n in range(phones)]
    tables = phones // AT_A_TABLE
    await asyncio.sleep(10)  # all are there
    used, publishing, told, begun = processor_of(pid), 0.0, 0, time.perf_counter()
    resting = [(begun + random.uniform(0, REST), number) for number in range(phones)]
    heapify(resting)
    next_hand = begun
    while (now := time.perf_counter()) < begun + seconds:
        if now >= next_hand:
            next_hand += HAND_EVERY / tables
            told += 1
            channel = push.channel("sheet", random.randrange(tables))
            waiting.told_at[channel, told] = time.perf_counter()
            before = time.thread_time()
            assert push.publish([channel, push.channel("desk", 1)], told)
            publishing += time.thread_time() - before
        while resting[0][0] <= now:
            at, number = heappop(resting)
            due = waiting.asked_at.get(number, at - REST) + REST
            if due <= now:
                each.append(asyncio.create_task(waiting.ask(number)))
            heappush(resting, (max(due, now + 0.01), number))
        await asyncio.sleep(0.001)
    took = time.perf_counter() - begun
    await asyncio.sleep(3)  # the last ones
    used = processor_of(pid) - used
    for task in each:
        task.cancel()
    await asyncio.gather(*each, return_exceptions=True)
    return {"site": (used + publishing) / took, "told": told, "took": took}


async def cost_of_asking(waiting: Waiting, pid: int) -> tuple[float, float]:
    """Processor of one question, of some asked as phones do, and of the site at rest."""
    used = processor_of(pid)
    await asyncio.sleep(AT_REST)
    rest = (processor_of(pid) - used) / AT_REST
    used, begun = processor_of(pid), time.perf_counter()
    asking = []
    for number in range(QUESTIONS):
        asking.append(asyncio.create_task(waiting.ask(number)))
        await asyncio.sleep(begun + (number + 1) / ASKED - time.perf_counter())
    await asyncio.gather(*asking)
    took = time.perf_counter() - begun
    return (processor_of(pid) - used - rest * took) / QUESTIONS, rest


def processor_of(pid: int) -> float:
    """Seconds that a process and its children took."""
    listed = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    ticks = 0
    for process in (pid, *map(int, listed)):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def questions_of(plan: Plan) -> list[bytes]:
    """What phones ask that know the state already."""
    return [
        request("GET", f"{table['path']}state/?unsent=0", phone)
        for table in plan["tables"]
        for phone in table["phones"]
    ]


async def with_etags(questions: list[bytes], port: int) -> list[bytes]:
    line, known = Line(port), []
    for question in questions:
        answer = await line.ask(question)
        etag = f"If-None-Match: {answer.headers['etag']}\r\n\r\n".encode()
        known.append(question.removesuffix(b"\r\n") + etag)
    line.hang_up()
    return known


def main(phones: int = PHONES, seconds: float = SECONDS) -> int:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}", flush=True)
    call_command("migrate", verbosity=0)
    publisher = free_port()
    hall = Hall(TABLES, 0)
    settings.NEWS = f"http://{HOST}:{publisher}/publish"
    push.PATIENCE = 10.0  # a crowded machine; the site itself would go on without
    folder = FOLDER / "nginx"
    folder.mkdir()
    with (
        server() as port,
        proxy(Site(FOLDER, port), folder, publisher=publisher) as front,
    ):
        pid = server_pid(port)
        known = asyncio.run(with_etags(questions_of(hall.plan(port, ASK_EVERY)), port))
        cost, rest = asyncio.run(cost_of_asking(Waiting(front, known), pid))
        waiting = Waiting(front, known)
        done = asyncio.run(wait(waiting, phones, seconds, pid))
    done["site"] -= rest
    return show(waiting, done, cost, phones)


def late_ones(waiting: Waiting, phones: int) -> int:
    """How many phones have not heard the last that they were told."""
    newest: dict[str, int] = {}
    for channel, mark in waiting.told_at:
        newest[channel] = max(mark, newest.get(channel, 0))
    channels = [push.channel("sheet", n // AT_A_TABLE) for n in range(phones)]
    told = [newest.get(channel) for channel in channels]
    return sum(
        mark is not None and waiting.last.get(n) != mark for n, mark in enumerate(told)
    )


def server_pid(port: int) -> int:
    """The process that `server` began: this one's child that answers there."""
    me = os.getpid()
    children = Path(f"/proc/{me}/task/{me}/children").read_text().split()
    for child in children:
        if b"serve" in Path(f"/proc/{child}/cmdline").read_bytes():
            return int(child)
    raise RuntimeError(f"nobody answers at {port}")


def show(waiting: Waiting, done: dict[str, float], cost: float, phones: int) -> int:
    heard = sorted(waiting.seconds)
    missed = late_ones(waiting, phones)
    half, late = heard[len(heard) // 2], heard[int(len(heard) * 0.99)]
    print(f"{phones} phones waited {done['took']:.0f} s at one nginx")
    print(
        f"{done['told']:.0f} hands, heard {len(heard)} times, by {missed} phones not at all: half within "
        f"{half * 1000:.0f} ms, 99 of 100 within {late * 1000:.0f} ms, all within "
        f"{heard[-1] * 1000:.0f} ms; the aim {AIM} s is {'met' if late <= AIM else 'not met'}"
    )
    asking = cost * phones / ASK_EVERY
    share = done["site"] / asking
    print(
        f"one question takes the site {cost * 1000:.2f} ms of processor: asked every "
        f"{ASK_EVERY:.0f} s {asking:.2f} cores; told of news {done['site']:.3f} cores with "
        f"{waiting.asked} questions, {share:.1%}; the aim {SHARE:.0%} is "
        f"{'met' if share <= SHARE else 'not met'}"
    )
    for wrong in waiting.wrong[:5]:
        print(wrong, file=sys.stderr)
    is_slow = late > AIM or share > SHARE
    return 1 if missed or waiting.wrong or is_slow else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
