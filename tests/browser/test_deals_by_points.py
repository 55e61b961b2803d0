"""Real tables score points: Scarto, Schieberamsch and Tysiacha, a plain deal and a rare one."""

import pytest
from playwright.sync_api import Page, expect

from rules.game import game_named
from scoring.models import Hand, Sheet
from scoring.sheets.hands import hands_in_force
from tests import builders
from tests.browser.test_deal_form_table import Scorer
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)

ARROW = message("Next number")


class PointsTable(Scorer):
    def points(self, *numbers: int) -> "PointsTable":
        """Types them, one after the other."""
        for n, each in enumerate(numbers):
            self.tap(*[ARROW] * bool(n), *str(each))
        return self

    def again(self, first: int) -> "PointsTable":
        """Goes back to the points of a recorded deal, where the first seat has these."""
        self.page.locator(".answered", has_text="oints").tap()
        return self.tap(f"{self.names[0]}{first}")

    def agree(self) -> "PointsTable":
        """Each deal's nets on the page are those of the rules, folded on their own."""
        expect(self.page.locator(".pill")).to_have_text(message("All saved"))
        shown = self.page.locator(".hand-row .nets")
        wanted = list(reversed(reckoned(self.sheet)))
        expect(shown).to_have_count(len(wanted))
        for place, net in zip(shown.all(), wanted, strict=True):
            signed = [f"{each:+d}".replace("-", "−") if each else "0" for each in net]
            said = list(map("{} {}".format, self.names, signed))
            expect(place.locator("> .num")).to_have_text(said)
        return self


def reckoned(sheet: Sheet) -> list[tuple[int, ...]]:
    """The nets of the recorded deals by the rules alone."""
    played = sheet.round.tournament
    game = game_named(played.game)
    rules = game.house.rules(played.preset, played.house_rules)
    state = game.initial_state(rules, sheet.size)
    nets = []
    for hand in hands_in_force(sheet):
        deal = game.parse(hand.record)
        settled = game.settle(deal, rules, state)
        state = settled.state
        nets.append(settled.net)
    return nets


def table_of(page: Page, game: str, seats: int, **facts: object) -> PointsTable:
    """The open page of whoever keeps the score, at a table of so many."""
    paper = {"start_chips": 0, "with_chips": False, "hands_per_round": 12}
    played = builders.tournament(
        builders.club(), game=game, **{"preset": "book", **paper, **facts}
    )
    people = builders.entries(played, seats)
    sheet = builders.published_round(played, [people]).sheets.get(table=1)
    keeper = PointsTable(page, sheet)
    keeper.open().join(people[0].name)
    return keeper


def test_three_deals_of_scarto_are_a_game(phone: Page) -> None:
    keeper = table_of(phone, "scarto", 3, preset="stake", house_rules={"stake": 5})
    marie, josef, anna = keeper.names
    keeper.begin(1).tap(josef)
    keeper.points(40, 20).says("18").tap(message("Save hand {n}", n=1)).totals(0, 0, 0)
    keeper.says(
        message(
            "Deal {deal} of {all} of this game: {totals}",
            deal=2,
            all=3,
            totals=f"{marie} +14, {josef} −6, {anna} −8",
        )
    )
    keeper.begin(2).says(message("{dealer} deals", dealer=anna), "Deal 2 of 3").points(
        26, 30
    )
    keeper.tap(message("Save hand {n}", n=2)).says(
        "Deal 3 of 3", f"{marie} +14, {josef} −2, {anna} −12"
    )
    keeper.begin(3).points(0, 40)
    keeper.says(f"{marie} dealt and discarded").tap(f"{marie}0", "9")
    keeper.tap(message("Save hand {n}", n=3)).totals(5, 5, -10)
    assert keeper.page.locator(".marks > .badge").count() == 0  # a new game begins
    keeper.agree()
    rows = keeper.page.locator(".game-account tbody tr")
    expect(rows).to_have_text(
        [
            message("Deal {n}", n=1402018),
            message("Deal {n}", n=2263022),
            message("Deal {n}", n=394029),
            "Sum759069",
            message("± from {par}", par="78−3+12−9"),
        ]
    )
    keeper.says(message("{who} loses with the lowest sum, {sum}.", who=anna, sum=69))
    keeper.row(1).click()
    keeper.tap(message("Change")).again(40).points(20, 40)
    keeper.tap(message("Review hand {n}", n=1)).says(
        message("Later hands will change too"), f"{anna} −10 → +5"
    )
    keeper.tap(message("Wrong points"), message("Save change to hand {n}", n=1)).totals(
        -10, 5, 5
    ).agree()
    assert not Hand.objects.filter(record__has_key="state").exists()


