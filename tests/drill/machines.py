"""A site of two machines and all its parts, played for an evening: `./run drill machines`.

PostgreSQL, Redis, nginx with nchan and an S3 server over HTTP; two sites and their workers,
each with a data folder of its own. In the middle one is killed; then both are updated, one
after the other, while everybody plays on.
"""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.conf import settings
from django.urls import reverse
from PIL import Image

from clubs.models import Role
from scoring.core import push
from scoring.models import Count, Hand, Photo, Tournament, TrayHand
from tests import builders, redis_server
from tests.drill.figures import say
from tests.server.proxy import proxy
from tests.server.site import (
    CSRF,
    HOST,
    LOST,
    Caller,
    Site,
    database_url,
    free_port,
    others_at_work,
)
from tests.server.test_killed import EVEN, hand_of

TABLES, HANDS = 24, 24
PAUSE = 2.0  # s between two hands of a table; a hall takes minutes
SPECTATORS, PRINTS, PICTURES = 4, 6, 12
PATIENCE = 180  # s for a machine to start, or for a print
LATE = {502, 503, 504}  # what nginx says of one that is gone
BUCKET = "valat"
AWAY = 2.0  # s for which nginx asks one no more that did not answer, in tests
KEYS = {
    "AWS_ACCESS_KEY_ID": "nobody",
    "AWS_SECRET_ACCESS_KEY": "nothing",
    "AWS_DEFAULT_REGION": "us-east-1",
}
STYLE = "static/css/valat.css"
JPEG = b"\xff\xd8"
JSON = {"Content-Type": "application/json"}
# Where a page has the file that was waited for.
FILE = {
    "print": rb'href="([^"]*/prints/[^"]*/file/)',
    "pack": rb'href="([^"]*/pack/[0-9]+\.pdf)"',
}


@dataclass
class Machine(Site):
    """A site as `./run serve` starts it, and `./run worker` beside it."""

    code: Path = settings.BASE_DIR
    worker: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.port = self.port or free_port()
        self.process = self._manage("serve", "--prepared")
        self.wait_until_ready()
        self.worker = self.worker or self._manage("work", "--processes", "1")

    def _manage(self, *command: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, self.code / "manage.py", *command],
            cwd=self.code,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONUTF8": "1",
                "DATABASE_URL": database_url(),
                "DATA_DIR": str(self.folder),
                "SECRET_KEY": settings.SECRET_KEY,
                "HOST": HOST,
                "PORT": str(self.port),
                "TASK_WORKERS": "0",
                **self.more,
            },
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def wait_until_ready(self) -> None:
        """Until it says so itself (/readyz)."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if Caller(self).get("/readyz")[0] == 200:
                    return
            except LOST:
                assert self.process
                assert self.process.poll() is None, "it gave up"
            time.sleep(0.1)
        raise RuntimeError("it did not get ready")

    def update(self, code: Path) -> None:
        """As systemd would: ended kindly, and the new release started."""
        self.code = code
        for process in (self.process, self.worker):
            assert process
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
        self.worker = None
        self.start()

    def stop(self) -> None:
        for process in (self.process, self.worker):
            if process and process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


@dataclass
class Told:
    """What everybody was answered, by who asked."""

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    retries: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)  # of saves
    lost_files: set[str] = field(default_factory=set)
    odd: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def until_answered(
        self, who: str, ask: Callable[..., tuple[int, Any]], *what: Any, **more: str
    ) -> Any:
        """As phones and people do: no answer, once more, the very same."""
        end = time.monotonic() + PATIENCE
        while True:
            begun = time.monotonic()
            try:
                status, body = ask(*what, **more)
            except LOST:
                status, body = 0, b""
            with self.lock:
                if status >= 400:
                    self.odd.append(f"{who}: {status} {body[:200]!r}")
                if status and status not in LATE:
                    self.statuses[who, status] += 1
                    if who == "hand":
                        self.seconds.append(time.monotonic() - begun)
                    return status, body
                self.retries[who] += 1
            assert time.monotonic() < end, f"{who}: no answer"
            time.sleep(0.3)


@contextmanager
def s3_server(folder: Path) -> Iterator[dict[str, str]]:
    """Moto's over HTTP; gives the settings of a site that keeps its files there."""
    port = free_port()
    server = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", HOST, "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
    )
    address = f"http://{HOST}:{port}"
    try:
        _make_bucket(address, server)
        files = {"FILES": f"s3://{BUCKET}", "X_ACCEL": "/files/"}
        yield {**files, "AWS_ENDPOINT_URL_S3": address, **KEYS}
    finally:
        server.terminate()
        server.wait()


