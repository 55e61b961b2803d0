"""What the second run leaves out is there: a path that moved would come in again."""

import pytest

from tests.gate import HOUSE, LEFT_OUT


@pytest.mark.parametrize("argument", LEFT_OUT)
def test_what_is_left_out_is_there(argument: str) -> None:
    assert list(HOUSE.glob(argument.partition("=")[2]))
