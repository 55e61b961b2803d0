"""How many hands a second are scored, from JSON to JSON: `python -m benchmarks.hands`.

The records are made up with a fixed seed: plain hands, and hands with values, Pagat,
challenges and faults; those of another game are its worked cases, over and over. The
baseline reads and writes the same records as JSON and does
nothing else, so that the ratio holds on any machine.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from rules.game import game_named, game_names
from rules.spjst import VALUES, HouseRules, check

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "tests" / "cases" / "games"
DEFAULT = "spjst"
HANDS = 50_000
SEED = 1897


def plain(chance: random.Random) -> dict[str, Any]:
    """A hand as most are: Povinost, a partner, points."""
    povinost = chance.randint(1, 4)
    partner = chance.choice([seat for seat in (1, 2, 3, 4) if seat != povinost])
    return {
        "povinost": povinost,
        "bid": "povinost",
        "declarer": povinost,
        "partner": partner,
        "points": chance.randint(20, 90),
    }


def rich(chance: random.Random) -> dict[str, Any]:
    """A hand in which much happened: a value, an announced Pagat, Kontra, a fault.

    Hands that contradict themselves are drawn again: nobody could save them.
    """
    while check(record := _much(chance), HouseRules()):
        pass
    return record


def _much(chance: random.Random) -> dict[str, Any]:
    record = plain(chance)
    seat = chance.randint(1, 4)
    return record | {
        "challenge": chance.choice(("kontra", "re")),
        "values": {str(seat): [chance.choice(sorted(VALUES))]},
        "pagat": {"side": "declarer", "announced": True, "made": chance.random() < 0.5},
        "faults": [{"fault": "discard_count", "seat": seat}],
    }


def records(kind: Callable[[random.Random], dict[str, Any]]) -> str:
    chance = random.Random(SEED)
    return "".join(json.dumps(kind(chance)) + "\n" for _ in range(HANDS))


def baseline(text: str) -> float:
    """Seconds to read and write the records, nothing more."""
    start = time.perf_counter()
    for line in text.splitlines():
        json.dumps(json.loads(line))
    return time.perf_counter() - start


def worked(game: str) -> str:
    """The records of a game's worked cases by its usual rules, over and over."""
    cases = json.loads((CASES / f"{game}.json").read_text(encoding="utf-8"))["cases"]
    usual = {"preset": game_named(game).house.default, "set": {}}
    found = [case for case in cases if case["net"] and case["rules"] == usual]
    lines = [json.dumps(hand["record"]) + "\n" for hand in found]
    return "".join(islice(cycle(lines), HANDS))


def command(text: str, *more: str) -> float:
    """Seconds of the whole command, its start included."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "hands.jsonl"
        file.write_text(text, encoding="utf-8")
        asked = [sys.executable, "manage.py", "score_hands", *more, str(file)]
        environment = os.environ | {"DATA_DIR": folder}
        start = time.perf_counter()
        subprocess.run(
            asked, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, check=True
        )
        return time.perf_counter() - start


def main() -> None:
    print(f"{HANDS} hands each, `score_hands` from start to end")
    print(f"{'hands':>14} {'a second':>9} {'times the bare JSON':>20}")
    for kind in (plain, rich):
        _line(kind.__name__, records(kind))
    for game in game_names():
        if game != DEFAULT:
            _line(game, worked(game), "--game", game)


def _line(name: str, text: str, *more: str) -> None:
    bare, whole = baseline(text), command(text, *more)
    print(f"{name:>14} {HANDS / whole:9.0f} {whole / bare:20.1f}")


if __name__ == "__main__":
    main()
