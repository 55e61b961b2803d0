"""Open data: what everybody may see, nothing more, by its schema, and cheap to ask again."""

import gzip
import json
import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from jsonschema import Draft202012Validator

from clubs.models import Club, Player
from scoring.api import schemas
from scoring.api.queries import AT_ONCE
from scoring.api.views import api as pages
from scoring.exports import card_evening_reader
from scoring.exports import card_evening_schema as file
from scoring.exports.card_evening_export import declared, evening_of
from scoring.models import Round, Tournament
from scoring.results import stored
from scoring.standings.prizes import prizes_of
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db
V1 = "/api/v1/clubs/lodge-24/"
EVENING = "/api/v1/clubs/{club}/tournaments/{key}/"
PLAYER = "/api/v1/clubs/{club}/players/{number}/"
TABLE = f"{EVENING}rounds/{{number}}/tables/{{table}}/"


def schema_of() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(pages.schema_of()))
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
        EVENING: own,
        f"{EVENING}rounds/{{number}}/": f"{own}rounds/1/",
        TABLE: f"{own}rounds/1/tables/1/",
        f"{TABLE}hands/{{hand}}/": f"{own}rounds/1/tables/1/hands/1/",
        f"{TABLE}counts/": f"{own}rounds/1/tables/1/counts/",
        f"{EVENING}results/": f"{own}results/",
        f"{EVENING}editions/": f"{own}editions/",
        f"{EVENING}editions/{{number}}/": f"{own}editions/1/",
        "/api/v1/clubs/{club}/seasons/": f"{V1}seasons/",
        "/api/v1/clubs/{club}/seasons/{season}/": f"{V1}seasons/2026/",
        "/api/v1/clubs/{club}/seasons/{season}/editions/{number}/": (
            f"{V1}seasons/2026/editions/1/"
        ),
        "/api/v1/clubs/{club}/players/": f"{V1}players/",
        PLAYER: f"{V1}players/{player}/",
        PLAYER + "met/": f"{V1}players/{player}/met/",
        PLAYER + "hands/": f"{V1}players/{player}/hands/",
        "/api/v1/clubs/{club}/hands/": f"{V1}hands/",
        "/api/v1/clubs/{club}/all-time/": f"{V1}all-time/",
        "/api/v1/clubs/{club}/form/": f"{V1}form/",
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
    at = addresses(played)[EVENING]
    shown = file.plain(evening_of(played, full=False))
    assert file_in(Client().get(at).content) == shown


def file_in(content: bytes) -> dict[str, Any]:
    """The open file in an answer, without what the API alone tells; its digest holds."""
    document: dict[str, Any] = json.loads(content)
    assert document.pop("digest") == file.digest_of(document)
    assert card_evening_reader.read(
        content
    ).entries  # a site takes the answer as a file
    for entry in document["entries"]:
        entry.pop("player", None)
    return document


def test_an_entry_carries_the_number_of_its_player(played: Tournament) -> None:
    Player.objects.filter(name="Marie Kubala").update(shown="hidden")
    Club.objects.update(names_version=9)
    entries = told(addresses(played)[EVENING])["entries"]
    rows = played.entries.select_related("player")
    numbers = {row.label: row.player.number for row in rows if row.player}
    unnamed = played.entries.get(name="Marie Kubala").label
    told_of = {entry["number"]: entry.get("player") for entry in entries}
    assert told_of.pop(unnamed) is None  # by it, evenings would tell of one person
    assert told_of == {label: numbers.get(label) for label in told_of}
    assert {*told_of.values()} - {None}


def test_a_record_is_a_number_too(played: Tournament) -> None:
    [game, *_] = told(f"{V1}records/")["games"]
    for record in game["records"]:
        digits = re.sub(r"[^0-9]", "", record["value"])
        assert str(abs(record["number"])) == digits


def test_no_field_of_a_season_means_two_things(played: Tournament) -> None:
    slugs = {season["slug"] for season in told(f"{V1}seasons/")["seasons"]}
    lines = told(f"{V1}tournaments/")["evenings"]
    [year, *_] = told(f"{V1}honours/")["years"]
    counted = {line["season_slug"] for line in lines if line["state"] == "final"}
    assert counted == slugs
    assert {won["season_slug"] for won in year["champions"]} <= slugs


