"""How many may watch a full hall: `python -m benchmarks.crowd [SECONDS [ALONE BEHIND]]`.

500 players have two rounds behind them and play a third at 125 tables. Their 250 phones
have one address; they ask for news every four seconds and save hands. Every three seconds
a sheet is verified, so the standings are news to everybody. Halfway the next round is
published, and the phones open the pages of their new tables. Beside them spectators look
at pages of all kinds every ten seconds. One in ten is signed in, and a proxy keeps nothing
for them.

First against the site alone, then through Debian's nginx as docs/nginx.conf sets it up,
with HTTPS=off and with HTTPS=on (nginx says that everybody came by https; nothing is
encrypted). Everything together has two cores, the load too. Before each of them, every
page is asked alone: what it costs the site.

The exit status is 1 where something was answered wrongly or not at all, never for slowness.
"""

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.test import Client
from django.urls import reverse

from benchmarks.site import FOLDER as FOLDER  # the settings come first
from benchmarks.table.hall import Hall
from benchmarks.table.one_database import server
from benchmarks.table.phones import HOST, Plan
from benchmarks.table.spectators import HAND_EVERY
from clubs.models import User
from scoring.draw import rounds
from scoring.draw.seats import make_draft
from scoring.models import Round
from tests import builders
from tests.server import proxy as nginx
from tests.server.site import Site

CORES = 2
TABLES, PLAYED = 125, 2  # rounds whose scores are in
SECONDS = 90.0  # of each measurement
NEWS_EVERY = 4.0  # s, as static/table/sync.js
ALONE, BEHIND_NGINX = 600, 2_000  # spectators
SIGNED_IN = 200  # accounts
AIM = 1.5  # s, which 99 of 100 answers to phones do not exceed
ASKED_ALONE = 20  # times, for the cost of a page
TICKS = os.sysconf("SC_CLK_TCK")  # of the processor's clock in a second
SITE, NGINX = "manage.py serve", "nginx"  # how their processes are called


class Evening(Hall):
    """A hall with scores behind it, a round that is played, and a draft of the next."""

    def __init__(self, hands: int, name: str) -> None:
        super().__init__(TABLES, hands, name, PLAYED)
        people = list(self.tournament.entries.order_by("number"))
        self.chance.shuffle(people)
        fours = [people[n : n + 4] for n in range(0, len(people), 4)]
        self.draft = make_draft(self.tournament, PLAYED + 2, fours)

    @property
    def pages(self) -> dict[str, int]:
        """What spectators look at, by how many of a hundred do."""
        club, slug = self.tournament.club.slug, self.tournament.slug
        now = [club, slug, PLAYED + 1]
        standings = self.tournament.get_absolute_url()
        return {
            standings: 55,
            reverse("scoring:round", args=now): 15,
            reverse("scoring:round", args=[club, slug, PLAYED]): 5,
            reverse("scoring:place", args=[club, slug, 7]): 5,
            reverse("scoring:corrections", args=[club, slug]): 5,
            reverse("scoring:screen-news", args=[club, slug]): 5,
            self.tournament.club.get_absolute_url(): 10,
        }

    def everything(self, port: int) -> Plan:
        """The plan of the whole crowd, with the tables of the next round."""
        plan = self.plan(port, NEWS_EVERY)
        sheets = self.draft.sheets.order_by("table")
        for table, sheet in zip(plan["tables"], sheets, strict=True):
            table["next_path"] = reverse("scoring:table", args=[sheet.token])
        standings = self.tournament.get_absolute_url()
        return plan | {"pages": self.pages, "standings": standings}

    def publish(self) -> float:
        """Publish the draft as a director does; how many seconds that took."""
        began = time.perf_counter()
        rounds.publish(
            rnd=Round.objects.get(pk=self.draft.pk), actor=builders.command()
        )
        connections.close_all()
        return time.perf_counter() - began


def sessions() -> list[str]:
    """Cookies of people who are signed in and have no role anywhere."""
    cookies = []
    for number in range(SIGNED_IN):
        browser = Client()
        browser.force_login(User.objects.create_user(f"fan-{number}"))
        name = settings.SESSION_COOKIE_NAME
        cookies.append(f"{name}={browser.cookies[name].value}")
    return cookies


def processor_of(name: str) -> float:
    """Seconds of processor that our processes of this name took so far."""
    parents, used = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "stat").read_text().rpartition(")")[2].split()
            called = (folder / "cmdline").read_text().replace("\0", " ")
        except OSError:  # it ended just now
            continue
        parents[int(folder.name)] = int(words[1])
        if name in called:
            used[int(folder.name)] = (int(words[11]) + int(words[12])) / TICKS
    return sum(
        seconds for process, seconds in used.items() if is_ours(process, parents)
    )


def is_ours(process: int, parents: dict[int, int]) -> bool:
    while process in parents and process != os.getpid():
        process = parents[process]
    return process == os.getpid()


