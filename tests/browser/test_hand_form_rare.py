"""Prever, Pagat, Valat, faults, hands not played: what is one tap away in the form."""

import pytest
from playwright.sync_api import Page, expect

from rules.spjst import PROBLEM_CODES
from tests.browser.hand_form import Form
from tests.messages import message

RULING = {"fault": "ruling", "transfers": [[4, 2, 3]], "reason": "slow play"}


@pytest.fixture
def form(screen: Page) -> Form:
    return Form(screen)


def test_somebody_plays_prever_for_the_second_three(form: Form) -> None:
    form.start().tap("Anna", message("Prever")).tap("Karel", within="#panel-prever")
    form.tap("The second three cards").says(
        message("{name} plays Prever, alone.", name="Karel")
    )
    expect(form.find("The second three cards")).to_contain_text(
        message("×{times} if lost", times=2)
    )
    expect(form.page.locator("#partner")).to_have_count(0)
    form.tap("4", "8").says(
        message("Lost, {by} under {even}: {chips}.", by=5, even=53, chips="10 chips")
    ).review()
    form.says("Karel lost a Prever with 48 points (second three)", "Karel pays 30")
    assert form.save()["record"] == {
        "povinost": 1,
        "bid": "prever",
        "declarer": 4,
        "prever_set": 2,
        "points": 48,
    }


def test_no_prever_after_all_finds_the_partner_again(form: Form) -> None:
    form.start().tap("Anna", message("Prever")).tap("Karel", within="#panel-prever")
    form.tap(message("No Prever after all"))
    expect(form.find("Anna", "#partner")).to_have_attribute("aria-checked", "true")


def test_points_are_asked_again_where_somebody_else_plays(form: Form) -> None:
    again = message("The sides have changed. Type the points again.")
    form.start().tap("Anna", "6", "1", message("Prever")).tap(
        "Karel", within="#panel-prever"
    )
    form.says(again)
    form.page.get_by_role("button", name=message("Review hand {n}", n=7)).tap()
    form.says(message("Type the points for either side.")).tap("4", "8")
    form.tap("Karel", within="#panel-prever").says("Lost, 5 under 53")
    form.tap("Josef", within="#panel-prever").says(again).tap("6", "0")
    form.tap(message("No Prever after all")).says(again).tap("6", "1").review()
    assert form.save()["record"]["points"] == 61


def test_a_called_pagat_has_its_own_ladder(form: Form) -> None:
    form.start().tap("Anna", "6", "0", message("Pagat"))
    form.tap("Josef & Karel", within="#panel-pagat")
    expect(form.page.locator("#pagat-challenge")).to_have_count(0)
    form.tap(message("Announced"), message("Lost")).tap(
        message("Kontra"), within="#panel-pagat"
    )
    form.says("Kontra: Marie & Anna.")  # the opponents of the announcer begin
    form.tap(message("Silent"))
    form.review().says(message("Pagat lost: {who}", who="Josef and Karel"))
    pagat = {"side": "opponents", "announced": False, "made": False}
    assert form.save()["record"]["pagat"] == pagat


def test_a_valat_wants_no_points_and_no_contradiction(form: Form) -> None:
    form.start().tap("Anna", "2", "5", message("Valat")).tap(message("Lost"))
    expect(form.find("Announced")).to_have_attribute("aria-checked", "true")
    form.tap("Marie & Anna", within="#panel-valat")
    form.says(message("The Valat replaces the game, so no points are needed.")).tap(
        message("Void: a value wasn’t declared (§12)")
    )
    expect(form.find("4")).to_have_count(1)  # now the plain hand counts
    form.tap(
        message("It counts"), message("Every trick made"), message("Enter points too")
    )
    form.page.get_by_role("button", name=message("Review hand {n}", n=7)).tap()
    form.says(PROBLEM_CODES["valat_contradicts_points"])
    form.page.get_by_role("button", name=message("Swap sides")).tap()
    expect(form.page.locator(".error")).to_have_count(0)
    form.tap(message("Pagat"), message("Made in the last trick"))
    why = PROBLEM_CODES["valat_contradicts_pagat"]
    expect(form.find("Josef & Karel", "#panel-pagat")).to_contain_text(why)
    form.tap(message("No Pagat after all")).review().says(
        "Valat called and made", "+40"
    )
    record = form.save()["record"]
    assert (record["points"], "pagat" in record) == (81, False)