@pytest.mark.parametrize("address", [V1, f"{V1}players/", "/api/v1/clubs/"])
def test_a_missing_final_slash_is_told(played: Tournament, address: str) -> None:
    answer = Client().get(address.rstrip("/"))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert f"ends with a slash: {address}" in answer.json()["message"]
    nowhere = Client().get("/api/v1/nowhere").json()["message"]
    assert "slash" not in nowhere


def test_asked_again_it_costs_a_query(
    played: Tournament, django_assert_num_queries: Any
) -> None:
    for address in addresses(played).values():
        first = Client().get(address)
        with django_assert_num_queries(1):
            again = Client().get(address, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b""), address
        assert again["ETag"] == first["ETag"]
        assert again["Access-Control-Allow-Origin"] == "*"
        with django_assert_num_queries(1):
            assert Client().get(address).content == first.content


def test_an_answer_is_made_and_packed_once(
    played: Tournament, django_assert_num_queries: Any
) -> None:
    at = addresses(played)[EVENING]
    plain = Client().get(at)
    with django_assert_num_queries(1):
        packed = Client().get(at, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert "Accept-Encoding" in packed["Vary"]
    again = {"If-None-Match": packed["ETag"], "Accept-Encoding": "gzip"}
    assert Client().get(at, headers=again).status_code == 304
    with django_assert_num_queries(1):
        odd = Client().get(f"{at}?anything=at-all")
    assert odd.content == plain.content


def test_what_changes_is_another_answer(played: Tournament) -> None:
    at = addresses(played)[EVENING]
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
    document = told(addresses(played)[EVENING])
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


LISTS = (
    ("/api/v1/clubs/", "clubs", "slug"),
    (f"{V1}tournaments/", "evenings", "id"),
    (f"{V1}players/", "players", "number"),
)


@pytest.mark.parametrize(("address", "name", "key"), LISTS)
def test_lists_go_on_by_key_while_rows_are_added(
    played: Tournament, monkeypatch: Any, address: str, name: str, key: str
) -> None:
    build.club("another", name="Another")
    before = [row[key] for row in told(address)[name]]
    monkeypatch.setattr("scoring.api.queries.AT_ONCE", 1)
    keys, after, pages = [], "", 0
    while pages < 30:
        page = told(f"{address}?after={after}" if after else address)
        keys += [row[key] for row in page[name]]
        if "next" not in page:
            break
        after, pages = page["next"], pages + 1
        add_rows(played, pages)
    assert len(keys) == len({*keys}), "none comes twice"
    assert [key for key in before if key not in keys] == [], "none is left out"
    assert 1 < len(before) <= len(keys) < 30
    assert "Secret" not in json.dumps(told(f"{V1}tournaments/"))


def add_rows(played: Tournament, n: int) -> None:
    """Before and after whatever a reader has got to; a few times."""
    if n > 3:
        return
    for word, day in ((f"a{n}", date(2026, 1, n)), (f"z{n}", date(2099, 2, n))):
        build.club(word, name=word)
        build.tournament(played.club, name=word, slug=word, date=day)
        same = build.tournament(played.club, name=f"same {word}", slug=f"same-{word}")
        build.verified_sheet(build.open_sheet(same))


def test_a_list_of_so_many_fits_in_100_kb() -> None:
    """As long as names are as long as they may be."""
    long = "x" * 80
    told_of = {"date": "2026-11-20", "game": "schieberamsch", "hour": "19:30"}
    lines = [
        schemas.EveningLine(
            **{"id": str(uuid4()), "name": long, "place": long, "season": long},
            **told_of,
            **{"season_slug": "x" * 50, "state": "called_off", "players": 9_999},
            **{"public": True, "called_off": False, "final": False},
        ),
        schemas.PlayerLine(number=99_999, name=long, lodge=long, evenings=9_999),
        schemas.Club(
            **{"slug": "x" * 50, "name": long, "town": long},
            **{"time_zone": "America/Argentina/Buenos_Aires", "licence": "CC-BY-4.0"},
        ),
    ]
    for line in lines:
        told_line = json.dumps(file.plain(line), separators=(",", ":"))
        assert len(told_line) * AT_ONCE < 100_000, type(line)


def test_errors_have_one_shape(played: Tournament) -> None:
    own = addresses(played)[EVENING]
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
        assert int(answer["Content-Length"]) == len(answer.content), address
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert status != 422 or problem["field"] == "after"
    for method in ("post", "put", "patch", "delete"):
        answer = getattr(Client(), method)(V1)
        assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")
        assert json.loads(answer.content)["code"] == "method_not_allowed"


def test_another_site_may_read(played: Tournament) -> None:
    asked = Client().options(V1, headers={"Origin": "https://club.example"})
    assert asked.status_code == 204
    assert asked["Access-Control-Allow-Methods"] == "GET, HEAD"
    assert asked["Access-Control-Allow-Headers"] == "If-None-Match"


def test_head_is_as_get_without_the_body(played: Tournament) -> None:
    own = "/api/", "/api/v1/openapi.json", "/api/v1/nothing/"
    for address in (*addresses(played).values(), *own):
        head, got = Client().head(address), Client().get(address)
        assert (head.status_code, head.content) == (got.status_code, b""), address
        assert head.headers == got.headers, address


def test_what_stood_before_has_an_address_of_its_own(played: Tournament) -> None:
    sheet = played.rounds.get(number=1).sheets.get(table=1)
    at = addresses(played)
    counts = told(at[f"{TABLE}counts/"])["counts"]
    assert [count["score"] for count in counts] == [
        [*count.scores] for count in sheet.counts.order_by("number")
    ]
    assert [count.get("confirms") for count in counts] == [None, 1]
    assert {count["by"] for count in counts} == {"a command"}
    assert told(at[f"{TABLE}hands/{{hand}}/"]) == told(at[TABLE])["hands"][0]
    whole = told(at[EVENING])
    edition = told(at[f"{EVENING}editions/{{number}}/"])
    lines = edition.pop("standings")
    names = {entry["number"]: entry["name"] for entry in whole["entries"]}
    assert [line.pop("name") for line in lines] == [
        names[line["entry"]] for line in lines
    ]
    assert lines == whole["standings"]
    assert (
        told(at[f"{EVENING}editions/"])["editions"] == [edition] == [whole["edition"]]
    )


def test_an_edition_names_entries_that_were_merged_since(played: Tournament) -> None:
    _, lines = declared(played, 1)
    (_, target), (name, gone) = lines[-2:]
    kept = played.entries.get(number=target.entry)
    assert played.entries.filter(number=gone.entry).update(merged_into=kept) == 1
    _, lines = declared(played, 1)
    assert [(name, line.entry) for name, line in lines][-1] == (name, target.entry)


def test_a_season_as_it_was_declared_has_an_address_of_its_own(
    played: Tournament,
) -> None:
    at = addresses(played)
    now = told(at["/api/v1/clubs/{club}/seasons/{season}/"])
    then = told(at["/api/v1/clubs/{club}/seasons/{season}/editions/{number}/"])
    assert [edition["number"] for edition in now["editions"]] == [1]
    assert then["declared_at"] == now["editions"][0]["declared_at"]
    names = ("place", "shared", "name", "shown", "evenings", "rounds")
    places = {
        game["game"]: [{name: line.get(name) for name in names} for line in lines]
        for game in now["games"]
        if (lines := game["places"])
    }
    declared = {
        game["game"]: [{name: line.get(name) for name in names} for line in lines]
        for game in then["games"]
        if (lines := game["places"])
    }
    assert declared == places
    assert len(places) == 2


def test_who_counted_is_told_by_the_name_of_the_page(played: Tournament) -> None:
    sheet = played.rounds.get(number=1).sheets.get(table=1)
    build.corrected(sheet, by=build.user("anna"))
    Club.objects.update(shown="initials", names_version=9)
    counts = told(addresses(played)[f"{TABLE}counts/"])["counts"]
    assert counts[-1]["by"] == "A. H."
    page = Client().get(f"{played.get_absolute_url()}rounds/1/tables/1/")
    assert "A. H." in page.content.decode()
    assert "Hlavac" not in page.content.decode()


def test_of_a_draft_nothing_is_told(played: Tournament) -> None:
    Round.objects.filter(tournament=played).update(state="draft")
    at = addresses(played)
    for path in (f"{EVENING}rounds/{{number}}/", TABLE, f"{TABLE}counts/"):
        assert Client().get(at[path]).status_code == 404, path


def test_the_documentation_needs_nothing_from_outside(played: Tournament) -> None:
    page = Client().get(reverse("scoring:api"))
    text = page.content.decode()
    assert all(path in text for path in schema_of()["paths"])
    assert not re.search(r'(src|href)="https?://', text)
    assert "default-src 'self'" in page["Content-Security-Policy"]


def test_an_evening_is_to_come_until_the_clubs_own_midnight(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    build.tournament(club)
    nine = datetime.combine(build.DAY, time(21), tzinfo=club.zone)
    assert nine.astimezone(UTC).date() > build.DAY
    for hours, n in ((0, 1), (3, 0)):
        now = nine.astimezone(UTC) + timedelta(hours=hours)
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        assert len(told(f"{V1}coming/")["evenings"]) == n


class Lost(psycopg.OperationalError):
    """A connection that was never made has no state."""


@pytest.mark.parametrize("accepts", ["*/*", "application/json", "text/html"])
@pytest.mark.parametrize("language", ["en", "cs"])
def test_without_a_database_the_answer_says_so(
    monkeypatch: pytest.MonkeyPatch, accepts: str, language: str
) -> None:
    def away(*_: Any) -> None:
        raise OperationalError("connection refused") from Lost("connection refused")

    monkeypatch.setattr("scoring.api.queries.club_versioned", away)
    client = Client(raise_request_exception=False)
    asks = {"Accept": accepts, "Accept-Language": language}
    for address in (V1, f"{V1}players/"):
        answer = client.get(address, headers=asks)
        assert (answer.status_code, answer["Retry-After"]) == (503, "30")
        assert answer["Content-Type"] == "application/json"
        assert answer["Cache-Control"] == "no-store"
        assert json.loads(answer.content) == {
            "code": "service_unavailable",
            "message": "The database is not responding. Ask again in 30 seconds.",
        }


def test_without_a_database_a_page_says_so(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any, **__: Any) -> None:
        raise OperationalError("connection refused") from Lost("connection refused")

    monkeypatch.setattr("clubs.access.get_object_or_404", away, raising=False)
    monkeypatch.setattr("django.db.models.query.QuerySet.first", away)
    monkeypatch.setattr("django.db.models.query.QuerySet.get", away)
    client = Client(raise_request_exception=False)
    page = client.get("/lodge-24/")
    assert (page.status_code, page["Retry-After"]) == (503, "30")
    assert message("The database is not responding") in page.content.decode()
    told = client.get("/lodge-24/", headers={"Accept": "application/json"})
    assert json.loads(told.content) == {"detail": "The database is not responding."}


def test_teams_and_prizes_are_in_an_answer(played: Tournament) -> None:
    Tournament.objects.filter(pk=played.pk).update(
        teams="named", team_best=2, fee=1000, prize_kind="percent", prizes=[10_000]
    )
    played.entries.filter(number__lte=3).update(team="Foxes", paid=True)
    played.refresh_from_db()
    stored.refresh(played, actor=build.command(), reason="teams")
    results = told(f"{V1}tournaments/{played.file_id}/results/")
    [team] = results["teams"]
    totals = [each["total"] for each in team["counted"]]
    assert (team["name"], team["place"], results["team_best"]) == ("Foxes", 1, 2)
    assert len(totals) == 2
    assert team["total"] == sum(totals)
    assert len(team["others"]) == 1
    assert results["currency"] == "USD"
    shown = prizes_of(played)
    assert results["fund"] == shown.fund > 0
    assert [prize["coins"] for prize in results["prizes"]] == [
        share.amount for share in shown.lines
    ]
