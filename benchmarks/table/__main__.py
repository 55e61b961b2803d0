"""How long it takes to save a hand: `python -m benchmarks.table`.

From the question to the whole answer, over the network of this machine, against the site
as `manage.py serve` runs it, on SQLite and on a PostgreSQL that flushes what it commits.
First one phone that has the site for itself; each hand follows a bare Django insert of
one row into the same database, so that their ratio holds on any machine; in the same way
a count, its confirmation, and somebody who comes to the door. Then a hall
full of tables at once, each with two phones that ask for news. Everything together has
two cores.

The exit status is 1 if a hand was lost, doubled or told otherwise than it is kept, if
a phone got no answer or an error, or if the audit finds anything; never for slowness.
"""

import json
import math
import os
import subprocess
import sys
from collections.abc import Sequence
from statistics import median
from typing import Any

from tests.postgres import throwaway_postgres

CORES = 2
SHOWN = 5  # of each kind of complaint

Found = dict[str, Any]


def measured(url: str = "") -> Found:
    """What a process of its own found on this database."""
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.table.one_database"],
        env=os.environ | {"BENCHMARK_DATABASE_URL": url},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


def slowest(seconds: Sequence[float]) -> float:
    """What 99 of 100 do not exceed."""
    return sorted(seconds)[math.ceil(0.99 * len(seconds)) - 1]


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:9.1f}"


def print_alone(by_database: dict[str, Found]) -> None:
    print("\nOne phone alone (ms; × is the multiple of the bare insert)")
    print(
        f"{'':<12}{'insert':>9}{'99 %':>9}{'hand':>9}{'99 %':>9}{'×':>7}{'× 99 %':>8}"
    )
    for name, found in by_database.items():
        bare, hand = found["alone"]["inserts"], found["alone"]["seconds"]
        four = [median(bare), slowest(bare), median(hand), slowest(hand)]
        ratios = f"{four[2] / four[0]:7.1f}{four[3] / four[1]:8.1f}"
        print(f"{name:<12}{''.join(map(milliseconds, four))}{ratios}")


def print_besides(by_database: dict[str, Found]) -> None:
    print("\nWhat else is saved, alone (median ms; × the bare insert)")
    for name, found in by_database.items():
        bare, saved = median(found["besides"]["inserts"]), found["besides"]["seconds"]
        each = (
            f"{what}{milliseconds(median(took))}{median(took) / bare:7.1f}"
            for what, took in saved.items()
        )
        print(f"{name:<12}{milliseconds(bare)}   {'   '.join(each)}")


def print_crowd(by_database: dict[str, Found]) -> None:
    print("\nAll tables at once (ms)")
    print(
        f"{'':<12}{'hands':>7}{'a second':>9}{'median':>9}{'99 %':>9}{'slowest':>9}"
        f"{'news':>7}{'errors':>8}{'audit':>7}{'phones':>8}"
    )
    for name, found in by_database.items():
        crowd = found["crowd"]
        hands, wall = crowd["seconds"], crowd["wall"]
        three = [median(hands), slowest(hands), max(hands)]
        share = crowd["own"] / (wall * CORES)
        print(
            f"{name:<12}{len(hands):>7}{len(hands) / wall:>9.0f}"
            f"{''.join(map(milliseconds, three))}{crowd['news']:>7}"
            f"{len(crowd['errors']):>8}{len(crowd['findings']):>7}{share:>8.0%}"
        )
    print("phones: how much of the cores they took themselves")


def complain(by_database: dict[str, Found]) -> int:
    """Says what went wrong; the exit status."""
    wrong = 0
    for name, found in by_database.items():
        for part in ("alone", "besides", "crowd"):
            for kind in ("errors", "findings"):
                all_of_it = found[part][kind]
                wrong += len(all_of_it)
                for line in all_of_it[:SHOWN]:
                    print(f"{name}, {part}, {kind}: {line}", file=sys.stderr)
    return 1 if wrong else 0


def main() -> int:
    cores = sorted(os.sched_getaffinity(0))[:CORES]
    os.sched_setaffinity(0, cores)  # and all that we start
    load = os.getloadavg()[0]
    print(f"{len(cores)} cores; load of the machine before: {load:.1f}", flush=True)
    by_database = {"SQLite": measured()}
    with throwaway_postgres(careful=True) as url:
        by_database["PostgreSQL"] = measured(url)
    print_alone(by_database)
    print_besides(by_database)
    print_crowd(by_database)
    return complain(by_database)


if __name__ == "__main__":
    sys.exit(main())
