"""Hands of the games that carry something on from deal to deal."""

from typing import Any

import pytest

from scoring.models import Hand, Sheet
from scoring.sheets.selectors.what_if import if_recorded
from tests import builders as build

pytestmark = pytest.mark.django_db
FIRST = {
    "paskievics": {"table": 4, "dealer": 4, "kind": "passed_out"},
    "reversis": {"table": 4, "dealer": 4, "kind": "finish"},
    "scarto": {"table": 3, "dealer": 3, "points": [30, 26, 22]},
    "tysiacha": {"table": 3, "dealer": 3, "kind": "passed_out"},
}


def table_of(game: str, **facts: Any) -> Sheet:
    """A table of an open round, of as many as the game needs."""
    made = build.tournament(build.club(), game=game, start_chips=0, **facts)
    people = build.entries(made, FIRST[game]["table"])
    return build.published_round(made, [people]).sheets.get()


@pytest.mark.parametrize("said", [{}, {"odd": [None]}, 7, None], ids=str)
@pytest.mark.parametrize("game", FIRST)
def test_nobody_says_what_the_deals_before_left(game: str, said: object) -> None:
    sheet, record = table_of(game), {**FIRST[game], "state": said}
    sent = build.recorded(sheet, build.command(), key="one", record=record)
    [problem] = sent.problems
    assert problem.field == "state"
    assert problem.message == "State: there is no such field."
    assert if_recorded(sheet, record, []).problems == (problem,)
    assert not Hand.objects.exists()
    right = build.recorded(sheet, build.command(), key="two", record=FIRST[game])
    assert right.hand
