"""An evening of the made-up game: at tables of three and of four seven people, or thirteen.

Whatever the site takes from a game is asked for here: sizes, chips, the pool and what
deals leave to the next one, the phone's form, paper, and what is kept.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Locator, Page, expect

from clubs.models import Club
from scoring.draw import draws, rounds
from scoring.models import Hand, Round, Sheet, Tournament
from tests import builders as build
from tests.browser import another_game_table
from tests.browser.conftest import Complaints, OpenPage
from tests.browser.evening.desk import names_in
from tests.browser.open_pdf import texts_opened_by, tile
from tests.browser.sign_in import sign_in
from tests.browser.standings_page import standings_on
from tests.browser.table_pages import quiet
from tests.drill.figures import size
from tests.games import pebbles
from tests.messages import message
from tests.places import AGREED, Place

pytestmark = pytest.mark.django_db(transaction=True)

BY = build.command()
DESK, PUBLIC = "/desk/lodge-24/stones/", "/lodge-24/stones/"
TABLES = range(1, size(2, 4) + 1)
SIZES = [4, *[3] * (len(TABLES) - 1)]
PEOPLE = build.NAMES[: sum(SIZES)]

# What stands on the sheets: chips held, of 20 each; the rest lies in the pool.
FOUR = (20, 15, 27, 18)
THREES = [(25, 20, 15), (17, 23, 14), (20, 20, 20), (13, 30, 11), (22, 21, 14)]
THREES += [(16, 18, 26)]


@dataclass
class Sums:
    """Who sat where, and plain sums of what was written there."""

    seats: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    rounds: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def read_the_seats(self, page: Page, number: int) -> None:
        """As everybody can read them; nobody has to sit out."""
        page.goto(f"{PUBLIC}rounds/{number}/")
        for table, card in enumerate(page.locator(".table-card").all(), start=1):
            self.seats[number, table] = names_in(card.locator("ol .name"))
        known = [self.seats[number, table] for table in TABLES]
        assert sorted(map(len, known), reverse=True) == SIZES
        assert sorted(name for names in known for name in names) == sorted(PEOPLE)

    def of_four(self, number: int) -> int:
        """The table at which the dealer sits out."""
        return next(n for n in TABLES if len(self.seats[number, n]) == 4)

    def score(self, number: int, table: int, held: Sequence[int]) -> None:
        for name, chips in zip(self.seats[number, table], held, strict=True):
            self.rounds[name].append(chips)

    def standings(self) -> dict[str, tuple[str, list[int], int]]:
        """By name: the place, each round's chips and the total."""
        totals = {name: sum(won) for name, won in self.rounds.items()}
        ranks = sorted(totals.values(), reverse=True)
        return {
            name: (
                f"{1 + ranks.index(total)}{'=' if ranks.count(total) > 1 else ''}",
                self.rounds[name],
                total,
            )
            for name, total in totals.items()
        }


@pytest.fixture(autouse=True)
def _in_place() -> Iterator[None]:
    with pebbles.in_place():
        yield


@pytest.fixture
def club() -> Club:
    club = build.club()
    build.member(club, "director", "dora")
    build.member(club, "scorekeeper", "karel")
    return club


