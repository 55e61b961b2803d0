"""API tokens: the page of an owner, and the token that is shown once."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club, User
from scoring.api import tokens
from scoring.models import ApiToken, Change
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db
FACTS = {"key": "k1", "name": "Web page", "reads": ["names"], "days": "90"}
WORD = re.compile(r"valat_[\w-]{43}")


@pytest.fixture
def owner(club: Club, client: Client) -> User:
    owner = build.member(club, "owner")
    client.force_login(owner)
    return owner


def at(club: Club, name: str = "programs", *args: object) -> str:
    return reverse(f"scoring:{name}", args=[club.slug, *args])


def shown(client: Client, club: Club, **facts: Any) -> Any:
    return client.post(at(club, "program-let"), {**FACTS, **facts})


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def test_the_empty_page_says_what_will_stand_there(
    club: Club, owner: User, client: Client
) -> None:
    page = text_of(client.get(at(club)))
    assert message("No program can read more than what’s public.") in page
    assert "A withdrawn token stops working" in page
    settings = client.get(reverse("clubs:settings", args=[club.slug]))
    assert f'href="{at(club)}"' in settings.content.decode()


def test_the_token_is_shown_in_the_answer_to_the_form_alone(
    club: Club, owner: User, client: Client
) -> None:
    answer = shown(client, club)
    html = answer.content.decode()
    [word] = {*WORD.findall(html)}
    assert tokens.reader_of(word).names
    assert f'data-copy="{word}"' in html
    assert f'data-instead="{at(club)}"' in html
    assert f"http://testserver/api/v1/clubs/{club.slug}/tournaments/" in html
    assert "no-store" in answer["Cache-Control"]
    assert word not in f"{answer.headers}{answer.cookies}{dict(client.session)}"
    later = client.get(at(club))
    assert not WORD.search(later.content.decode())
    assert "Web page" in text_of(later)
    assert "Last used on" in text_of(later)


def test_a_double_click_makes_one_and_shows_it(
    club: Club, owner: User, client: Client
) -> None:
    words = {*WORD.findall(shown(client, club).content.decode())}
    assert {*WORD.findall(shown(client, club).content.decode())} == words
    token = ApiToken.objects.get()
    assert Change.objects.filter(what="program").count() == 1
    ApiToken.objects.update(at=timezone.now() - tokens.SHOWN_FOR)
    answer = client.post(at(club, "program-let"), FACTS, follow=True)
    assert message(
        "This token was already created and shown once. If no one saved it, "
        "withdraw it and create a new one."
    ) in text_of(answer)
    assert ApiToken.objects.get() == token


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("name", "", message("This field is required.")),
        ("name", "x" * 81, "Use 80 characters or fewer. This has 81."),
        ("name", "Web\ue000", message("This contains characters we can’t show.")),
        ("reads", [], "Select at least one. Anyone"),
        ("reads", ["everything"], message("Choose one of the options.")),
        ("days", "3650", message("Choose one of the options.")),
        ("key", "", ""),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_what_was_typed_stays(
    club: Club, owner: User, client: Client, field: str, typed: Any, said: str
) -> None:
    answer = shown(client, club, **{field: typed})
    assert answer.status_code == 200
    assert field in answer.context["form"].errors
    assert said in text_of(answer)
    html = answer.content.decode()
    assert field == "name" or 'value="Web page"' in html
    assert field == "reads" or re.search(r'value="names"[^>]*checked', html)
    assert not ApiToken.objects.exists()


def test_a_name_that_another_has_is_refused_at_its_field(
    club: Club, owner: User, client: Client
) -> None:
    shown(client, club)
    answer = shown(client, club, key="k2")
    assert "already uses this name" in str(answer.context["form"].errors["name"])
    assert ApiToken.objects.count() == 1


def test_an_owner_withdraws_it_and_it_is_listed_as_withdrawn(
    club: Club, owner: User, client: Client
) -> None:
    [word] = {*WORD.findall(shown(client, club).content.decode())}
    token = ApiToken.objects.get()
    answer = client.post(at(club, "program-withdraw", token.pk), follow=True)
    assert tokens.reader_of(word) is None
    assert "Web page can now read only what’s public." in text_of(answer)
    assert message("Withdrawn or expired") in text_of(answer)
    assert at(club, "program-withdraw", token.pk) not in answer.content.decode()
    there = build.club("other")
    theirs, _ = tokens.make(
        club=there, user=owner, name="x", names=True, drafts=True, days=30, key="x"
    )
    assert client.post(at(club, "program-withdraw", theirs.pk)).status_code == 404


def test_the_cost_does_not_grow(
    club: Club, owner: User, client: Client, django_assert_num_queries: Any
) -> None:
    for number in range(5):
        shown(client, club, key=f"k{number}", name=f"Program {number}")
    with django_assert_num_queries(4):
        client.get(at(club))
