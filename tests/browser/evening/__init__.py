"""The parts of a whole evening; their asserts tell as much as those of a test."""

import pytest

pytest.register_assert_rewrite(
    *(f"{__name__}.{part}" for part in ("desk", "rounds", "ending"))
)
