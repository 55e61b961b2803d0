"""The evening's figures at a table: those of the public page, and no others."""

import pytest

from clubs.models import Player, Shown
from scoring.models import Round, Sheet, Tournament
from scoring.phones.event_summary import evening_of
from tests import builders as build
from tests.messages import message
from tests.scoring.at_table import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def rnd(tournament: Tournament) -> Round:
    """Three tables of twelve; nothing is verified yet."""
    return build.published_round(tournament, 3)


def at_table(rnd: Round, table: int = 1) -> Sheet:
    return rnd.sheets.select_related("round__tournament__club").get(table=table)


def play(rnd: Round) -> None:
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)


def test_nobody_has_a_place_before_a_round_is_over(rnd: Round) -> None:
    told = evening_of(at_table(rnd))
    assert told["people"] == []
    assert told["said"] == message("Standings appear here once a round is over.")
    assert told["address"] == rnd.tournament.get_absolute_url()


def test_the_first_ten_and_those_of_this_table(rnd: Round) -> None:
    play(rnd)
    for table in (1, 2, 3):
        sheet = at_table(rnd, table)
        told = evening_of(sheet)
        mine = {line["seat"]: line for line in told["people"] if line["seat"]}
        assert sorted(mine) == [1, 2, 3, 4]
        for seat in sheet.seats.all():
            line = mine[seat.position]
            assert line["name"] == seat.name
            assert line["rounds"] == [
                {"head": "R1", "chips": seat.score, "apart": False}
            ]
        assert told["players"] == 12
        places = [line["place"] for line in told["people"]]
        assert places == sorted(places)
        assert 10 <= len(places) <= 12


def test_what_is_not_public_is_not_on_phones(rnd: Round) -> None:
    play(rnd)
    Tournament.objects.update(public=False)
    assert evening_of(at_table(rnd)) == {
        "said": message("The standings for this event aren’t public."),
        "missing": "",
        "address": "",
        "players": 0,
        "people": [],
    }


def test_names_are_as_the_club_shows_them(rnd: Round) -> None:
    play(rnd)
    Player.everybody.update(shown=Shown.SHORT)
    type(rnd.tournament.club).objects.update(names_version=1)
    names = {line["name"] for line in evening_of(at_table(rnd))["people"]}
    full = {entry.name for entry in rnd.tournament.entries.all()}
    assert names
    assert not names & full


def test_it_costs_the_same_for_every_field(
    rnd: Round, django_assert_max_num_queries
) -> None:
    play(rnd)
    sheet = at_table(rnd)
    with django_assert_max_num_queries(6):
        evening_of(sheet)


def test_whoever_has_the_code_may_look(rnd: Round) -> None:
    play(rnd)
    sheet = at_table(rnd)
    answer = Caller(sheet).get("evening/")
    assert answer.status_code == 200
    assert answer.json() == evening_of(sheet)
    assert answer["Cache-Control"] == "no-store"
