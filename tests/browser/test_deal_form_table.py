"""Real tables play Mariás and Tapp Tarock: from the phone's form to the sheet's totals."""

import pytest
from playwright.sync_api import Page, expect

from scoring.models import Hand
from tests import builders
from tests.browser.another_game_table import Keeper
from tests.browser.conftest import Complaints
from tests.browser.network import no_network
from tests.browser.table_pages import quiet
from tests.messages import message

pytestmark = pytest.mark.django_db(transaction=True)


class Scorer(Keeper):
    """On paper: plus and minus from 0."""

    def totals(self, *totals: int) -> "Scorer":
        said = [str(each).replace("-", "−") for each in totals]
        expect(self.page.locator(".seat .total")).to_have_text(said)
        return self


def table_of(page: Page, game: str, seats: int) -> Scorer:
    """The open page of whoever keeps the score, at a table of so many."""
    facts = {"game": game, "preset": "book", "start_chips": 0, "with_chips": False}
    played = builders.tournament(builders.club(), hands_per_round=12, **facts)
    people = builders.entries(played, seats)
    sheet = builders.published_round(played, [people]).sheets.get(table=1)
    keeper = Scorer(page, sheet)
    keeper.open().join(people[0].name)
    return keeper


def test_three_play_marias(phone: Page, complaints: Complaints) -> None:
    keeper = table_of(phone, "marias", 3)
    marie, josef, anna = keeper.names
    keeper.begin(1).says(message("Who deals?")).tap(anna, message("♣ Acorns"), "60")
    keeper.tap(message("Save hand {n}", n=1)).totals(2, -1, -1).says(
        f"{marie}: ♣ Acorns; 60 points"
    )
    keeper.begin(2).says(message("{dealer} deals", dealer=marie)).tap(
        message("Betl"), josef, message("Lost")
    )
    keeper.tap(message("Save hand {n}", n=2)).totals(7, -11, 4)
    with no_network(phone):
        keeper.begin(3).says(message("{dealer} deals", dealer=josef)).tap(
            message("♥ Hearts"), message("Conceded")
        )
        keeper.says(
            message(
                "Can’t reach the scoring server. The result of this hand will follow."
            )
        ).tap(message("Save hand {n}", n=3))
        keeper.says(message("not scored yet")).totals(7, -11, 4)
        assert Hand.objects.count() == 2
    keeper.news().pill(message("All saved"))
    quiet(complaints)
    keeper.totals(5, -13, 8)
    keeper.row(1).click()
    keeper.says("60").tap(
        message("Change"),
        "The soloist’s points60",
        "30",
        message("Review hand {n}", n=1),
    )
    keeper.says("was +2").tap(
        message("Wrong points"), message("Save change to hand {n}", n=1)
    )
    keeper.totals(1, -11, 10)
    assert [h.record for h in Hand.objects.filter(number=2)] == [
        {
            "table": 3,
            "dealer": 1,
            "contract": "betl",
            "soloist": 2,
            "made": False,
        }
    ]


def test_four_play_tapp_tarock_and_the_dealer_sits_out(phone: Page) -> None:
    keeper = table_of(phone, "tapp_tarock", 4)
    _, josef, anna, karel = keeper.names
    keeper.begin(1).tap(
        karel, message("All passed"), message("Save hand {n}", n=1)
    ).totals(0, 0, 0, 0)
    # He deals again.
    keeper.begin(2).says(message("{dealer} deals and sits out", dealer=karel))
    keeper.tap(josef, message("Solo"), "4", "0", message("Bonuses"))
    keeper.tap(f"{anna}: Trull", within="#panel").tap(message("Review hand {n}", n=2))
    keeper.says(f"{josef} wins 13", message("Score")).tap(message("Save hand {n}", n=2))
    keeper.totals(-11, 13, -2, 0)
