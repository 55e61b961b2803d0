"""What a hostile visitor, a full disk and a pulled plug find: `./run drill [NAME]`.

Outside the gate, which tries the same in small. Each prints its figures; the status is 0
where all held.
"""

import os
import subprocess
import sys

from tests.drill.figures import DRILL
from tests.postgres import throwaway_postgres

RACES = ("test_races", "test_table_races", "test_door_races", "test_sign_ups")
LOOKS = (
    "test_deal_form_look",
    "test_hand_form_look",
    "test_table_pages_look",
    "test_game_cards",
    "test_season",
    "test_table_sizes",
    "test_club_page",
)
TWINS = ("test_twin", "test_shapes", "test_deal_form", "test_hand_form")
PROPERTIES = [
    "tests/rules",
    "tests/games",
    "tests/clubs/test_i18n.py",
    "tests/scoring/commands",
    "tests/scoring/core/test_forms.py",
    "tests/scoring/past_results",
    "tests/scoring/people",
    "tests/scoring/desk/test_clocks.py",
    "tests/scoring/history/test_record_book.py",
    "tests/scoring/sheets/views",
]
NIGHTS = ("test_evening", "test_sister_games", "test_another_game")
DRILLS = {
    "doors": [
        "tests/test_permissions.py",
        "tests/test_no_500.py",
        "tests/config/test_cache_headers.py",
        "tests/scoring/phones/views/test_writes.py",
    ],
    "api": ["tests/scoring/api/test_any_question.py"],
    "slow": ["tests/drill/slow.py"],
    "charsets": ["tests/config/test_wsgi.py"],
    "proxy": ["tests/drill/proxy.py"],
    "machines": ["tests/drill/machines.py"],
    "image": ["tests/drill/image.py"],
    "files": ["tests/drill/files.py"],
    "evenings": ["tests/drill/evening_files.py"],
    "kills": [
        *("tests/server/test_killed.py", "tests/server/test_killed_workers.py"),
        "tests/clubs/test_redis_taking.py",
    ],
    "races": ["tests/server/test_at_once.py", *(f"tests/{each}.py" for each in RACES)],
    "full": ["tests/drill/full.py"],
    "wal": ["tests/drill/wal.py"],
    "tallies": ["tests/scoring/rollups/test_event_results.py"],
    "stand-ins": ["tests/scoring/draw/test_substitutes.py"],
    "twin": [f"tests/browser/{each}.py" for each in TWINS],
    "looks": [f"tests/browser/{each}.py" for each in LOOKS],
    "benchmarks": ["tests/benchmarks", "tests/drill/benchmarks.py"],
    "properties": PROPERTIES,
    "chances": ["tests/scoring/standings/test_scenarios.py"],
    "planted": ["tests/drill/planted.py"],
    "cards": ["tests/scoring/games/test_paper.py"],
    "nights": [f"tests/browser/{each}.py" for each in NIGHTS],
}
ON_BOTH = ("kills", "races")
ON_POSTGRESQL = ("machines",)
PYTEST = [sys.executable, "-m", "pytest", "-q", "-p", "tests.drill.figures"]


def main(asked: list[str]) -> int:
    unknown = [name for name in asked if name not in DRILLS]
    if unknown:
        print(f"no drill {', '.join(unknown)}; there are {', '.join(DRILLS)}")
        return 2
    status = 0
    for name in asked or DRILLS:
        if name not in ON_POSTGRESQL:
            status = run(name, "SQLite" if name in ON_BOTH else "") or status
        if name in (*ON_BOTH, *ON_POSTGRESQL):
            with throwaway_postgres(careful=True) as url:
                status = run(name, "PostgreSQL", TEST_DATABASE_URL=url) or status
    return status


def run(name: str, where: str, **settings: str) -> int:
    print(f"\n== {name}{' on ' + where if where else ''}", flush=True)
    environment = {**os.environ, DRILL: "1", **settings}
    done = subprocess.run([*PYTEST, *DRILLS[name]], env=environment, check=False)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
