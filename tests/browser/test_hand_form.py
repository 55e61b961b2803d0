"""The plain hand, values and challenges, as thumbs record them."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.spjst import HOUSE, check
from scoring.games.spjst.phone import rules_for_phone
from tests.browser.hand_form import Form
from tests.drill.figures import size
from tests.messages import message
from tests.rules.spjst.cases import cases
from tests.rules.spjst.records import right_record

THERE_AND_BACK = """(sent) => {
  const { rules, records } = JSON.parse(sent);
  return JSON.stringify(records.map((record) => {
    const state = Spjst.stateOf({ record, dealer: 1, note: "" });
    const wrong = Spjst.problemsOf(state, rules, ["A", "B", "C", "D"]);
    return [Spjst.recordOf(JSON.parse(JSON.stringify(state)), rules), wrong];
  }));
}"""
RECORDS = size(1_000, 5_000)


@pytest.fixture
def form(screen: Page) -> Form:
    return Form(screen)


def typed(record: dict[str, Any]) -> dict[str, Any]:
    """The record without what is as good as absent, in one order."""
    left = {name: each for name, each in record.items() if each not in (None, {}, [])}
    left = {"povinost": 1, "prever_set": 1, "bid": None} | left
    if "values" in left:
        left["values"] = {
            seat: sorted(claims) for seat, claims in left["values"].items() if claims
        }
    for name in ("pagat", "valat"):
        if name in left:
            left[name] = {k: v for k, v in left[name].items() if v is not None}
    if "pagat" in left and left["pagat"].get("taken_by_partner") is False:
        del left["pagat"]["taken_by_partner"]
    left["faults"] = [
        {k: v for k, v in fault.items() if v is not None and v is not False}
        for fault in left.get("faults", ())
    ]
    return {name: each for name, each in left.items() if each != {}}


def test_every_right_record_can_be_entered_and_changed(form: Form) -> None:
    """From record to form and back it stays the same, and the form misses nothing."""
    given = [(case["record"], case["rules"]) for case in cases("hands")]
    given += [
        (hand["record"], {}) for case in cases("rounds") for hand in case["hands"]
    ]
    chance = Random(1897)
    rich = [(right_record(chance), {}) for _ in range(RECORDS)]
    given += [each for each in rich if not check(each[0], HOUSE.rules("spjst-2013"))]
    assert len(given) > RECORDS * 0.9
    for changes in ({}, *(rules for _, rules in given if rules)):
        records = [record for record, rules in given if rules == changes]
        house = rules_for_phone(HOUSE.rules("spjst-2013", changes))
        sent = json.dumps({"rules": house, "records": records})
        answers = json.loads(form.page.evaluate(THERE_AND_BACK, sent))
        for record, (back, wrong) in zip(records, answers, strict=True):
            assert typed(back) == typed(record), record
            assert wrong == [], record


def test_a_plain_hand_takes_five_taps(form: Form) -> None:
    nets = (
        form.start()
        .says(message("{dealer} deals, {lead} leads off", dealer="Karel", lead="Marie"))
        .page.locator(".bar b")
    )
    expect(nets).to_have_count(0)  # nothing to review yet
    form.tap("Anna", "6", "1").says("45").says(
        message("Won, {by} over {even}: {chips}.", by=8, even=53, chips="4 chips")
    )
    expect(nets).to_have_text(["+4", "−4", "+4", "−4"])
    hand = form.save()
    record = {"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3}
    assert hand == {
        "record": record | {"points": 61},
        "dealer": 4,
        "note": "",
        "reason": "",
    }
    taps = form.taps + 1  # "New hand 7" on the page before
    print(f"\na plain hand: {taps} taps")
    assert taps <= 5


def test_the_review_is_one_tap_away(form: Form) -> None:
    form.start().tap("Anna", "6", "1").review()
    form.says(
        message("{who} won with {points} points", who="Marie and Anna", points=61),
        "Marie wins 4",
        "−4",
        "§29",
    )


def test_the_review_is_asked_for_where_more_is_in_the_hand(form: Form) -> None:
    """And after one digit, which may be half of what was meant."""
    rare = {"Values": ("Josef", "Pane"), "Pagat": ("Lost",), "Fault": ("Renege",)}
    for name in ("", "Kontra", *rare):
        form.start(number=len(name)).tap("Anna", "6")
        expect(form.find("Save hand")).to_have_count(0)
        if name:
            form.tap("1", name).tap(*rare.get(name, ()), within=".panel")
        expect(form.find(message("Review hand {n}", n=len(name)))).to_have_count(1)


def test_a_value_a_kontra_and_a_pagat_take_fourteen_taps(form: Form) -> None:
    form.start().tap("Anna", "4", "7", message("Kontra"))
    form.tap(message("Values")).tap("Karel", message("Kings"), within="#panel-values")
    form.tap(message("Pagat")).tap("Josef & Karel", within="#panel-pagat")
    form.tap(message("Announced"), message("Made in the last trick"))
    form.review()
    record = form.save()["record"]
    assert record["values"] == {"4": ["kings"]}
    assert record["challenge"] == "kontra"
    assert record["pagat"] == {"side": "opponents", "announced": True, "made": True}
    taps = form.taps + 1
    print(f"\na value, a Kontra and a Pagat: {taps} taps")
    assert taps <= 14


def test_points_are_typed_for_either_side_and_never_above_106(form: Form) -> None:
    form.start().tap("Anna").says(message("{points} points needed to win.", points=54))
    form.tap("6", "1", "8").says("Lost, 45 under 53")  # the third starts anew
    form.tap("0").says("Won, 27 over 53").tap("1", "0", "7").says("Lost, 46 under 53")
    expect(form.page.locator(".key[aria-disabled]")).to_have_count(0)
    form.tap("1").says("Won, 18 over 53")
    form.tap("1", "0", "6").says(
        message("Won, {by} over {even}: {chips}.", by=53, even=53, chips="13 chips")
    )
    form.page.get_by_role("button", name=message("Delete the last digit")).tap()
    form.tap("Josef & Karel").says("Lost, 43 under 53")  # 96 stands there now
    form.tap("4", "5").says(
        message("Won, {by} over {even}: {chips}.", by=8, even=53, chips="4 chips")
    )
    form.page.get_by_role("button", name=message("Swap sides")).tap()
    form.says("Lost, 8 under 53")
    form.review()
    assert form.save()["record"]["points"] == 45


def test_a_tie_is_lost(form: Form) -> None:
    form.start().tap("alone", "5", "3").says(
        message("A tie at {even} is a loss: {chips}.", even=53, chips="2 chips")
    )
    assert form.review().save()["record"] == {
        "povinost": 1,
        "bid": "povinost",
        "declarer": 1,
        "points": 53,
    }


def test_the_ladder_ends_where_the_house_ends_it(screen: Page) -> None:
    form = Form(screen, "westfest-2012").start().tap("Anna", message("Supre"))
    form.says("Kontra: Josef & Karel; Re: Marie & Anna; Supre: Josef & Karel.")
    expect(form.find("Mort")).to_have_count(0)
    form.tap(message("Values")).tap("Marie", within="#panel-values")
    expect(form.find("SPJST")).to_have_count(0)  # not played there


def test_what_is_missing_is_said_at_its_place(form: Form) -> None:
    form.start()
    form.page.get_by_role("button", name=message("Review hand {n}", n=7)).tap()
    form.says(
        message("Choose who played with the bidder: {name}.", name="Marie"),
        message("Type the points for either side."),
    )
    expect(form.page.locator("#partner")).to_be_focused()
    form.tap("Josef", "7", "0")
    expect(form.page.locator(".error")).to_have_count(0)
    form.tap(message("Fault"), "Renege", message("Note"))
    form.page.get_by_role("button", name=message("Review hand {n}", n=7)).tap()
    form.says(message("Choose who it was."))
    expect(form.page.locator("#panel-fault")).to_be_focused()
    form.tap("Anna", within="#panel-fault").review()


def test_impossible_values_say_why(form: Form) -> None:
    panel = "#panel-values"
    form.start().tap("Josef", "7", "0", message("Values"))
    form.tap("Anna", message("Kings"), within=panel)
    expect(form.find("Velki")).to_contain_text(
        message("No hand can have both this and {values}", values="Kings")
    )
    expect(form.find("Taroky")).not_to_have_attribute("aria-disabled", "true")
    form.tap(message("Taroky"), "Karel", within=panel)
    expect(form.find("Kings", panel)).to_contain_text(
        "No deal can have this along with Anna: Kings and Taroky"
    )
    form.find("Kings", panel).tap(force=True)
    # One of a class: Uni in its place.
    form.tap(message("Beeda"), message("Uni"), within=panel)
    form.review().says("Anna: Kings and Taroky", "Karel: Uni")
    assert form.save()["record"]["values"] == {"3": ["kings", "taroky"], "4": ["uni"]}
