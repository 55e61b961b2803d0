"""Several people enter one new person in the same second: the club has one more, not many."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Role
from scoring.models import SignUp, Tournament
from tests import builders
from tests.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)
NAME = "Rose Krenek"
DIRECTORS = 4


@pytest.fixture
def event() -> Tournament:
    made = builders.tournament(builders.club(), public=True)
    builders.entries(made, 5, state="expected")
    return made


@pytest.fixture
def directors(event: Tournament) -> list[Client]:
    clients = []
    for n in range(DIRECTORS):
        client = Client()
        client.force_login(
            builders.member(event.club, Role.Kind.DIRECTOR, f"director{n}")
        )
        clients.append(client)
    return clients


def post_at_once(
    directors: list[Client], address: str, **data: Any
) -> list[HttpResponse]:
    def posts(n: int, client: Client) -> Callable[[], HttpResponse]:
        return lambda: client.post(address, {"key": f"key-{n}", **data})

    return at_once(*(posts(n, client) for n, client in enumerate(directors)))


def of_name(event: Tournament) -> int:
    return event.club.players.filter(name=NAME).count()


def at(event: Tournament, name: str) -> str:
    return reverse(f"scoring:{name}", args=[event.club.slug, event.slug])


def test_on_the_list_of_entries(event: Tournament, directors: list[Client]) -> None:
    answers = post_at_once(directors, at(event, "entry-add"), name=NAME)
    assert of_name(event) == 1
    assert event.entries.filter(name=NAME).count() == 1
    shown = [answer for answer in answers if answer.status_code == 200]
    assert len(shown) == DIRECTORS - 1
    for answer in shown:
        [rose] = answer.context["likely"]
        assert rose.name == NAME


def test_somebody_new_who_was_called_alike_when_the_page_was_made(
    event: Tournament, directors: list[Client]
) -> None:
    """Whom the page showed isn't meant; who has come since may be."""
    builders.player(event.club, "Rosa Krenek")
    facts = {"name": NAME, "somebody_new": "on", "namesakes": "1"}
    answers = post_at_once(directors, at(event, "entry-add"), **facts)
    assert of_name(event) == 1
    for answer in answers:
        if answer.status_code == 200:
            assert "name" in answer.context["form"].errors
            assert len(answer.context["likely"]) == 2
            assert f'value="{NAME}"' in answer.content.decode()  # what was typed
    again = {**facts, "namesakes": "2", "key": "again"}
    directors[0].post(at(event, "entry-add"), again)
    assert of_name(event) == 2  # the director has seen both


def test_on_the_list_of_players(event: Tournament, directors: list[Client]) -> None:
    address = reverse("scoring:player-new", args=[event.club.slug])
    answers = post_at_once(directors, address, name=NAME)
    assert of_name(event) == 1
    shown = [answer for answer in answers if answer.status_code == 200]
    assert len(shown) == DIRECTORS - 1
    assert all(len(answer.context["likely"]) == 1 for answer in shown)


def test_in_two_tournaments_of_a_club(
    event: Tournament, directors: list[Client]
) -> None:
    other = builders.tournament(event.club, name="Other Tarok")
    places = [at(each, "entry-add") for each in (event, other)] * 2

    def posts(n: int, client: Client) -> Callable[[], HttpResponse]:
        return lambda: client.post(places[n], {"key": f"key-{n}", "name": NAME})

    at_once(*(posts(n, client) for n, client in enumerate(directors)))
    assert of_name(event) == 1


def test_who_signed_up_twice_and_is_confirmed_as_new(
    event: Tournament, directors: list[Client]
) -> None:
    rows = [
        SignUp.objects.create(
            tournament=event, name=NAME, key=f"row-{n}", at=timezone.now()
        )
        for n in range(DIRECTORS)
    ]

    def posts(row: SignUp, client: Client) -> Callable[[], HttpResponse]:
        address = reverse(
            "scoring:sign-up-settle", args=[event.club.slug, event.slug, row.pk]
        )
        return lambda: client.post(address, {"who": "new", "namesakes": "0"})

    at_once(*(posts(row, client) for row, client in zip(rows, directors, strict=True)))
    assert of_name(event) == 1


def test_from_one_list(event: Tournament, directors: list[Client]) -> None:
    facts = {"text": f"{NAME}\nJosef Hruska"}
    post_at_once(directors, at(event, "entries-confirm"), **facts)
    assert of_name(event) == 1
    again = {**facts, "key": "again"}  # what the list is now taken for
    directors[0].post(at(event, "entries-confirm"), again)
    assert of_name(event) == 1
    assert event.entries.count() == 7
