"""A sheet on the web once it is verified: corrections, and what everybody sees."""

import re

import pytest
from django.urls import reverse

from clubs.models import Club, User
from scoring.draw import manual_seating
from scoring.models import Count, Round, Sheet
from scoring.sheets import counts
from scoring.sheets.sheet import SheetState, life_of
from tests import builders as build
from tests.markup import flowing
from tests.messages import message
from tests.scoring.at_desk import OTHER, address, form, page, signed_in, state

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(rnd: Round) -> Sheet:
    return rnd.sheets.get(table=1)


@pytest.fixture
def verified(sheet: Sheet, anna: User, karel: User) -> Sheet:
    build.verified_sheet(sheet, by=karel, second=anna)
    return sheet


def corrected(sheet: Sheet, by: User) -> None:
    counts.correct(
        sheet=sheet,
        actor=build.actor(by),
        seats=build.seats(OTHER),
        seen=build.seen(sheet),
        key="correction",
        reason="131 was read for 113",
    )


def test_a_correction_waits_and_the_page_says_so(verified, anna, karel):
    data = form(verified, OTHER, reason="131 was read for 113")
    response = signed_in(anna).post(
        address(verified, "sheet-correct"), data, follow=True
    )
    assert "The old score counts" in response.content.decode()
    text = page(karel, verified)
    assert message("A correction isn’t verified yet; the old score counts") in text
    assert message("Verify correction for table {table}", table=1) in text
    assert state(verified) == SheetState.VERIFIED


@pytest.mark.parametrize(
    ("held", "reason", "said"),
    [
        (OTHER, "", message("Enter why you’re correcting the sheet.")),
        (
            (131, 96, 104, 60),
            "why",
            "must add up to 400. These four scores add up to 391",
        ),
        (
            build.EVEN,
            "why",
            message("These numbers already count. Nothing was changed."),
        ),
    ],
)
def test_a_correction_that_cannot_be_says_why(verified, anna, held, reason, said):
    data = form(verified, held, reason=reason)
    response = signed_in(anna).post(address(verified, "sheet-correct"), data)
    assert response.status_code == 200
    assert said in response.content.decode()
    assert Count.objects.count() == 2


def test_a_correction_is_withdrawn_with_a_reason(verified, anna):
    corrected(verified, anna)
    client, data = signed_in(anna), {"key": "w", "seen": 3}
    response = client.post(address(verified, "sheet-withdraw"), data)
    assert (
        message("Enter why you’re withdrawing the correction.")
        in response.content.decode()
    )
    client.post(address(verified, "sheet-withdraw"), {**data, "reason": "it was right"})
    assert not life_of(Sheet.objects.get(pk=verified.pk)).correction_waits
    assert "it was right" in page(anna, verified)


def test_a_corrected_sheet_shows_a_receipt_to_everybody(client, verified, anna, karel):
    corrected(verified, anna)
    waiting = client.get(verified.get_absolute_url()).content.decode()
    assert message("A correction is waiting.") in waiting
    build.confirmed(verified, karel)
    text = flowing(client.get(verified.get_absolute_url()))
    for words in ("corrected", "131 was read for 113", "Anna Hlavac", "Karel Hlavac"):
        assert words in text
    assert re.search(r"old </span>131</s> →\s+<b>.*?new </span>113</b>", text)


# --- What everybody sees --------------------------------------------------------


def test_the_public_sheet_before_a_count(client, sheet):
    text = client.get(sheet.get_absolute_url()).content.decode()
    assert "Marie Kubala" in text
    assert message("Scores appear here after the chips are counted.") in text


def test_the_public_sheet_says_how_it_was_verified(client, verified):
    text = client.get(verified.get_absolute_url()).content.decode()
    assert "Counted by: Karel Hlavac" in text
    assert "by: Anna Hlavac" in text


def test_names_are_short_where_the_club_wants_it(client, club, verified):
    Club.objects.update(shown="short")
    text = client.get(verified.get_absolute_url()).content.decode()
    assert "Marie K." in text
    for family in ("Kubala", "Marek", "Hlavac"):
        assert family not in text


def test_a_draft_is_nobodys_sheet(client, tournament):
    people = build.entries(tournament, 4)
    draft = manual_seating.seat_by_hand(
        tournament=tournament, actor=build.command(), tables=[people]
    )
    sheet = draft.sheets.get()
    assert client.get(sheet.get_absolute_url()).status_code == 404
    token = reverse("scoring:table", args=[sheet.token])
    assert client.get(token).status_code == 404


def test_hands_are_explained_and_a_difference_is_named(client, sheet, karel):
    game = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
    build.recorded(sheet=sheet, by=build.actor(karel), key="h", record=game)
    build.counted(sheet, karel, (103, 97, 103, 97))
    text = client.get(sheet.get_absolute_url()).content.decode()
    assert message("Why? Hand {number}", number=1) in text
    assert "§29" in text
    assert "the recorded hands say" not in text
    build.counted(sheet, karel, (104, 96, 103, 97))
    text = client.get(sheet.get_absolute_url()).content.decode()
    assert (
        message(
            "{who} counted {counted}, but the recorded hands say {by_hands}.",
            who="Marie Kubala",
            counted=104,
            by_hands=103,
        )
        in text
    )


def test_a_large_round_costs_no_more_queries(
    club, anna, karel, django_assert_max_num_queries
):
    tournament = build.tournament(club, name="Large")
    rnd = build.published_round(tournament, 8)
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet, by=karel, second=anna)
    client, url = signed_in(anna), address(rnd.sheets.get(table=4))
    with django_assert_max_num_queries(18):
        client.get(url)
