"""Everybody who may ask for a page of the desk, signed in."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from scoring.models import Tournament
from tests import builders as build
from tests.markup import flowing

REFUSED = {"visitor": 302, "outsider": 404, "scorekeeper": 403}


class Browsers(dict[str, Client]):
    """Each is opened, and its user signed in, when he is asked for."""

    def __init__(self, users: dict[str, User]) -> None:
        super().__init__(visitor=Client())
        self.users = users

    def __missing__(self, who: str) -> Client:
        self[who] = Client()
        self[who].force_login(self.users[who])
        return self[who]


@dataclass(frozen=True)
class Crew:
    """A club's people and one from another club, each with a browser."""

    club: Club
    users: dict[str, User]
    clients: Browsers

    def sign_in(self, who: str) -> None:
        """Now, so that a page asked for later costs what it costs by itself."""
        assert self.clients[who]

    def get(self, who: str, address: str, **headers: str) -> HttpResponse:
        return self.clients[who].get(address, headers=headers or None)

    def post(self, who: str, address: str, data: dict | None = None) -> HttpResponse:
        return self.clients[who].post(address, data or {})


def crew_of(club: Club) -> Crew:
    users = {
        "scorekeeper": build.member(club, "scorekeeper"),
        "director": build.member(club, "director"),
        "owner": build.member(club, "owner"),
        "outsider": build.member(build.club("other"), "owner", "outsider"),
    }
    return Crew(club, users, Browsers(users))


def at(tournament: Tournament, name: str, *more: object) -> str:
    """The address of a page of the tournament."""
    return reverse(
        f"scoring:{name}", args=[tournament.club.slug, tournament.slug, *more]
    )


def messages_of(response: HttpResponse) -> list[str]:
    """What the next page will say."""
    return [str(message) for message in response.wsgi_request._messages]


def text_of(response: HttpResponse) -> str:
    """The page's words, each space once."""
    return flowing(response)
