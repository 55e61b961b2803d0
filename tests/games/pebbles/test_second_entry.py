"""A sheet without recorded deals at the desk: only a second entry of it verifies it."""

from collections.abc import Iterator

import pytest

from clubs.models import Club
from scoring.models import Sheet
from scoring.sheets.sheet import life_of
from tests import builders as build
from tests.games import pebbles
from tests.messages import message
from tests.scoring.at_desk import address, form, signed_in

pytestmark = pytest.mark.django_db
HELD = (22, 16, 19)  # 3 lie in the pool
LINK = "Enter table 1 again"


@pytest.fixture(autouse=True)
def _in_place() -> Iterator[None]:
    with pebbles.in_place():
        yield


@pytest.fixture
def club() -> Club:
    return build.club()


def counted_by(club: Club, who: str, **facts: object) -> Sheet:
    """A table of three that this member has counted."""
    made = build.tournament(club, game="pebbles", **facts)
    people = build.entries(made, 3)
    sheet = build.published_round(made, [people]).sheets.get()
    build.counted(sheet, build.member(club, "scorekeeper", who), HELD)
    return sheet


@pytest.mark.parametrize("accepts_blind", [True, False])
def test_another_person_types_it_whatever_the_tournament_accepts(
    club: Club, accepts_blind: bool
) -> None:
    sheet = counted_by(club, "anna", accepts_blind=accepts_blind)
    josef = signed_in(build.member(club, "scorekeeper", "josef"))
    page = josef.get(address(sheet)).content.decode()
    assert LINK in page
    assert message("Verify table {table}", table=1) not in page
    assert josef.get(f"{address(sheet)}?again").context["times"].is_second
    sent = form(sheet, HELD, witness="blind")
    josef.post(address(sheet, "sheet-confirm"), sent)
    in_force = life_of(Sheet.objects.get(pk=sheet.pk)).in_force
    assert in_force is not None
    assert (in_force.scores, in_force.aside) == (HELD, 3)


def test_who_counted_it_may_only_where_the_tournament_accepts_that(club: Club) -> None:
    sheet = counted_by(club, "anna", accepts_blind=False)
    page = signed_in(sheet.counts.get().by).get(address(sheet)).content.decode()
    assert LINK not in page
    assert "Have someone enter all scores a second time" in " ".join(page.split())


def test_a_pool_that_would_owe_is_found_at_once(club: Club) -> None:
    """What is only written against par may be below 0; chips in a pool are none or more."""
    made = build.tournament(club, game="pebbles")
    sheet = build.published_round(made, [build.entries(made, 3)]).sheets.get()
    desk = signed_in(build.member(club, "scorekeeper", "anna"))
    desk.post(address(sheet, "sheet-count"), form(sheet, (25, 19, 19)))
    count = sheet.counts.get()
    assert (count.aside, count.balances) == (0, False)
    assert message("{n} too many", n=3) in " ".join(
        desk.get(address(sheet)).content.decode().split()
    )
