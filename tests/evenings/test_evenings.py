"""Whole evenings, a few of them here; `--hypothesis-profile=wander` walks farther."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.drill.figures import size
from tests.evenings.machine import Machine
from tests.evenings.paper import ABSENT, LEFT

PLAIN = {
    "substitute_counts": "replaced",
    "sit_out_score": "start",
    "absent_score": "zero",
    "drop_worst": 0,
    "ranking": "chips",
    "last_round_by_standing": False,
    "tie_breaks": [],
    "game": "spjst",
    "with_chips": True,
    "start_chips": 100,
    "teams": "none",
    "team_best": 1,
    "classes": "",
    "fee": 0,
    "prize_extra": 0,
    "prize_kept": 0,
    "prize_kind": "percent",
    "prizes": [],
    "rounds_planned": 2,
    "spare": "sit_out",
}


@pytest.mark.django_db
def test_everything_agrees_after_every_step(
    request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]
) -> None:
    wanders = request.config.getoption("--hypothesis-profile") == "wander"
    examples, steps = (200, 40) if wanders else (3, 14)
    Machine.acted.clear()
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            suppress_health_check=list(HealthCheck),
        ),
    )
    if wanders:
        with capsys.disabled():
            print(*_acted(), sep="\n")


@pytest.mark.django_db
@pytest.mark.parametrize("many", size([6], [5, 6, 9, 10, 13]))
def test_people_who_sit_out_leave_and_come_back(many: int) -> None:
    """What chance may miss in a few steps: every page opens, and all say the same."""
    evening = Machine()
    evening.begins(PLAIN, many=many, behind=False, under_way=True, seed=many)
    try:
        for state in size([LEFT], [LEFT, ABSENT, "expected"]):
            evening.somebody_who_sits_out_goes(pick=0, state=state)
            evening.all_say_the_same()
            evening.somebody_comes_back(pick=0)
            evening.all_say_the_same()
            evening.fewest_move()
            evening.all_say_the_same()
    finally:
        evening.teardown()


def _acted() -> list[str]:
    """How often each thing was done, or refused and why."""
    found = sorted(Machine.acted.items())
    return ["", *(f"{times:7} {what}" for what, times in found)]
