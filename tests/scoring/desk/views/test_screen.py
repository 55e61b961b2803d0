"""The screen in the hall: what it is told, what it is never told, what asking costs."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from clubs.models import Club
from scoring.core.writes import Actor
from scoring.desk import clocks
from scoring.draw import manual_seating, rounds
from scoring.draw.seats import write_missed
from scoring.models import Round, Sheet, Tournament
from scoring.tournaments.announcements import announce
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import at

pytestmark = pytest.mark.django_db
BY = build.command()
GAME = {"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3, "points": 59}


@pytest.fixture
def rnd(tournament: Tournament) -> Round:
    return build.published_round(tournament, 2)


def told(tournament: Tournament, etag: str = "") -> HttpResponse:
    headers = {"If-None-Match": etag} if etag else {}
    return Client().get(at(tournament, "screen-news"), headers=headers)


def state(tournament: Tournament) -> dict[str, Any]:
    """What the page starts with is what it is told later."""
    page = Client().get(at(tournament, "screen")).content.decode()
    first = json.loads(re.search(r'type="application/json">(.*?)</script>', page)[1])
    found = told(tournament).json()
    assert {name: first[name] for name in found} == found
    return found


def test_seats_by_name_clock_and_words(rnd: Round) -> None:
    clocks.start(rnd=rnd, actor=BY, key="a", minutes=60)
    clocks.play_longer(sheet=rnd.sheets.get(table=2), actor=BY, key="b", minutes=5)
    announce(tournament=rnd.tournament, actor=BY, key="c", text="Supper at 7:30")
    found = state(rnd.tournament)
    assert found["round"] == message("Round {n}", n=1)
    assert found["seats"]["title"] == message("Round {n}: your table", n=1)
    assert found["seats"]["rows"][:2] == [
        ["Emil Hruska", "5", 2, "E. Hruska"],  # by last name
        ["Frank Janek", "7", 2, "F. Janek"],
    ]
    ends = (timezone.now() + timedelta(minutes=60)).timestamp() * 1000
    assert abs(found["clock"]["ends"] - ends) < 60_000
    assert (found["clock"]["left"], found["clock"]["longer"]) == (None, [[2, 5]])
    assert found["announcements"] == [message("Supper at 7:30")]
    assert found["standings"] is None  # nobody has a score yet
    clocks.pause(rnd=rnd, actor=BY, key="d")
    assert 3500 < state(rnd.tournament)["clock"]["left"] <= 3600


def test_standings_once_there_are_scores(rnd: Round) -> None:
    one, two = rnd.sheets.all()
    build.verified_sheet(one)
    assert state(rnd.tournament)["standings"] is None  # the round is not over
    build.verified_sheet(two)
    found = state(rnd.tournament)["standings"]
    assert found["title"] == "Standings: after round 1 of 3"
    assert found["rows"][:2] == [
        ["1=", "Marie Kubala", 131, "M. Kubala"],
        ["1=", "Emil Hruska", 131, "E. Hruska"],
    ]


def test_the_next_rounds_seats_come_when_half_the_sheets_are_in(
    tournament: Tournament, rnd: Round
) -> None:
    build.published_round(tournament, 2)
    assert state(tournament)["seats"]["title"].startswith(message("Round {n}", n=1))
    build.counted(rnd.sheets.get(table=1))
    found = state(tournament)
    assert (found["round"], found["seats"]["title"][:7]) == (
        message("Round {n}", n=1),
        message("Round {n}", n=2),
    )


@pytest.mark.parametrize(("which", "title"), [("next", "Round 2"), ("this", "Round 1")])
def test_the_address_may_say_whose_seats(
    tournament: Tournament, rnd: Round, which: str, title: str
) -> None:
    build.published_round(tournament, 2)
    if which == "this":  # the next would be shown
        build.counted(rnd.sheets.get(table=1))
    for name in ("screen", "screen-news"):
        answer = Client().get(f"{at(tournament, name)}?round={which}")
        assert f"{title}: your table" in answer.content.decode()


def test_a_draft_is_never_shown(tournament: Tournament) -> None:
    four = build.entries(tournament, 4)
    draft = manual_seating.seat_by_hand(tournament=tournament, actor=BY, tables=[four])
    assert (state(tournament)["seats"], state(tournament)["round"]) == (None, "")
    rounds.publish(rnd=draft, actor=BY)
    assert state(tournament)["seats"]
    rounds.unpublish(rnd=draft, actor=BY)
    assert "Marie" not in told(tournament).content.decode()


def test_names_are_as_the_club_shows_them(tournament: Tournament, rnd: Round) -> None:
    etag = told(tournament).headers["ETag"]
    tournament.club.shown = "short"
    tournament.club.save()
    assert told(tournament, etag).status_code == 200
    assert "Kubala" not in json.dumps(state(tournament))


def test_a_finished_tournament_has_its_standings_alone(
    tournament: Tournament, rnd: Round
) -> None:
    clocks.start(rnd=rnd, actor=BY, key="a", minutes=60)
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)
    tournament.refresh_from_db()
    tournament.finished_at = timezone.now()
    tournament.save()
    found = state(tournament)
    assert (found["clock"], found["seats"]) == (None, None)
    assert found["standings"]["title"] == "Standings: final"
    assert [row[:3] for row in found["podium"]["rows"]] == [
        [1, "1=", "Marie Kubala"],
        [1, "1=", "Emil Hruska"],
        [3, "3=", "Anna Svoboda"],
        [3, "3=", "Frank Janek"],
    ]


def test_before_the_end_there_is_no_podium(rnd: Round) -> None:
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)
    found = state(rnd.tournament)
    assert (found["standings"] is None, found["podium"]) == (False, None)


def test_so_many_equals_are_a_list_and_no_podium(club: Club) -> None:
    crowded = build.tournament(club, name="Crowd", rounds_planned=1)
    played = build.published_round(crowded, 7)
    for sheet in played.sheets.all():
        build.verified_sheet(sheet)
    Tournament.objects.filter(pk=crowded.pk).update(finished_at=timezone.now())
    crowded.refresh_from_db()
    assert state(crowded)["podium"] is None


def test_two_who_would_be_one_have_no_short_name(
    tournament: Tournament, rnd: Round
) -> None:
    for name in ("Erna Hruska", "Cher"):
        build.entries(tournament, 1, name=name)
    write_missed(rnd)
    rows = {row[0]: row[3] for row in state(tournament)["seats"]["rows"]}
    assert (rows["Emil Hruska"], rows["Erna Hruska"], rows["Cher"]) == ("", "", "")
    assert rows["Frank Janek"] == "F. Janek"


def test_it_has_the_clubs_emblem_colour_and_line(tournament: Tournament) -> None:
    club = tournament.club
    assert b"thanks" not in Client().get(at(tournament, "screen")).content
    build.look(club, thanks="With thanks to Kubala’s Bakery")
    shown = Client().get(at(tournament, "screen")).content.decode()
    assert f"emblem-{club.emblem_mark}.png" in shown
    assert f"/{club.slug}/colour-7b1e2e.css" in shown
    assert '<p id="thanks">With thanks to Kubala’s Bakery</p>' in shown


def test_what_the_hall_does_not_see_is_no_news(
    rnd: Round, django_assert_num_queries
) -> None:
    """At full play hands come every second; the screen need not draw for them."""
    etag = told(rnd.tournament).headers["ETag"]
    sheet = rnd.sheets.get(table=1)
    build.recorded(
        sheet=sheet, by=Actor.at_table(build.phone(sheet)), key="hand", record=GAME
    )
    with django_assert_num_queries(3):  # the club, the tournament, what is new
        answer = told(rnd.tournament, etag)
    assert answer.status_code == 304
    assert int(answer.headers["X-Valat-Now"]) > 1_700_000_000_000
    clocks.start(rnd=rnd, actor=BY, key="clock", minutes=60)
    assert told(rnd.tournament, etag).status_code == 200


@pytest.mark.parametrize("tables", [4, 100])
def test_all_of_it_costs_the_same_for_16_and_for_400_players(
    tournament: Tournament, tables: int, django_assert_num_queries
) -> None:
    rnd = build.published_round(tournament, tables)
    build.verified_sheet(rnd.sheets.get(table=1))
    clocks.start(rnd=rnd, actor=BY, key="clock", minutes=60)
    Sheet.objects.filter(table=2).update(extra_minutes=5)
    with django_assert_num_queries(21):
        found = told(tournament)
    assert len(found.json()["seats"]["rows"]) == 4 * tables


def test_light_or_dark_by_the_address(tournament: Tournament) -> None:
    page = at(tournament, "screen")
    assert 'data-bs-theme="dark"' in Client().get(page).content.decode()
    light = Client().get(f"{page}?theme=light").content.decode()
    assert 'data-bs-theme="light"' in light
