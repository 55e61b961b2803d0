"""A table of four plays the made-up game with a phone: four deals, two of them offline."""

from playwright.sync_api import Page, expect

from scoring.models import Hand, Sheet
from tests.browser import thumb
from tests.browser.conftest import OpenPage
from tests.browser.network import no_network
from tests.browser.table_pages import Table
from tests.messages import message

# The four's chips after each deal, reckoned by hand: 20 each, three play, 1 into the pool.
PASSED = (20, 19, 19, 19)  # the pool has 3
DOUBLED = (19, 19, 17, 17)  # and 2 more of each who did not win: 8
SWEPT = (16, 16, 17, 31)  # 2 each, the pool of 14 and the call to the fourth
ALL_FOUR = (15, 15, 16, 31)  # passed again: 3
CHANGED = (22, 16, 17, 22)  # the second deal took the pool of 6, so the third was 3


class Keeper(Table):
    """Who keeps the score; the four are called by their first names."""

    @property
    def names(self) -> list[str]:
        seats = self.sheet.seats.order_by("position")
        return [seat.entry.name.split(" ")[0] for seat in seats]

    def tap(self, *said: str, within: str = "#table") -> "Keeper":
        for each in said:
            thumb.tap(self.page, each, within)
        return self

    def begin(self, number: int) -> "Keeper":
        self.tap(message("New hand {n}", n=number)).heading(
            message("Hand {n}", n=number)
        )
        return self

    def won(self, winner: int, pool: str, *stones: int) -> "Keeper":
        """Stones of those who play but the last, who has the rest."""
        self.tap(self.names[winner - 1], pool)
        for n, each in enumerate(stones):
            self.tap(*[message("Next number")] * bool(n), str(each))
        return self

    def save(self, number: int, *totals: int) -> "Keeper":
        self.tap(message("Save hand {n}", n=number)).totals(*totals)
        return self


def play(page: Page, sheet: Sheet, open_page: OpenPage) -> None:
    """The four end with CHANGED, which another phone of the table confirms."""
    keeper = Keeper(page, sheet)
    one, two, _, four = keeper.names
    keeper.open().join(sheet.seats.get(position=1).entry.name)
    keeper.begin(1).tap(one).tap(message("All passed")).save(1, *PASSED)
    keeper.says("pool 3")
    keeper.begin(2).says(two).won(1, "Doubles it", 4, 3).save(2, *DOUBLED)
    keeper.says("pool 8", "doubled until it is taken", "Hand 2: all goes to the pool")
    with no_network(page):
        keeper.begin(3).won(4, "Takes it", 0, 0).tap("Who called it?")
        keeper.tap(four, within="#panel").tap(message("Review hand {n}", n=3)).save(
            3, *DOUBLED
        )
        keeper.says(message("not scored yet"))
        keeper.begin(4).tap(message("All passed")).save(4, *DOUBLED)
        assert Hand.objects.count() == 2
    keeper.news().pill(message("All saved"))
    keeper.totals(*ALL_FOUR)
    keeper.row(2).click()
    keeper.tap(
        message("Change"),
        "The poolDoubles it",
        "Takes it",
        message("Review hand {n}", n=2),
    )
    keeper.says(message("Later hands will change too"), f"{four} +14 → +4")
    keeper.tap("Wrong stones", message("Save change to hand {n}", n=2)).totals(*CHANGED)
    count(keeper)
    other = Table(open_page(390, 844, has_touch=True), sheet).open("#confirm")
    other.link(sheet.seats.get(position=2).entry.name).click()
    other.button(message("These are right")).click()
    other.heading(message("These scores count"))


def count(keeper: Keeper) -> None:
    """The chips on the table, at first one too few; what is missing to 80 lies aside."""
    keeper.go("count").heading(message("Count the chips"))
    fields = keeper.page.get_by_label("chips held:")
    expect(fields).to_have_count(4)
    for field, chips in zip(fields.all(), (22, 16, 17, 21), strict=True):
        field.fill(str(chips))
    keeper.says(
        "76 ≠ 77, 1 missing",
        message("{n} fewer than the hands say ({chips})", chips=22, n=1),
    )
    keeper.says(
        "The scores add up to 76 and the pool holds 3. That’s 79 in all: 1 is missing."
    )
    fields.nth(3).fill("22")
    keeper.page.locator(".bar .btn-main").click()
    keeper.heading(message("Have a second person confirm"))
