"""Events to come in the API: as their page has them, by state, and paged safely."""

from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, Player
from scoring.core.writes import log
from scoring.models import Tournament
from scoring.models.log_messages import log_message
from scoring.people import entries
from scoring.signups import rsvps
from scoring.tournaments import tournaments
from scoring.tournaments.related_data import facts_of
from tests import builders as build
from tests.scoring.api.test_api import V1, told

pytestmark = pytest.mark.django_db
COMING = f"{V1}coming/"
LIST = f"{V1}tournaments/"


@pytest.fixture
def event(club: Club, settings: Any) -> Tournament:
    """Three spots: three people are going, one of them unnamed; one waits, one stands by."""
    settings.SITE_URL = "https://tarok.example"
    Club.objects.update(word="pagat", shown="short")
    club.refresh_from_db()
    made = build.tournament(
        club,
        name="Winter Tarok",
        slug="winter",
        date=date(2099, 1, 5),
        starts_at=time(19, 0),
        place="Hall",
        fee=750,
    )
    rsvps.set_list(
        tournament=made,
        actor=build.command(),
        asks=True,
        places=3,
        doors_at=time(18, 30),
        answers_until=datetime(2099, 1, 5, 12, 0, tzinfo=club.zone),
    )
    made.refresh_from_db()
    names = ("Marie Kubala", "Josef Marek", "Anna Svoboda", "Karel Novak")
    for name in names:
        rsvps.set_going(
            tournament=made, player=build.player(club, name), actor=build.command()
        )
    spare = build.player(club, "Emil Hruska")
    rsvps.set_going(
        tournament=made, player=spare, actor=build.command(), if_needed=True
    )
    Player.objects.filter(name="Josef Marek").update(shown="hidden")
    Club.objects.update(names_version=7)
    return made


def test_an_event_to_come_is_told_as_its_page_has_it(event: Tournament) -> None:
    [line] = told(COMING)["evenings"]
    page = Client().get(event.get_absolute_url()).content.decode()
    assert [each["name"] for each in line["going"]] == ["Marie K.", "Anna S."]
    assert all(each["name"] in page for each in line["going"])
    numbers = {player.number for player in Player.objects.filter(name__startswith="A")}
    assert line["going"][1]["player"] in numbers
    facts = {name: line[name] for name in ("players", "waitlist", "standby", "free")}
    assert facts == {"players": 3, "waitlist": 1, "standby": 1, "free": 0}
    assert (line["tables"], line["house_players"]) == (0, 0)  # three make none
    assert (line["state"], line["hour"], line["doors"]) == (
        "announced",
        "19:00",
        "18:30",
    )
    assert line["capacity"] == 3
    assert line["fee"] == {"coins": 750, "currency": "USD"}
    assert line["rsvp_until"] == "2099-01-05T12:00:00-06:00"
    sign_up = reverse("scoring:sign-up", args=["lodge-24", "winter"])
    assert sign_up in page
    assert line["rsvp_url"] == f"https://tarok.example{sign_up}"
    assert line["season_slug"] == event.season.slug
    for name in ("Josef", "Karel", "Emil"):
        assert name not in str(line)


def test_an_event_that_began_or_is_called_off_tells_nobody(event: Tournament) -> None:
    rsvps.call_off(tournament=event, actor=build.command(), is_off=True)
    [line] = told(COMING)["evenings"]
    assert line["state"] == "called_off"
    assert not {"going", "waitlist", "rsvp_url"} & {*line}
    rsvps.call_off(tournament=event, actor=build.command(), is_off=False)
    build.open_sheet(event)
    [line] = told(COMING)["evenings"]
    assert line["state"] == "playing"
    assert not {"going", "waitlist", "rsvp_url"} & {*line}


def test_an_event_without_a_list_has_a_state_an_hour_and_a_number(club: Club) -> None:
    made = build.tournament(club, date=date(2099, 1, 5), starts_at=time(19, 0))
    build.entries(made, 5)
    absent = made.entries.get(number=5)
    entries.set_state(entry=absent, actor=build.command(), state="absent")
    [line] = told(COMING)["evenings"]
    assert (line["state"], line["hour"], line["players"]) == ("announced", "19:00", 4)
    assert not {"going", "capacity", "free"} & {*line}


def test_what_the_clock_decides_is_another_answer(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Client().get(COMING)
    again = {"If-None-Match": first["ETag"]}
    assert Client().get(COMING, headers=again).status_code == 304
    Tournament.objects.update(answers_until=timezone.now() + timedelta(hours=1))
    soon = Client().get(COMING)
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    answer = Client().get(COMING, headers={"If-None-Match": soon["ETag"]})
    assert answer.status_code == 200
    assert "rsvp_url" not in answer.json()["evenings"][0]


def test_lists_are_filtered_by_state(played: Tournament) -> None:
    build.open_sheet(build.tournament(played.club, name="Now", slug="now"))
    off = build.tournament(played.club, name="Off", slug="off", date=date(2099, 1, 6))
    rsvps.call_off(tournament=off, actor=build.command(), is_off=True)
    everything = told(LIST)["evenings"]
    states = {line["state"] for line in everything}
    assert states == {"announced", "playing", "final", "called_off"}
    for state in states:
        wanted = [line for line in everything if line["state"] == state]
        assert told(f"{LIST}?state={state}")["evenings"] == wanted
    [line] = told(f"{COMING}?state=called_off")["evenings"]
    assert line["name"] == "Off"
    answer = Client().get(f"{LIST}?state=over")
    assert (answer.status_code, answer.json()["field"]) == (422, "state")


def test_the_number_of_players_is_that_of_the_standings(played: Tournament) -> None:
    [line] = [
        each for each in told(LIST)["evenings"] if each["id"] == str(played.file_id)
    ]
    assert line["state"] == "final"
    assert line["players"] == len(told(f"{LIST}{played.file_id}/")["standings"])


@pytest.mark.parametrize("how", ["made private", "erased"])
def test_a_list_goes_on_after_an_evening_that_is_gone(
    club: Club, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    for n in range(5):
        build.tournament(club, name=f"Night {n}", slug=f"n{n}", date=date(2026, 1, 2))
    monkeypatch.setattr("scoring.api.queries.AT_ONCE", 2)
    first = told(LIST)
    last = Tournament.objects.get(file_id=first["evenings"][-1]["id"])
    if how == "erased":
        for rows in facts_of(Tournament.objects.filter(pk=last.pk)):
            rows.delete()
        log(build.command(), "import", log_message("entry.numbers_drawn"), club=club)
    else:
        tournaments.change(tournament=last, actor=build.command(), public=False)
    names, page = [], first
    while "next" in page:
        page = told(f"{LIST}?after={page['next']}")
        names += [line["name"] for line in page["evenings"]]
    assert names == ["Night 2", "Night 1", "Night 0"]
    # By its id it is not known where it was: better twice than not at all.
    again = told(f"{LIST}?after={last.file_id}")
    assert again == told(f"{LIST}?after={uuid4()}") == told(LIST)


@pytest.mark.parametrize("after", ["x", "1.", ".1", "-1.1", "9999999999.1", "1.1.1"])
def test_an_after_that_is_none_is_told_at_its_field(club: Club, after: str) -> None:
    answer = Client().get(f"{LIST}?after={after}")
    assert (answer.status_code, answer.json()["field"]) == (422, "after")


@pytest.mark.parametrize("after", ["0.0", "9999999.999999999999999999"])
def test_any_cursor_is_a_place_in_the_list(club: Club, after: str) -> None:
    assert Client().get(f"{LIST}?after={after}").status_code == 200
