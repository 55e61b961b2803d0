"""Waiting at Debian's nginx with nchan until the site has something new."""

import http.client
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubs.models import Role
from scoring.core import push
from scoring.models import Tournament
from tests import builders
from tests.server.proxy import proxy
from tests.server.site import HOST, Caller, Site, free_port

PATIENCE = 60  # s; a crowded machine


@pytest.fixture
def told(
    transactional_db: None, settings, tmp_path: Path
) -> Iterator[tuple[Site, Site]]:
    """A site that tells its news, and the nginx in front."""
    publisher = free_port()
    settings.NEWS = f"http://{HOST}:{publisher}/publish"
    site = Site(tmp_path, more={"NEWS": settings.NEWS, "TASK_WORKERS": "0"})
    site.start()
    try:
        with proxy(site, tmp_path, publisher=publisher) as port:
            yield site, Site(tmp_path, port)
    finally:
        site.stop()


class Waiting(threading.Thread):
    """A page that waits for news; `answers` are status, body and what to wait with next."""

    def __init__(self, front: Site, path: str, **since: str) -> None:
        super().__init__(daemon=True)
        self.front, self.path, self.since = front, path, since
        self.answer: tuple[int, bytes, dict[str, str]] = (0, b"", {})
        self.start()

    def run(self) -> None:
        line = http.client.HTTPConnection(HOST, self.front.port, timeout=PATIENCE)
        headers = {name.replace("_", "-"): value for name, value in self.since.items()}
        line.request("GET", self.path, headers=headers)
        answer = line.getresponse()
        since = {
            "If_None_Match": answer.headers["ETag"] or "",
            "If_Modified_Since": answer.headers["Last-Modified"] or "",
        }
        self.answer = answer.status, answer.read(), since
        line.close()


def announce(site: Site, evening: Tournament, text: str) -> None:
    user = builders.member(evening.club, Role.Kind.DIRECTOR, f"dora-{text}")
    path = f"/desk/{evening.club.slug}/{evening.slug}/announce/"
    status, _ = Caller.of(site, user).send(path, {"text": text, "key": text * 8})
    assert status == 302


def test_who_waits_is_answered_at_the_save_and_nobody_else(told) -> None:
    site, front = told
    here = builders.tournament(builders.club(), public=True)
    there = builders.tournament(builders.club("lodge-25"), public=True)
    sheet = builders.open_sheet(here)
    phone = push.waits_at(("sheet", sheet.pk), ("sheets", here.pk))
    waiting = [
        Waiting(front, push.waits_at(("page", here.pk))),
        Waiting(front, push.waits_at(("desk", here.pk))),
        Waiting(front, phone),
    ]
    elsewhere = Waiting(front, push.waits_at(("page", there.pk)))
    guessed = Waiting(front, "/news/" + "0" * 32)
    time.sleep(1)
    announce(site, here, "soup")
    for each in waiting:
        each.join(PATIENCE)
        assert each.answer[0] == 200
        assert each.answer[1].isdigit()
    assert elsewhere.is_alive()
    assert guessed.is_alive()

    # Whoever was away for a moment gets what was new meanwhile, and then waits again.
    announce(site, here, "cake")
    for path, before in zip(
        (push.waits_at(("page", here.pk)), phone), (waiting[0], waiting[2]), strict=True
    ):
        again = Waiting(front, path, **before.answer[2])
        again.join(PATIENCE)
        assert int(again.answer[1].split()[0]) > int(before.answer[1].split()[0])
        last = Waiting(front, path, **again.answer[2])
        last.join(1)
        assert last.is_alive()


def test_nobody_publishes_from_outside(told) -> None:
    _, front = told
    path = f"/publish/{push.channel('page', 1)}"
    assert Caller(front).post(path, b"1")[0] in (301, 403, 404)
    assert Caller(front).post(push.waits_at(("page", 1)), b"1")[0] == 403
