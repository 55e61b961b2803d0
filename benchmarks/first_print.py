"""What the first print of a quiet site takes: `python -m benchmarks.first_print`.

A worker gives back what lays out paper five minutes after the last task. Seconds of one
score sheet in a process that begins, as it is, and after the warm-up that the page of
prints asks for; each in processes of its own.
"""

import os
import subprocess
import sys
import time
from datetime import date
from importlib import import_module
from statistics import median

import benchmarks.site  # noqa: F401  (first: it makes the site)
from clubs.models import Club
from scoring.draw.documents.score_sheets import sheet_parts
from scoring.draw.documents.seats import TableSheet
from scoring.models import Entry, Seat, Tournament
from scoring.printing import jobs
from scoring.printing.document import Document

RUNS = 5
WARM = "warm"


def one_sheet() -> Document:
    seats = tuple(
        Seat(position=n, entry=Entry(number=n, name="Player")) for n in (1, 2, 3, 4)
    )
    table = TableSheet(1, seats, "K7RXD", "http://192.168.1.20:8000/t/1/")
    club = Club(name="SPJST Lodge 24")
    evening = Tournament(club=club, name="Fall Tarok", date=date(2026, 11, 20))
    return Document(sheet_parts(evening, 1, [table], paper="letter"))


def one_print(*, is_warm: bool) -> float:
    """Seconds until the sheet is a PDF."""
    if is_warm:
        jobs.warm_up.call(0)
    made = one_sheet()
    start = time.perf_counter()
    import_module("scoring.printing.render").pdf_of(made)  # as a worker loads it
    return time.perf_counter() - start


def elsewhere(*options: str) -> float:
    asked = [sys.executable, "-m", "benchmarks.first_print", "run", *options]
    return float(subprocess.check_output(asked, text=True).split()[-1])


def main() -> None:
    if "run" in sys.argv:
        print(one_print(is_warm=WARM in sys.argv))
        return
    cold = median(elsewhere() for _ in range(RUNS))
    warm = median(elsewhere(WARM) for _ in range(RUNS))
    print(f"load of this machine: {os.getloadavg()[0]:.1f}")
    print(f"the first print: {cold:.2f} s; after the warm-up: {warm:.2f} s")
    print(f"ratio: {cold / warm:.1f}")


if __name__ == "__main__":
    main()