def test_a_valat_beside_the_game_keeps_its_points(screen: Page) -> None:
    form = Form(screen, valat_replaces_game=False).start()
    form.tap("Anna", "2", "5", message("Valat")).tap(message("Every trick made"))
    why = PROBLEM_CODES["valat_contradicts_points"]
    expect(form.find("Marie & Anna", "#panel-valat")).to_contain_text(why)
    form.tap("Josef & Karel", within="#panel-valat").review()
    assert form.save()["record"]["points"] == 25


def test_faults_say_what_they_mean_and_cost_here(screen: Page) -> None:
    form = Form(screen, renege_each=5).start().tap("Anna", "6", "1", message("Fault"))
    renege = form.find("Renege")
    expect(renege).to_contain_text("Didn’t follow suit, and it wasn’t corrected: 5")
    form.tap("Renege", "Josef", within="#panel-fault")
    form.tap(message("Something else happened too"), message("King discarded"))
    form.tap("Karel", within="#panel-fault").review()
    form.says("renege: Josef", "King discarded: Karel")
    assert form.save()["record"]["faults"] == [
        {"fault": "renege", "seat": 2},
        {"fault": "discarded_king", "seat": 4},
    ]


def test_a_wrong_card_voids_the_hand(form: Form) -> None:
    form.start().tap("Anna", "6", "1", message("Fault"), "Wrong card called")
    form.says("so the hand is void").tap("Anna", within="#panel-fault")
    expect(form.find("Marie", "#fault-holder")).to_have_count(0)
    expect(form.page.locator("#points")).to_have_count(0)
    form.review()
    assert form.save()["record"] == {
        "povinost": 1,
        "bid": "povinost",
        "declarer": 1,
        "partner": 3,
        "faults": [{"fault": "wrong_trump", "seat": 1, "holder": 3}],
    }


def test_a_wrong_card_is_not_called_in_a_prever(form: Form) -> None:
    form.start().tap(message("Prever")).tap("Karel", within="#panel-prever").tap(
        message("Fault")
    )
    expect(form.find("Wrong card called")).to_contain_text(
        message("Only when Povinost plays")
    )
    form.tap(
        message("Prever"),
        message("No Prever after all"),
        message("Fault"),
        "Wrong card called",
        message("Prever"),
    )
    expect(form.find("Karel", "#panel-prever")).to_contain_text(
        message("A wrong trump can be called only with the bid Povinost.")
    )


def test_a_value_not_held_need_not_be_possible(form: Form) -> None:
    form.start().tap("Anna", "6", "1", message("Values"))
    form.tap("Anna", message("Kings"), within="#panel-values")
    form.tap(message("Fault"), "Declared but not held")
    form.tap("Karel", message("Kings"), within="#panel-fault")
    form.tap(message("Admitted before the first card")).review().says(
        "Karel didn’t hold Kings and gives it back"
    )
    record = form.save()["record"]
    assert record["values"] == {"3": ["kings"], "4": ["kings"]}
    fault = {"fault": "illegal_value", "seat": 4, "value": "kings"}
    assert record["faults"] == [fault | {"before_first_card": True}]


def test_a_pagat_that_the_partner_took_is_what_the_house_says(screen: Page) -> None:
    form = Form(screen, pagat_taken_by_partner="standoff").start()
    form.tap("Anna", "6", "1", message("Pagat")).tap(
        "Marie & Anna", within="#panel-pagat"
    )
    taken = message("The holder’s own partner took it in the last trick")
    expect(form.find(taken)).to_have_count(0)
    form.tap(message("Announced"), message("Lost"), taken)
    expect(form.find(taken)).to_have_attribute("aria-pressed", "true")
    form.review().says("Pagat called and lost: Marie and Anna (taken by the partner)")
    form.says(
        message(
            "The holder’s own partner took the Pagat in the last trick. In this "
            "house it is a standoff, and nothing is paid (§15)."
        )
    )
    assert form.save()["record"]["pagat"] == {
        **{"side": "declarer", "announced": True, "made": False},
        "taken_by_partner": True,
    }


def test_nobody_takes_the_pagat_of_who_plays_alone(form: Form) -> None:
    form.start().tap("Anna", "6", "1", message("Pagat")).tap(
        "Marie & Anna", within="#panel-pagat"
    )
    form.tap(
        message("Lost"), message("The holder’s own partner took it in the last trick")
    )
    form.tap(message("Made in the last trick")).review()
    assert "taken_by_partner" not in form.save()["record"]["pagat"]


