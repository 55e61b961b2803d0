"""The start page for everybody."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests import builders
from tests.messages import message

pytestmark = pytest.mark.django_db


def home(client: Client) -> str:
    answer = client.get(reverse("clubs:home"))
    assert answer.status_code == 200
    return answer.content.decode()


def test_before_there_is_an_owner_it_says_what_to_do(client: Client) -> None:
    assert "one-time address" in home(client)
    builders.user("root", is_superuser=True)
    assert "one-time address" not in home(client)
    assert message("No clubs yet") in home(client)


def test_a_role_in_a_club_runs_that_club_and_not_the_site(client: Client) -> None:
    builders.member(builders.club(), "owner")
    assert message("This site hasn’t been set up yet.") in home(client)


def test_clubs_stand_with_their_town(client: Client) -> None:
    builders.club()
    html = home(client)
    assert "SPJST Lodge 24" in html
    assert "West, Texas" in html
    assert message("Go to the desk") not in html


def test_somebody_without_a_role_learns_how_to_get_one(client: Client) -> None:
    builders.club()
    client.force_login(builders.user())
    assert message("Your account doesn’t have a role in a club yet.") in home(client)


def test_members_find_their_desk_first(client: Client) -> None:
    builders.club("aaa", name="A club of others")
    own = builders.club("zzz", name="Own club")
    client.force_login(builders.member(own))
    html = home(client)
    assert html.index("Own club") < html.index("A club of others")
    assert reverse("scoring:desk", args=["zzz"]) in html
    assert reverse("scoring:desk", args=["aaa"]) not in html
    assert "no role" not in html


def test_the_number_of_queries_is_fixed(
    client: Client, django_assert_num_queries
) -> None:
    club = builders.club()
    client.force_login(builders.member(club))
    for n in range(5):
        builders.club(f"club-{n}")
    with django_assert_num_queries(6):
        home(client)


def names_on(client: Client, **asked: str) -> list[str]:
    answer = client.get(reverse("clubs:home"), asked)
    return re.findall(
        r'<h3 class="title"><a [^>]*>([^<]*)</a>', answer.content.decode()
    )


def test_many_clubs_are_found_page_by_page_and_by_name_or_town(client: Client) -> None:
    assert "Search clubs" not in home(client)
    for number in range(1, 61):
        builders.club(f"lodge-{number}", name=f"Lodge {number:02}", town="West, Texas")
    builders.club("zizkov", name="Taroky Žižkov", town="Praha")
    assert "Search clubs" in home(client)
    assert names_on(client) == [f"Lodge {number:02}" for number in range(1, 51)]
    assert names_on(client, page="2")[-1] == "Taroky Žižkov"
    assert names_on(client, page="x") == names_on(client)
    assert names_on(client, q="zizkov") == ["Taroky Žižkov"]
    assert names_on(client, q="praha TAROKY") == ["Taroky Žižkov"]
    assert names_on(client, q="lodge west", page="2")[0] == "Lodge 51"
    nothing = client.get(reverse("clubs:home"), {"q": "<nowhere>"}).content.decode()
    assert "No clubs or towns match “&lt;nowhere&gt;”" in nothing
    assert message("Show all clubs") in nothing


def test_ones_own_clubs_come_first_of_many(client: Client) -> None:
    own = builders.club("zzz", name="Own club")
    for number in range(60):
        builders.club(f"lodge-{number}", name=f"Lodge {number:02}")
    client.force_login(builders.member(own))
    assert names_on(client)[0] == "Own club"
    assert "Own club" not in names_on(client, page="2")


def test_the_start_page_asks_no_more_for_more_clubs(
    client: Client, django_assert_num_queries: Any
) -> None:
    for number in range(60):
        builders.club(f"lodge-{number}", name=f"Lodge {number:02}")
    with django_assert_num_queries(4):
        home(client)


def test_many_clubs_are_found_by_country_and_town(
    client: Client, django_assert_num_queries: Any
) -> None:
    for number in range(60):
        builders.club(f"lodge-{number}", name=f"Lodge {number:02}", town="West, Texas")
    prague = {"time_zone": "Europe/Prague"}
    builders.club("zizkov", name="Taroky Žižkov", town="Praha", **prague)
    builders.club("plzen", name="Taroky Plzeň", town="Plzeň", **prague)
    builders.club("utc", name="Nowhere", time_zone="UTC")
    html = home(client)
    assert re.search(r"Czechia\s*\(2\)", html)
    assert re.search(r"United States\s*\(60\)", html)
    assert message("By town") not in html
    assert names_on(client, country="cz") == ["Taroky Plzeň", "Taroky Žižkov"]
    assert names_on(client, country="CZ", town="Praha") == ["Taroky Žižkov"]
    assert names_on(client, country="CZ", q="plzen") == ["Taroky Plzeň"]
    assert names_on(client, country="US", page="2")[0] == "Lodge 50"
    assert names_on(client, country="XX") == []
    towns = client.get(reverse("clubs:home"), {"country": "CZ"}).content.decode()
    assert "?country=CZ&amp;town=Plze%C5%88" in towns
    with django_assert_num_queries(7):
        client.get(reverse("clubs:home"), {"country": "CZ"})


def test_a_few_clubs_need_no_finding(client: Client) -> None:
    builders.club("zizkov", time_zone="Europe/Prague")
    builders.club()
    html = home(client)
    assert "Czechia" not in html
    assert "Search clubs" not in html