def show_pages(evening: Evening, port: int, cookie: str) -> None:
    """What a page costs the site: milliseconds of processor, without a proxy."""
    print(f"{'processor of a page (ms)':<40}{'stranger':>10}{'signed in':>10}")
    headers = {"Host": HOST, "X-Forwarded-Proto": "https", "Accept-Encoding": "gzip"}
    line = http.client.HTTPConnection(HOST, port)
    table = evening.tables[-1]
    for page in [*evening.pages, table.path, f"{table.path}state/"]:
        costs = []
        for who in ({}, {"Cookie": cookie}):
            before = 0.0
            for number in range(-4, ASKED_ALONE):
                if number == 0:  # both processes have drawn it
                    before = processor_of(SITE)
                line.request("GET", page, headers=headers | who)
                answer = line.getresponse()
                answer.read()
                if answer.status != 200:
                    raise RuntimeError(f"{page} answers {answer.status}")
            costs.append((processor_of(SITE) - before) / ASKED_ALONE * 1000)
        name = page.replace(table.path, "/t/…/")
        print(f"{name:<40}{costs[0]:>10.1f}{costs[1]:>10.1f}", flush=True)
    line.close()


def measured(plan: Plan, evening: Evening) -> dict[str, Any]:
    """The crowd in a process of its own; the next round is published halfway."""
    used = {name: processor_of(name) for name in (SITE, NGINX)}
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.table.spectators"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as crowd:
        assert crowd.stdin
        assert crowd.stdout
        crowd.stdin.write(f"{json.dumps(plan)}\n")
        crowd.stdin.flush()
        time.sleep(plan["seconds"] / 2)
        publishing = evening.publish()
        crowd.stdin.write("published\n")
        crowd.stdin.close()
        answers: dict[str, Any] = json.loads(crowd.stdout.read())
    took = time.perf_counter() - began
    cores = {name: (processor_of(name) - used[name]) / took for name in used}
    return answers | {"site": cores[SITE], "nginx": cores[NGINX], "took": publishing}


def show(where: str, spectators: int, answers: dict[str, Any]) -> int:
    """A line for each group; how many were answered wrongly."""
    wrong = 0
    print(
        f"\n{where}, {spectators} spectators; load of the machine "
        f"{os.getloadavg()[0]:.1f}\n"
        f"cores: site {answers['site']:.2f}, nginx {answers['nginx']:.2f}, the load "
        f"itself {answers['own']:.2f}; publishing took {answers['took']:.2f} s"
    )
    print(f"{'answers (ms)':<20}{'':>7}{'half':>9}{'99 %':>9}{'slowest':>9}")
    for name, group in sorted(answers["groups"].items()):
        seconds = sorted(group["seconds"])
        three = [seconds[int(len(seconds) * share)] for share in (0.5, 0.99)]
        kinds = ", ".join(f"{n} × {s}" for s, n in sorted(group["statuses"].items()))
        figures = "".join(
            f"{seconds_taken * 1000:>9.1f}" for seconds_taken in [*three, seconds[-1]]
        )
        print(f"{name:<20}{len(seconds):>7}{figures}   {kinds}", flush=True)
        wrong += len(group["wrong"])
        for words in group["wrong"][:5]:
            print(f"{name}: {words}", file=sys.stderr)
    phones = sorted(answers["groups"]["phones"]["seconds"])
    late = phones[int(len(phones) * 0.99)]
    verdict = "met" if late <= AIM else "not met"
    print(
        f"99 of 100 answers to phones within {late:.2f} s; the aim {AIM} is {verdict}"
    )
    return wrong


@contextmanager
def proxy(port: int, https: str) -> Iterator[int]:
    """nginx as docs/nginx.conf has it; with `https` on, it says that readers use it."""
    folder = FOLDER / f"nginx-{https}"
    folder.mkdir()
    text = (settings.BASE_DIR / nginx.EXAMPLE).read_text(encoding="utf-8")
    if https == "on":
        assert "X-Forwarded-Proto $scheme" in text
        text = text.replace("X-Forwarded-Proto $scheme", "X-Forwarded-Proto https")
    example = folder / "example.conf"
    example.write_text(text, encoding="utf-8")
    with (
        mock.patch.object(nginx, "EXAMPLE", example),
        nginx.proxy(Site(FOLDER, port), folder) as front,
    ):
        yield front


def main(seconds: float = SECONDS, *crowds: float) -> int:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}", flush=True)
    alone, behind = map(int, crowds or (ALONE, BEHIND_NGINX))
    call_command("migrate", verbosity=0)
    hands = 1 + int(seconds / HAND_EVERY)
    halls = [Evening(hands, name) for name in ("One", "Two", "Three")]
    crowd: Plan = {"seconds": seconds, "sessions": sessions()}
    wrong = 0
    with server() as port:
        show_pages(halls[0], port, crowd["sessions"][0])
        plan = halls[0].everything(port) | crowd | {"spectators": alone}
        answers = measured(plan | {"look_at": port}, halls[0])
        wrong += show("Without nginx, HTTPS=off", alone, answers)
    for evening, https in zip(halls[1:], ("off", "on"), strict=True):
        with server(https) as port, proxy(port, https) as front:
            plan = evening.everything(front) | crowd | {"spectators": behind}
            answers = measured(plan | {"look_at": front}, evening)
            wrong += show(f"Behind nginx, HTTPS={https}", behind, answers)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:])))
