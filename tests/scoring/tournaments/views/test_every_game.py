"""Every game that is offered can be chosen, kept, and shown with its rules."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from scoring.games import games_here
from scoring.games.game_choice import has_hands
from scoring.games.labels import USUAL_GAME, name_of
from scoring.models import Tournament
from tests import builders
from tests.messages import message
from tests.scoring.tournaments.views.test_tournaments import (
    as_sent,
    filled,
    new,
    settings_of,
)

pytestmark = pytest.mark.django_db
OTHERS = [game for game in games_here() if game != USUAL_GAME and has_hands(game)]


@pytest.mark.parametrize("game", OTHERS)
def test_it_is_chosen_kept_and_shown(club: Club, client: Client, game: str) -> None:
    client.force_login(builders.member(club, "director"))
    chosen = client.post(new(club), as_sent(client, new(club), game=game))
    made = client.post(
        new(club), filled(chosen.context["form"], chosen.context["rules"])
    )
    assert made.status_code == 302, made.context["form"].errors
    tournament = Tournament.objects.get()
    assert (tournament.game, tournament.house_rules) == (game, {})
    assert tournament.name.startswith(name_of(game))
    at = [club.slug, tournament.slug]
    for name in ("tournament", "rules-here"):
        page = client.get(reverse(f"scoring:{name}", args=at)).content.decode()
        assert name_of(game) in page, name
    assert client.get(settings_of(tournament)).status_code == 200
    assert client.get(settings_of(tournament, "rules-change")).status_code == 200


def test_a_game_of_the_clubs_own_is_named(club: Club, client: Client) -> None:
    """Without a name, nothing is created and everything typed is kept."""
    client.force_login(builders.member(club, "director"))
    chosen = client.post(new(club), as_sent(client, new(club), game="custom_game"))
    rules = chosen.context["rules"]
    assert {*rules.fields} >= {"name", "sizes", "total"}
    sent = filled(chosen.context["form"], rules)
    sent |= {"place": "Annex", "rules-sizes": "3-4", "rules-total": "none"}
    refused = client.post(new(club), sent)
    assert refused.context["rules"].errors == {"name": [message("Name the game.")]}
    assert refused.context["form"]["place"].value() == "Annex"
    assert not Tournament.objects.exists()
    made = client.post(new(club), sent | {"rules-name": " Königrufen "})
    assert made.status_code == 302
    tournament = Tournament.objects.get()
    assert tournament.house_rules == {
        "name": "Königrufen",
        "sizes": "3-4",
        "total": "none",
    }
    assert (tournament.with_chips, tournament.start_chips) == (False, 0)
    at = [club.slug, tournament.slug]
    page = client.get(reverse("scoring:rules-here", args=at)).content.decode()
    assert "Königrufen" in page
    for name in ("tournament-settings", "rules-change"):
        assert client.get(settings_of(tournament, name)).status_code == 200
