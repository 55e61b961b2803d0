"""What a token reads more than everybody, and what an intruder gets."""

import json
from datetime import timedelta
from io import BytesIO
from itertools import takewhile
from textwrap import dedent
from typing import Any
from urllib.parse import urlsplit
from urllib.request import Request
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Player, User
from scoring.api import throttling, tokens
from scoring.exports import card_evening_schema as file
from scoring.exports.card_evening_export import evening_of
from scoring.models import ApiToken, Change, Tournament
from scoring.people import players
from tests import builders as build
from tests.gate import HOUSE
from tests.scoring.api.test_api import V1, addresses, file_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(club: Club) -> User:
    return build.member(club, "owner")


def word_for(club: Club, by: User, *reads: str) -> str:
    name = ", ".join(reads)
    named = {which: which in reads for which in ("names", "drafts")}
    return tokens.make(club=club, user=by, name=name, days=30, key=name, **named)[1]


def asked(address: str, word: str = "", **headers: str) -> Any:
    if word:
        headers["Authorization"] = f"Bearer {word}"
    return Client().get(address, headers=headers)


def own(tournament: Tournament) -> str:
    return f"{V1}tournaments/{tournament.file_id}/"


def marie(tournament: Tournament) -> Any:
    return tournament.entries.get(name="Marie Kubala").player


def test_full_names_are_those_of_the_directors_file(
    played: Tournament, owner: User
) -> None:
    played.club.shown, played.club.names_version = "initials", 99
    played.club.save()
    Player.objects.filter(name="Marie Kubala").update(shown="hidden")
    number = marie(played).number
    word = word_for(played.club, owner, "names")
    answer = asked(own(played), word)
    assert file_in(answer.content) == file.plain(evening_of(played, full=True))
    assert b"Marie Kubala" in asked(f"{V1}players/", word).content
    one = json.loads(asked(f"{V1}players/{number}/", word).content)
    assert one["name"] == "Marie Kubala"
    assert [e["evening"] for e in one["evenings"]] == [str(played.file_id)]
    rounds = json.loads(asked(f"{own(played)}rounds/1/", word).content)
    assert rounds == json.loads(answer.content)["rounds"][0]
    # Nobody else is shown what was kept of it.
    for other in ("", word_for(played.club, owner, "drafts")):
        assert b"Kubala" not in asked(own(played), other).content
        assert b"Kubala" not in asked(f"{V1}players/", other).content
        assert asked(f"{V1}players/{number}/", other).status_code == 404
    assert b"Secret" not in asked(f"{V1}tournaments/", word).content


def test_what_is_not_public_is_there_with_the_token_alone(
    played: Tournament, owner: User
) -> None:
    hidden = Tournament.objects.get(slug="secret")
    word = word_for(played.club, owner, "drafts")
    shown = file.plain(evening_of(hidden, full=False))
    assert file_in(asked(own(hidden), word).content) == shown
    listed = json.loads(asked(f"{V1}tournaments/", word).content)["evenings"]
    assert {each["name"]: each["public"] for each in listed}["Secret"] is False
    after = f"{V1}tournaments/?after={hidden.file_id}"
    assert asked(after, word).status_code == 200
    for other in ("", word_for(played.club, owner, "names")):
        nobody = asked(f"{V1}tournaments/{played.club.pk:032x}/", other)
        got = asked(own(hidden), other)
        assert (got.status_code, got.content) == (404, nobody.content)
        assert b"Secret" not in asked(f"{V1}tournaments/", other).content
        unknown = asked(f"{V1}tournaments/?after={uuid4()}", other)
        assert asked(after, other).content == unknown.content
        assert b"Secret" not in asked(f"{V1}seasons/2026/", word).content


def test_a_club_that_waits_answers_its_own_token_alone(
    played: Tournament, owner: User
) -> None:
    word = word_for(played.club, owner, "drafts")
    names = word_for(played.club, owner, "names")
    Club.objects.update(waits_since=timezone.now())
    assert asked(V1, word).status_code == 200
    assert asked(own(played), word).status_code == 200
    for other in ("", names):
        for address in addresses(played).values():
            if address != "/api/v1/clubs/":
                assert asked(address, other).status_code == 404
    assert b"lodge-24" not in asked("/api/v1/clubs/", word).content
    Club.objects.update(waits_since=None, closes_at=timezone.now() + timedelta(days=1))
    assert asked(V1, word).status_code == 401
    assert asked(V1).status_code == 404


def test_a_token_of_another_club_reads_what_everybody_does(
    played: Tournament, owner: User
) -> None:
    played.club.shown = "initials"
    played.club.save()
    foreign = word_for(build.club("other"), owner, "names", "drafts")
    for address in addresses(played).values():
        assert asked(address, foreign).content == asked(address).content
    assert asked(own(Tournament.objects.get(slug="secret")), foreign).status_code == 404


