"""Hands of the games that carry something on from deal to deal."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused
from scoring.desk.table_board import round_board
from scoring.games.game_adapter import sizes_of
from scoring.models import Hand, Sheet
from scoring.phones.phone_state import state_of
from scoring.phones.previews import preview_of
from scoring.sheets import hand_writes
from scoring.sheets.hand_writes import resolve_tray_hand
from scoring.sheets.hands import if_recorded, versions_of
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message

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


@in_turn("said", [{}, {"odd": [None]}, 7, None])
@in_turn("game", FIRST)
def test_nobody_says_what_the_deals_before_left(game: str, said: object) -> None:
    sheet, record = table_of(game), {**FIRST[game], "state": said}
    sent = build.recorded(sheet, build.command(), key="one", record=record)
    [problem] = sent.problems
    assert problem.field == "state"
    assert problem.message == message("{what}: this field doesn’t exist.", what="State")
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
    with pytest.raises(ActionRefused, match="more than 1,000,000 chips"):
        build.recorded(sheet, build.command(), key="last", record=failed)
    assert len(Hand.objects.filter(sheet=sheet)) == 20
    assert if_recorded(sheet, failed, versions_of(sheet)).settlement
    [problem] = preview_of(sheet, failed)["problems"]
    assert "more than 1,000,000 chips" in problem["said"]


def test_one_that_waits_and_would_move_too_much_leaves_the_page_to_be_read() -> None:
    sheet, passed = table_of("paskievics"), FIRST["paskievics"]
    failed = {**passed, "kind": "trial_failed"}
    for n in range(22):
        build.recorded(sheet, build.command(), key=f"{n}", record=passed)
    waits = build.recorded(sheet, build.command(), key="w", record=failed, number=22)
    [told] = state_of(sheet)["tray"]
    assert max(told["net"]) > 1_000_000
    with pytest.raises(ActionRefused, match="more than 1,000,000 chips"):
        resolve_tray_hand(item=waits.tray, actor=build.command(), take="mine")


def test_nothing_is_kept_that_the_next_deal_cannot_go_on_from() -> None:
    rules = {"blind_times": 4, "endgame": "none", "bolt_limit": 0}
    sheet, by = table_of("tysiacha", house_rules=rules), build.command()
    bid = {"kind": "played", "soloist": 1, "bid": 500, "blind": True}
    lost = FIRST["tysiacha"] | bid | {"points": [120, 0, 0]}
    for n in range(50):
        assert build.recorded(sheet, by, key=f"{n}", record=lost).hand
    with pytest.raises(
        ActionRefused, match="carried over to the next hand are too large"
    ):
        build.recorded(sheet, by, key="last", record=lost)
    [problem] = preview_of(sheet, lost)["problems"]
    assert "carried over to the next hand are too large" in problem["said"]
    assert [*differences_in(sheet.round.tournament)] == []


def test_a_hand_after_the_game_was_won_is_named_everywhere() -> None:
    rules = {"target": 100, "barrel_at": 90}
    sheet, by = (
        table_of("tysiacha", preset="single", house_rules=rules),
        build.command(),
    )
    bid = FIRST["tysiacha"] | {"kind": "played", "soloist": 1, "bid": 100}
    lost, made = ({"points": points} for points in ([60, 40, 20], [110, 10, 0]))
    build.recorded(sheet, by, key="one", record=bid | lost)
    build.recorded(sheet, by, key="two", record=bid | lost | {"dealer": 1})
    build.recorded(
        sheet, by, key="three", record=bid | {"dealer": 2, "soloist": 3} | lost
    )
    rnd = sheet.round
    assert [*differences_in(rnd.tournament)] == []
    [quiet] = round_board(rnd, timezone.now()).tables
    assert not quiet.needs
    why = {"replaces": "one", "reason": "it was made"}
    build.recorded(sheet, by, key="better", record=bid | made, **why)
    said = "The game is over because {} has won it."
    assert build.nets_of(sheet) == (100, 10, 0)
    assert [each.partition(": ")[2] for each in differences_in(rnd.tournament)] == [
        f"Round 1, table 1, hand {number} (kept as {Hand.objects.get(key=key).pk}): "
        f"the hands before it leave no room for it: {said.format('seat 1')}"
        for number, key in ((2, "two"), (3, "three"))
    ]
    [table] = round_board(rnd, timezone.now()).tables
    assert table.is_wrong
    assert [need.text.partition(" no ")[0] for need in table.needs] == [
        message("Hand {n}", n=2),
        message("Hand {n}", n=3),
    ]
    names = [seat.name for seat in sheet.seats.all()]
    client = Client()
    client.force_login(build.member(rnd.tournament.club))
    where = [rnd.tournament.club.slug, rnd.tournament.slug, 1, 1]
    for page in ("sheet", "sheet-desk"):
        shown = client.get(reverse(f"scoring:{page}", args=where)).content.decode()
        assert message("Hand {n}: {what}", n=2, what=said.format(names[0])) in shown
    for key in ("two", "three"):
        hand_writes.void(
            sheet=sheet, actor=by, key=f"void {key}", hand=key, reason="too late"
        )
    assert [*differences_in(rnd.tournament)] == []


PLAYED = {"kind": "played", "declarer": 1, "bid": "one", "points": 60}


def test_the_board_counts_deals_as_the_game_does() -> None:
    sheet, passed = table_of("paskievics", hands_per_round=4), FIRST["paskievics"]
    build.recorded(sheet, build.command(), key="passed", record=passed)
    build.recorded(sheet, build.command(), key="played", record=passed | PLAYED)
    [table] = round_board(sheet.round, timezone.now()).tables
    assert (table.hands, table.planned) == (1, 4)