def _make_bucket(address: str, server: subprocess.Popen[bytes]) -> None:
    """Once the store listens, which takes some seconds on a busy machine."""
    import boto3  # noqa: PLC0415  (a second that no other drill needs)
    from botocore.exceptions import BotoCoreError  # noqa: PLC0415

    names = (name.lower() for name in KEYS)
    facts = dict(zip(names, KEYS.values(), strict=True))
    facts["region_name"] = facts.pop("aws_default_region")
    client = boto3.client("s3", endpoint_url=address, **facts)
    end = time.monotonic() + PATIENCE
    while True:
        assert server.poll() is None, "the store gave up"
        assert time.monotonic() < end, "the store does not answer"
        try:
            client.create_bucket(Bucket=BUCKET)
        except BotoCoreError:
            time.sleep(0.2)
        else:
            return


def new_release(folder: Path) -> Path:
    """This code with another style, as the next version would bring it."""
    leave = shutil.ignore_patterns(".git", ".venv*", "data", "__pycache__", ".*_cache")
    code = folder / "next"
    shutil.copytree(settings.BASE_DIR, code, ignore=leave, symlinks=True)
    with (code / STYLE).open("a", encoding="utf-8") as style:
        style.write("\n.of-the-next-release {\n  color: inherit;\n}\n")
    project = code / "pyproject.toml"
    text = project.read_text(encoding="utf-8")
    now = tomllib.loads(text)["project"]["version"]
    project.write_text(
        text.replace(f'version = "{now}"', f'version = "{now}.1"', 1), encoding="utf-8"
    )
    return code


