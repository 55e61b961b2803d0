"""Each fault of the drill can still be planted: what it breaks stands there, once."""

from tests.drill.planted import FAULTS
from tests.gate import HOUSE


def test_each_can_be_planted() -> None:
    for fault in FAULTS:
        assert (HOUSE / fault.file).read_text().count(fault.right) == 1, fault.name
        assert all((HOUSE / each).exists() for each in fault.tests), fault.name
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 24
