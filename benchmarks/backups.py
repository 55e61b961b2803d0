"""How long a backup and its restoring take: `python -m benchmarks.backups`.

The evening: 400 players, 10 rounds, 16 hands a table, every sheet in force.
"""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.db.models import QuerySet

from benchmarks.site import FOLDER, settings
from clubs.models import Club
from rules.spjst import HOUSE, parse, settle
from scoring.backups.create import make
from scoring.models import Change, Count, Hand, Sheet, Tournament
from scoring.results import stored
from scoring.rollups.updates import follow
from tests import builders
from tests.fields import field

PLAYERS, ROUNDS, HANDS = 400, 10, 16


def evening(club: Club) -> Tournament:
    tournament = field(club, PLAYERS, ROUNDS)
    chance = random.Random(1)
    sheets = list(Sheet.objects.all())
    Hand.objects.bulk_create(hands(sheets, chance, HANDS), batch_size=500)
    Change.objects.bulk_create(changes(tournament, sheets, HANDS), batch_size=500)
    confirm(Count.objects.all())
    stored.refresh(tournament, actor=builders.command(), reason="every sheet")
    follow(tournament.pk)
    return tournament


def confirm(counts: QuerySet[Count]) -> None:
    rows = list(counts)
    for row in rows:
        row.confirms_id, row.pk, row.number = row.pk, None, 2
        row.witness, row.key = "import", f"confirm-{row.sheet_id}"
    Count.objects.bulk_create(rows, batch_size=500)


def hands(sheets: list[Sheet], chance: random.Random, each: int) -> Iterator[Hand]:
    rules = HOUSE.rules("spjst-2013", {})
    for sheet in sheets:
        for number in range(1, each + 1):
            povinost = number % 4 + 1
            record = {
                "povinost": povinost,
                "bid": "povinost",
                "declarer": povinost,
                "partner": povinost % 4 + 1,
                "points": chance.randint(36, 69),
                "values": {str(povinost): ["taroky"]},
            }
            net = settle(parse(record), rules).net
            yield Hand(
                sheet=sheet,
                key=f"{sheet.pk}-{number}-{chance.getrandbits(64):x}",
                number=number,
                record=record,
                engine="1",
                by_name="Marie Kubala",
                **{f"net{seat}": chips for seat, chips in enumerate(net, start=1)},
            )


def changes(
    tournament: Tournament, sheets: list[Sheet], hands: int
) -> Iterator[Change]:
    for sheet in sheets:
        for number in range(hands + 4):
            yield Change(
                tournament=tournament,
                sheet=sheet,
                by_name="Marie Kubala",
                source="table",
                what="hand",
                text=f"recorded hand {number} of table {sheet.table}",
                new="+3, +3, −3, −3",
            )


def writes(stop: threading.Event, found: list[float]) -> None:
    """Saves one row after another, and notes how many seconds each took."""
    while not stop.is_set():
        start = time.perf_counter()
        Change.objects.create(by_name="x", source="desk", what="count", text="x")
        found.append(time.perf_counter() - start)
        time.sleep(0.01)
    connection.close()


def main() -> None:
    call_command("migrate", verbosity=0)
    evening(Club.objects.create(slug="benchmark", name="Benchmark"))
    print(f"{PLAYERS} players, {ROUNDS} rounds, {HANDS} hands a table")
    made = make(FOLDER / "rows.zip")
    packed = (FOLDER / "rows.zip").stat().st_size
    unpacked = sum(part.bytes for part in made.files.values())
    database = Path(settings.DATABASES["default"]["NAME"])
    print(
        f"{made.rows} rows; the backup {packed / 1e6:.1f} MB, packed "
        f"{unpacked / packed:.0f}:1, the database {database.stat().st_size / 1e6:.1f} MB"
    )
    alone = times(lambda n: make(FOLDER / f"alone-{n}.zip"))
    print(f"backup               {alone:.2f} s")
    found: list[float] = []
    stop = threading.Event()
    writer = threading.Thread(target=writes, args=(stop, found))
    writer.start()
    busy = times(lambda n: command("backup", "-o", FOLDER / f"busy-{n}.zip"))
    stop.set()
    writer.join()
    print(
        f"as a command, beside a writer   {busy:.2f} s; {len(found)} saves meanwhile, "
        f"the slowest {max(found) * 1000:.0f} ms"
    )
    os.environ["DATA_DIR"] = str(FOLDER / "elsewhere")
    start = time.perf_counter()
    command("restore", FOLDER / "rows.zip")
    print(f"restore, with audit  {time.perf_counter() - start:.1f} s")


def command(*words: str | Path) -> None:
    subprocess.run(
        [sys.executable, "manage.py", *words], check=True, stdout=subprocess.DEVNULL
    )


def times(work: Callable[[int], object]) -> float:
    """The best seconds of three runs."""
    seconds = []
    for number in range(3):
        start = time.perf_counter()
        work(number)
        seconds.append(time.perf_counter() - start)
    return min(seconds)


if __name__ == "__main__":
    main()