def test_the_holder_of_a_pagat_called_falsely_is_named(screen: Page) -> None:
    form = Form(screen, false_pagat_to="holder").start()
    form.tap(
        "Anna", "6", "1", message("Fault"), message("Pagat called without holding it")
    )
    form.says("2 to the Pagat’s holder").tap("Josef", within="#fault-seat")
    form.page.get_by_role("button", name=message("Review hand {n}", n=7)).tap()
    form.says(message("Choose who held the Pagat."))
    expect(form.find("Josef", "#fault-holder")).to_have_count(0)
    form.tap("Marie", within="#fault-holder").review()
    form.says("2 chips to its holder, Marie")
    guilt = {"fault": "false_pagat", "seat": 2, "holder": 1}
    assert form.save()["record"]["faults"] == [guilt]


def test_a_pagat_of_the_other_side_than_the_trull_is_not_offered(form: Form) -> None:
    form.start().tap(message("Values"))
    form.tap("Josef", within="#panel-values").tap(
        message("Trull"), within="#panel-values"
    )
    # Nobody knows yet who plays with whom, so nothing is wrong yet.
    form.tap(message("Pagat"))
    why = PROBLEM_CODES["pagat_contradicts_values"]
    form.tap("Marie & …", within="#panel-pagat")
    form.tap("Anna", within="#partner").tap("6", "1", message("Made in the last trick"))
    form.page.get_by_role("button", name=message("Review hand {n}", n=7)).tap()
    form.says(why).tap(message("Pagat")).tap("Josef & Karel", within="#panel-pagat")
    expect(form.find("Marie & Anna", "#panel-pagat")).to_contain_text(why)
    form.review()
    assert form.save()["record"]["pagat"]["side"] == "opponents"


def test_a_false_pagat_is_noted_as_a_lost_call(form: Form) -> None:
    form.start().tap(
        "Anna", "6", "1", message("Fault"), message("Pagat called without holding it")
    )
    form.tap("Josef", within="#panel-fault").review().says("Pagat called and lost")
    record = form.save()["record"]
    assert record["pagat"] == {"side": "opponents", "announced": True, "made": False}


def test_a_ruling_is_written_with_who_pays_whom(form: Form) -> None:
    form.start().tap("Anna", "6", "1", message("Fault"), message("Judge’s ruling"))
    form.tap("Karel", within="#move-0-0").tap("Josef", within="#move-0-1")
    form.page.get_by_label(message("Chips")).fill("3")
    form.page.get_by_role("button", name=message("Review hand {n}", n=7)).tap()
    form.says(message("Type what the judge said."))
    form.page.get_by_label(message("What the judge said")).fill("slow play")
    form.review().says("Karel pays Josef 3")
    assert form.save()["record"]["faults"] == [RULING]


def test_a_misdeal_is_a_hand_that_was_not_played(form: Form) -> None:
    form.start().tap("Anna", "6", message("No hand"), "Misdeal")
    expect(form.find("Karel")).to_have_attribute("aria-checked", "true")  # he dealt
    expect(form.page.locator("#points")).to_have_count(0)
    form.review().says("Misdeal: Karel", "Karel pays 6")
    faults = [{"fault": "misdeal", "seat": 4}]
    assert form.save()["record"] == {"povinost": 1, "bid": None, "faults": faults}


def test_a_misdeal_of_the_first_hand_asks_only_who_dealt(form: Form) -> None:
    form.start(number=1, deal=None, first=True).tap("Karel", within="#dealt")
    form.tap(message("No hand"), "Misdeal")
    expect(form.page.get_by_text(message("Who dealt?"), exact=True)).to_have_count(1)
    form.tap("Anna", within="#fault-seat")
    form.tap("Josef", message("Nobody knows yet"), within="#led")
    form.review().says("Misdeal: Anna")
    hand = form.save()
    assert hand["record"] == {"bid": None, "faults": [{"fault": "misdeal", "seat": 3}]}
    assert hand["dealer"] == 3


def test_after_a_misdeal_of_the_first_hand_the_same_one_deals(form: Form) -> None:
    form.start(number=2, deal=None, first={"dealer": 3})
    expect(form.find("Anna", "#dealt")).to_have_attribute("aria-checked", "true")
    expect(form.find(message("Nobody knows yet"))).to_have_count(0)
    form.tap("Josef", within="#led").tap("Marie", within="#partner").tap("7", "0")
    hand = form.review().save()
    assert (hand["dealer"], hand["record"]["povinost"]) == (3, 2)


