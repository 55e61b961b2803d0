"""The public sheet of tables with three, four and five seats."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders as build
from tests.browser.sister_nights import PASKIEVICS, SCARTO, TAPP, Night
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
    head, _, body = page.partition("hands-table")[2].partition("</thead>")
    assert head.count("<th ") == seats + 1
    assert f'colspan="{seats + 1}"' in body
    assert 'class="muted">house</span>' not in body
    assert ("house rules</span>" in body) == (night is TAPP)


def test_without_chips_it_is_the_sheet_that_decides() -> None:
    played = build.tournament(build.club(), with_chips=False, start_chips=0)
    sheet = build.open_sheet(played)
    build.recorded(sheet, build.command(), key="one", record=GAME)
    build.verified_sheet(sheet, (4, -4, 3, -3))
    where = [played.club.slug, played.slug, 1, 1]
    page = Client().get(reverse("scoring:sheet", args=where)).content.decode()
    assert "The sheet decides; the hands explain." in page
    assert "The chips counted decide" not in page
