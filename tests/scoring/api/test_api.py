"""Open data: what everybody may see, nothing more, by its schema, and cheap to ask again."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from jsonschema import Draft202012Validator

from clubs.models import Player
from scoring.api.pages.api import api
from scoring.exports import card_evening as file
from scoring.exports.evening_files import evening_of
from scoring.models import Tournament
from tests import builders as build
from tests.gate import HOUSE

pytestmark = pytest.mark.django_db
KEPT = HOUSE / "docs/api/openapi.json"
V1 = "/api/v1/clubs/lodge-24/"


def schema_of() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(
        json.dumps(api.get_openapi_schema(path_prefix="/api/v1"))
    )
    return made


def told(at: str, client: Client | None = None) -> Any:
    answer = (client or Client()).get(at)
    assert answer.status_code == 200, (at, answer.content)
    assert answer["Content-Type"] == "application/json"
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert not answer.cookies
    return json.loads(answer.content)


def addresses(tournament: Tournament) -> dict[str, str]:
    """One of each kind, by its path in the schema."""
    key = tournament.file_id
    player = tournament.entries.get(number=1).player.number
    own = f"{V1}tournaments/{key}/"
    return {
        "/api/v1/clubs/": "/api/v1/clubs/",
        "/api/v1/clubs/{club}/": V1,
        "/api/v1/clubs/{club}/tournaments/": f"{V1}tournaments/",
        "/api/v1/clubs/{club}/coming/": f"{V1}coming/",
        "/api/v1/clubs/{club}/tournaments/{key}/": own,
        "/api/v1/clubs/{club}/tournaments/{key}/rounds/{number}/": f"{own}rounds/1/",
        "/api/v1/clubs/{club}/tournaments/{key}/rounds/{number}/tables/{table}/": (
            f"{own}rounds/1/tables/1/"
        ),
        "/api/v1/clubs/{club}/seasons/": f"{V1}seasons/",
        "/api/v1/clubs/{club}/seasons/{season}/": f"{V1}seasons/2026/",
        "/api/v1/clubs/{club}/players/": f"{V1}players/",
        "/api/v1/clubs/{club}/players/{number}/": f"{V1}players/{player}/",
        "/api/v1/clubs/{club}/records/": f"{V1}records/",
        "/api/v1/clubs/{club}/honours/": f"{V1}honours/",
    }


def test_each_answer_is_what_the_schema_says(played: Tournament) -> None:
    schema, at = schema_of(), addresses(played)
    assert {*schema["paths"]} == {*at}
    for path, address in at.items():
        answers = schema["paths"][path]["get"]["responses"]["200"]["content"]
        wanted = {**answers["application/json"]["schema"], **schema}
        found = Draft202012Validator(wanted).iter_errors(told(address))
        assert [f"{e.json_path}: {e.message}" for e in found] == [], address


def test_a_tournament_whole_is_the_public_file(played: Tournament) -> None:
    at = addresses(played)["/api/v1/clubs/{club}/tournaments/{key}/"]
    assert Client().get(at).content == file.written(evening_of(played, full=False))


def test_asked_again_it_costs_a_query(
    played: Tournament, django_assert_num_queries: Any
) -> None:
    for address in addresses(played).values():
        first = Client().get(address)
        queries = 2 if address == "/api/v1/clubs/" else 1
        with django_assert_num_queries(queries):
            again = Client().get(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b""), address
        assert again["ETag"] == first["ETag"]
        assert again["Access-Control-Allow-Origin"] == "*"
        with django_assert_num_queries(queries):
            assert Client().get(address).content == first.content


def test_what_changes_is_another_answer(played: Tournament) -> None:
    at = addresses(played)["/api/v1/clubs/{club}/tournaments/{key}/"]
    before = Client().get(at)
    played.club.shown = "short"
    played.club.save()
    after = Client().get(at, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert b"Marie K." in after.content
    Tournament.objects.filter(pk=played.pk).update(public=False)
    assert Client().get(at).status_code == 404


def test_names_are_those_of_the_pages(played: Tournament) -> None:
    played.club.shown = "initials"
    played.club.names_version += 1
    played.club.save()
    Player.objects.filter(name="Marie Kubala").update(shown="hidden")
    names = {*Player.objects.values_list("name", flat=True)}
    for address in addresses(played).values():
        answer = Client().get(address)
        if answer.status_code == 404:
            assert "/players/" in address  # who is not shown has no page
            assert Client().get("/lodge-24/players/1/").status_code == 404
            continue
        text = answer.content.decode()
        assert [name for name in names if name in text] == [], address


def test_every_number_of_the_standings_stands_in_the_file(played: Tournament) -> None:
    page = Client().get(played.get_absolute_url()).content.decode()
    table = re.findall(r"<tr\b.*?</tr>", page, re.DOTALL)
    assert len(table) > len(played.entries.filter(ranked=True)) / 2
    document = told(addresses(played)["/api/v1/clubs/{club}/tournaments/{key}/"])
    known = {str(abs(number)) for number in numbers_in(document)}
    known |= {str(abs(number) / 2) for number in numbers_in(document)}
    text = re.sub(r"<[^>]*>", " ", " ".join(table)).replace(",", "")
    shown = {*re.findall(r"\d+(?:\.\d+)?", text)}
    names = " ".join(entry["name"] for entry in document["entries"])
    assert {n for n in shown - known if n not in names} == set()


def numbers_in(part: Any) -> list[int]:
    if isinstance(part, dict):
        return [n for value in part.values() for n in numbers_in(value)]
    if isinstance(part, list):
        return [n for value in part for n in numbers_in(value)]
    if isinstance(part, bool) or part is None:
        return []
    if isinstance(part, str):
        return [int(part)] if part.isdecimal() else []
    return [part]


def test_lists_go_on_by_key(played: Tournament, monkeypatch: Any) -> None:
    monkeypatch.setattr("scoring.api.reading.AT_ONCE", 1)
    build.club("another", name="Another")
    for address, name, key in (
        ("/api/v1/clubs/", "clubs", "slug"),
        (f"{V1}tournaments/", "evenings", "id"),
        (f"{V1}players/", "players", "number"),
    ):
        keys, after = [], ""
        while True:
            page = told(f"{address}?after={after}" if after else address)
            keys += [row[key] for row in page[name]]
            if "next" not in page:
                break
            after = page["next"]
        assert len(keys) == len({*keys}) > 1, address
    assert "Secret" not in json.dumps(told(f"{V1}tournaments/"))


def test_errors_have_one_shape(played: Tournament) -> None:
    own = addresses(played)["/api/v1/clubs/{club}/tournaments/{key}/"]
    for address, status in (
        ("/api/v1/", 404),
        ("/api/v2/clubs/", 404),
        ("/api/x", 404),
        ("/api/v1/clubs/nobody/", 404),
        (f"{V1}tournaments/x/", 404),
        (f"{own}rounds/9/", 404),
        (f"{own}rounds/1/tables/99/", 404),
        (f"{V1}players/999/", 404),
        (f"{V1}seasons/none/", 404),
        (f"{V1}players/?after=x", 422),
        (f"{V1}tournaments/?after=x", 422),
        ("/api/v1/clubs/?after=%00", 400),
    ):
        answer = Client().get(address)
        assert answer.status_code == status, address
        problem = json.loads(answer.content)
        assert {"code", "message"} <= problem.keys() <= {"code", "message", "field"}
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert status != 422 or problem["field"] == "after"
    for method in ("post", "put", "patch", "delete"):
        answer = getattr(Client(), method)(V1)
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
        assert json.loads(answer.content)["code"] == "method_not_allowed"


def test_another_site_may_read_and_head_is_as_get(played: Tournament) -> None:
    asked = Client().options(V1, headers={"Origin": "https://club.example"})
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert asked["Access-Control-Allow-Headers"] == "If-None-Match"
    head, got = Client().head(V1), Client().get(V1)
    assert (head.status_code, head.content, head["ETag"]) == (200, b"", got["ETag"])


def test_the_schema_is_the_one_that_is_kept() -> None:
    """A change is a new version; docs/api.md says which changes are compatible."""
    assert json.loads(KEPT.read_text()) == schema_of()


def test_the_documentation_needs_nothing_from_outside(played: Tournament) -> None:
    page = Client().get(reverse("scoring:api"))
    text = page.content.decode()
    assert all(path in text for path in schema_of()["paths"])
    assert not re.search(r'(src|href)="https?://', text)
    assert "default-src 'self'" in page["Content-Security-Policy"]
