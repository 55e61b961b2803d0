"""The phones of a hall, in a process of their own: `… < plan.json > answers.json`.

At every table one phone sends its hands one after the other, and two ask for news every
few seconds, each over a connection that it keeps. They speak plain sockets and read the
answers only after the last one came, for the cores are the server's.
"""

import asyncio
import gzip
import json
import random
import re
import resource
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

HOST = "127.0.0.1"
PATIENCE = 300.0  # seconds; more than a phone has: late is not lost

LOST = (OSError, EOFError, ValueError, TimeoutError)  # what becomes of an answer
Plan = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back to one question, and after how many seconds; 0 for nothing."""

    status: int
    seconds: float
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""

    def saved(self, key: str) -> dict[str, Any]:
        """What the server says it saved under this key; {} for any other answer."""
        packed = self.headers.get("content-encoding") == "gzip"
        try:
            said = json.loads(gzip.decompress(self.body) if packed else self.body)
        except (OSError, EOFError, ValueError):  # no gzip, half of one, no JSON
            return {}
        saved = said.get("saved", {}) if self.status == 200 else {}
        return saved if saved.get("key") == key else {}


def request(
    method: str, path: str, phone: str, body: bytes = b"", etag: str = ""
) -> bytes:
    """One request as it goes over the wire, with what a browser says besides."""
    lines = [
        f"{method} {path} HTTP/1.1",
        f"Host: {HOST}",
        "Accept-Encoding: gzip, deflate",
        f"X-Phone: {phone}",
    ]
    if etag:
        lines.append(f"If-None-Match: {etag}")
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Line:
    """A connection to the site, made when it is needed and kept while both like to."""

    def __init__(self, port: int, here: str = HOST) -> None:
        self.port, self.here = port, here
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, question: bytes) -> Answer:
        start = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                status, headers, body = await self._answer_to(question)
        except LOST as error:
            self.hang_up()
            return Answer(0, time.perf_counter() - start, body=repr(error).encode())
        return Answer(status, time.perf_counter() - start, headers, body)

    def hang_up(self) -> None:
        if self.streams:
            self.streams[1].close()
        self.streams = None

    async def _answer_to(self, question: bytes) -> tuple[int, dict[str, str], bytes]:
        if self.streams is None or self.streams[0].at_eof():
            self.hang_up()
            self.streams = await asyncio.open_connection(
                HOST, self.port, local_addr=(self.here, 0)
            )
        reader, writer = self.streams
        writer.write(question)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        headers = {
            name.lower(): value
            for name, value in re.findall(r"^([\w-]+): *(.*)\r$", head, re.MULTILINE)
        }
        status = int(head.split(maxsplit=2)[1])
        length = 0 if status in (204, 304) else int(headers["content-length"])
        return status, headers, await reader.readexactly(length)


async def send_hands(port: int, table: Plan, answers: dict[str, Answer]) -> None:
    """The keeper's phone: the next hand goes when the one before is answered."""
    line = Line(port)
    for hand in table["hands"]:
        body = json.dumps(hand).encode()
        path, phone = f"{table['path']}hands/", table["phones"][0]
        answers[hand["key"]] = await line.ask(request("POST", path, phone, body))
    line.hang_up()


async def ask_news(
    plan: Plan, path: str, phone: str, over: asyncio.Event, answers: list[Answer]
) -> None:
    """A phone that looks on until all is over."""
    etag, line = "", Line(plan["port"])
    wait = random.uniform(0, plan["news_every"])  # they do not start together
    while not await happens(over, within=wait):
        wait = plan["news_every"]
        answer = await line.ask(request("GET", path, phone, etag=etag))
        answers.append(answer)
        etag = answer.headers.get("etag", etag)
    line.hang_up()


async def happens(event: asyncio.Event, within: float) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(within):
            await event.wait()
    return event.is_set()


async def play(plan: Plan) -> dict[str, Any]:
    """All tables at once, until the last hand is answered."""
    hands: dict[str, Answer] = {}
    news: list[Answer] = []
    over = asyncio.Event()
    await look_once(plan)
    start, used = time.perf_counter(), processor()
    asking = [
        ask_news(plan, f"{table['path']}state/?unsent=0", phone, over, news)
        for table in plan["tables"]
        for phone in table["phones"]
    ]
    async with asyncio.TaskGroup() as phones:
        for asked in asking:
            phones.create_task(asked)
        async with asyncio.TaskGroup() as keepers:
            for table in plan["tables"]:
                keepers.create_task(send_hands(plan["port"], table, hands))
        seconds, used = time.perf_counter() - start, processor() - used
        over.set()
    return {
        "seconds": seconds,
        "own_seconds": used,
        "hands": {key: told(answer, key) for key, answer in hands.items()},
        "news": [told(answer) for answer in news],
    }


async def look_once(plan: Plan) -> None:
    """Every table is open on a phone before it plays; the server is awake then."""
    for table in plan["tables"]:
        line = Line(plan["port"])
        await line.ask(request("GET", f"{table['path']}state/", table["phones"][0]))
        line.hang_up()


def told(answer: Answer, key: str = "") -> dict[str, Any]:
    """An answer as the one who gave the plan reads it; `wrong` is "" for a good one."""
    saved = answer.saved(key) if key else {}
    good = saved if key else answer.status in (200, 304)
    wrong = (
        "" if good else f"{answer.status} {answer.body[:300].decode(errors='replace')}"
    )
    return {"seconds": answer.seconds, "saved": saved, "wrong": wrong}


def processor() -> float:
    """Seconds of processor that this process took so far."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    json.dump(asyncio.run(play(json.load(sys.stdin))), sys.stdout)
