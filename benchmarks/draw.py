"""How long a draw takes and how good it is: `python -m benchmarks.draw`.

For each field size the slowest of three seeds, in seconds and as a multiple of a fixed
loop of plain Python run in between: the multiple compares between machines, busy or
idle. `least` is the report's lower bound of the repeats, a third meeting of a pair counting as
two. Then the smallest change of
such an evening: some left, some came, and so many places of players change. Last a
season of ten evenings, each drawn without and with who met before: the season's repeats
(a third meeting is two more), their least by arithmetic alone, the repeats within the
evenings, and the seconds of the slowest draw.
"""

import time
from collections import Counter
from itertools import combinations
from random import Random

from rules.seating import (
    Report,
    Request,
    Seated,
    draw,
    house_needed,
    moves,
    smallest_change,
)

ROUNDS = 5
SEEDS = (1, 2, 3)
SIZES = (8, 12, 13, 14, 15, *range(16, 29), 40, 60, 100, 200, 400, 1000, 4000)
CHANGES = ((0, 1), (1, 0), (3, 5), (40, 50))  # who left, who came
SEASONS = ((50, 40, 2), (50, 40, 3), (50, 40, 5), (35, 28, 3), (20, 16, 2), (17, 14, 5))
EVENINGS = 10
LOOP = 500_000  # steps of the baseline


def baseline() -> float:
    """Seconds of a plain loop."""
    start = time.perf_counter()
    total = 0
    for step in range(LOOP):
        total += step & 7
    return time.perf_counter() - start


def line(players: int, *, house: bool = False) -> str:
    """One row: the slowest and the worst of the seeds."""
    names = tuple(f"H{n + 1}" for n in range(house_needed(players))) if house else ()
    numbers = tuple(range(1, players + 1))
    reports: list[Report[int | str]] = []
    times, ratios = [], []
    for seed in SEEDS:
        request: Request[int | str] = Request(numbers, ROUNDS, seed, house=names)
        start = time.perf_counter()
        reports.append(draw(request).report)
        times.append(time.perf_counter() - start)
        ratios.append(times[-1] / baseline())
    worst = max(reports, key=lambda report: report.repeats)
    field = f"{players}+{len(names)}H" if house else str(players)
    seats = max(report.seat_imbalance for report in reports)
    return (
        f"{field:>8} {max(times):9.3f} {max(ratios):8.1f} "
        f"{worst.repeats:8} {worst.least_possible:6} {seats:6}"
    )


def change_line(players: int, left: int, came: int) -> str:
    """One row: the smallest change of an evening drawn with the first seed."""
    drawn = draw(Request(tuple(range(1, players + 1)), ROUNDS, SEEDS[0]))
    now = [
        Seated(tuple(enumerate(rnd.tables, start=1)), rnd.sit_out)
        for rnd in drawn.rounds
    ]
    here = tuple(range(left + 1, players + came + 1))
    start = time.perf_counter()
    after = smallest_change(Request(here, ROUNDS, SEEDS[0]), now)
    seconds = time.perf_counter() - start
    moved = [move for move in moves(now, after) if move.before and move.after]
    return f"{players:8} {left:5} {came:5} {seconds:9.3f} {len(moved):8}"


def season_line(club: int, here: int, rounds: int) -> str:
    """One row: ten evenings of `here` of the club's people, by lot."""
    counts, tonight, slowest = [], [], []
    for kept_apart in (False, True):
        rng, met = Random(1), Counter[tuple[int, int]]()
        repeats, most = 0, 0.0
        for seed in range(EVENINGS):
            people = sorted(sorted(range(club), key=lambda _: rng.random())[:here])
            pairs = tuple((*pair, n) for pair, n in met.items() if kept_apart)
            request = Request(tuple(people), rounds, seed, met=pairs)
            start = time.perf_counter()
            drawn = draw(request)
            most = max(most, time.perf_counter() - start)
            repeats += drawn.report.repeats
            for table in (table for rnd in drawn.rounds for table in rnd.tables):
                met.update(combinations(sorted(table), 2))
        counts.append(sum(times * (times - 1) // 2 for times in met.values()))
        tonight.append(repeats)
        slowest.append(most)
    each, more = divmod(met.total(), club * (club - 1) // 2)
    least = club * (club - 1) // 2 * each * (each - 1) // 2 + more * each
    return (
        f"{here:5} of {club:3} {rounds:6} {counts[0]:8} {counts[1]:8} {least:6} "
        f"{tonight[0]:7} {tonight[1]:4} {slowest[0]:9.3f} {slowest[1]:9.3f}"
    )


def main() -> None:
    print(f"{ROUNDS} rounds, slowest and worst of {len(SEEDS)} seeds")
    print(f"{'players':>8} {'seconds':>9} {'loops':>8} ", end="")
    print(f"{'repeats':>8} {'least':>6} {'seats':>6}")
    for players in SIZES:
        print(line(players), flush=True)
    for players in (13, 17, 99):
        print(line(players, house=True), flush=True)
    print(f"{'players':>8} {'left':>5} {'came':>5} {'seconds':>9} {'places':>8}")
    for players in (40, 400):
        for left, came in CHANGES:
            if left < players - 4:
                print(change_line(players, left, came), flush=True)
    print(
        f"{'here':>12} {'rounds':>6} {'without':>8} {'with':>8} {'least':>6} ", end=""
    )
    print(f"{'tonight':>12} {'seconds':>19}")
    for season in SEASONS:
        print(season_line(*season), flush=True)


if __name__ == "__main__":
    main()
