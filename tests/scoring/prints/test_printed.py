"""The papers as they are filled from what is recorded."""

from datetime import UTC, datetime

import pytest

from scoring.games import payoff_card_of
from scoring.models import Entry, SitOut
from scoring.prints.standings import standings_parts
from scoring.selectors.papers.seats import (
    cards_of,
    seat_list_of,
    sheet_papers,
    table_card_papers,
    table_list_of,
)
from scoring.selectors.papers.standings import standings_paper
from tests import builders
from tests.scoring.prints.pages import printed, texts_of

pytestmark = pytest.mark.django_db
ADDRESS = "http://10.0.0.5:8000"
NOON = datetime(2026, 11, 21, 1, 45, tzinfo=UTC)


@pytest.fixture
def evening():
    return builders.tournament(builders.club())


def test_a_sheet_carries_its_table(evening):
    rnd = builders.published_round(evening, 2)
    one, two = sheet_papers(rnd, address=ADDRESS)
    sheet = rnd.sheets.get(table=1)
    assert one.code == sheet.code
    assert one.url == f"{ADDRESS}/t/{sheet.token}/"
    assert [seat.name for seat in one.seats] == list(builders.NAMES[:4])
    assert [seat.position for seat in one.seats] == [1, 2, 3, 4]
    assert [seat.number for seat in two.seats] == ["5", "6", "7", "8"]
    assert (one.must_total, one.start_chips, one.hands) == (400, 100, 20)


def test_the_clubs_own_address_and_hands_win(evening):
    rnd = builders.published_round(evening)
    evening.club.phone_address = "http://tarok.example/"
    evening.hands_per_round = 16
    rnd.tournament = evening
    [paper] = sheet_papers(rnd, address=ADDRESS)
    assert paper.url.startswith("http://tarok.example/t/")
    assert paper.hands == 16


def test_one_table_again(evening):
    rnd = builders.published_round(evening, 3)
    [paper] = sheet_papers(rnd, address=ADDRESS, table=2)
    assert paper.table == 2
    assert sheet_papers(rnd, address=ADDRESS, table=9) == ()


def test_a_table_card_carries_its_table_and_the_wifi(evening):
    rnd = builders.published_round(evening, 2)
    evening.wifi_name, evening.wifi_password = "SPJST Hall", "taroky1936"
    rnd.tournament = evening
    one, two = table_card_papers(rnd, address=f"{ADDRESS}/")
    sheet = rnd.sheets.get(table=1)
    assert (one.code, one.url) == (sheet.code, f"{ADDRESS}/t/{sheet.token}/")
    assert (one.round_number, one.start) == (1, "10.0.0.5:8000")
    assert (one.wifi.name, one.wifi.password) == ("SPJST Hall", "taroky1936")
    assert two.url != one.url
    [again] = table_card_papers(rnd, address=ADDRESS, table=2)
    assert again == two


def test_a_table_card_without_wifi_names_none(evening):
    rnd = builders.published_round(evening)
    evening.wifi_password = "left over"
    rnd.tournament = evening
    [card] = table_card_papers(rnd, address=ADDRESS)
    assert card.wifi is None


@pytest.mark.parametrize("tables", [1, 12])
def test_queries_do_not_grow_with_the_field(evening, tables, django_assert_num_queries):
    rnd = builders.published_round(evening, tables)
    rnd.tournament = evening
    with django_assert_num_queries(2):
        sheet_papers(rnd, address=ADDRESS)
    with django_assert_num_queries(1):
        table_card_papers(rnd, address=ADDRESS)
    with django_assert_num_queries(6):
        seat_list_of(evening)
    with django_assert_num_queries(3):
        table_list_of(rnd)
    with django_assert_num_queries(4):
        cards_of(evening)


def test_the_seat_list_has_everybody_who_plays_or_sits_out(evening):
    people = builders.entries(evening, 5)
    rnd = builders.published_round(evening, [people[:4]])
    SitOut.objects.get_or_create(round=rnd, entry=people[4])
    builders.entries(evening, 1, state=Entry.State.ABSENT)
    paper = seat_list_of(evening)
    assert paper.rounds == (1,)
    assert [person.number for person in paper.people] == ["1", "2", "3", "4", "5"]
    assert paper.people[0].places[0].position == 1
    assert paper.people[4].places[0].table is None
    out = table_list_of(rnd).sit_outs
    assert [seat.name for seat in out] == [people[4].name]


def test_cards_are_for_all_who_may_come_and_for_all_rounds(evening):
    people = builders.entries(evening, 5)
    builders.entries(evening, 1, state=Entry.State.ABSENT)
    builders.published_round(evening, [people[:4]])
    paper = cards_of(evening)
    assert paper.rounds == (1, 2, 3)
    assert [person.number for person in paper.people] == ["1", "2", "3", "4", "5"]
    assert [len(person.places) for person in paper.people] == [1, 1, 1, 1, 1]


def test_standings_say_how_final_they_are(evening):
    rnd = builders.published_round(evening, 2)
    builders.verified_sheet(rnd.sheets.get(table=1))
    paper = standings_paper(evening, at=NOON)
    assert paper.state == (
        "No places yet: round 1 is not over, 1 of 2 sheets is verified, table 2 is not; "
        "its chips come in for everybody at once"
    )
    assert not paper.is_final
    assert paper.as_of == "7:45 pm, Nov 20"
    assert paper.columns == ("R1",)
    assert paper.rows == ()
    builders.verified_sheet(rnd.sheets.get(table=2))
    paper = standings_paper(evening, at=NOON)
    assert paper.state == "After round 1 of 3"
    first = paper.rows[0]
    assert (first.place, first.name, first.rounds, first.total) == (
        1,
        builders.NAMES[0],
        (131,),
        131,
    )
    [text] = texts_of(printed(standings_parts, [paper]))
    assert "All together 800" in text


def test_standings_hide_names_as_the_club_does(evening):
    rnd = builders.published_round(evening)
    builders.verified_sheet(rnd.sheets.get(table=1))
    evening.club.full_names = False
    assert standings_paper(evening, at=NOON).rows[0].name == "Marie K."


def test_the_card_of_payoffs_follows_the_tournament(evening):
    evening.house_rules = {"renege_each": 7}
    card = payoff_card_of(evening)
    faults = card.right[-1]
    assert ("Renege †", "§30", "7") in faults.rows
    assert card.title == "Payoffs, house rules"
