"""A round as everybody sees it: seats, sit-outs, how far each sheet is."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from scoring.draw import manual_seating, rounds
from scoring.draw.seats import seats_in
from scoring.models import Entry, Round, SitOut, Tournament
from scoring.people.entries import house_players
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db


def address(tournament: Tournament, number: int = 1) -> str:
    return reverse(
        "scoring:round", args=[tournament.club.slug, tournament.slug, number]
    )


def page(tournament: Tournament, number: int = 1) -> str:
    answer = Client().get(address(tournament, number))
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_everybody_finds_his_table(tournament: Tournament) -> None:
    rnd = build.published_round(tournament, 2)
    text = page(tournament)
    for sheet in rnd.sheets.all():
        assert f'href="{sheet.get_absolute_url()}"' in text
    names = [found.name for found in seats_in(rnd).by_name]
    assert names == sorted(names, key=lambda name: name.split()[::-1])  # Kubala Marie
    assert len(names) == 8


def test_a_draft_is_404_even_for_members(tournament: Tournament) -> None:
    people = build.entries(tournament, 4)
    manual_seating.seat_by_hand(
        tournament=tournament, actor=build.command(), tables=[people]
    )
    client = Client()
    client.force_login(build.member(tournament.club, "director"))
    assert Client().get(address(tournament)).status_code == 404
    assert client.get(address(tournament)).status_code == 404


def test_a_round_that_is_not_there_is_404(tournament: Tournament) -> None:
    """Nor is one of another tournament."""
    build.published_round(build.tournament(tournament.club, name="Spring Tarok"))
    for number in (1, 7):
        assert Client().get(address(tournament, number)).status_code == 404


def test_a_tournament_that_is_not_public_hides_its_rounds(club: Club) -> None:
    tournament = build.tournament(club, public=False)
    build.published_round(tournament)
    outsider, member = Client(), Client()
    other = build.club("lodge-47", name="Lodge 47")
    outsider.force_login(build.member(other, "owner", "charlie"))
    member.force_login(build.member(club))
    found = [c.get(address(tournament)).status_code for c in (Client(), outsider)]
    assert found == [404, 404]
    assert member.get(address(tournament)).status_code == 200


def test_house_players_need_no_list_where_they_sit_out(tournament: Tournament) -> None:
    rnd = build.published_round(tournament)
    house = house_players(tournament, 1)[0]
    SitOut.objects.create(round=rnd, entry=house)
    seats = seats_in(rnd)
    assert [each.label for each in seats.sit_outs] == ["H1"]
    assert "H1" not in {each.label for each in seats.by_name}


def test_who_sits_out_is_named_apart_from_who_is_missing(
    tournament: Tournament,
) -> None:
    people = build.entries(tournament, 5)
    build.entries(tournament, 1, state=Entry.State.ABSENT)
    rnd = build.published_round(tournament, [people[:4]])
    seats = seats_in(rnd)
    assert [each.name for each in seats.sit_outs] == ["Emil Hruska"]
    assert [(each.name, each.why) for each in seats.absent] == [
        ("Vlasta Zajicek", SitOut.Why.ABSENT.label)
    ]
    text = page(tournament)
    assert message("Sitting out this round") in text
    assert message("Missed the round") in text


def test_scores_stand_here_only_when_in_force(tournament: Tournament) -> None:
    rnd = build.published_round(tournament, 2)
    build.counted(rnd.sheets.get(table=1), held=(131, 96, 104, 69))
    build.verified_sheet(rnd.sheets.get(table=2), (151, 76, 114, 59))
    text = page(tournament)
    assert "counted" in text
    assert "131" not in text
    assert "151" in text
    assert message("{verified} of {n} sheets verified", verified=1, n=2) in text


def test_a_cancelled_round_says_why(tournament: Tournament) -> None:
    rnd = build.published_round(tournament)
    rounds.cancel(rnd=rnd, actor=build.command(), reason="wrong cards")
    text = page(tournament)
    assert "doesn’t count:" in text
    assert "wrong cards" in text


def test_house_players_are_on_no_list(tournament: Tournament) -> None:
    people = build.entries(tournament, 3)
    house = Entry.objects.create(
        tournament=tournament, house=1, name="House player 1", ranked=False
    )
    rnd = build.published_round(tournament, [[*people, house]])
    assert message("House player {n}", n=1) in page(tournament)
    assert len(seats_in(rnd).by_name) == 3


def test_a_substitute_says_for_whom(tournament: Tournament) -> None:
    people = build.entries(tournament, 5)
    rnd = build.published_round(tournament, [people[:4]])
    rnd.seats.filter(entry=people[0]).update(credit=people[4])
    assert "(for: Emil Hruska)" in page(tournament)


def test_short_names_where_the_club_wants_them(tournament: Tournament) -> None:
    build.published_round(tournament)
    Club.objects.update(shown="short")
    text = page(tournament)
    assert "Marie K." in text
    assert "Kubala" not in text


@pytest.mark.parametrize("tables", [1, 6])
def test_queries_do_not_grow_with_the_tables(
    tournament: Tournament, tables: int, django_assert_num_queries: Any
) -> None:
    rnd: Round = build.published_round(tournament, tables)
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)
    with django_assert_num_queries(9):
        first = Client().get(address(tournament))
    with django_assert_num_queries(4):  # nothing was written since
        assert Client().get(address(tournament)).content == first.content
