"""What the table noted beside the count: on the desk's page and on everybody's."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Sheet
from scoring.phones import loans
from tests import builders as build
from tests.messages import message
from tests.scoring.at_table import GAME

pytestmark = pytest.mark.django_db
LOAN = "the table’s notes say 20 borrowed, but the count says 0."


def noted(play: bool) -> Sheet:
    """Counted without the loan that the table noted; with a hand, or without."""
    sheet = build.open_sheet(build.tournament(build.club()))
    by = build.command()
    loans.lend(sheet=sheet, actor=by, key="loan", seat=2, chips=20)
    if play:
        build.recorded(sheet=sheet, by=by, key="hand", record=GAME)
    build.counted(sheet)
    return sheet


@pytest.mark.parametrize("play", [True, False])
@pytest.mark.parametrize("name", ["sheet", "sheet-desk"])
def test_a_loan_missing_on_the_count_is_said(name: str, play: bool) -> None:
    sheet = noted(play)
    tournament = sheet.round.tournament
    client = Client()
    client.force_login(build.member(tournament.club))
    at = [tournament.club.slug, tournament.slug, 1, sheet.table]
    page = client.get(reverse(f"scoring:{name}", args=at)).content.decode()
    assert LOAN in page
    assert (message("Recorded hands") in page) == play
    assert ("100 + all" in page) == play
