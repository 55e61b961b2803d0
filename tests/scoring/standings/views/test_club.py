"""A club's own page: what is on, what comes, this season, what was played."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club
from scoring.models import Tournament
from scoring.signups import rsvps
from scoring.standings.club_page import club_page
from scoring.tournaments import tournaments
from tests import builders as build
from tests.markup import flowing
from tests.messages import message

pytestmark = pytest.mark.django_db


@pytest.fixture
def today(club: Club) -> date:
    return timezone.localdate(timezone=club.zone)


def page(club: Club, client: Client | None = None) -> str:
    answer = (client or Client()).get(reverse("scoring:club", args=[club.slug]))
    assert answer.status_code == 200
    return flowing(answer)


def played(club: Club, day: date, **facts: Any) -> Tournament:
    """A tournament of one verified round of one table."""
    tournament = build.tournament(club, date=day, **facts)
    build.verified_sheet(build.published_round(tournament).sheets.get())
    return tournament


def past(club: Club, day: date, **facts: Any) -> Tournament:
    tournament = played(club, day, **facts)
    return tournaments.finish(tournament=tournament, actor=build.command())


def test_an_unknown_club_is_404() -> None:
    assert Client().get("/nowhere/").status_code == 404


def test_an_empty_club_says_what_will_stand_here(club: Club) -> None:
    text = page(club)
    assert message("No results yet") in text
    assert message("Go to the desk") not in text


def test_a_member_of_an_empty_club_is_shown_the_first_step(club: Club) -> None:
    client = Client()
    client.force_login(build.member(club))
    assert message("Go to the desk") in page(club, client)


def test_an_outsider_sees_what_everybody_sees(club: Club) -> None:
    client = Client()
    other = build.club("lodge-47", name="Lodge 47")
    client.force_login(build.member(other, "owner", "charlie"))
    assert message("Go to the desk") not in page(club, client)


def test_what_is_being_played_stands_first(club: Club, today: date) -> None:
    past(club, today - timedelta(days=60), name="Summer Tarok")
    tournament = build.tournament(club, date=today, name="Tonight")
    build.published_round(tournament, 2)
    text = page(club)
    assert message("In progress") in text
    assert "Round 1 of 3 · 0 of 2 sheets verified" in text
    assert text.index("Tonight") < text.index("Summer Tarok")


def test_it_is_the_round_that_is_played_where_all_are_published(
    club: Club, today: date
) -> None:
    """People look for this one's seats, and for the next's once half is in."""
    tournament = build.tournament(club, date=today, name="Tonight")
    first, second, _ = (build.published_round(tournament, 2) for _ in range(3))
    standings = tournament.get_absolute_url()

    def said() -> str:
        find = "Find your table in round "
        seats = Client().get(standings).content.decode().partition(find)[2]
        return f"{seats[:1]}: {page(club).partition('Round ')[2].partition('<')[0]}"

    assert said() == "1: 1 of 3 · 0 of 2 sheets verified"
    assert message("The whole season") not in page(club)  # nobody stands in it yet
    build.verified_sheet(first.sheets.get(table=1))
    assert said() == "2: 2 of 3 · 0 of 2 sheets verified"
    build.verified_sheet(first.sheets.get(table=2))
    for sheet in second.sheets.all():
        build.verified_sheet(sheet)
    assert said() == "3: 3 of 3 · 0 of 2 sheets verified"


def test_the_next_event_is_announced(club: Club, today: date) -> None:
    for days, name in ((40, "Later Tarok"), (10, "Next Tarok")):
        build.tournament(club, date=today + timedelta(days=days), name=name)
    text = page(club)
    assert text.index("Next Tarok") < text.index("Later Tarok")
    assert 'class="square' not in text


def test_the_tables_of_the_next_event_fill_up(club: Club, today: date) -> None:
    soon = build.tournament(club, date=today + timedelta(days=10), asks=True)
    players = [build.player(club, f"Person {number}") for number in range(5)]
    for player in players:
        rsvps.set_going(tournament=soon, player=player, actor=build.command())
    text = page(club)
    assert text.count('class="square square-line"') == 1
    assert text.count('class="square square-line is-open"') == 1
    assert message("{n} players are going.", n=5) in text


def test_an_event_that_never_took_place_is_not_announced(
    club: Club, today: date
) -> None:
    build.tournament(club, date=today - timedelta(days=9), name="Rained off")
    assert "Rained off" not in page(club)


def test_one_left_unfinished_is_a_past_one(club: Club, today: date) -> None:
    played(club, today - timedelta(days=9), name="Forgotten")
    found = club_page(club, today=today)
    assert ([e.name for e in found.past], found.current) == (["Forgotten"], ())
    assert message("not final yet") in page(club)


def test_past_tournaments_stand_by_year(club: Club) -> None:
    for n, year in enumerate((2024, 2024, 2025)):
        past(club, date(year, 11, 20), name=f"Fall {year}", slug=f"fall-{n}")
    text = page(club)
    assert "Fall 2025" in text
    assert "Fall 2024" not in text
    asked = {"year": "2024"}
    older = Client().get(reverse("scoring:club", args=[club.slug]), asked)
    assert older.content.decode().count("Fall 2024") == 2
    assert 'aria-current="page">2024' in flowing(older)
    for nothing in ("1999", "next", "20244"):
        answer = Client().get(
            reverse("scoring:club", args=[club.slug]), {"year": nothing}
        )
        assert "Fall 2025" in answer.content.decode()


def test_all_who_share_the_first_place_are_winners(club: Club, today: date) -> None:
    tournament = build.tournament(club, date=today - timedelta(days=9))
    sheet = build.published_round(tournament).sheets.get()
    build.verified_sheet(sheet, (100, 100, 100, 100))
    tournaments.finish(tournament=tournament, actor=build.command())
    (event,) = club_page(club, today=today).past
    assert event.first == build.NAMES[:4]
    assert {(leader.place, leader.total) for leader in event.leaders} == {(1, 100)}


def test_a_current_event_names_its_first_three(club: Club, today: date) -> None:
    tournament = build.tournament(club, date=today)
    sheet = build.published_round(tournament).sheets.get()
    build.verified_sheet(sheet, (90, 130, 110, 70))
    (event,) = club_page(club, today=today).current
    named = [(leader.place, leader.name, leader.total) for leader in event.leaders]
    josef, anna, marie = build.NAMES[1], build.NAMES[2], build.NAMES[0]
    assert named == [(1, josef, 130), (2, anna, 110), (3, marie, 90)]
    shown = page(club)
    for place, name, total in named:
        line = message("{place}. {name}", place=place, name=name)
        assert line in shown
        assert f"<b>{total}</b>" in shown


def test_what_is_not_public_is_not_listed(club: Club, today: date) -> None:
    past(club, today - timedelta(days=9), name="Secret", public=False)
    build.tournament(club, date=today, name="Secret too", public=False)
    client = Client()
    client.force_login(build.member(club, "owner"))
    for text in (page(club), page(club, client)):
        assert "Secret" not in text
        assert "Marie Kubala" not in text


def test_the_season_shows_its_first_ten(club: Club, today: date) -> None:
    tournament = build.tournament(club, date=today - timedelta(days=9))
    rnd = build.published_round(tournament, 3)
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)
    found = club_page(club, today=today)
    assert found.standings is not None
    assert len(found.standings.lines) == 12
    text = page(club)
    season = text[text.index("season-head") : text.index("past-head")]
    assert season.count("<tr ") == 11
    assert message("See all {n} players", n=12) in season


def test_short_names_where_the_club_wants_them(club: Club, today: date) -> None:
    past(club, today - timedelta(days=9))
    Club.objects.update(shown="short")
    text = page(club)
    assert "Marie K." in text
    assert "Kubala" not in text


def test_the_demo_says_so(club: Club) -> None:
    Club.objects.update(is_demo=True)
    assert message("This is the demo club.") in page(club)


@pytest.mark.parametrize("evenings", [1, 4])
def test_queries_do_not_grow_with_the_tournaments(
    club: Club, today: date, evenings: int, django_assert_num_queries: Any
) -> None:
    for n in range(evenings):
        past(club, today - timedelta(days=9 + n), name=f"Evening {n}")
        played(club, today, name=f"Tonight {n}")
        build.tournament(club, date=today, name=f"Coming {n}")
        past(club, date(2006 - n, 11, 20), name=f"Long ago {n}")
    with django_assert_num_queries(13):
        first = Client().get(reverse("scoring:club", args=[club.slug]))
    with django_assert_num_queries(4):  # nothing was written since
        again = Client().get(reverse("scoring:club", args=[club.slug]))
    assert again.content == first.content


def test_yesterdays_event_that_never_began_is_not_next(club: Club) -> None:
    today = timezone.localdate(timezone=club.zone)
    build.tournament(club, name="Never begun", date=today - timedelta(days=1))
    build.tournament(
        club, name="Winter Tarok", slug="winter", date=today + timedelta(days=2)
    )
    page = Client().get(club.get_absolute_url()).content.decode()
    assert "Winter Tarok" in page
    assert "Never begun" not in page
