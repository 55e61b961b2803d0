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
from tests.messages import message

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
    keeper.pill(message("All saved"))
    nets = settled(keeper)
    keeper.totals(*map(sum, zip(*nets, strict=True)))
    assert [hand.net for hand in hands_in_force(keeper.sheet)] == nets


def test_a_doubled_round_of_paskievics_goes_with_its_pass_out(
    phone: Page, complaints: Complaints
) -> None:
    keeper = table_of(phone, "paskievics", 5)
    marie, josef, anna, _, emil = keeper.names
    keeper.begin(1).tap(
        emil, message("All passed"), message("Save hand {n}", n=1)
    ).totals(0, 0, 0, 0, 0)
    keeper.says("×2, 5 deals left")
    # He deals again.
    keeper.begin(2).says(message("{dealer} deals and sits out", dealer=emil))
    not_he = phone.locator(".ring .choice[aria-disabled]")
    expect(not_he).to_have_text(re.compile(f"{emil}.*sits out"))
    keeper.tap(marie, josef, message("Two"), "5", "5", message("Save hand {n}", n=2))
    keeper.totals(4, 4, -4, -4, 0).says("×2, 4 deals left")
    keeper.begin(3).says(message("{dealer} deals and sits out", dealer=marie)).tap(
        josef, message("Alone"), message("Solo")
    )
    keeper.tap(message("All tricks")).tap(message("XXI"), within="#rare > .choices")
    keeper.tap(anna, within="#q-more-xxi-part-lost_by")
    keeper.tap(josef, within="#q-more-xxi-part-caught_by").tap(
        message("Review hand {n}", n=3)
    )
    keeper.says("Anna lost the XXI, Josef caught it", "wears the mayor").tap(
        message("Save hand {n}", n=3)
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
    keeper.tap(message("Void")).says(
        message("Later hands will change too"), f"{marie} +4 → +2"
    )
    halved = [sum(net) // 2 for net in zip(*before, strict=True)]
    said = [str(each).replace("-", "−") for each in halved]
    without = keeper.page.locator(".card", has_text=message("Totals without it"))
    expect(without.locator(".nets b")).to_have_text(said)
    assert settled(keeper) == before
    keeper.page.go_back()
    keeper.tap(
        message("Change"),
        "This handAll passed",
        marie,
        message("Alone"),
        message("Three"),
        message("No trick"),
    )
    keeper.tap(message("Review hand {n}", n=1)).says(
        message("Later hands will change too")
    )
    keeper.says(f"{marie} +4 → +2", f"{josef} +4 → +2")
    keeper.tap(message("Wrong points"), message("Save change to hand {n}", n=1))
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
    keeper.begin(1).tap(karel, "4", "3", "2", message("Next"), message("Next"))
    keeper.tap(
        "1", "2", message("Next number"), "9", "8", message("Save hand {n}", n=1)
    )
    agrees(keeper, 1)
    keeper.says(message("Pool {held}", held=25), "That’s 0 in all")
    keeper.begin(2).tap(
        "9", "2", "0", message("Next"), "In the talon: ♥J", message("Next")
    )
    keeper.tap("3", "0", "9", "0", message("Next")).tap("Marie", message("Broken"))
    keeper.tap(josef, within="#q-main-reversis-part-breaker")
    keeper.tap(message("Save hand {n}", n=2))
    agrees(keeper, 2)
    keeper.begin(3).tap(
        "4",
        "3",
        "2",
        message("Next"),
        message("Next"),
        "1",
        "2",
        message("Next number"),
    )
    keeper.tap("9", "8", message("Aces and Quinola"))
    keeper.tap(f"Quinola: {anna}", message("Placed"), within="#panel")
    keeper.tap(karel, within="#q-more-honours-0-part-to").tap(
        message("Review hand {n}", n=3)
    )
    keeper.says(
        message(
            "{holder} placed {card}, and {to} took it",
            holder="Anna",
            card="Quinola",
            to="Karel",
        ),
        "wins the latest pool",
    )
    with no_network(phone):
        keeper.tap(message("Save hand {n}", n=3)).says(
            message("not scored yet"), message("Divide the pools")
        )
    keeper.news().pill(message("All saved"))
    quiet(complaints)
    agrees(keeper, 3)
    keeper.says(message("All {n} hands are played", n=3), "Now: divide the pools.")
    keeper.tap(message("Divide the pools")).says(
        message("{dealer} dealt last", dealer=josef)
    )
    keeper.tap(message("Save hand {n}", n=4)).says(
        message("The pools are divided"), message("Now submit the hands.")
    )
    agrees(keeper, 4)
    assert sum(keeper_totals(keeper)) == 0
    change_the_first(keeper)


def test_pools_stand_by_name_at_every_count_and_are_shared_out_from_there(
    phone: Page,
) -> None:
    keeper = table_of(phone, "reversis", 4)
    karel = keeper.names[3]
    keeper.begin(1).tap(karel, "4", "3", "2", message("Next"), message("Next"))
    keeper.tap(
        "1", "2", message("Next number"), "9", "8", message("Save hand {n}", n=1)
    ).says(message("Pool {held}", held=25))
    keeper.tap(message("More")).says(message("Divide the pools"))
    keeper.tap(message("Submit hands")).says("The pool25", "The pool holds 25.")
    keeper.tap(message("Divide the pools")).says(
        message("{dealer} dealt last", dealer=karel)
    ).tap(message("Save hand {n}", n=2))
    keeper.says(message("The pools are divided")).begin(3).tap(
        message("Thrown in"), message("Save hand {n}", n=3)
    )
    keeper.begin(4).tap("4", "3", "2", message("Next"), message("Next"))
    keeper.tap(
        "1", "2", message("Next number"), "9", "8", message("Save hand {n}", n=4)
    ).says(message("Pool {held}", held=25))
    keeper.tap(message("More"), message("Submit hands"), message("Submit scores"))
    keeper.tap(message("Pass the phone")).link("Josef").click()
    keeper.says("The pool25").tap(message("These are right")).says(
        message("These scores count"), "The pool25", "✓"
    )


def keeper_totals(keeper: Scorer) -> list[int]:
    return [*map(sum, zip(*settled(keeper), strict=True))]


def change_the_first(keeper: Scorer) -> None:
    """Quinola was forced there: a remise, so there is more to share out at the end."""
    _, josef, anna, _ = keeper.names
    keeper.row(1).click()
    keeper.tap(message("Change"), message("Aces and Quinola"))
    keeper.tap(f"Quinola: {josef}", message("Forced"), within="#panel")
    keeper.tap(anna, within="#q-more-honours-0-part-to-2").tap(
        message("Review hand {n}", n=1)
    )
    keeper.says(message("Later hands will change too"), message("Hand {n}", n=4))
    keeper.tap(
        message("Something was forgotten"), message("Save change to hand {n}", n=1)
    )
    keeper.says(
        message(
            "{to} led, and {holder} had to play {card}",
            to="Anna",
            holder="Josef",
            card="Quinola",
        )
    )
    agrees(keeper, 4)
    assert Hand.objects.latest("number").record["kind"] == "finish"
    assert sum(keeper_totals(keeper)) == 0
