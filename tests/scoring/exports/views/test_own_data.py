"""All that is kept about one person, as a file for that person."""

import json
import re
from typing import Any

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player
from scoring.core.writes import Actor, log
from scoring.models import Change, Entry, Loan, SignUp
from scoring.people import merges, players
from scoring.sheets import rulings
from scoring.signups import (
    email_addresses,
    name_signups,
    notifications,
    personal_links,
    rsvps,
)
from scoring.tournaments import tournaments
from tests import builders
from tests.log_texts import log_text
from tests.world import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def marie(club: Club) -> Player:
    """An evening with everything, and somebody who turned out to be the same person."""
    evening = builders.tournament(club, rounds_planned=1, fee=1, prizes=[10_000])
    people = builders.entries(evening, 8, paid=True)
    rnd = builders.published_round(evening, [people[4:], people[:4]])
    sheet = rnd.sheets.get(table=2)
    phone = Actor.at_table(builders.phone(sheet, 1))
    game = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
    builders.recorded(sheet=sheet, by=phone, key="one", record=game, number=1)
    Loan.objects.create(sheet=sheet, key="l", seat=1, chips=10, by_name="Marie Kubala")
    Loan.objects.create(sheet=sheet, key="m", seat=2, chips=20, by_name="Josef Marek")
    builders.photo(sheet)
    builders.verified_sheet(sheet)
    builders.verified_sheet(rnd.sheets.get(table=1), (90, 110, 100, 100))
    by, reason = builders.command(), "Marie Kubala came late"
    rulings.adjust(entry=people[1], actor=by, chips=-10, reason=reason, key="r")
    tournaments.finish(tournament=evening, actor=by)
    player: Player = people[0].player
    merges.merge(
        target=player, duplicate=builders.player(club, "Maruška"), actor=by, key="m"
    )
    later = builders.tournament(club, slug="later", name="Later")
    rsvps.set_going(tournament=later, player=player, actor=by, if_needed=True)
    personal_links.give(player=player, actor=by)
    address = email_addresses.give(
        player=player, actor=by, email="marie@example.org", wishes=["eve", "morning"]
    )
    notifications.queue_notification(address, "eve", later)
    row = name_signups.sign_up(tournament=later, name="Marie K.", lodge="", key="s")
    SignUp.objects.filter(pk=row.pk).update(player=player)
    return player


def asked(
    club: Club, player: Player, kind: str = "json", role: str = "director"
) -> Any:
    at = reverse("scoring:player-data", args=[club.slug, player.number])
    client: Client = client_of(builders.member(club, role))
    return client.post(at, {"key": f"own-{role}", "kind": kind})


def data_of(club: Club, player: Player) -> dict[str, Any]:
    answer = asked(club, player)
    assert f"player-{player.number}.json" in answer["Content-Disposition"]
    found: dict[str, Any] = json.loads(answer.getvalue())
    return found


def test_the_file_has_all_of_a_person_and_nobody_else(
    club: Club, marie: Player
) -> None:
    data = data_of(club, marie)
    numbers = {name: len(rows) for name, rows in data.items() if isinstance(rows, list)}
    assert {name for name, rows in numbers.items() if not rows} == {
        "old_results",
        "sit_outs",
        "hand_rulings",
        "rulings",
    }
    assert numbers["counts"] == 2
    [entry], [result], [seat], [hand], [loan] = (
        data[name] for name in ("entries", "results", "seats", "hands", "loans")
    )
    assert (entry["name"], entry["paid"]) == ("Marie Kubala", True)
    assert (result["place"], result["net"]) == (1, 31)
    assert (seat["round"], seat["table"], seat["score"]) == (1, 2, 131)
    assert (hand["seat"], hand["net"], loan["chips"]) == (1, 3, 10)
    [answer], [link] = data["answers"], data["links"]
    [address], [letter] = data["mail_addresses"], data["letters"]
    assert [row["name"] for row in data["sign_ups"]] == ["Marie K."]
    assert (address["email"], address["guardian"]) == ("marie@example.org", "")
    assert (letter["tournament"], letter["kind"]) == ("later", "eve")
    assert (answer["tournament"], answer["state"]) == ("later", "in")
    told = {"made_at", "closed_at", "wants_out_at"}
    assert set(link) == told  # never the word that opens it
    assert data["prizes"][0]["place"] == data["editions"][0]["place"] == 1
    assert {each["what"] for each in data["signed"]} == {
        "phone",
        "loan",
        "hand",
        "change",
    }
    assert "Marie Kubala came late" in [each["text"] for each in data["named"]]
    data["named"] = []  # what somebody wrote stands as it was written
    assert not {"Svoboda", "Novak", "Marek"} & {*re.findall(r"\w+", json.dumps(data))}


def test_numbers_are_those_of_the_persons_own_seat(club: Club, marie: Player) -> None:
    josef = club.players.get(name="Josef Marek")
    data = data_of(club, josef)
    assert [each["net"] for each in data["hands"]] == [-3]
    assert [each["score"] for each in data["counts"]] == [96, 96]
    assert [each["chips"] for each in data["loans"]] == [20]
    assert [each["chips"] for each in data["rulings"]] == [-10]
    assert data["phones"] == data["merges"] == []


def test_the_log_says_once_that_it_was_given(club: Club, marie: Player) -> None:
    at = reverse("scoring:player-data", args=[club.slug, marie.number])
    client = client_of(builders.member(club, "director"))
    for kind in ("xlsx", "zip", "json"):
        answer = client.post(at, {"key": "own", "kind": kind})
        assert answer.status_code == 200
        assert answer.getvalue()
    [line] = Change.objects.filter(key="own")
    assert line.text == log_text("player.data_given", number="1")
    assert client.post(at, {"key": "other", "kind": "csv"}).status_code == 302
    players.erase(player=marie, actor=builders.command())
    assert client.post(at, {"key": "late", "kind": "json"}).status_code == 302
    assert not Change.objects.filter(key__in=("other", "late"))


def test_nobody_else_of_a_longer_name_is_in_the_file(club: Club) -> None:
    jan = builders.player(club, "Jan")
    builders.player(club, "Jan Novák")
    by = builders.command()
    for text in ("Janda came late", "Jan Novák came late", "Jan came late"):
        log(by, "answer", builders.log_text(text), club=club)
    named = [row["text"] for row in data_of(club, jan)["named"]]
    assert named == ["Jan came late"]


def test_whatever_leads_to_a_person_is_in_the_file() -> None:
    """A new kind of row about people is added there, or here with its reason."""
    leading = {
        model.__name__
        for model in apps.get_app_config("scoring").get_models()
        for field in model._meta.get_fields()
        if field.many_to_one or (field.one_to_one and field.concrete)
        if field.related_model in (Entry, Player)
    }
    in_file = {"Entry", "Tally", "OldResult", "Seat", "SitOut", "Adjustment", "Merge"}
    in_file |= {"Answer", "PersonalLink", "MailAddress", "SignUp"}
    of_two = {"TwoPeople"}  # that another person is another
    added_up = {"StandingsRow"}  # seats, sit-outs and rulings; the results say it
    assert leading == in_file | of_two | added_up
