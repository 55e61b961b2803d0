"""A whole evening through the pages: its players, a director and a helper.

A drill has 43 players and three rounds, the gate two rounds of 19.

Dora directs on a laptop, Karel keeps scores on a phone, a visitor has the standings
open on another. The end is compared with what `reckoning` adds up from what was typed.
"""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from clubs.models import Club
from scoring.models import Sheet
from tests import builders as build
from tests.browser.conftest import OpenPage
from tests.browser.evening import desk, ending, rounds
from tests.browser.evening.papers import ROUNDS
from tests.browser.evening.people import IN_LINE, LATE, STAND_IN
from tests.browser.evening.reckoning import Reckoning
from tests.browser.sign_in import sign_in
from tests.browser.standings_page import standings_on
from tests.drill.figures import size
from tests.messages import message
from tests.places import Place

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    club = build.club()
    build.member(club, "director", "dora")
    build.member(club, "scorekeeper", "karel")
    return club


@pytest.fixture
def visitor(open_page: OpenPage) -> Page:
    """A player's phone without an account; the test turns its clock."""
    page = open_page(390, 844, has_touch=True, is_mobile=True)
    page.clock.install()
    return page


def test_a_whole_evening(
    club: Club,
    laptop: Page,
    phone: Page,
    visitor: Page,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    dora, karel, sums = laptop, phone, Reckoning()
    sign_in(dora, "dora")
    sign_in(karel, "karel")
    desk.make_the_tournament(dora)
    desk.set_the_prizes(dora)
    desk.enter_the_list(dora)
    desk.check_in(dora, karel)
    desk.draw_the_evening(dora)

    desk.publish(dora, 1)
    come_late(dora)
    assert len(desk.find_the_seats(visitor, sums, 1)) == 2
    rounds.first_round(dora, karel, sums, codes_of(1))
    lose_somebody(dora, sums)

    desk.publish(dora, 2)
    assert len(desk.find_the_seats(visitor, sums, 2)) == 2
    rounds.later_round(karel, dora, sums, 2)
    drawn = next(name for name in sums.seats[2, 4] if name != STAND_IN)
    ending.rule(dora, sums, drawn, -10, "Came late twice (§31)")
    ending.correct_a_sheet(dora, karel, visitor, sums)

    for number in ROUNDS[2:]:
        desk.publish(dora, number)
        assert len(desk.find_the_seats(visitor, sums, number)) == 2
        rounds.later_round(dora, karel, sums, number)
    ending.let_two_share_the_first_place(dora, sums)
    ending.audit_the_podium(dora)
    ending.finish(dora)

    visitor.goto(desk.PUBLIC)
    visitor.reload()  # a browser may keep the page as it was for some seconds
    expect(visitor.get_by_text(message("Final"))).to_be_visible()
    assert not sums.unlike(standings_on(visitor))
    assert sum(place == "1=" for place, *_ in sums.standings().values()) >= 2
    ending.share_the_prizes(visitor, sums, paid=len(IN_LINE) + 3)
    call_command("audit")  # raises where anything kept differs from the facts
    if size(0, 1):  # test_backup_elsewhere does it with the demo's evenings
        the_same_elsewhere(tmp_path)


def come_late(dora: Page) -> None:
    """Somebody walks in when the seats hang on the wall: the fewest move."""
    dora.goto(f"{desk.DESK}door/")
    desk.walk_in(dora, LATE)
    desk.make_room(dora)


def lose_somebody(dora: Page, sums: Reckoning) -> None:
    """Somebody has to go home; a friend plays his rounds, and the chips are his."""
    leaver = sums.seats[1, 1][0]
    dora.goto(f"{desk.DESK}door/")
    desk.walk_in(dora, STAND_IN)
    desk.let_somebody_play_for(dora, leaver, STAND_IN)
    sums.stands_in[STAND_IN] = leaver


def codes_of(number: int) -> dict[int, str]:
    """What is printed on the sheets of a round, by table."""
    sheets = Sheet.objects.filter(round__number=number)
    return dict(sheets.values_list("table", "code"))


def the_same_elsewhere(folder: Path) -> None:
    """Another machine with nothing but the backup shows the same standings."""
    backup, there = folder / "evening.zip", Place(folder / "elsewhere")
    call_command("backup", output=backup)
    there.does("restore", backup)
    here = StringIO()
    call_command("standings", "lodge-24", "fall-tarok", format="csv", stdout=here)
    told = there.does("standings", "lodge-24", "fall-tarok", "--format", "csv")
    assert told == here.getvalue()