def test_an_evening_of_another_game(
    club: Club,
    laptop: Page,
    phone: Page,
    open_page: OpenPage,
    complaints: Complaints,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    dora, karel = laptop, phone
    sign_in(dora, "dora")
    sign_in(karel, "karel")
    choose_the_game(dora)
    everybody_has_a_seat()
    sums = Sums()
    sums.read_the_seats(dora, 1)
    with_a_phone(open_page, sums)
    quiet(complaints)  # it had no network for two deals
    on_paper(dora, karel, sums, 1, THREES[::2])
    publish(2)
    sums.read_the_seats(dora, 2)
    on_paper(karel, dora, sums, 2, THREES[1::2])
    dora.goto(PUBLIC)
    assert standings_on(dora) == sums.standings()
    assert sheets_on_paper(dora, 1) == len(TABLES)
    everything_is_in_the_export(dora)
    call_command("audit")  # raises where anything kept differs from the facts
    if size(0, 1):  # a process that reads all of it, and one more
        the_same_elsewhere(tmp_path)


def choose_the_game(dora: Page) -> None:
    """What was typed before stays; rule sets and chips are the game's at once."""
    dora.get_by_role("link", name=message("New tournament")).click()
    dora.get_by_label(message("Name"), exact=True).fill("Stones")
    dora.get_by_label(message("Rounds"), exact=True).fill("2")
    dora.locator("summary", has_text=message("Game")).first.click()
    dora.get_by_label("Pebbles").check()
    expect(
        dora.get_by_text(
            message(
                "The rule set, house rules and start chips now match this game. "
                "Everything else is as you typed it."
            )
        )
    ).to_be_visible()
    expect(dora.get_by_label("Pebbles")).to_be_focused()
    expect(dora.get_by_text(message("not saved yet"))).to_be_visible()
    expect(dora.get_by_label(message("Name"), exact=True)).to_have_value("Stones")
    expect(dora.get_by_role("textbox", name=message("Start chips"))).to_have_value("20")
    dora.get_by_label(message("Rule set")).select_option("As at the brook")
    dora.get_by_role("button", name=message("Create tournament")).click()
    expect(
        dora.get_by_text(
            message(
                "{tournament} was created. Now enter the players.", tournament="Stones"
            )
        )
    ).to_be_visible()
    assert Tournament.objects.get().game == "pebbles"


def everybody_has_a_seat() -> None:
    """In both rounds; the first may begin."""
    played = Tournament.objects.get()
    build.entries(played, len(PEOPLE))
    draws.draw(tournament=played, actor=BY, whole_evening=True)
    publish(1)


def publish(number: int) -> None:
    rounds.publish(rnd=Round.objects.get(number=number), actor=BY)


def with_a_phone(open_page: OpenPage, sums: Sums) -> None:
    """The table of four of the first round."""
    table = sums.of_four(1)
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    sheet = Sheet.objects.get(round__number=1, table=table)
    another_game_table.play(page, sheet, open_page)
    sums.score(1, table, another_game_table.CHANGED)


def on_paper(
    one: Page, other: Page, sums: Sums, number: int, threes: list[tuple[int, ...]]
) -> None:
    """Nobody recorded these deals: what is missing is the pool, so two type all of it."""
    left = list(threes)
    for table in TABLES:
        if table != sums.of_four(number):
            enter_twice(one, other, sums, number, table, left.pop())
        elif number > 1:
            enter_twice(one, other, sums, number, table, FOUR)


def enter_twice(
    one: Page, other: Page, sums: Sums, number: int, table: int, held: Sequence[int]
) -> None:
    one.goto(f"{DESK}rounds/{number}/tables/{table}/")
    type_all(one, held)
    expect(one.get_by_text(f"Table {table} saved")).to_be_visible()
    other.goto(f"{DESK}rounds/{number}/tables/{table}/")
    expect(
        other.get_by_role("button", name=message("Verify table {table}", table=table))
    ).to_have_count(0)
    other.get_by_role(
        "link", name=message("Enter table {table} again", table=table)
    ).click()
    type_all(other, held)
    expect(other.get_by_text(f"Table {table} is verified")).to_be_visible()
    sums.score(number, table, held)


def type_all(page: Page, held: Sequence[int]) -> None:
    fields = page.locator('input[name^="held"]')
    expect(fields).to_have_count(len(held))
    expect(fields.first).to_be_focused()
    for chips in held:
        page.keyboard.type(f"{chips}\n")


def sheets_on_paper(dora: Page, number: int) -> int:
    """The score sheets of a round as a PDF; gives how many pages there are."""
    dora.goto(f"{DESK}prints/?what=sheets&round={number}")
    texts = texts_opened_by(dora, tile(dora, "sheets"))
    assert all("Stones" in text and "· Pebbles" in text for text in texts)
    return len(texts)


def got(page: Page, link: Locator) -> bytes:
    """What the link leads to."""
    answer = page.request.get(link.get_attribute("href"))
    assert answer.ok
    return answer.body()


def everything_is_in_the_export(dora: Page) -> None:
    """Each count has the seats of its table, and what lies aside."""
    dora.goto(f"{DESK}export/")
    link = dora.get_by_role("link", name=message("With full names"))
    told = json.loads(got(dora, link))
    assert told["game"] == "pebbles"
    tables = [table for rnd in told["rounds"] for table in rnd["tables"]]
    assert len(tables) == 2 * len(TABLES)
    for count in (table["count"] for table in tables):
        assert sum(count["score"]) + count["aside"] == 20 * len(count["score"])
    # One of them was changed: the newest version stands.
    assert sum(len(table["hands"]) for table in tables) == 4
    assert Hand.objects.count() == 5


def the_same_elsewhere(folder: Path) -> None:
    """Another machine that has the game, with nothing but the backup."""
    backup, there = folder / "evening.zip", Elsewhere(folder / "elsewhere")
    call_command("backup", output=backup)
    assert AGREED in there.does("restore", backup)
    here = StringIO()
    call_command("standings", "lodge-24", "stones", format="csv", stdout=here)
    told = there.does("standings", "lodge-24", "stones", "--format", "csv")
    assert told == here.getvalue()


class Elsewhere(Place):
    """A Valat in whose process the made-up game is in place too."""

    program = (sys.executable, "-W", "error", "-m", "tests.games.pebbles.manage")