def test_four_play_schieberamsch(phone: Page) -> None:
    keeper = table_of(phone, "schieberamsch", 4)
    marie, josef, anna, karel = keeper.names
    keeper.begin(1).tap(karel, josef, "1").points(50, 60, 0).says("10").tap(
        message("Next")
    )
    keeper.tap(f"Virgins: {anna}").tap(message("Save hand {n}", n=1)).totals(
        0, -280, 0, 0
    )
    keeper.says(f"{marie} 50, {josef} 60, {anna} 0; skat 10; last trick: {josef}")
    keeper.says(
        message("1 shove"),
        message("no tricks: {virgins}", virgins=anna),
        "par holds 280",
    )
    keeper.says(message("Hand {n}: {what}", n=1, what=f"{josef} −280"))
    keeper.begin(2).says(message("{dealer} deals and sits out", dealer=marie)).tap(
        message("Grand hand"), josef, "96"
    )
    keeper.tap(message("Lost"), message("Save hand {n}", n=2)).totals(0, -472, 0, 0)
    keeper.says(
        message("{soloist} lost a Grand hand of {value}", soloist=josef, value=96)
    )
    # Once more.
    keeper.begin(3).says(message("{dealer} deals and sits out", dealer=marie)).tap(
        anna, message("None")
    )
    keeper.points(60, 30, 20).says("10").tap(message("Save hand {n}", n=3)).totals(
        0, -532, 0, 0
    )
    keeper.begin(4).says(message("{dealer} deals and sits out", dealer=josef)).tap(
        message("Grand hand"), karel, "48"
    )
    keeper.tap(message("Made"), message("Save hand {n}", n=4)).totals(
        0, -532, 0, 48
    ).agree()


def test_a_game_of_tysiacha_ends_on_the_barrel(phone: Page) -> None:
    short = {"target": 300, "barrel_at": 200}
    keeper = table_of(phone, "tysiacha", 3, house_rules=short)
    marie, josef, anna = keeper.names
    keeper.begin(1).tap(anna, josef, *"200", message("Next")).points(0, 120).tap(
        message("Marriages")
    )
    keeper.tap(f"♥ Hearts: {josef}", within="#panel").tap(
        message("Review hand {n}", n=1)
    )
    keeper.says("120 + 100 = 220").tap(message("Save hand {n}", n=1)).totals(0, 200, 0)
    keeper.says(
        message(
            "{who} is on the barrel at {total} (deal {deal} of {deals}) and needs "
            "{missing} to win",
            who=josef,
            deal=1,
            deals=3,
            total=200,
            missing=100,
        )
    )
    keeper.says(f"Zeros: {marie} 1 of 3, {anna} 1 of 3")
    keeper.begin(2).says(message("{dealer} deals", dealer=marie), "100 to win").tap(
        message("All passed")
    )
    keeper.tap(message("Save hand {n}", n=2)).totals(0, 200, 0)
    keeper.begin(3).says(message("{dealer} deals", dealer=marie)).tap(
        anna, "100"
    ).points(20, 40)
    keeper.tap(message("Save hand {n}", n=3)).totals(20, 200, -100).says(
        "barrel at 200 (deal 2 of 3)"
    )
    keeper.begin(4).says(message("{dealer} deals", dealer=josef)).tap(
        josef, "100"
    ).points(0, 120)
    keeper.tap(message("Review")).says(
        message("{who} has won the game with {total} points.", who=josef, total=300)
    )
    keeper.tap(message("Save hand {n}", n=4)).totals(20, 300, -100).agree()
    expect(phone.locator(".marks > .badge")).to_have_count(0)  # a new game begins
    keeper.begin(5).tap(marie, "105", message("Conceded")).tap(
        message("Save hand {n}", n=5)
    )
    keeper.totals(-85, 360, -40).agree()
    keeper.row(1).click()
    keeper.tap(message("Change")).again(0).points(60, 60).tap(
        message("Review hand {n}", n=1)
    )
    keeper.says(
        message("Later hands will change too"),
        message("Hand {n}: {what}", n=3, what=f"{josef} 0 → +40"),
    )
    keeper.tap(message("Wrong points"), message("Save change to hand {n}", n=1)).totals(
        -25, 0, -40
    )
    keeper.agree()
