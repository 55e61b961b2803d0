"""Many clubs that open a round at seven o'clock: `python -m benchmarks.openings [ROUNDS [SECONDS]]`.

So many rounds of six tables are opened within a minute, each of a club of its own, as
`rounds.publish` and its page do: each asks for its print, a backup of the evening and a
pack. One machine of the usual two workers makes them. Measured are the memory of all its
processes together (PSS, the most at any moment), and when the last pack was there.

BENCHMARK_DATABASE_URL names an empty database of PostgreSQL; SQLite without it. The exit
status is 1 where something was not made or an aim was missed.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from benchmarks.site import FOLDER as FOLDER  # the settings come first
from benchmarks.table.one_database import server
from clubs.storage import store
from scoring.draw import manual_seating, rounds
from scoring.draw.documents import round_paper
from scoring.models import Round
from tests import builders

ROUNDS, SECONDS = 250, 60.0
TABLES = 6  # of four
MOST_BYTES, LATEST = 1 << 30, 300.0  # the aims: bytes, s
PATIENCE = 3_600.0  # s


def drafts(number: int) -> Iterator[Round]:
    """A round that is about to be opened, of so many clubs."""
    for each in range(number):
        tournament = builders.tournament(builders.club(f"lodge-{each}"))
        people = builders.entries(tournament, 4 * TABLES)
        tables = [people[4 * n : 4 * n + 4] for n in range(TABLES)]
        by = builders.command()
        yield manual_seating.seat_by_hand(
            tournament=tournament, actor=by, tables=tables
        )


def open_one(rnd: Round) -> None:
    fresh = rounds.publish(rnd=rnd, actor=builders.command(), stamp="")
    round_paper.prepare(fresh, address="http://127.0.0.1:8000/")


def memory(pid: int) -> int:
    """Bytes of a process and all its children, what they share counted once."""
    listed = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(pid)],
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    taken = 0
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        taken = 1024 * int(rollup.partition("\nPss:")[2].split()[0])
    except (OSError, IndexError):
        return 0  # it ended in this moment
    return taken + sum(memory(int(child)) for child in listed)


def packs_there() -> int:
    """Of how many evenings; by their files, as a question for each would measure itself."""
    folder = Path(store("packs").place(""))
    return len(list(folder.glob("*/after-round-*.pdf")))


def site_pid() -> int:
    me = os.getpid()
    children = Path(f"/proc/{me}/task/{me}/children").read_text().split()
    return next(
        int(child)
        for child in children
        if b"serve" in Path(f"/proc/{child}/cmdline").read_bytes()
    )


def main(number: int = ROUNDS, seconds: float = SECONDS) -> int:
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}", flush=True)
    settings.BACKUPS = FOLDER / "backups"
    os.environ["BACKUPS"] = str(settings.BACKUPS)
    call_command("migrate", verbosity=0)
    waiting = list(drafts(number))
    with server():
        pid = site_pid()
        most, begun, last = memory(pid), time.monotonic(), 0.0
        rest = most
        made = 0
        while made < number and time.monotonic() < begun + PATIENCE:
            now = time.monotonic() - begun
            while waiting and now >= seconds * (number - len(waiting)) / number:
                open_one(waiting.pop())
            most = max(most, memory(pid))
            if (there := packs_there()) > made:
                made, last = there, time.monotonic() - begun
            time.sleep(0.5)
    return show(number, made, rest, most, last)


def show(number: int, made: int, rest: int, most: int, last: float) -> int:
    met = "met" if most <= MOST_BYTES else "not met"
    in_time = "met" if last <= LATEST else "not met"
    print(
        f"{number} rounds opened: {made} packs, the last after {last:.0f} s "
        f"(the aim {LATEST:.0f} s is {in_time})\n"
        f"memory of all processes: {rest >> 20} MB at rest, {most >> 20} MB at most "
        f"(the aim {MOST_BYTES >> 20} MB is {met})"
    )
    is_within = most <= MOST_BYTES and last <= LATEST
    return 0 if made == number and is_within else 1


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
