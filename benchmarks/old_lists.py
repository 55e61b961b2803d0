"""How long thirty years of old lists take to come in: `python -m benchmarks.old_lists`.

A workbook of 30 sheets, each a year of 13 evenings, with 40 of 300 people an evening.
"""

import io
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from itertools import islice, permutations
from typing import TypeVar

from django.apps import apps
from django.core.management import call_command
from openpyxl import Workbook

from benchmarks import site
from scoring.models import Change
from scoring.past_results import import_drafts, importer, undo
from scoring.past_results.import_drafts import look_at
from scoring.past_results.matching import matched
from scoring.people.spreadsheets import read_sheets
from tests import builders

__all__ = ["site"]
YEARS, EVENINGS, CAME, PEOPLE = 30, 13, 40, 300
LONGEST = 60.0  # s, all of it
LONGEST_LOCK = 0.5  # s of CPU
T = TypeVar("T")


def main() -> int:
    call_command("migrate", verbosity=0)
    club = builders.club()
    content, by = workbook(), builders.command()
    took: dict[str, float] = {}
    before = rows()
    locks: list[float] = []
    with each_timed(locks):
        sheets = timed(took, "read", lambda: read_sheets("liga.xlsx", content))
        kept = import_drafts.add(club=club, actor=by, name="liga.xlsx", sheets=sheets)
        look = timed(took, "recognize", lambda: look_at(kept))
        evenings = look.wanted().evenings
        people = timed(took, "names", lambda: matched(club, evenings))
        wanted = look.wanted(people)
        timed(
            took,
            "import",
            lambda: importer.take(old_list=kept, actor=by, wanted=wanted),
        )
        came = sum(len(evening.facts) for evening in evenings)
        timed(took, "undo", lambda: undo.take_back(old_list=kept, actor=by))
    all_of_it = sum(took.values()) - took["undo"]
    print(f"{len(evenings)} evenings, {came} results in {all_of_it:.1f} s", end="; ")
    print(
        f"longest transaction {max(locks):.2f} s CPU; undo leaves nothing: {rows() == before}"
    )
    fine = all_of_it <= LONGEST and max(locks) <= LONGEST_LOCK and rows() == before
    return 0 if fine and len(evenings) == YEARS * EVENINGS else 1


def workbook() -> bytes:
    chance, book = random.Random(1), Workbook()
    book.remove(book.active)
    parts = ("ba", "ko", "li", "mar", "nek", "pos", "ra", "sta", "vel", "zu")
    given, family = permutations(parts, 3), permutations(reversed(parts), 3)
    names = [
        f"{''.join(one).title()} {''.join(other).title()}"
        for one, other in islice(zip(given, family, strict=True), PEOPLE)
    ]
    for year in range(1991, 1991 + YEARS):
        days = [date(year, 1, 8) + timedelta(28 * n) for n in range(EVENINGS)]
        came = [{*chance.sample(range(PEOPLE), CAME)} for _ in days]
        sheet = book.create_sheet(str(year))
        sheet.append(["Jméno", *(f"{day.day}. {day.month}." for day in days)])
        for at, name in enumerate(names):
            sheet.append(
                [
                    name,
                    *(
                        chance.randint(150, 500) if at in there else None
                        for there in came
                    ),
                ]
            )
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@contextmanager
def each_timed(locks: list[float]) -> Iterator[None]:
    """How much CPU each transaction that writes takes: so long others wait at least."""
    steps = [(importer, "_begin"), (importer, "_next"), (importer, "_end")]
    steps += [(undo, "_begin"), (undo, "_next"), (undo, "_end")]
    real = [getattr(module, name) for module, name in steps]

    def measured(step: Callable[..., T]) -> Callable[..., T]:
        def run(*args: object) -> T:
            start = time.process_time()
            try:
                return step(*args)
            finally:
                locks.append(time.process_time() - start)

        return run

    for (module, name), step in zip(steps, real, strict=True):
        setattr(module, name, measured(step))
    yield
    for (module, name), step in zip(steps, real, strict=True):
        setattr(module, name, step)


def rows() -> dict[str, int]:
    models = (model for model in apps.get_models() if model is not Change)
    return {model._meta.label: model._base_manager.count() for model in models}


def timed(took: dict[str, float], name: str, step: Callable[[], T]) -> T:
    start, cpu = time.perf_counter(), time.process_time()
    found = step()
    took[name] = time.perf_counter() - start
    print(f"{name:10} {took[name]:6.2f} s, CPU {time.process_time() - cpu:.2f} s")
    return found


if __name__ == "__main__":
    sys.exit(main())
