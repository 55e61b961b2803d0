"""Real tables play games whose deals rest on what earlier ones left: doubled rounds, pools."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.game import game_named
from scoring.games.table_rules import rules_at
from scoring.models import Hand
from scoring.sheets.hands import hands_in_force
from tests.browser.conftest import Complaints
from tests.browser.network import no_network
from tests.browser.table_pages import quiet
from tests.browser.test_deal_form_table import Scorer, table_of

pytestmark = pytest.mark.django_db(transaction=True)


def settled(keeper: Scorer) -> list[tuple[int, ...]]:
    """What the rules themselves make of the records, one following on the other."""
    table = rules_at(keeper.sheet)
    game: Any = game_named(keeper.sheet.round.tournament.game)
    state, nets = game.initial_state(table.rules, table.seats), []
    for hand in hands_in_force(keeper.sheet):
        told = game.settle(game.parse(hand.record), table.rules, state)
        nets.append(told.net)
        state = told.state
    return nets


def agrees(keeper: Scorer, hands: int) -> None:
    """So many are saved, and the page's totals are those of the rules."""
    rows = keeper.page.locator(".hand-row")
    expect(rows.filter(has_not_text="follow")).to_have_count(hands)
    keeper.pill("All saved")
    nets = settled(keeper)
    keeper.totals(*map(sum, zip(*nets, strict=True)))
    assert [hand.net for hand in hands_in_force(keeper.sheet)] == nets


def test_a_doubled_round_of_paskievics_goes_with_its_pass_out(
    phone: Page, complaints: Complaints
) -> None:
    keeper = table_of(phone, "paskievics", 5)
    marie, josef, anna, _, emil = keeper.names
    keeper.begin(1).tap(emil, "All passed", "Save hand 1").totals(0, 0, 0, 0, 0)
    keeper.says("×2, 5 deals left")
    keeper.begin(2).says(f"{emil} deals and sits out")  # he deals again
    not_he = phone.locator(".ring .choice[aria-disabled]")
    expect(not_he).to_have_text(re.compile(f"{emil}.*sits out"))
    keeper.tap(marie, josef, "Two", "5", "5", "Save hand 2")
    keeper.totals(4, 4, -4, -4, 0).says("×2, 4 deals left")
    keeper.begin(3).says(f"{marie} deals and sits out").tap(josef, "Alone", "Solo")
    keeper.tap("All tricks").tap("XXI", within="#rare > .choices")
    keeper.tap(anna, within="#q-more-xxi-part-lost_by")
    keeper.tap(josef, within="#q-more-xxi-part-caught_by").tap("Review hand 3")
    keeper.says("Anna lost the XXI, Josef caught it", "wears the mayor").tap(
        "Save hand 3"
    )
    agrees(keeper, 3)
    keeper.says("wears the mayor’s hat")
    void_or_change_the_pass_out(keeper)
    quiet(complaints)


