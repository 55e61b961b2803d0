"""How many may look on beside a full hall: `python -m benchmarks.crowd [SECONDS [ALONE BEHIND]]`.

250 phones at 125 tables ask for news every four seconds and save hands; every three
seconds a sheet is verified, so that the standings of 500 players are news to everybody.
Beside them spectators open the standings and ask every ten seconds what is new. First
against the site alone, then through Debian's nginx as docs/operations.md sets it up, on
127.0.0.1 and ended at the end. Everything together has two cores.

The exit status is 1 where something was answered wrongly or not at all, never for slowness.
"""

import json
import os
import subprocess
import sys
from typing import Any

from django.core.management import call_command

from benchmarks.site import FOLDER as FOLDER  # the settings come first
from benchmarks.table.hall import Hall
from benchmarks.table.one_database import server
from benchmarks.table.phones import Plan
from benchmarks.table.spectators import HAND_EVERY
from tests.server.proxy import proxy
from tests.server.site import Site

CORES = 2
TABLES = 125
SECONDS = 90  # of each measurement
NEWS_EVERY = 4.0  # s, as static/table/sync.js
ALONE, BEHIND_NGINX = 600, 2_000  # spectators
AIM = 1.5  # s, which 99 of 100 answers to phones do not exceed


def measured(plan: Plan) -> dict[str, Any]:
    """The crowd in a process of its own."""
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.table.spectators"],
        input=json.dumps(plan),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


def show(where: str, spectators: int, answers: dict[str, Any]) -> int:
    """A line for each group; how many were answered wrongly."""
    wrong = 0
    print(f"\n{where}, {spectators} spectators (ms); {answers['own']:.2f} cores theirs")
    for name, group in sorted(answers["groups"].items()):
        seconds = sorted(group["seconds"])
        three = [seconds[int(len(seconds) * share)] for share in (0.5, 0.99)]
        kinds = ", ".join(f"{n} × {s}" for s, n in sorted(group["statuses"].items()))
        figures = "".join(
            f"{seconds_taken * 1000:>9.1f}" for seconds_taken in [*three, seconds[-1]]
        )
        print(f"{name:<12}{len(seconds):>7}{figures}   {kinds}", flush=True)
        wrong += len(group["wrong"])
        for wrong in group["wrong"][:5]:
            print(f"{name}: {wrong}", file=sys.stderr)
    phones_late = sorted(answers["groups"]["phones"]["seconds"])
    late = phones_late[int(len(phones_late) * 0.99)]
    verdict = "met" if late <= AIM else "not met"
    print(
        f"99 of 100 answers to phones within {late:.2f} s; the aim {AIM} is {verdict}"
    )
    return wrong


def main(seconds: float, *crowds: int) -> int:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:CORES])
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}", flush=True)
    alone, behind = crowds or (ALONE, BEHIND_NGINX)
    call_command("migrate", verbosity=0)
    halls = [Hall(TABLES, 1 + int(seconds / HAND_EVERY), n) for n in ("One", "Two")]
    wrong = 0
    with server() as port:
        for hall, spectators in zip(halls, (alone, behind), strict=True):
            page = hall.tournament.get_absolute_url()
            plan = hall.plan(port, NEWS_EVERY)
            plan |= {"spectators": spectators, "seconds": seconds, "standings": page}
            if hall is halls[0]:
                answers = measured({**plan, "look_at": port})
                wrong += show("Without nginx", spectators, answers)
                continue
            folder = FOLDER / "nginx"
            folder.mkdir()
            with proxy(Site(FOLDER, port), folder) as front:
                answers = measured({**plan, "port": front, "look_at": front})
                wrong += show("Behind nginx", spectators, answers)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*([int(number) for number in sys.argv[1:]] or [SECONDS])))
