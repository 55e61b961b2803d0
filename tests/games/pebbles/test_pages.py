"""Every page of an evening of another game: there, and without a word of the first one."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from clubs.models import Role
from scoring.models import Sheet, Tournament
from tests import builders as build
from tests.games import pebbles
from tests.games.pebbles.test_sheets import DOUBLED, WON, deal, evening
from tests.scoring.at_desk import signed_in
from tests.test_permissions import DOORS, NO
from tests.world import PARTS

pytestmark = pytest.mark.django_db
KNOWN = {"club", "tournament", "number", "table", "hand", "token", "slug"}
OF_ANOTHER_GAME = re.compile(
    r"\b(the|these|all|its) four\b|\b400\b|Povinost|Pagat|Kontra|counter-clockwise"
)
PAGES = [
    name
    for name, door in DOORS.items()
    if door.get != NO and {"tournament"} <= set(PARTS[name]) <= KNOWN
] + ["scoring:table", "scoring:table-state", "scoring:club", "scoring:players"]


@pytest.fixture(scope="module")
def _game() -> Iterator[None]:
    with pebbles.in_place():
        yield


@pytest.fixture
def desk(_game: None) -> Client:
    """Tables of three and of four, one of them counted, seen by the club's owner."""
    made = evening(3, 4)
    deal(DOUBLED)
    deal(WON, 1)
    sheet = Sheet.objects.get(table=1)
    build.verified_sheet(sheet, held=(16, 28, 16))
    return signed_in(build.member(made.club, Role.Kind.OWNER, "anna"))


def test_no_page_speaks_of_another_game(desk: Client) -> None:
    tournament = Tournament.objects.get()
    parts = {
        **dict.fromkeys(("number", "table", "hand"), 1),
        "club": tournament.club.slug,
        "tournament": tournament.slug,
        "slug": tournament.season.slug,
        "token": Sheet.objects.get(table=1).token,
    }
    assert len(PAGES) > 40
    for name in PAGES:
        address = reverse(name, kwargs={part: parts[part] for part in PARTS[name]})
        answer = desk.get(address)
        assert answer.status_code < 400 or answer.status_code in (404, 405), name
        body = answer.getvalue() if answer.streaming else answer.content
        said = strip_tags(body.decode(errors="replace"))
        assert not OF_ANOTHER_GAME.search(said), name
