"""Hands of before newer checks: they stay, and only what is entered now is held to them."""

import io
from typing import Any

import pytest
from django.core.management import call_command

from scoring.audit.integrity import differences_in, refused_today
from scoring.core.writes import ActionRefused
from scoring.models import Hand, Sheet, Tournament
from scoring.rollups.updates import fill_tallies
from scoring.sheets import hand_writes
from scoring.tournaments import tournaments
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

RIGHT = {"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3, "points": 60}
# Seat 2 declared Trull, so the Pagat is not seat 1’s.
IMPOSSIBLE = {
    **RIGHT,
    "values": {"2": ["trull"]},
    "pagat": {"side": "declarer", "announced": True, "made": True},
}
FALSE_PAGAT = {
    **RIGHT,
    "pagat": {"side": "declarer", "announced": True, "made": False},
    "faults": [{"fault": "false_pagat", "seat": 1}],
}


@pytest.fixture
def tournament() -> Tournament:
    return build.tournament(build.club())


@pytest.fixture
def sheet(tournament: Tournament) -> Sheet:
    return build.open_sheet(tournament)


def recorded(
    sheet: Sheet, key: str = "one", **facts: Any
) -> hand_writes.HandWriteResult:
    wanted = {"record": RIGHT, "by": build.command(), **facts}
    return build.recorded(sheet=sheet, key=key, **wanted)


def older(sheet: Sheet, record: dict[str, Any], engine: str = "spjst-1") -> Hand:
    """The hand as a site of before kept it."""
    nets = {"net1": 5, "net2": -5, "net3": 5, "net4": -5}
    if record is IMPOSSIBLE:
        nets = {"net1": 5, "net2": -1, "net3": 5, "net4": -9}
    if record is FALSE_PAGAT:
        nets = {"net1": -7, "net2": 3, "net3": 1, "net4": 3}
    return Hand.objects.create(
        sheet=sheet, key="old", number=1, record=record, engine=engine, **nets
    )


def audit() -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("audit", stdout=out)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue()
    return 0, out.getvalue()


def test_a_hand_entered_now_is_refused_at_both_places(sheet: Sheet) -> None:
    made = recorded(sheet, record=IMPOSSIBLE)
    assert made.hand is None
    assert {(each.field, each.section) for each in made.problems} == {
        ("values", "§15"),
        ("pagat", "§15"),
    }
    assert recorded(sheet).hand.engine == "spjst-2"


def test_a_hand_of_before_is_a_notice_of_the_audit(
    tournament: Tournament, sheet: Sheet
) -> None:
    older(sheet, IMPOSSIBLE)
    assert list(differences_in(tournament)) == []
    status, said = audit()
    assert status == 0
    assert "kept as it was made under spjst-1" in said
    assert "spjst-2 would refuse it: Seat 2 declared Trull" in said
    assert "no differences" in said


def test_a_hand_of_now_that_was_tampered_with_is_a_difference(
    tournament: Tournament, sheet: Sheet
) -> None:
    older(sheet, IMPOSSIBLE, engine="spjst-2")
    (wrong,) = differences_in(tournament)
    assert "the rules refuse it: Seat 2 declared Trull" in wrong
    assert list(refused_today(tournament)) == []
    assert audit()[0] == 1


def test_other_house_rules_are_not_kept_out_by_a_hand_of_before(
    tournament: Tournament, sheet: Sheet
) -> None:
    hand = older(sheet, IMPOSSIBLE)
    change(tournament, pagat_chips=[3, 5])
    hand.refresh_from_db()
    assert (hand.net, hand.engine) == ((6, -2, 6, -10), "spjst-1")
    assert audit()[0] == 0


def change(tournament: Tournament, **rules: Any) -> None:
    facts = {"house_rules": rules, "reason": "as agreed"}
    tournaments.change(tournament=tournament, actor=build.command(), **facts)


def test_a_false_pagat_of_before_names_no_holder(
    tournament: Tournament, sheet: Sheet
) -> None:
    hand = older(sheet, FALSE_PAGAT)
    change(tournament, false_pagat_to="holder")
    hand.refresh_from_db()
    assert hand.net == (-7, 3, 1, 3)
    status, said = audit()
    assert status == 0
    assert (
        message(
            "Give the seat that held the Pagat: under these house rules, the penalty goes to "
            "the holder (§31)."
        )
        in said
    )


def test_a_false_pagat_of_now_has_to_name_it_first(
    tournament: Tournament, sheet: Sheet
) -> None:
    recorded(sheet, record=FALSE_PAGAT)
    with pytest.raises(ActionRefused, match="Give the seat that held the Pagat"):
        change(tournament, false_pagat_to="holder")


def test_whoever_changes_a_hand_of_before_is_held_to_the_checks_of_now(
    sheet: Sheet,
) -> None:
    older(sheet, IMPOSSIBLE)
    again = {"replaces": "old", "reason": "points"}
    refused = recorded(sheet, record={**IMPOSSIBLE, "points": 61}, **again)
    assert refused.hand is None
    made = recorded(sheet, record=RIGHT, **again).hand
    assert (made.engine, made.replaces.engine) == ("spjst-2", "spjst-1")
    assert audit() == (
        0,
        "1 tournament audited: no differences.\n",
    )


def test_figures_are_made_of_hands_of_before_too(
    tournament: Tournament, sheet: Sheet
) -> None:
    older(sheet, IMPOSSIBLE)
    build.verified_sheet(sheet)
    fill_tallies()
    assert audit()[0] == 0
