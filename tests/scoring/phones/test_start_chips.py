"""Everybody has 100 chips: a tick for a table, taken back until it plays."""

import pytest

from scoring.core.writes import ActionRefused
from scoring.draw import rounds
from scoring.models import Change, Sheet
from scoring.phones.start_chips import tick
from tests import builders
from tests.log_texts import log_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet() -> Sheet:
    return builders.open_sheet(builders.tournament(builders.club(), start_chips=50))


def ticked(sheet: Sheet, laid: bool = True) -> bool:
    return bool(tick(sheet=sheet, actor=builders.command(), laid=laid).chips_laid_at)


def test_a_tick_is_logged_once_and_taken_back(sheet: Sheet) -> None:
    assert ticked(sheet)
    assert ticked(sheet)
    row = Change.objects.get(what="chips")
    assert row.text == log_text("chips.laid", round="1", table="1", chips="50 chips")
    assert not ticked(sheet, laid=False)
    assert Change.objects.filter(what="chips").count() == 2


def test_a_tick_stays_once_the_table_plays(sheet: Sheet) -> None:
    ticked(sheet)
    builders.counted(sheet, held=(50, 50, 50, 50))
    with pytest.raises(ActionRefused, match="Table 1 is already playing"):
        ticked(sheet, laid=False)
    assert Sheet.objects.get().chips_laid_at


def test_nothing_is_ticked_in_a_round_that_is_over(sheet: Sheet) -> None:
    rounds.cancel(rnd=sheet.round, actor=builders.command(), reason="fire alarm")
    with pytest.raises(ActionRefused, match="isn’t being played"):
        ticked(sheet)
