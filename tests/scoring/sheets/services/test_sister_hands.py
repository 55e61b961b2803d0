"""Hands of the games that carry something on from deal to deal."""

from typing import Any

import pytest

from scoring.audit.selectors.facts import differences_in
from scoring.core.services.changes import Refused
from scoring.games.game_adapter import sizes_of
from scoring.models import Hand, Sheet
from scoring.sheets.selectors.hands import versions_of
from scoring.sheets.selectors.what_if import if_recorded
from scoring.sheets.services.pending_hands import settle
from scoring.table.selectors.state import state_of
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


DEALS: dict[str, dict[str, Any]] = {
    "marias": {"contract": "betl", "soloist": 1, "made": True},
    "paskievics": {"kind": "passed_out"},
    "schieberamsch": {"kind": "grand_hand", "soloist": 1, "value": 48, "made": True},
    "tapp_tarock": {"kind": "passed_out"},
    "tysiacha": {"kind": "conceded", "soloist": 1, "bid": 100},
}


@pytest.mark.parametrize("game", DEALS)
def test_a_record_says_how_many_sit_there_where_tables_differ(game: str) -> None:
    made = build.tournament(build.club(), game=game, start_chips=0)
    size = max(sizes_of(made))
    sheet = build.published_round(made, [build.entries(made, size)]).sheets.get()
    record = {**DEALS[game], "dealer": 2}
    for said in ({}, {"table": None}):
        sent = build.recorded(sheet, build.command(), key="k", record=record | said)
        assert [each.field for each in sent.problems] == ["table"]
    right = record | {"table": size}
    assert build.recorded(sheet, build.command(), key="one", record=right).hand
    assert build.recorded(sheet, build.command(), key="two", record=right).hand
    assert len(Hand.objects.get(key="two").net) == size
    assert [*differences_in(made)] == []


def test_a_hand_that_would_move_more_than_a_column_holds_is_refused() -> None:
    sheet, passed = table_of("paskievics"), FIRST["paskievics"]
    failed = {**passed, "kind": "trial_failed"}
    for n in range(20):
        build.recorded(sheet, build.command(), key=f"{n}", record=passed)
    with pytest.raises(Refused, match="more than 1,000,000 chips"):
        build.recorded(sheet, build.command(), key="last", record=failed)
    assert len(Hand.objects.filter(sheet=sheet)) == 20
    assert if_recorded(sheet, failed, versions_of(sheet)).settlement


def test_one_that_waits_and_would_move_too_much_leaves_the_page_to_be_read() -> None:
    sheet, passed = table_of("paskievics"), FIRST["paskievics"]
    failed = {**passed, "kind": "trial_failed"}
    for n in range(22):
        build.recorded(sheet, build.command(), key=f"{n}", record=passed)
    waits = build.recorded(sheet, build.command(), key="w", record=failed, number=22)
    [told] = state_of(sheet)["tray"]
    assert max(told["net"]) > 1_000_000
    with pytest.raises(Refused, match="more than 1,000,000 chips"):
        settle(item=waits.tray, by=build.command(), take="mine")
