"""Whole evenings, a few of them here; `--hypothesis-profile=wander` walks farther."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.evenings.machine import Machine


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


def _acted() -> list[str]:
    """How often each thing was done, or refused and why."""
    found = sorted(Machine.acted.items())
    return ["", *(f"{times:7} {what}" for what, times in found)]