@dataclass
class Evening:
    """Who plays, prints and looks on, each through nginx."""

    front: Site
    tournament: Tournament
    told: Told = field(default_factory=Told)
    over: threading.Event = field(default_factory=threading.Event)
    updated: threading.Event = field(default_factory=threading.Event)
    saved: dict[str, list[int]] = field(default_factory=dict)
    counted: list[str] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)
    news: list[float] = field(default_factory=list)

    def address(self, name: str, *more: Any) -> str:
        club = self.tournament.club.slug
        return reverse(f"scoring:{name}", args=[club, self.tournament.slug, *more])

    def table(self, sheet: Any, key: str, desk: Caller) -> None:
        phone = Caller(self.front, headers={"X-Phone": key})
        chance, at = random.Random(sheet.token), f"/t/{sheet.token}/"
        number = 0
        while number < HANDS or not self.updated.is_set():
            number += 1
            body = json.dumps(hand_of(number, chance)).encode()
            status, said = self.told.until_answered(
                "hand", phone.post, f"{at}hands/", body, **JSON
            )
            assert status == 200, said
            saved = json.loads(said)["saved"]
            self.saved[saved["key"]] = saved["net"]
            self.told.until_answered("state", phone.get, f"{at}state/")
            time.sleep(PAUSE * (0.5 + chance.random()))
        where = self.address("sheet-count", sheet.round.number, sheet.table)
        form = {**EVEN, "seen": "0", "key": uuid4().hex}
        status, said = self.told.until_answered("count", desk.send, where, form)
        assert status == 302, said
        self.counted.append(form["key"])

    def look_on(self) -> None:
        """A browser: the page, and each file that it names."""
        anybody = Caller(self.front)
        page = self.tournament.get_absolute_url()
        while not self.over.wait(0.2):
            _, said = self.told.until_answered("page", anybody.get, page)
            for file in set(re.findall(rb'"(/static/[^"]+)"', said)):
                path = file.decode()
                status, _ = self.told.until_answered("static", anybody.get, path)
                if status != 200:
                    self.told.lost_files.add(f"{status} {path}")

    def wait_for_news(self) -> None:
        """As static/js/news.js."""
        since: dict[str, str] = {}
        while not self.over.is_set():
            line = HTTPConnection(HOST, self.front.port, timeout=60)
            try:
                line.request(
                    "GET", push.waits_at(("desk", self.tournament.pk)), headers=since
                )
                answer = line.getresponse()
                answer.read()
                self.told.statuses["news", answer.status] += 1
                since = {
                    "If-None-Match": answer.headers["ETag"] or "",
                    "If-Modified-Since": answer.headers["Last-Modified"] or "",
                }
            except LOST:
                self.told.retries["news"] += 1
            finally:
                line.close()

    def print_it(self, what: str, director: Caller) -> None:
        """Ask for a print, wait for it and read its file."""
        form = {"what": what, "round": "1", "table": "", "paper": "letter"}
        start = self.address("print-start")
        _, job = self.told.until_answered("print", _sent, director, start, form)
        self._wait_for(director, job, "print")

    def pack(self, director: Caller) -> None:
        make, page = self.address("pack-make"), self.address("pack")
        self.told.until_answered("pack", _sent, director, make, {"key": uuid4().hex})
        self._wait_for(director, page, "pack")

    def _wait_for(self, director: Caller, page: str, what: str) -> None:
        """Until the page has a file, which is read."""
        file, end = FILE[what], time.monotonic() + PATIENCE
        while time.monotonic() < end:
            _, said = self.told.until_answered(f"{what} page", director.get, page)
            if found := re.search(file, said):
                path = found[1].decode()
                status, pdf = self.told.until_answered(
                    f"{what} file", director.get, path
                )
                assert status == 200, (what, status)
                assert pdf.startswith(b"%PDF"), what
                self.done[what] += 1
                return
            time.sleep(0.5)
        raise AssertionError(f"no {what} within {PATIENCE} s")

    def picture(self, sheet: Any, keeper: Caller, number: int) -> None:
        """Sent to one machine, and shown by whichever is asked."""
        out = BytesIO()
        Image.new("RGB", (400, 300), (number * 9 % 255, 80, 80)).save(out, "JPEG")
        where = self.address("sheet-photo-add", sheet.round.number, sheet.table)
        boundary, key = uuid4().hex, uuid4().hex
        fields = {"key": key, "csrfmiddlewaretoken": CSRF}
        body = b"".join(
            f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'
            f"{value}\r\n".encode()
            for name, value in fields.items()
        )
        body += (
            f'--{boundary}\r\nContent-Disposition: form-data; name="photo"; '
            f'filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
        ).encode()
        body += out.getvalue() + f"\r\n--{boundary}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
        status, said = self.told.until_answered(
            "picture", keeper.post, where, body, **kind
        )
        assert status == 302, said[:300]
        self.done["picture"] += 1

    def paper(self, director: Caller) -> None:
        for number in range(PRINTS):
            self.print_it(("names", "tables", "sheets")[number % 3], director)
        self.pack(director)

    def pictures(self, sheets: Sequence[Any], keeper: Caller) -> None:
        for number in range(PICTURES):
            self.picture(sheets[number % TABLES], keeper, number)

    def hold_together(self) -> None:
        """What was answered is there once, and every number follows from it."""
        assert self.failed == []
        assert [kind for kind in self.told.statuses if kind[1] >= 500] == []
        assert self.told.lost_files == set()
        kept = {hand.key: list(hand.net) for hand in Hand.objects.all()}
        assert kept == self.saved
        assert not TrayHand.objects.exists()
        assert Count.objects.count() == TABLES == len(self.counted)

    def hold_pictures(self, keeper: Caller) -> None:
        """One machine has all of them, whichever took them."""
        assert Photo.objects.count() == PICTURES
        for photo in Photo.objects.select_related("sheet__round"):
            where = (photo.sheet.round.number, photo.sheet.table, photo.pk)
            path = self.address("sheet-photo", *where)
            status, said = self.told.until_answered("photo", keeper.get, path)
            assert status == 200
            # A machine itself says to nginx where it is; nginx has it out of the store.
            assert said.startswith(JPEG) == (keeper.site is self.front)

    def tried(self, do: Callable[..., None], *what: Any) -> threading.Thread:
        """In a thread of its own; what goes wrong fails the drill at the end."""

        def run() -> None:
            try:
                do(*what)
            except Exception as error:
                self.failed.append(f"{do.__name__}: {error!r}"[:500])

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        return thread


def _asked(
    who: Caller, path: str, method: str = "GET", body: str | None = None
) -> tuple[int, bytes, str]:
    """Status, body, and where it leads."""
    line = HTTPConnection(HOST, who.site.port, timeout=60)
    headers = {"Cookie": who.cookies, **who.headers}
    if body is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    try:
        line.request(method, path, body, headers)
        answer = line.getresponse()
        return answer.status, answer.read(), answer.headers["Location"] or ""
    finally:
        line.close()


def _sent(who: Caller, path: str, form: dict[str, str]) -> tuple[int, str]:
    """A form, and where its answer leads."""
    body = urlencode({**form, "csrfmiddlewaretoken": CSRF})
    status, _, to = _asked(who, path, "POST", body)
    return status, to


