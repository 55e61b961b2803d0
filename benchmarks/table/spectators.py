"""A full hall and its spectators, in a process of their own.

The first line of the input is their plan. A second one comes when the next round is
published.

Each phone and each spectator has a connection. All phones have one address, as behind a
hall's router; each spectator has another. When the next round is published, each phone
opens the page of its new table and joins it.
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
OPENED_AFTER = (
    5  # questions, at most, from publishing until a phone is at its new table
)
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
    published: asyncio.Event = field(default_factory=asyncio.Event)  # the next round

    def group(self, name: str) -> Group:
        return self.groups.setdefault(name, Group())

    async def run(self) -> dict[str, Any]:
        tables = self.plan["tables"]
        quiet, playing = tables[:VERIFIED], tables[VERIFIED:]
        start, used = time.perf_counter(), processor()
        async with asyncio.TaskGroup() as all_of_them:
            for table in tables:
                for number in range(len(table["phones"])):
                    all_of_them.create_task(self.ask_news(table, number))
            for table in playing:
                all_of_them.create_task(self.save_hands(table))
            all_of_them.create_task(self.verify(quiet))
            all_of_them.create_task(self.hear_of_next_round())
            for number in range(self.plan["spectators"]):
                all_of_them.create_task(self.watch(number))
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

    async def hear_of_next_round(self) -> None:
        await asyncio.to_thread(sys.stdin.readline)
        self.published.set()

    async def ask_news(self, table: dict[str, Any], number: int) -> None:
        line, etag, phone = Line(self.plan["port"]), "", table["phones"][number]
        path, pauses = table["path"], random.randrange(1, OPENED_AFTER + 1)
        async for _ in self.every(self.plan["news_every"]):
            if self.published.is_set():
                pauses -= 1
                if not pauses:
                    path, etag = table["next_path"], ""
                    await self.open_table(line, path, phone, seat=number + 1)
            state = f"{path}state/?unsent=0"
            answer = await line.ask(request("GET", state, phone, etag=etag))
            self.group("phones").note(answer, 200, 304)
            etag = answer.headers.get("etag", etag)
        line.hang_up()

    async def open_table(self, line: Line, path: str, phone: str, seat: int) -> None:
        """The page of the next round's table, and who holds this phone."""
        opened = await line.ask(request("GET", path, phone))
        wish = {"key": phone, "seat": seat, "name": "", "asks": True}
        body = json.dumps(wish).encode()
        joined = await line.ask(request("POST", f"{path}phones/", phone, body))
        for answer in (opened, joined):
            self.group("phones").note(answer, 200)
            self.group("phones, new round").note(answer, 200)

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

    async def watch(self, number: int) -> None:
        """Look at one page or another; on the standings, ask what is new."""
        here = f"127.0.{1 + number // 200}.{1 + number % 200}"
        line, cookie = Line(self.plan["look_at"], here), self._cookie(number)
        group = self.group("signed in" if cookie else "strangers")
        asked, pages = "", self.plan["pages"]
        async for _ in self.every(LOOK_EVERY):
            page = random.choices(list(pages), list(pages.values()))[0]
            news = asked if page == self.plan["standings"] else ""
            answer = await line.ask(_looked(f"{page}{news}", news, cookie))
            group.note(answer, 200, *([204] if news else []))
            if page == self.plan["standings"]:
                asked = self._next(answer) or asked
        line.hang_up()

    def _cookie(self, number: int) -> str:
        """The session of one in ten; each has an account of their own."""
        sessions: list[str] = self.plan["sessions"]
        return sessions[number // 10 % len(sessions)] if number % 10 == 0 else ""

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


def _looked(path: str, as_part: str, cookie: str) -> bytes:
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: {HOST}",
        "Accept-Encoding: gzip, deflate",
        *(["HX-Request: true"] if as_part else []),
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    return "\r\n".join([*lines, "", ""]).encode()


if __name__ == "__main__":
    crowd = Crowd(json.loads(sys.stdin.readline()))
    json.dump(asyncio.run(crowd.run()), sys.stdout)
