"""The rules page: a tournament's prices, house rules, and readings of the sheet."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from scoring.games import games_here
from scoring.games.game_choice import has_hands
from scoring.games.rules_page import readings_of
from scoring.models import Tournament
from tests import builders
from tests.games import pebbles
from tests.in_turn import in_turn
from tests.markup import flowing
from tests.messages import message


@pytest.fixture
def two_games() -> Iterator[None]:
    with pebbles.in_place():
        yield


def page(tournament: Tournament) -> str:
    at = [tournament.club.slug, tournament.slug]
    answer = Client().get(reverse("scoring:rules-here", args=at))
    assert answer.status_code == 200
    return flowing(answer)


@pytest.mark.django_db
@pytest.mark.usefixtures("two_games")
def test_the_houses_own_values_stand_there_and_what_differs(club: Club) -> None:
    tournament = builders.tournament(club, game="pebbles", house_rules={"stake": 3})
    shown = page(tournament)
    assert "As at the brook" in shown
    assert "<strong>3</strong><br>ours (rule set: 1)</td>" in shown
    assert "<strong>it stays in the pool</strong></td>" in shown
    assert "What each who plays puts into the pool" in shown
    assert message("How we read the sheet") not in shown


@pytest.mark.django_db
@pytest.mark.usefixtures("two_games")
def test_the_tournaments_page_leads_there(club: Club) -> None:
    for game in ("spjst", "pebbles"):
        made = builders.tournament(club, name=game, game=game)
        html = Client().get(made.get_absolute_url()).content.decode()
        assert f'href="{made.get_absolute_url()}rules/"' in html


@pytest.mark.django_db
def test_every_price_is_the_houses_own(club: Club) -> None:
    own = builders.tournament(
        club, name="T", game="tapp_tarock", house_rules={"pagat_chips": [5, 15]}
    )
    shown = page(own)
    assert "<td>5</td><td>15</td>" in shown.replace("> <", "><")
    assert "4, 8" not in shown.replace("rule set: 4, 8", "")


@pytest.mark.django_db
def test_the_readings_follow_the_house_rules(club: Club) -> None:
    here = builders.tournament(club, house_rules={"renege_redirects": False})
    shown = page(here)
    assert "<strong>The player pays only the penalty.</strong>" in shown
    assert "Povinost" in shown
    assert len(readings_of(here)) == len({each.question for each in readings_of(here)})


@in_turn("game", [game for game in games_here() if has_hands(game)])
@pytest.mark.django_db
def test_every_game_says_what_it_is_and_what_it_pays(club: Club, game: str) -> None:
    """Players see no names of options and no codes."""
    shown = page(builders.tournament(club, name=game, game=game))
    body = shown[shown.index("<main") : shown.index("House rules</h2>")]
    assert body.count("<h2>") >= 3
    assert "_" not in body[body.index("</h1>") :].replace("data-", "")
    assert "`" not in body


@pytest.mark.django_db
def test_a_game_of_the_clubs_own_shows_what_the_club_said(club: Club) -> None:
    rules = {"name": "Bid <Whist>", "total": "none"}
    facts = {"game": "custom_game", "preset": "totals", "house_rules": rules}
    shown = page(builders.tournament(club, name="Whist night", **facts))
    assert "Bid &lt;Whist&gt;" in shown
    assert "<strong>no fixed total</strong>" in shown
    preset = message(
        "The rule set is <strong>{preset}</strong>. Differences from it are marked.",
        preset="scores only",
    )
    assert preset not in shown
