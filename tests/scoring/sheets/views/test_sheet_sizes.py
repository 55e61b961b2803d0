"""The public sheet of tables with three, four and five seats."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Sheet
from tests import builders as build
from tests.browser.sister_nights import PASKIEVICS, SCARTO, TAPP, Night
from tests.messages import message
from tests.scoring.at_desk import signed_in
from tests.scoring.at_table import GAME

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("night", "seats"), [(SCARTO, 3), (TAPP, 4), (PASKIEVICS, 5)], ids=[3, 4, 5]
)
def test_why_is_as_wide_as_the_table(night: Night, seats: int) -> None:
    played = build.tournament(
        build.club(), game=night.game, preset=night.preset, start_chips=0
    )
    people = build.entries(played, seats)
    sheet = build.published_round(played, [people]).sheets.get()
    record = {**night.deals[0].record, "table": seats}
    build.recorded(sheet, build.command(), key="one", record=record)
    where = [played.club.slug, played.slug, 1, 1]
    page = Client().get(reverse("scoring:sheet", args=where)).content.decode()
    head, _, body = page.rpartition("hands-table")[2].partition("</thead>")
    assert head.count("<th ") == seats + 2
    assert f'colspan="{seats + 2}"' in body
    assert 'class="muted">house</span>' not in body
    assert ("house rules</span>" in body) == (night is TAPP)


def test_without_chips_it_is_the_sheet_that_decides() -> None:
    played = build.tournament(build.club(), with_chips=False, start_chips=0)
    sheet = build.open_sheet(played)
    build.recorded(sheet, build.command(), key="one", record=GAME)
    build.verified_sheet(sheet, (4, -4, 3, -3))
    where = [played.club.slug, played.slug, 1, 1]
    page = Client().get(reverse("scoring:sheet", args=where)).content.decode()
    assert message("The sheet decides. The hands explain.") in page
    assert "The counted chips decide" not in page


def recorded_at(game: str, seats: int, *records: dict[str, Any], **facts: Any) -> Sheet:
    """The open sheet of a table that recorded these."""
    played = build.tournament(build.club(), game=game, preset="book", **facts)
    people = build.entries(played, seats)
    sheet = build.published_round(played, [people]).sheets.get()
    for n, record in enumerate(records, 1):
        whole = {"table": seats, **record}
        made = build.recorded(sheet, build.command(), key=f"{n}", record=whole)
        assert made.problems == ()
    return sheet


def words_of(sheet: Sheet) -> list[str]:
    """The text of its public page and of the desk's, without marks."""
    played = sheet.round.tournament
    where = [played.club.slug, played.slug, 1, 1]
    desk = signed_in(build.member(played.club, "director", f"anna {uuid4()}"))
    pages = [
        desk.get(reverse(f"scoring:{p}", args=where)) for p in ("sheet", "sheet-desk")
    ]
    return [" ".join(re.sub("<[^>]+>", " ", p.content.decode()).split()) for p in pages]


def test_card_points_of_three_deals_and_their_loser_stand_on_the_sheet() -> None:
    sheet = recorded_at(
        "scarto",
        3,
        {"dealer": 3, "points": [40, 20, 18]},
        {"dealer": 1, "kind": "thrown_in"},
        {"dealer": 1, "points": [26, 30, 22]},
        {"dealer": 2, "points": [9, 40, 29]},
        {"dealer": 3, "points": [26, 26, 26]},
        **{"start_chips": 0, "with_chips": False},
    )
    one, two, three = (seat.entry.name for seat in sheet.seats.order_by("position"))
    for text in words_of(sheet):
        assert (
            f"Card points {one} {two} {three} Deal 1 40 20 18 Deal 2 26 30 22" in text
        )
        assert "Deal 3 9 40 29 Sum 75 90 69 ± from 78 −3 +12 −9" in text
        assert (
            message("{who} loses with the lowest sum, {sum}.", who=three, sum=69)
            in text
        )
        assert message("Game {n}", n=2) in text
        assert "Sum 26 26 26 ± from 26 0 0 0" in text


def test_what_lies_in_the_pool_stands_in_the_balance_by_its_name() -> None:
    deal = {"dealer": 4, "tricks": [4, 3, 2, 2], "points": [12, 9, 8, 11]}
    sheet = recorded_at("reversis", 4, deal, start_chips=0, with_chips=False)
    _, desk = words_of(sheet)
    assert (
        "The pool holds 25 from the recorded hands. The scores make up the rest."
        in desk
    )
    nets = sheet.hands.get().net
    build.verified_sheet(sheet, nets)
    for text in words_of(sheet):
        assert "The pool +25 Total" in text


def test_without_recorded_hands_a_pool_holds_what_the_scores_leave() -> None:
    sheet = recorded_at("reversis", 4, start_chips=0, with_chips=False)
    assert "The pool holds what’s left after the scores." in words_of(sheet)[1]
