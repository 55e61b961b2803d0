"""Who looks at an action's address is led to its page."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders as build

pytestmark = pytest.mark.django_db

BROWSER = {"Accept": "text/html,application/xhtml+xml"}


def test_signing_in_after_a_lost_session_leads_back_to_the_sheet(
    client: Client,
) -> None:
    tournament = build.tournament(build.club())
    build.open_sheet(tournament)
    build.member(tournament.club, "scorekeeper", "karel")
    at = [tournament.club.slug, tournament.slug, 1, 1]
    sent = client.post(reverse("scoring:sheet-count", args=at), {"held1": "100"})
    answer = client.post(
        sent.url,
        {
            "login": "karel",
            "password": "karel-password",
            "next": sent.url.partition("next=")[2],
        },
        headers=BROWSER,
        follow=True,
    )
    assert answer.redirect_chain[-1][0] == reverse("scoring:sheet-desk", args=at)
    assert answer.status_code == 200


def test_a_program_is_told_that_only_post_is_taken(client: Client) -> None:
    assert client.get(reverse("clubs:sign-out")).status_code == 405


@pytest.mark.parametrize("action", ["change", "end"])
def test_an_action_two_levels_down_leads_to_its_page(
    client: Client, action: str
) -> None:
    club = build.club()
    people = reverse("scoring:people", args=[club.slug])
    answer = client.get(f"{people}5/{action}/", headers=BROWSER)
    assert (answer.status_code, answer.url) == (302, people)


def test_a_browser_is_led_one_level_up(client: Client) -> None:
    answer = client.get(reverse("clubs:sign-out"), headers=BROWSER)
    assert (answer.status_code, answer.url) == (302, "/")
