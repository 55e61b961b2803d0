"""Whole evenings, a few of them here; `--hypothesis-profile=wander` walks farther."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.evenings.machine import Machine


@pytest.mark.django_db
def test_everything_agrees_after_every_step(request: pytest.FixtureRequest) -> None:
    wanders = request.config.getoption("--hypothesis-profile") == "wander"
    examples, steps = (200, 40) if wanders else (4, 14)
    run_state_machine_as_test(
        Machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            suppress_health_check=list(HealthCheck),
        ),
    )
