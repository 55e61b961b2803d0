"""A full hall and those who look on, in a process of their own: `… < plan.json`.

Each phone and each spectator has a line, and a spectator an address of his own.
"""

import asyncio
import gzip
import html
import json
import random
import re
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from benchmarks.table.phones import (
    HOST,
    Answer,
    Line,
    Plan,
    happens,
    processor,
    request,
)

VERIFIED = 30  # tables whose sheets come in; they play no hands
HAND_EVERY, SHEET_EVERY, LOOK_EVERY = 60.0, 3.0, 10.0  # s
NEWS = re.compile(r'hx-get="(\?v=[^"]*)"')


@dataclass
class Group:
    """What came back to some who ask."""

    seconds: list[float] = field(default_factory=list)
    statuses: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def note(self, answer: Answer, *good: int) -> None:
        self.seconds.append(answer.seconds)
        status = str(answer.status)
        self.statuses[status] = self.statuses.get(status, 0) + 1
        if answer.status not in good:
            said = answer.body[:200].decode(errors="replace")
            self.wrong.append(f"{status} {said}")


@dataclass
class Crowd:
    """Everybody, on one loop, until the time is over."""

    plan: Plan
    over: asyncio.Event = field(default_factory=asyncio.Event)
    groups: dict[str, Group] = field(default_factory=dict)
    news: dict[str, str] = field(default_factory=dict)  # what pages ask, by their ETag

    def group(self, name: str) -> Group:
        return self.groups.setdefault(name, Group())

    async def run(self) -> dict[str, Any]:
        tables = self.plan["tables"]
        quiet, playing = tables[:VERIFIED], tables[VERIFIED:]
        start, used = time.perf_counter(), processor()
        async with asyncio.TaskGroup() as all_of_them:
            for table in tables:
                for phone in table["phones"]:
                    all_of_them.create_task(self.ask_news(table, phone))
            for table in playing:
                all_of_them.create_task(self.save_hands(table))
            all_of_them.create_task(self.verify(quiet))
            for number in range(self.plan["spectators"]):
                all_of_them.create_task(self.look_on(number))
            await happens(self.over, within=self.plan["seconds"])
            self.over.set()
        wall = time.perf_counter() - start
        groups = {name: vars(group) for name, group in self.groups.items()}
        return {"groups": groups, "own": (processor() - used) / wall}

    async def every(self, seconds: float) -> AsyncIterator[None]:
        """Not all together, and not later for a late answer."""
        at = time.monotonic() + random.uniform(0, seconds)
        while not await happens(self.over, within=max(0, at - time.monotonic())):
            yield
            at += seconds

    async def ask_news(self, table: dict[str, Any], phone: str) -> None:
        line, etag = Line(self.plan["port"]), ""
        path = f"{table['path']}state/?unsent=0"
        async for _ in self.every(self.plan["news_every"]):
            answer = await line.ask(request("GET", path, phone, etag=etag))
            self.group("phones").note(answer, 200, 304)
            etag = answer.headers.get("etag", etag)
        line.hang_up()

    async def save_hands(self, table: dict[str, Any]) -> None:
        line, hands = Line(self.plan["port"]), iter(table["hands"])
        async for _ in self.every(HAND_EVERY):
            if hand := next(hands, None):
                answer = await line.ask(_told(table, 0, "hands", hand))
                self.group("phones").note(answer, 200)
        line.hang_up()

    async def verify(self, tables: list[dict[str, Any]]) -> None:
        """A sheet after the other is counted, and confirmed by the second phone."""
        line, waiting = Line(self.plan["port"]), iter(tables)
        four = {"held": [100] * 4, "borrowed": [0] * 4, "chips": None}
        count = {"seen": 0, "from_hands": False, **four}
        async for _ in self.every(SHEET_EVERY):
            if table := next(waiting, None):
                for phone, what, told in (
                    (0, "counts", count),
                    (1, "confirm", {"seen": 1, "seat": 2}),
                ):
                    written = {"key": uuid4().hex, **told}
                    answer = await line.ask(_told(table, phone, what, written))
                    self.group("phones").note(answer, 200)
        line.hang_up()

    async def look_on(self, number: int) -> None:
        here = f"127.0.{1 + number // 200}.{1 + number % 200}"
        line = Line(self.plan["look_at"], here)
        asked = ""
        async for _ in self.every(LOOK_EVERY):
            answer = await line.ask(_looked(f"{self.plan['standings']}{asked}", asked))
            self.group("spectators").note(answer, 200, *([204] if asked else []))
            asked = self._next(answer) or asked
        line.hang_up()

    def _next(self, answer: Answer) -> str:
        """What the page asks next; of a page that somebody else got too, read once."""
        if answer.status != 200:
            return ""
        etag = answer.headers.get("etag", "")
        if etag not in self.news:
            packed = answer.headers.get("content-encoding") == "gzip"
            page = gzip.decompress(answer.body) if packed else answer.body
            found = NEWS.search(page.decode())
            self.news[etag] = html.unescape(found[1]) if found else ""
        return self.news[etag]


def _told(table: dict[str, Any], phone: int, what: str, told: Any) -> bytes:
    path = f"{table['path']}{what}/"
    return request("POST", path, table["phones"][phone], json.dumps(told).encode())


def _looked(path: str, as_part: str) -> bytes:
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {HOST}",
        "Accept-Encoding: gzip, deflate",
        *(["HX-Request: true"] if as_part else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


if __name__ == "__main__":
    json.dump(asyncio.run(Crowd(json.load(sys.stdin)).run()), sys.stdout)
