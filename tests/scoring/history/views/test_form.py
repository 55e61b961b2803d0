"""Form of a club's players: who played enough, and what so many rounds tell."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.players import erase_name
from scoring.models import Tournament
from scoring.results import stored
from scoring.rollups.updates import follow
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db
HELD = (130, 110, 90, 70)


@pytest.fixture
def played(club: Club) -> Tournament:
    """Four play twenty rounds that always end alike."""
    tournament = build.tournament(club, rounds_planned=20)
    people = build.entries(tournament, 4)
    with stored.compute_once(tournament, build.command()):
        for _ in range(20):
            rnd = build.published_round(tournament, [people])
            build.verified_sheet(rnd.sheets.get(), HELD)
    follow(tournament.pk)
    return tournament


def page(club: Club, **asked: str) -> str:
    answer = Client().get(reverse("scoring:form", args=[club.slug]), asked)
    assert answer.status_code == 200
    text = " ".join(answer.content.decode().split())
    return text[text.index("<main") : text.index("</main>")]


def test_who_always_wins_stands_out_and_leads_to_his_page(played: Tournament) -> None:
    text = page(played.club)
    first, *_, last = played.entries.order_by("number")
    assert text.index(first.name) < text.index(last.name)
    assert f'href="{first.player.get_absolute_url()}"' in text
    assert text.count("<b>+") == 1, "the second might have had luck"
    assert text.count("<b>−") == 1
    assert text.count("chart-interval") == 4


def test_it_is_computed_once_until_a_score_changes(
    played: Tournament, django_assert_max_num_queries: Any
) -> None:
    first = page(played.club)
    with django_assert_max_num_queries(6):
        assert page(played.club) == first
    other = build.tournament(played.club, name="One more")
    for each in played.entries.all():
        each.pk, each.tournament = None, other
        each.save()
    rnd = build.published_round(other, [list(other.entries.order_by("number"))])
    build.verified_sheet(rnd.sheets.get(), HELD)
    assert ">21</td>" in page(played.club)


def test_names_that_are_short_or_erased_and_evenings_that_are_secret(
    played: Tournament,
) -> None:
    assert message("No ratings yet") not in page(played.club, game="marias")
    first = played.entries.get(number=1)
    Club.objects.update(shown="short")
    assert first.name not in page(played.club)
    erase_name(first.player, {})
    assert page(played.club).count("chart-interval") == 3
    Tournament.objects.update(public=False)
    assert message("No ratings yet") in page(played.club)
