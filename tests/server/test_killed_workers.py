"""Workers that are killed in the middle of a task, or as they take one, lose nothing."""

import os
import random
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django_tasks.base import TaskResultStatus as Status
from django_tasks_db.models import DBTaskResult
from pypdf import PdfReader

from clubs.email import send
from clubs.models import Mail, Role
from clubs.storage import store
from clubs.tasks import enqueue, exclusive
from scoring.api import webhooks
from scoring.backups.archive import open_archive
from scoring.core.writes import log
from scoring.models import Webhook
from scoring.models.log_messages import log_message
from scoring.printing import jobs
from tests import builders
from tests.drill.figures import say, size
from tests.scoring.api.receiver import TAKEN, receiver, told
from tests.server.site import HOST, Caller, Site, free_port

PATIENCE = 120  # s, on a busy machine
KILLS, TASKS = size((3, 10), (40, 20))


class MailServer:
    """Takes every mail, but the second who comes waits for a greeting in vain."""

    def __init__(self) -> None:
        self.port, self.came, self.mails = free_port(), 0, [""]
        self.door = socket.create_server((HOST, self.port))
        Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        stalled = []
        while True:
            try:
                line, _ = self.door.accept()
            except OSError:
                return
            self.came += 1
            if self.came == 2:
                stalled.append(line)
            else:
                Thread(target=self._talk, args=(line,), daemon=True).start()

    def _talk(self, line: socket.socket) -> None:
        with line, line.makefile("rb") as heard:
            line.sendall(b"220 here\r\n")
            for word in heard:
                if word.upper().startswith(b"DATA"):
                    line.sendall(b"354 go on\r\n")
                    text = b"".join(iter(heard.readline, b".\r\n"))
                    self.mails.append(text.decode())
                line.sendall(b"250 well\r\n")
                if word.upper().startswith(b"QUIT"):
                    return


@pytest.fixture
def mail_server() -> Iterator[MailServer]:
    server = MailServer()
    yield server
    server.door.close()


@pytest.fixture
def own_site(
    transactional_db: None, mail_server: MailServer, settings, tmp_path: Path
) -> Iterator[Site]:
    """With mail and backups; this process puts tasks as its own do."""
    backups = tmp_path / "backups"
    more = {"BACKUPS": str(backups), "MAIL_FROM": "site@example.org"}
    more["MAIL_URL"] = f"smtp://{HOST}:{mail_server.port}"
    more |= {"SITE_URL": "http://tarok.example.org", "WEBHOOKS_INSIDE": HOST}
    running = Site(tmp_path, more=more)
    backend = "django_tasks_db.DatabaseBackend"
    queues = ["paper", "evening", "mail", "night", "webhooks"]
    settings.TASKS = {"default": {"BACKEND": backend, "QUEUES": queues}}
    settings.DATA_DIR, settings.BACKUPS = tmp_path, backups
    running.start()
    try:
        # Each start looks for the day's backup. With a club there it would make one,
        # a second file; or wait for the lock that a test holds, and be the task at work.
        until(rows_of("keep_daily").filter(status=Status.SUCCESSFUL).exists)
        yield running
    finally:
        running.stop()


