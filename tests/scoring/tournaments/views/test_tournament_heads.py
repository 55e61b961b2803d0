"""What the folded parts of the tournament's form say, and the summary beside it."""

from datetime import date, time

import pytest
from django.test import Client

from clubs.models import Club
from scoring.models import Tournament
from scoring.tournaments.views.tournament_heads import Heads
from tests import builders
from tests.in_turn import in_turn
from tests.markup import flowing
from tests.messages import message
from tests.scoring.tournaments.views.test_tournaments import as_sent, new, settings_of

pytestmark = pytest.mark.django_db
PART = {"HX-Request": "true", "HX-Target": "tournament-summary"}


@pytest.fixture
def club(client: Client) -> Club:
    club = builders.club()
    client.force_login(builders.member(club, "director"))
    return club


def heads_of(client: Client, address: str) -> Heads:
    return client.get(address).context["heads"]


def test_a_new_evening_is_as_usual(club: Club, client: Client) -> None:
    heads = heads_of(client, new(club))
    assert heads.game == [message("SPJST Tarok")]
    assert heads.rules[1:] == [
        message("{n} chips at the start", n=100),
        message("counted on the table"),
    ]
    assert heads.house_rules == [message("as the rule set says")]
    assert heads.rounds == [message("{n} rounds", n=3)]
    assert heads.seats == ["drawn", message("someone sits out")]
    assert heads.apart == [message("people who met this season")]
    assert heads.ranking == ["chips"]
    assert heads.missed == [
        "sat out: the start chips",
        message("missed: {score}", score=0),
    ]
    assert heads.checking == [message("{n} ways to verify", n=5), "public"]
    assert (heads.wifi, heads.fee, heads.teams) == (
        ["none"],
        [message("no fee")],
        [message("no teams")],
    )


def test_what_is_set_is_said(club: Club, client: Client) -> None:
    tournament = builders.tournament(
        club,
        date=date(2026, 11, 20),
        starts_at=time(19),
        minutes_per_round=60,
        hands_per_round=16,
        house_rules={"renege_each": 7},
        last_round_by_standing=True,
        season_meetings=False,
        apart="1, 2\n3, 4",
        tie_breaks=["lot"],
        drop_worst=1,
        fee=750,
        teams="lodges",
        classes="Women\nJuniors",
        accepts_own=False,
        public=False,
        wifi_name="SPJST Hall",
    )
    heads = heads_of(client, settings_of(tournament))
    assert heads.when == ["Friday, November 20, 2026", "7:00 pm"]
    assert heads.rounds == [
        message("{n} rounds", n=3),
        message("{n} minutes each", n=60),
        message("{n} hands each", n=16),
    ]
    assert heads.house_rules == [message("{n} difference", n=1)]
    assert heads.seats[-1] == message("last round by standings")
    assert heads.apart == [message("{n} groups", n=2)]
    assert heads.ranking[1:] == [
        message("random draw"),
        message("{n} round dropped", n=1),
    ]
    assert heads.fee == ["$7.50"]
    assert heads.teams == ["lodges", "Women", "Juniors"]
    assert heads.checking == [message("{n} ways to verify", n=4), message("not public")]
    assert heads.wifi == ["SPJST Hall"]


@in_turn(
    "typed",
    ["", "x", "²", "9" * 20, "9" * 400, "9" * 5_000, "-1", "19:00:00:00", "\x00"],
)
def test_whatever_is_typed_is_no_crash(club: Club, client: Client, typed: str) -> None:
    names = ("date", "starts_at", "fee", "rounds_planned", "start_chips", "seating")
    names += ("classes", "ranking", "tie_break_1", "drop_worst", "preset")
    sent = as_sent(client, new(club), **dict.fromkeys(names, typed))
    for part in ({}, PART):
        answer = client.post(new(club), sent, headers=part)
        assert answer.status_code == 200
        assert answer.context["heads"].summary
    assert not Tournament.objects.exists()


def test_the_summary_follows_what_is_typed_and_saves_nothing(
    club: Club, client: Client
) -> None:
    tournament = builders.tournament(club)
    for address in (new(club), settings_of(tournament)):
        sent = as_sent(client, address, rounds_planned="5", fee="7,50", receipt="once")
        answer = client.post(address, sent, headers=PART)
        html = flowing(answer)
        assert message("{n} rounds", n=5) in html
        assert "$7.50" in html
        assert "<html" not in html
        assert "HX-Target" in answer.headers["Vary"]
        assert "receipt" not in answer.cookies
    assert Tournament.objects.get().rounds_planned == 3