@pytest.mark.parametrize(
    "sent",
    ["Bearer", "Bearer ", "Bearer x", "bearer valat_x", "Bearer \xe9", "Bearer a b"],
)
def test_a_wrong_token_is_refused_in_the_one_shape(club: Club, sent: str) -> None:
    answer = asked(V1, Authorization=sent)
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"].startswith("Bearer ")
    assert json.loads(answer.content)["code"] == "unauthorized"
    assert answer["Cache-Control"] == "no-store"


def test_withdrawn_and_ended_are_refused_alike(club: Club, owner: User) -> None:
    word = word_for(club, owner, "names")
    assert asked(V1, word).status_code == 200
    answers = [asked(V1, "valat_never").content]
    ApiToken.objects.update(ends_at=timezone.now())
    answers.append(asked(V1, word).content)
    ApiToken.objects.update(ends_at=timezone.now() + timedelta(days=1))
    tokens.withdraw(ApiToken.objects.get(), owner)
    answers.append(asked(V1, word).content)
    assert len({*answers}) == 1


def test_what_is_no_token_of_ours_is_not_looked_at(club: Club) -> None:
    """A proxy in front may ask for a password of its own."""
    assert asked(V1, Authorization="Basic YTpi").status_code == 200


def test_a_token_in_an_address_is_refused(club: Club, owner: User) -> None:
    word = word_for(club, owner, "names")
    for name in ("token", "access_token", "after"):
        answer = asked(f"{V1}tournaments/?{name}={word}", word)
        assert answer.status_code == 400
        assert json.loads(answer.content)["code"] == "token_in_address"
        assert word not in answer.content.decode()


def test_no_shared_cache_keeps_what_a_token_reads(
    played: Tournament, owner: User
) -> None:
    word = word_for(played.club, owner, "names")
    for address in addresses(played).values():
        public, answer = asked(address), asked(address, word)
        assert "public" in public["Cache-Control"]
        assert answer["Cache-Control"] == "private, no-cache"
        assert "Authorization" in answer["Vary"]
        assert "Authorization" in public["Vary"]
        again = asked(address, word, **{"If-None-Match": answer["ETag"]})
        assert (again.status_code, again["Cache-Control"]) == (
            304,
            "private, no-cache",
        )
        if address != "/api/v1/clubs/":
            assert answer["ETag"] != public["ETag"]


def test_asked_again_a_token_costs_one_query_more(
    played: Tournament, owner: User, django_assert_num_queries: Any
) -> None:
    word = word_for(played.club, owner, "names", "drafts")
    for address in addresses(played).values():
        first = asked(address, word)
        with django_assert_num_queries(2):
            again = asked(address, word, **{"If-None-Match": first["ETag"]})
        assert again.status_code == 304
        with django_assert_num_queries(2):
            assert asked(address, word).content == first.content
    assert Change.objects.filter(source="program").count() == 1


def test_who_is_erased_is_gone_for_a_token_too(played: Tournament, owner: User) -> None:
    word = word_for(played.club, owner, "names")
    before = asked(own(played), word)
    assert b"Marie Kubala" in before.content
    players.erase(player=marie(played), actor=build.command())
    after = asked(own(played), word, **{"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert b"Kubala" not in after.content


def test_another_sites_page_cannot_send_one(club: Club) -> None:
    """A token in a page is everybody's; programs ask from elsewhere."""
    asks = {"Access-Control-Request-Headers": "authorization"}
    answer = Client().options(V1, headers={"Origin": "https://club.example", **asks})
    assert "authorization" not in answer["Access-Control-Allow-Headers"].lower()


def test_too_many_wrong_tokens_of_a_household_have_to_wait(
    club: Club, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(throttling, "MOST_WRONG", 3)
    word = word_for(club, owner, "names")
    for _ in range(3):
        assert asked(V1, "valat_wrong").status_code == 401
    for number in range(3):
        answer = asked(V1, f"valat_wrong{number}")
        assert answer.status_code == 429
        assert 0 < int(answer["Retry-After"]) <= throttling.WRONG_IN
    # Whoever has the right one, or none, is not stopped by somebody beside him.
    assert asked(V1, word).status_code == 200
    assert asked(V1).status_code == 200
    other = Client(REMOTE_ADDR="198.51.100.7")
    wrong = {"Authorization": "Bearer valat_wrong"}
    assert other.get(V1, headers=wrong).status_code == 401


def test_the_example_of_the_documentation_reads_full_names(
    played: Tournament,
    owner: User,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def opened(wanted: Request) -> Any:
        path = urlsplit(wanted.full_url).path
        return BytesIO(asked(path, **dict(wanted.header_items())).content)

    text = (HOUSE / "docs/api.md").read_text()
    lines = text.partition("with their full names:\n\n")[2].splitlines()
    code = takewhile(lambda line: not line or line.startswith("    "), lines)
    played.club.shown = "initials"
    played.club.save()
    monkeypatch.setenv("VALAT_TOKEN", word_for(played.club, owner, "names"))
    monkeypatch.setattr("urllib.request.urlopen", opened)
    exec(dedent("\n".join(code)), {})
    assert "Marie Kubala" in capsys.readouterr().out