def void_or_change_the_pass_out(keeper: Scorer) -> None:
    """Both say what later deals come to then, and before it is saved."""
    marie, josef = keeper.names[:2]
    before = settled(keeper)
    keeper.row(1).click()
    keeper.tap("Void").says("Later hands will change too", f"{marie} +4 → +2")
    halved = [sum(net) // 2 for net in zip(*before, strict=True)]
    said = [str(each).replace("-", "−") for each in halved]
    without = keeper.page.locator(".card", has_text="Totals without it")
    expect(without.locator(".nets b")).to_have_text(said)
    assert settled(keeper) == before
    keeper.page.go_back()
    keeper.tap("Change", "This handAll passed", marie, "Alone", "Three", "No trick")
    keeper.tap("Review hand 1").says("Later hands will change too")
    keeper.says(f"{marie} +4 → +2", f"{josef} +4 → +2")
    keeper.tap("Wrong points", "Save change to hand 1")
    keeper.says("Marie alone: Three; no trick")
    agrees(keeper, 3)
    assert settled(keeper)[1] == (2, 2, -2, -2, 0)


def test_the_pools_of_reversis_are_shared_out_after_the_last_deal(
    phone: Page, complaints: Complaints
) -> None:
    keeper = table_of(phone, "reversis", 4)
    keeper.sheet.round.tournament.hands_per_round = 3
    keeper.sheet.round.tournament.save()
    keeper.open()
    _, josef, anna, karel = keeper.names
    keeper.begin(1).tap(karel, "4", "3", "2", "Next", "Next")
    keeper.tap("1", "2", "Next number", "9", "8", "Save hand 1")
    agrees(keeper, 1)
    keeper.says("Pool 25", "That’s 0 in all")
    keeper.begin(2).tap("9", "2", "0", "Next", "In the talon: ♥J", "Next")
    keeper.tap("3", "0", "9", "0", "Next").tap("Marie", "Broken")
    keeper.tap(josef, within="#q-main-reversis-part-breaker")
    keeper.tap("Save hand 2")
    agrees(keeper, 2)
    keeper.begin(3).tap("4", "3", "2", "Next", "Next", "1", "2", "Next number")
    keeper.tap("9", "8", "Aces and Quinola")
    keeper.tap(f"Quinola: {anna}", "Placed", within="#panel")
    keeper.tap(karel, within="#q-more-honours-0-part-to").tap("Review hand 3")
    keeper.says("Anna placed Quinola, Karel took it", "wins the latest pool")
    with no_network(phone):
        keeper.tap("Save hand 3").says("result to follow", "Share out the pools")
    keeper.news().pill("All saved")
    quiet(complaints)
    agrees(keeper, 3)
    keeper.says("All 3 hands are played", "Now: share out the pools.")
    keeper.tap("Share out the pools").says(f"{josef} dealt last")
    keeper.tap("Save hand 4").says("The pools are shared out", "Now submit the hands.")
    agrees(keeper, 4)
    assert sum(keeper_totals(keeper)) == 0
    change_the_first(keeper)


def test_pools_stand_by_name_at_every_count_and_are_shared_out_from_there(
    phone: Page,
) -> None:
    keeper = table_of(phone, "reversis", 4)
    karel = keeper.names[3]
    keeper.begin(1).tap(karel, "4", "3", "2", "Next", "Next")
    keeper.tap("1", "2", "Next number", "9", "8", "Save hand 1").says("Pool 25")
    keeper.tap("More").says("Share out the pools")
    keeper.tap("Submit hands").says("The pool25", "The pool holds 25.")
    keeper.tap("Share out the pools").says(f"{karel} dealt last").tap("Save hand 2")
    keeper.says("The pools are shared out").begin(3).tap("Thrown in", "Save hand 3")
    keeper.begin(4).tap("4", "3", "2", "Next", "Next")
    keeper.tap("1", "2", "Next number", "9", "8", "Save hand 4").says("Pool 25")
    keeper.tap("More", "Submit hands", "Submit scores")
    keeper.tap("Hand the phone over").link("Josef").click()
    keeper.says("The pool25").tap("These are right").says(
        "These scores count", "The pool25", "✓"
    )


def keeper_totals(keeper: Scorer) -> list[int]:
    return [*map(sum, zip(*settled(keeper), strict=True))]


def change_the_first(keeper: Scorer) -> None:
    """Quinola was forced there: a remise, so there is more to share out at the end."""
    _, josef, anna, _ = keeper.names
    keeper.row(1).click()
    keeper.tap("Change", "Aces and Quinola")
    keeper.tap(f"Quinola: {josef}", "Forced", within="#panel")
    keeper.tap(anna, within="#q-more-honours-0-part-to-2").tap("Review hand 1")
    keeper.says("Later hands will change too", "Hand 4")
    keeper.tap("Something was forgotten", "Save change to hand 1")
    keeper.says("Anna led, Josef had to play Quinola")
    agrees(keeper, 4)
    assert Hand.objects.latest("number").record["kind"] == "finish"
    assert sum(keeper_totals(keeper)) == 0
