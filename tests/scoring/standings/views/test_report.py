"""The report for the newsletter reads like one."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from scoring.core.writes import Actor
from scoring.models import Entry, Sheet, Tournament
from scoring.standings.report import report_of
from scoring.tournaments import tournaments
from tests import builders as build
from tests.messages import message
from tests.world import client_of

pytestmark = pytest.mark.django_db
VALAT = {
    "bid": "povinost",
    "povinost": 1,
    "declarer": 1,
    "partner": 3,
    "valat": {"side": "declarer", "announced": False, "made": True},
}


def played(club: Club, held: tuple[int, ...], **facts: object) -> Tournament:
    made = build.tournament(club, **{"rounds_planned": 1, **facts})
    sheet = build.open_sheet(made)
    record(sheet)
    build.verified_sheet(sheet, held)
    return made


def record(sheet: Sheet) -> None:
    by = Actor.at_table(build.phone(sheet))
    build.recorded(sheet=sheet, by=by, key="a" * 32, record=VALAT)


def finished(club: Club, held: tuple[int, ...] = (131, 96, 104, 69), **facts: object):
    return tournaments.finish(
        tournament=played(club, held, **facts), actor=build.command()
    )


def test_it_tells_who_won_and_the_numbers_of_the_evening(club: Club) -> None:
    made = finished(club, classes="Women\nJuniors", fee=500, prizes=[10_000])
    Entry.objects.filter(number=3).update(classes=["Women"])
    Entry.objects.update(paid=True, lodge="Lodge 24")
    Tournament.objects.update(teams="lodges", team_best=2)
    made.refresh_from_db()
    told = report_of(made).text

    for line in (
        "Fall Tarok (November 20, 2026, the hall)\n",
        "Marie Kubala won with 131 chips. Anna Svoboda came second with 104 chips. "
        "Josef Marek came third with 96 chips.",
        "4 players, 1 table, 1 round.",
        message(
            "The biggest round, {chips}: {who}.",
            chips="131 chips",
            who="Marie Kubala (round 1, table 1)",
        ),
        "1 hand was recorded.",
        message(
            "The biggest hand, {chips}: {who}.",
            chips="20 chips",
            who="Marie Kubala (round 1, table 1)",
        ),
        message("Feats at the tables: {feats}.", feats="Valat 1"),
        "Season 2026, after 1 tournament: Marie Kubala first, with +31 net chips.",
        "Lodges:\n1. Lodge 24: 235 chips (Marie Kubala and Anna Svoboda)",
        "Women:\n1. Anna Svoboda: 104 chips (place 2 overall)",
        "Prizes:\n1. Marie Kubala: $20.00",
        "4. Karel Novak, Lodge 24: 69 chips",
    ):
        assert line in told
    assert "Juniors" not in told


def test_a_few_recorded_hands_are_no_record_of_the_evening(club: Club) -> None:
    made = build.tournament(club, rounds_planned=2)
    first, *others = build.published_round(made, 3).sheets.all()
    record(first)
    for sheet in (first, *others):
        build.verified_sheet(sheet)
    people = list(made.entries.order_by("number"))
    for sheet in build.published_round(made, [people[:4], people[4:8]]).sheets.all():
        build.verified_sheet(sheet)
    told = report_of(made).text
    assert "12 players, 3 and 2 tables, 2 rounds." in told
    assert (
        message(
            "{n} hand was recorded, at {tables} of {all_tables} tables.",
            n=1,
            tables=1,
            all_tables=5,
        )
        in told
    )
    assert "biggest hand" not in told
    assert "Valat" not in told
    biggest = told.split("The biggest round, 131 chips: ")[1].split(".")[0]
    assert biggest.count("table") == 5


def test_an_evening_that_does_not_count_tells_of_no_season(club: Club) -> None:
    finished(club)
    told = report_of(finished(club, name="After Supper", season_weight=0)).text
    assert message("Season {name}", name=2026) not in told


def test_a_name_that_ends_with_a_stop_ends_its_sentence(club: Club) -> None:
    made = finished(club)
    Entry.objects.filter(number=1).update(name="Tomáš Pospíšil st.")
    told = report_of(made).text
    assert "Tomáš Pospíšil st." in told
    assert ".." not in told


def test_two_who_are_first_won_together(club: Club) -> None:
    told = report_of(finished(club, (120, 120, 90, 70))).text

    assert (
        message(
            "{names} won together, with {score} each.",
            names="Marie Kubala and Josef Marek",
            score="120 chips",
        )
        in told
    )
    assert "came second" not in told
    assert (
        message(
            "{names} came third with {score}.", names="Anna Svoboda", score="90 chips"
        )
        in told
    )


def test_before_the_finish_it_says_so(club: Club) -> None:
    made = played(club, (131, 96, 104, 69))

    assert (
        report_of(made)
        .text.split("\n\n")[1]
        .startswith(
            "These standings aren’t final yet. Marie Kubala leads with 131 chips."
        )
    )
    assert report_of(build.tournament(club, name="Tomorrow")) is None


def test_names_stand_as_the_club_shows_them(club: Club) -> None:
    club.shown = "short"
    club.save()
    told = report_of(finished(club)).text

    assert "Marie K." in told
    assert "Kubala" not in told


def test_the_desk_offers_it_to_copy(club: Club) -> None:
    made = finished(club)
    client = client_of(build.member(club, "director"))
    at = reverse("scoring:report", args=[club.slug, made.slug])
    shown = client.get(at).content.decode()

    assert message("Copy text") in shown
    assert "Marie Kubala won with 131 chips." in shown
    assert client_of(build.member(club)).get(at).status_code == 403
    assert Client().get(at).status_code == 302
    other = build.tournament(club, name="Tomorrow")
    at = reverse("scoring:report", args=[club.slug, other.slug])
    assert message("Nothing to report yet") in client.get(at).content.decode()


def test_classes_are_told_by_what_makes_the_places(club: Club) -> None:
    made = finished(club, classes="Women", ranking="table_points")
    Entry.objects.filter(number__in=(2, 3)).update(classes=["Women"])
    told = report_of(made).text
    assert (
        "Women:\n"
        "1. Anna Svoboda: 3 table points and 104 chips (place 2 overall)\n"
        "2. Josef Marek: 2 table points and 96 chips (place 3 overall)"
    ) in told