@pytest.fixture
def machines(
    transactional_db: None, settings, tmp_path: Path
) -> Iterator[tuple[Machine, Machine, Site]]:
    publisher = free_port()
    settings.NEWS = f"http://{HOST}:{publisher}/publish"
    with ExitStack() as parts:
        (tmp_path / "redis").mkdir()
        redis = parts.enter_context(redis_server.running(tmp_path / "redis"))
        more = {"TASKS": redis, "CACHE": redis.replace("/0", "/1")}
        more["NEWS"] = settings.NEWS
        more |= parts.enter_context(s3_server(tmp_path))
        both = []
        for name in ("a", "b"):
            folder = tmp_path / name
            folder.mkdir()
            machine = Machine(folder, more=more)
            parts.callback(machine.stop)
            machine.start()
            both.append(machine)
        (tmp_path / "nginx").mkdir()
        port = parts.enter_context(
            proxy(
                both[0],
                tmp_path / "nginx",
                both[1],
                publisher=publisher,
                store=more["AWS_ENDPOINT_URL_S3"],
            )
        )
        yield both[0], both[1], Site(tmp_path, port)
    while others_at_work():  # what one was at that was killed; then tables are emptied
        time.sleep(0.01)


def test_nobody_notices(
    machines: tuple[Machine, Machine, Site], tmp_path: Path
) -> None:
    one, other, front = machines
    evening = Evening(front, builders.tournament(builders.club(), public=True))
    club = evening.tournament.club
    sheets = list(
        builders.published_round(evening.tournament, TABLES).sheets.select_related(
            "round"
        )
    )
    keeper = Caller.of(front, builders.member(club, Role.Kind.SCOREKEEPER))
    director = Caller.of(front, builders.member(club, Role.Kind.DIRECTOR))
    phones = [(sheet, builders.phone(sheet).key, keeper) for sheet in sheets]
    looking = [evening.tried(evening.look_on) for _ in range(SPECTATORS)]
    looking.append(evening.tried(evening.wait_for_news))
    begun = time.monotonic()
    playing = [evening.tried(evening.table, *phone) for phone in phones]
    playing.append(evening.tried(evening.paper, director))
    playing.append(evening.tried(evening.pictures, sheets, keeper))
    events = list(_happening(evening, one, other, new_release(tmp_path), begun))
    for thread in playing:
        thread.join()
    evening.over.set()
    for thread in looking:
        thread.join(70)
    _tell(evening, events, time.monotonic() - begun)
    evening.hold_together()
    audit = one._manage("audit")
    assert audit.wait(PATIENCE) == 0, "the numbers follow, and every file is there"
    for machine in (front, one, other):
        evening.hold_pictures(Caller(machine, keeper.cookies))


def _happening(
    evening: Evening, one: Machine, other: Machine, code: Path, begun: float
) -> Iterator[str]:
    """What befalls the machines meanwhile, and when."""

    def at(what: str) -> str:
        return f"{what} at {time.monotonic() - begun:.0f} s"

    _until(lambda: len(evening.saved) > TABLES * HANDS // 4 or bool(evening.failed))
    one.kill()
    yield at("one machine killed")
    time.sleep(5)
    one.start()
    yield at("started again")
    for machine in (other, one):
        time.sleep(2 * AWAY)  # nginx knows again that the one before is there
        machine.update(code)
        yield at("one updated")
    time.sleep(5)
    evening.updated.set()


def _until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 600
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)


def _tell(evening: Evening, events: list[str], took: float) -> None:
    told = evening.told
    kinds = Counter(dict.fromkeys((500, 404), 0))
    for (_, status), number in told.statuses.items():
        kinds[status] += number
    all_of_them = ", ".join(f"{n} × {status}" for status, n in sorted(kinds.items()))
    say(f"{TABLES} tables, {len(evening.saved)} hands, {took:.0f} s: {all_of_them}")
    say("; ".join(events))
    who = ", ".join(f"{n} × {who}" for who, n in sorted(told.retries.items())) or "none"
    say(f"sent once more: {who}")
    late = sorted(told.seconds)
    if late:
        half, most = late[len(late) // 2], late[int(len(late) * 0.99)]
        say(f"saves: half within {half:.2f} s, 99 of 100 within {most:.2f} s")
    done = ", ".join(f"{n} {what}s" for what, n in sorted(evening.done.items()))
    news_heard = told.statuses["news", 200]
    static = told.statuses["static", 200]
    say(f"{done}; {static} static files; news heard {news_heard} times")
    for each in (*evening.failed, *told.odd[:10]):
        say(each)