def until(is_so: Callable[[], object]) -> None:
    """Wait for it."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, list(DBTaskResult.objects.values())
        time.sleep(0.01)


def rows_of(task: str) -> QuerySet[DBTaskResult]:
    return DBTaskResult.objects.filter(task_path__endswith=f".{task}")


def kill_in_the_middle(site: Site, task: str) -> None:
    """End all processes but the first while this task is done; another does it."""
    kill_at(site, task)
    done_again(task)


def kill_at(site: Site, task: str) -> None:
    rows = rows_of(task)
    until(rows.filter(status=Status.RUNNING).exists)
    kill_all_but_first(site)


def kill_all_but_first(site: Site) -> None:
    assert site.process
    first = site.process.pid
    listed = Path(f"/proc/{first}/task/{first}/children").read_text()
    for child in listed.split():
        with suppress(ProcessLookupError):
            os.kill(int(child), signal.SIGKILL)


def done_again(task: str) -> None:
    rows = rows_of(task)
    until(rows.filter(status=Status.SUCCESSFUL).exists)
    assert len(rows.get().worker_ids) == 2


def test_a_print_goes_on(own_site: Site) -> None:
    evening = builders.tournament(builders.club())
    builders.published_round(evening, 12)
    director = Caller.of(own_site, builders.member(evening.club, Role.Kind.DIRECTOR))
    at = [evening.club.slug, evening.slug]
    form = {"what": "sheets", "round": "1", "table": "", "paper": "letter"}
    status, _ = director.send(reverse("scoring:print-start", args=at), form)
    assert status == 302
    kill_in_the_middle(own_site, "make_print")
    [key] = jobs._by_key()
    name = jobs.result(key, owner=evening.club.slug)
    with store("prints").open(name) as file:
        assert len(PdfReader(file).pages) == 12


def test_a_backup_and_a_pack_go_on(own_site: Site) -> None:
    evening = builders.tournament(builders.club())
    backups = own_site.folder / "backups"
    (own_site.folder / "locks").mkdir(exist_ok=True)
    with exclusive(
        own_site.folder / "locks" / f"backup-{evening.pk}"
    ):  # it waits for us
        builders.opened_round(evening, 4)
        kill_at(own_site, "keep_evening")
    done_again("keep_evening")
    until(lambda: list(own_site.folder.glob(f"packs/{evening.pk}/*.pdf")))
    [kept] = backups.glob("*.zip")
    with open_archive(kept) as backup:
        assert backup.manifest.evening.startswith(evening.name)


def test_workers_killed_as_they_take_a_task_lose_none(own_site: Site) -> None:
    chance = random.Random(1)
    first = 10_000  # no such mail: its task finds nothing to send
    for _ in range(KILLS):
        for mail in range(first, first + TASKS):
            enqueue(send, mail)
        time.sleep(chance.uniform(0, 0.1))
        kill_all_but_first(own_site)
        first += TASKS
    sent = rows_of("send").filter(status=Status.SUCCESSFUL)
    until(lambda: sent.count() == KILLS * TASKS)
    say(f"database: {KILLS} kills of all workers, {KILLS * TASKS} tasks, 0 lost")


def test_a_mail_goes_out_once(own_site: Site, mail_server: MailServer) -> None:
    builders.user("anna", email="anna@example.org")
    anybody = Caller(own_site, f"csrftoken={'c' * 32}")
    at = reverse("account_reset_password")
    status, _ = anybody.send(at, {"email": "anna@example.org"})
    assert status == 302
    until(lambda: mail_server.came == 2)  # killed before, the next try would wait
    kill_in_the_middle(own_site, "send")
    until(lambda: not Mail.objects.exists())
    [text] = filter(None, mail_server.mails)
    assert "To: anna@example.org" in text
    assert re.search(r"http://\S+/accounts/forgot/\S+", text)


def test_a_program_is_told_all_the_same(own_site: Site, settings: Any) -> None:
    settings.SITE_URL = own_site.more["SITE_URL"]
    settings.WEBHOOKS_INSIDE = [ip_network(HOST)]
    evening = builders.tournament(builders.club())
    with receiver() as program:
        program.answer = lambda line: line.recv(1)  # until whoever called is gone
        hook = webhooks.make(
            club=evening.club, actor=builders.command(), address=program.at(), key="key"
        )
        with transaction.atomic():
            log(
                builders.command(),
                "entry",
                log_message("entry.numbers_drawn"),
                tournament=evening,
            )
        until(lambda: program.calls)
        kill_at(own_site, "call")
        program.answer = TAKEN
        Webhook.objects.update(waits_until=hook.made_at)  # as if a minute were over
        until(lambda: not hook.tries.filter(tried_at=None).exists())
    first, *_, last = told(program)
    assert first == last
    told_at_last = hook.tries.last()
    assert told_at_last is not None
    assert told_at_last.status == 204
