"""The form that is drawn from data, as thumbs fill it in: Mariás and Tapp Tarock."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.game import AnyGame, game_named, game_names
from rules.record_schema import Schema, schema_of
from scoring.games import phone_of
from tests.browser.deal_form import DealForm
from tests.drill.figures import size
from tests.messages import message
from tests.rules.games.random_records import record_of

THERE_AND_BACK = """(sent) => {
  const { data, records } = JSON.parse(sent);
  Table.game.use(data);
  return JSON.stringify(records.map((record) => {
    const answers = JSON.parse(JSON.stringify(Deals.answersOf(data, record)));
    const { table, dealer } = record;
    const told = Deals.told(data, { table, dealer }, answers);
    const open = told.asked.filter(({ id }) => /^main-/.test(id)).find((each) =>
      !Deals.isAnswered(each, answers[each.id], told.record, data.schema));
    return [told.record, open ? open.path : null, Deals.summary(record, ["A", "B", "C", "D", "E"].slice(0, table), data)];
  }));
}"""
RECORDS = size(500, 2_000)
CASES = Path(__file__).parents[1] / "cases" / "games"
FORMS = [name for name in game_names() if isinstance(game_named(name).records, Schema)]


def typed(game: AnyGame, record: Any) -> Any:
    """The record without what is as good as absent, or follows from the rest."""
    deal = game.parse(record)
    left = game.write(deal)
    if left.get("soloist") == getattr(deal, "forehand", None) and "trump" in left:
        left.pop("soloist", None)
    if left.get("slam", {}).get("made"):
        left.pop("points", None)
    if "all_tricks" in left:
        left.pop("points", None)
    if isinstance(hundreds := left.get("hundred"), list) and len(hundreds) == 1:
        (left["hundred"],) = hundreds
    for name in ("announced", "bonuses", "marriages"):
        left[name] = {row: held for row, held in left.get(name, {}).items() if held}
    return left


def seated(game: AnyGame, record: dict[str, Any]) -> dict[str, Any]:
    """The record as a phone has it, with its table."""
    return {**record, "table": record.get("table") or min(game.tables)}


@pytest.mark.parametrize("name", FORMS)
def test_every_right_record_can_be_entered_and_changed(screen: Page, name: str) -> None:
    """From record to form and back it stays the same, and the form misses nothing."""
    game = game_named(name)
    chance = Random(1897)
    form = DealForm(screen, name)
    cases = json.loads((CASES / f"{name}.json").read_text())["cases"]
    worked = [each["record"] for each in cases]
    for preset in game.house.presets:
        rules = game.house.rules(preset)
        made = [record_of(chance, schema_of(game)) for _ in range(RECORDS)]
        made += [seated(game, each) for each in worked if isinstance(each, dict)]
        right = [each for each in made if not game.check(each, rules)]
        assert len(right) > len(worked) / 4
        data = phone_of(name).rules_for_phone(rules)
        sent = json.dumps({"data": data, "records": right})
        answers = json.loads(form.page.evaluate(THERE_AND_BACK, sent))
        for record, (back, missing, said) in zip(right, answers, strict=True):
            assert typed(game, back) == typed(game, record), record
            assert missing is None, record
            assert said, record


def test_a_plain_deal_of_marias_takes_four_taps(screen: Page) -> None:
    form = DealForm(screen, "marias").start()
    form.says("Anna deals").tap(message("♣ Acorns"), "60")
    form.nets("+2", "−1", "−1")
    hand = form.save()
    record = {"table": 3, "dealer": 3, "contract": "game", "trump": "acorns"}
    assert hand == {
        "record": record | {"points": 60},
        "dealer": 3,
        "note": "",
        "reason": "",
    }
    assert form.taps + 1 <= 4  # "New hand 7" on the page before


def test_a_conceded_game_takes_two_taps_and_save(screen: Page) -> None:
    form = (
        DealForm(screen, "marias").start().tap(message("♥ Hearts"), message("Conceded"))
    )
    form.nets("+4", "−2", "−2")
    record = form.save()["record"]
    assert record["conceded"] is True
    assert "points" not in record


def test_betl_asks_who_and_how_it_ended(screen: Page) -> None:
    form = (
        DealForm(screen, "marias")
        .start(table=4)
        .tap(message("Betl"))
        .says(message("Soloist"))
    )
    expect(form.find("Karel")).to_have_attribute("aria-disabled", "true")  # he deals
    form.tap("Josef", message("Lost")).nets("+5", "−10", "+5", "0")
    record = form.save()["record"]
    assert record == {
        "table": 4,
        "dealer": 4,
        "contract": "betl",
        "soloist": 2,
        "made": False,
    }


def test_what_is_rare_is_folded_and_reviewed(screen: Page) -> None:
    form = (
        DealForm(screen, "marias")
        .start()
        .tap(message("♣ Acorns"), "60", message("Marriages"))
    )
    form.tap("Soloist: ♣ Acorns", message("Seven")).tap(
        message("Soloist"), message("Made"), message("Announced")
    )
    form.tap(message("Review hand {n}", n=7)).says(
        "Marie wins", message("How it’s scored"), message("Seven")
    )
    record = form.save()["record"]
    assert record["marriages"] == {"soloist": ["acorns"]}
    assert record["seven"] == {"side": "soloist", "made": True, "announced": True}


def test_both_sides_may_announce_a_hundred_and_one_may_be_spoiled(screen: Page) -> None:
    form = (
        DealForm(screen, "marias")
        .start()
        .tap(message("♣ Acorns"), "80", message("Hundred"))
    )
    first, second = (f"#q-more-hundred-{n}-part-side" for n in (0, 1))
    expect(form.find(message("Add another"), "#panel")).to_have_count(1)
    form.tap(message("Partners"), within=first).nets("+10", "−5", "−5")
    form.tap(message("Add another"), within="#panel").tap(
        message("Partners"), within=second
    )
    error = form.page.locator("#panel .error")
    expect(error).to_have_text(
        message(
            "Each side can announce only one hundred, but this side is entered twice."
        )
    )
    form.tap(message("Soloist"), within=second).nets("+2", "−1", "−1")
    expect(form.find(message("Add another"), "#panel")).to_have_count(0)
    form.tap(message("Marriages")).tap(
        "Soloist: ♣ Acorns", "Soloist: ● Bells", within="#panel"
    )
    form.nets("+18", "−9", "−9").tap(message("Hundred"))
    spoiled = message("Spoiled: a second marriage before a hundred")
    form.page.locator("#panel").get_by_role("button", name=spoiled).nth(1).tap()
    form.nets("+2", "−1", "−1").tap(message("Review hand {n}", n=7))
    form.says(
        "hundred announced by: Partners; Soloist, spoiled", "showed a second marriage"
    )
    assert form.save()["record"]["hundred"] == [
        {"side": "partners"},
        {"side": "soloist", "spoiled": True},
    ]


def test_one_hundred_stands_in_the_record_by_itself(screen: Page) -> None:
    form = (
        DealForm(screen, "marias")
        .start()
        .tap(message("♣ Acorns"), "80", message("Hundred"))
    )
    form.tap(message("Soloist"), within="#panel").nets("−6", "+3", "+3")
    assert form.review().save()["record"]["hundred"] == {"side": "soloist"}


@pytest.mark.parametrize("name", ["marias", "scarto", "reversis", "schieberamsch"])
def test_a_deal_is_thrown_in_with_one_tap(screen: Page, name: str) -> None:
    table = min(game_named(name).tables)
    form = DealForm(screen, name).start(table=table).tap(message("Thrown in"))
    form.nets(*["0"] * table).tap(message("Review")).says("deals again")
    kind = schema_of(game_named(name)).kind_field
    record = {"table": table, "dealer": table, kind: "thrown_in"}
    assert form.save()["record"] == record


def test_a_plain_deal_of_tapp_takes_soloist_contract_and_points(screen: Page) -> None:
    form = (
        DealForm(screen, "tapp_tarock").start().tap("Josef", message("Solo"), "3", "5")
    )
    form.says("35", message("{needed} are enough.", needed=36)).nets("+8", "−16", "+8")
    record = form.save()["record"]
    assert record["points"] == 35
    assert (record["kind"], record["contract"]) == ("played", "solo")


def test_all_passed_ends_the_form_early(screen: Page) -> None:
    form = DealForm(screen, "tapp_tarock").start().tap(message("All passed"))
    form.nets("0", "0", "0")
    assert form.save()["record"] == {"table": 3, "dealer": 3, "kind": "passed_out"}
    assert form.taps == 2


def test_the_house_says_what_is_asked(screen: Page) -> None:
    form = DealForm(screen, "tapp_tarock", "tower-grove").start().tap("Josef")
    expect(form.find("Threes")).to_have_count(1)
    expect(form.find("Unders")).to_have_count(0)
    form.tap(message("Solo"), "4", "0")
    expect(form.find("XXI")).to_have_count(0)
    form = (
        DealForm(screen, "tapp_tarock", "vienna").start().tap("Josef", message("Solo"))
    )
    form.tap("4", "0", message("XXI")).tap("Anna", within="#panel")
    form.says("Anna").tap(message("Review hand {n}", n=7)).says(message("XXI"))
    assert form.save()["record"]["mond_caught_by"] == 3


def test_an_answer_is_changed_by_a_tap_on_it(screen: Page) -> None:
    form = (
        DealForm(screen, "tapp_tarock").start().tap("Josef", message("Solo"), "4", "0")
    )
    form.tap("SoloistJosef").tap("Anna").says("Anna")
    form.tap("ContractSolo", message("Threes")).nets("−3", "−3", "+6")
    assert form.save()["record"]["soloist"] == 3


def test_a_problem_of_the_server_stands_at_its_question(screen: Page) -> None:
    form = (
        DealForm(screen, "marias")
        .start()
        .tap(message("♣ Acorns"), "0", message("Seven"))
    )
    form.tap(message("Soloist"), message("Made"), within="#panel")
    error = form.page.locator("#panel .error")
    expect(error).to_have_text(
        message("The side that won the last trick has at least 10 points, not 0.")
    )
    # Closed, it is opened there again.
    form.tap(message("Seven")).tap(message("Review hand {n}", n=7))
    expect(form.page.locator("#panel .error")).to_have_count(1)
    form.tap(message("Lost"), within="#panel")
    expect(form.page.locator(".error")).to_have_count(0)
    form.review()


def test_what_the_server_finds_during_the_review_is_put_right_first(
    screen: Page,
) -> None:
    form = (
        DealForm(screen, "marias")
        .start()
        .tap(message("♣ Acorns"), "0", message("Seven"))
    )
    form.tap(message("Soloist"), message("Lost"), within="#panel")
    form.at_once("Made", "Review hand 7").says("is this right?")
    expect(form.page.locator("#panel .error")).to_have_count(1)
    expect(form.page.locator("#panel")).to_be_focused()
    form.tap(message("Lost"), within="#panel").nets("−4", "+2", "+2")
    form.review()


def test_without_a_network_it_is_saved_all_the_same(screen: Page) -> None:
    form = DealForm(screen, "marias")
    form.offline = True
    form.start().tap(message("♣ Acorns"), "60")
    form.says(
        message("Can’t reach the scoring server. The result of this hand will follow.")
    ).tap(message("Review")).says("follow")
    assert form.save()["record"]["points"] == 60


def test_what_the_server_said_stays_said(phone: Page) -> None:
    phone.clock.install()
    form = DealForm(phone, "marias")
    form.start().tap(message("♣ Acorns"), "60").nets("+2", "−1", "−1")
    phone.clock.run_for(4_500)  # longer than an answer is waited for
    form.nets("+2", "−1", "−1")
    assert len(form.asked) == 1


def test_a_change_wants_its_reason(screen: Page) -> None:
    record = {"table": 3, "dealer": 3, "contract": "game", "trump": "acorns"}
    hand = {"record": record | {"points": 60}, "number": 7, "note": "late"}
    form = DealForm(screen, "marias")
    form.start(hand=hand | {"net": [2, -1, -1], "dealer": 3})
    form.says(message("♣ Acorns"), "60").tap("The soloist’s points60", "30")
    form.review().says("was +2", "Note: late")
    save = form.page.get_by_role("button", name=message("Save change to hand {n}", n=7))
    expect(save).to_be_disabled()
    form.tap(message("Wrong points"))
    saved = form.save()
    assert (saved["reason"], saved["note"]) == (message("Wrong points"), "late")
    assert saved["record"]["points"] == 30


def test_what_is_typed_is_kept_at_every_tap(screen: Page) -> None:
    form = DealForm(screen, "tapp_tarock").start().tap("Josef", message("Solo"), "4")
    drafts = form.drafts()
    assert len(drafts) == 3
    form.start(draft=drafts[-1]).says("Josef", message("Solo")).tap("1")
    form.nets("−8", "+16", "−8")
    assert form.save()["record"]["points"] == 41


def test_the_first_hand_asks_who_deals(screen: Page) -> None:
    form = DealForm(screen, "marias").start(table=4, deal=None, first=True)
    form.says(message("Who deals?")).tap("Josef").says(
        message("{dealer} deals and sits out", dealer="Josef")
    )
    form.tap(message("♣ Acorns"), "60").nets("−1", "0", "+2", "−1")
    assert form.save()["dealer"] == 2


def test_another_dealer_than_the_rotation_says(screen: Page) -> None:
    form = DealForm(screen, "marias").start(table=4).tap(message("♣ Acorns"), "60")
    form.tap(message("{dealer} deals and sits out", dealer="Karel")).tap(
        "Marie", within="#q-dealer"
    )
    form.says(message("{dealer} deals and sits out", dealer="Marie")).nets(
        "0", "+2", "−1", "−1"
    )
    assert form.save()["dealer"] == 1


def test_who_deals_is_changed_where_it_is_shown(screen: Page) -> None:
    """Before anything else is said, and closed again by a second tap."""
    form = (
        DealForm(screen, "marias")
        .start(table=4)
        .tap(message("{dealer} deals and sits out", dealer="Karel"))
    )
    expect(form.find("Karel", "#q-dealer")).to_have_attribute("aria-checked", "true")
    form.tap(message("{dealer} deals and sits out", dealer="Karel"))
    expect(screen.locator("#q-dealer")).to_have_count(0)
    form.tap(message("{dealer} deals and sits out", dealer="Karel")).tap(
        "Josef", within="#q-dealer"
    )
    form.says(message("{dealer} deals and sits out", dealer="Josef")).tap(
        message("Betl")
    ).says(message("Soloist"))
    expect(form.find("Josef")).to_have_attribute("aria-disabled", "true")
    form.tap("Karel", message("Made")).nets("−5", "0", "−5", "+10")
    assert form.save()["dealer"] == 2


def test_who_dealt_a_recorded_hand_is_changed_there_too(screen: Page) -> None:
    record = {"table": 3, "dealer": 3, "contract": "betl", "soloist": 2, "made": True}
    hand = {"record": record, "number": 7, "note": "", "net": [-5, 10, -5]}
    form = DealForm(screen, "marias").start(hand=hand | {"dealer": 3})
    form.tap("Anna deals").tap("Marie", within="#q-dealer").says("Marie deals")
    form.review().tap(message("Wrong points"))
    assert form.save()["record"] == record | {"dealer": 1}


def test_a_keyboard_fills_it_in(screen: Page) -> None:
    form = DealForm(screen, "tapp_tarock").start()
    screen.keyboard.press("Tab")
    screen.locator("[role=radio]").first.focus()
    screen.keyboard.press("ArrowRight")
    screen.keyboard.press("Enter")
    expect(screen.locator("fieldset.asked")).to_be_focused()
    screen.keyboard.press("Tab")
    screen.keyboard.press("Space")
    screen.keyboard.type("40", delay=50)
    form.says("40")
    form.nets("−3", "+6", "−3")