def test_a_misdeal_that_tells_no_leader_can_be_changed(form: Form) -> None:
    record = {"bid": None, "faults": [{"fault": "misdeal", "seat": 3}]}
    hand = {"key": "a", "number": 1, "record": record, "dealer": 3, "note": ""}
    deal = {"dealer": 3}
    form.start(number=1, deal=deal, hand=hand, first=True).tap("Misdeal: Anna")
    form.tap("Karel", within="#fault-seat").says("Karel deals")
    changed = form.review().save()
    assert changed["record"] == record | {"faults": [{"fault": "misdeal", "seat": 4}]}
    assert changed["dealer"] == 4


def test_a_lead_out_of_turn_wants_to_know_whose_turn_it_was(form: Form) -> None:
    form.start(number=1, deal=None, first=True).tap(
        message("No hand"), "Led off out of turn"
    )
    form.tap("Anna", within="#fault-seat")
    form.page.get_by_role("button", name=message("Review hand {n}", n=1)).tap()
    form.says(message("Choose who holds the II."))
    expect(
        form.page.get_by_role("button", name=message("Save hand {n}", n=1))
    ).to_have_count(0)


def test_a_hand_was_played_after_all(form: Form) -> None:
    form.start().tap("Anna", "6", "1", message("No hand"), message("Judge’s ruling"))
    form.tap(message("Remove this"), message("A hand was played after all")).review()
    assert form.save()["record"]["points"] == 61


def test_the_first_hand_asks_who_holds_the_ii_and_who_dealt(form: Form) -> None:
    form.start(number=1, deal=None, first=True)
    form.page.get_by_role("button", name=message("Review hand {n}", n=1)).tap()
    form.says(message("Choose who holds the II."))
    form.tap("Josef", within="#led").says(message("{name} plays with", name="Josef"))
    form.tap("Karel", within="#dealt").tap("Marie", within="#partner").tap("7", "0")
    form.review()
    hand = form.save()
    assert (hand["dealer"], hand["record"]["povinost"]) == (4, 2)
    assert hand["record"]["declarer"] == 2


def test_the_one_who_holds_the_ii_is_enough(form: Form) -> None:
    form.start(number=1, deal=None, first=True).tap("Josef", within="#led")
    form.tap("alone", "7", "0").review()
    assert form.save()["dealer"] is None


def test_somebody_else_led_and_it_was_his_turn(form: Form) -> None:
    form.start().tap("Josef", message("Someone else led")).tap("Josef", within="#led")
    form.says(
        "Expected: Karel deals, Marie leads off.",
        message("{name} plays with", name="Josef"),
    )
    form.says(message("{dealer} deals, {lead} leads off", dealer="Marie", lead="Josef"))
    form.tap("Anna", within="#partner").tap("7", "0").review()
    hand = form.save()
    assert (hand["dealer"], hand["record"]["povinost"]) == (1, 2)
    assert hand["record"]["declarer"] == 2


def test_somebody_led_out_of_turn(form: Form) -> None:
    form.start().tap(message("Someone else led")).tap("Josef", within="#led")
    form.tap(
        message(
            "Add the fault: {name} led out of turn, {chips} to each of two",
            name="Josef",
            chips=2,
        )
    ).says(message("{dealer} deals, {lead} leads off", dealer="Karel", lead="Marie"))
    form.says(message("{name} plays with", name="Josef")).tap(
        "Anna", within="#partner"
    ).tap("7", "0").review()
    form.says("Josef and Anna won with 70 points; led off out of turn: Josef")
    record = form.save()["record"]
    assert (record["povinost"], record["declarer"]) == (1, 2)
    fault = {"fault": "wrong_povinost", "seat": 2, "rightful": 1}
    assert record["faults"] == [fault]


def test_a_note_goes_with_the_hand(form: Form) -> None:
    form.start().tap("Anna", "6", "1", message("Note"))
    form.page.get_by_role("textbox", name=message("Note")).fill(
        "Cards were cut twice, 61 or 16?"
    )
    form.review().says("Cards were cut twice")
    hand = form.save()
    assert hand["note"] == "Cards were cut twice, 61 or 16?"
    assert hand["record"]["points"] == 61
