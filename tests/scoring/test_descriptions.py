"""Each column is described once, and whoever reads rows has what it may have of it.

Three made-up columns of an entry, of one audience each, go through every reader. One
that forgets them, or gives them to somebody else, is named here.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any
from zipfile import ZipFile

import pytest
from django.db import connection
from django.db.models import CharField, Field
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook
from pydantic import BaseModel, create_model

from clubs.models import Club, Player
from scoring.api import schemas
from scoring.api.event_queries import whole
from scoring.api.tokens import EVERYBODY, TokenScope
from scoring.backups.club_rows import rows_of_club
from scoring.backups.json_shapes import refuse_other_shape
from scoring.backups.rows import lines_of
from scoring.core.writes import Actor
from scoring.exports import card_evening_import
from scoring.exports import card_evening_schema as file
from scoring.exports.card_evening_export import evening_of
from scoring.exports.files import file_of
from scoring.exports.personal_data import person_tables
from scoring.exports.tables import players_table, tables_of
from scoring.models import Change, Entry, SitOut, Tournament
from scoring.models.descriptions import (
    ADJUSTMENT,
    ANSWER,
    COUNT,
    DESCRIPTIONS,
    ENTRY,
    FORM,
    HAND,
    OPEN_FILE,
    PLAYER,
    SEAT,
    SIGN_UP,
    TOURNAMENT,
    Audience,
    FieldDescription,
    MergeRule,
    ModelDescription,
)
from scoring.people import entries, merges, players
from scoring.sheets import rulings
from scoring.tournaments.views import tournament_form
from tests import builders as build
from tests.world import client_of

pytestmark = pytest.mark.django_db
BY = build.command()
# What stands in each of the made-up columns.
VALUES = {"nickname": "Zorro", "ride": "Bluebonnet", "diet": "Walnuts"}
AUDIENCES = {
    "nickname": Audience.EVERYONE,
    "ride": Audience.CLUB,
    "diet": Audience.PERSON,
}


@pytest.mark.parametrize(
    "described", DESCRIPTIONS, ids=lambda each: each.model.__name__
)
def test_every_column_is_described_once(described: ModelDescription) -> None:
    columns = sorted(each.column for each in described.fields)
    assert columns == sorted(f.name for f in described.model._meta.concrete_fields)


@pytest.mark.parametrize("missing", ["audience", "merge"])
def test_an_audience_and_a_merge_rule_are_never_guessed(missing: str) -> None:
    facts: dict[str, Any] = {"audience": Audience.CLUB, "merge": MergeRule.KEEP}
    del facts[missing]
    with pytest.raises(TypeError, match=missing):
        FieldDescription("nickname", **facts)


def test_words_about_a_person_go_with_the_name() -> None:
    stay = {"team"}  # it is other people’s too
    erased = {each.column for each in ENTRY.fields if each.is_erased}
    assert {*ENTRY.texts()} - erased == stay


def test_the_open_file_has_what_is_described_for_it() -> None:
    described = {each.column for each in ENTRY.in_open_file(full=True)}
    # The API adds the player's number.
    assert described | {"player"} == set(file.Entry.model_fields)


@contextmanager
def more_columns(
    description: ModelDescription, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """A column of each audience, in the table of a model and in its description."""
    model, added = description.model, []
    for name, audience in AUDIENCES.items():
        with connection.cursor() as cursor:
            cursor.execute(
                f"ALTER TABLE {model._meta.db_table} ADD COLUMN {name} varchar(40) "
                "DEFAULT '' NOT NULL"
            )
        field: Field[Any, Any] = CharField(name, max_length=40, blank=True, default="")
        field.contribute_to_class(model, name)
        described = FieldDescription(name, audience, MergeRule.FILLED, erased=True)
        monkeypatch.setattr(description, "fields", (*description.fields, described))
        added.append(field)
    yield
    for field in added:
        model._meta.local_fields.remove(field)
        delattr(model, field.name)
    model._meta._expire_cache()


@pytest.fixture
def made_up(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Three columns of an entry, in its table, its description and the open file."""
    fields: dict[str, Any] = dict.fromkeys(("nickname", "ride"), (str | None, None))
    wider = create_model("Entry", __base__=file.Entry, **fields)
    monkeypatch.setattr(file, "Entry", wider)
    with more_columns(ENTRY, monkeypatch):
        yield


@pytest.fixture
def evening(club: Club, made_up: None) -> Tournament:
    """An evening whose first player has all that is made up."""
    made = build.tournament(club)
    people = build.entries(made, 8)
    build.published_round(made, [people[:4], people[4:]])
    Entry.objects.filter(pk=people[0].pk).update(**VALUES)
    return made


def found_in(text: Any) -> set[str]:
    """Which of the made-up columns stand there, by their values."""
    return {name for name, value in VALUES.items() if value in str(text)}


def fields_on(page: Any) -> set[str]:
    """Which of the made-up columns somebody can fill in there."""
    html = page.content.decode()
    return {name for name in VALUES if f'name="{name}"' in html}


def cells_of(tournament: Tournament) -> list[Any]:
    with file_of(tables_of(tournament), "xlsx") as stream:
        return [[*sheet.values] for sheet in load_workbook(stream)]


def csv_of(tournament: Tournament) -> str:
    with file_of(tables_of(tournament), "zip") as stream, ZipFile(stream) as archive:
        return archive.read("entries.csv").decode()


def test_files_have_made_up_columns_for_whoever_may_see_them(
    evening: Tournament,
) -> None:
    entry = evening.entries.get(number=1)
    assert entry.player is not None
    own = [[*table.rows()] for table in person_tables(entry.player)]
    names = TokenScope(evening.club_id, names=True)
    everyone, directors, all_of_it = {"nickname"}, {"nickname", "ride"}, {*VALUES}
    assert {
        "CSV": found_in(csv_of(evening)),
        "XLSX": found_in(cells_of(evening)),
        "personal data": found_in(own),
        "open file": found_in(evening_of(evening, full=False).entries),
        "open file of directors": found_in(evening_of(evening, full=True).entries),
        "API": found_in(whole(evening, EVERYBODY).entries),
        "API, full names": found_in(whole(evening, names).entries),
        "club file": found_in([*lines_of(rows_of_club(Entry, evening.club_id))]),
    } == {
        "CSV": directors,
        "XLSX": directors,
        "personal data": all_of_it,
        "open file": everyone,
        "open file of directors": directors,
        "API": everyone,
        "API, full names": directors,
        "club file": all_of_it,
    }


def test_heads_of_made_up_columns_stand_last(evening: Tournament) -> None:
    table = next(each for each in tables_of(evening) if each.name == "entries")
    assert table.columns[-2:] == ("nickname", "ride")
    rows = [dict(zip(table.columns, row, strict=True)) for row in table.rows()]
    assert [row["nickname"] for row in rows][:2] == ["Zorro", ""]


def test_the_open_file_gives_back_what_it_took(evening: Tournament) -> None:
    [told] = [e for e in evening_of(evening, full=True).entries if e.number == "1"]
    facts = card_evening_import._facts(told)
    assert (facts["nickname"], facts["ride"]) == ("Zorro", "Bluebonnet")


def test_the_form_and_the_log_have_what_a_director_may_see(
    evening: Tournament,
) -> None:
    director = client_of(build.member(evening.club, "director"))
    entry = evening.entries.get(number=2)
    at = reverse("scoring:entry-edit", args=[evening.club.slug, evening.slug, entry.pk])
    page = director.get(at)
    form = page.context["form"]
    assert fields_on(page) == {"nickname", "ride"}
    original = form["original"].value()
    typed = {"name": entry.name, "number": 2, "original": original, **VALUES}
    assert director.post(at, typed).status_code == 302
    entry.refresh_from_db()
    saved = {name: getattr(entry, name) for name in VALUES}
    assert saved == {**VALUES, "diet": ""}
    last = Change.objects.filter(what="entry").first()
    assert last is not None
    assert found_in(last.new) == {"nickname", "ride"}
    assert "nickname: Zorro" in last.new


def test_a_merge_keeps_what_either_said_and_undoing_gives_it_back(
    evening: Tournament,
) -> None:
    gone = evening.entries.get(number=1)
    kept = entries.add(tournament=evening, actor=BY, name="Rose Janek")
    assert gone.player is not None
    assert kept.player is not None
    done = merges.merge(target=kept.player, duplicate=gone.player, actor=BY, key="m")
    kept.refresh_from_db()
    assert {name: getattr(kept, name) for name in VALUES} == VALUES
    refuse_other_shape("scoring.merge", "moved", json.loads(json.dumps(done.moved)))
    merges.undo(merge=done, actor=BY)
    kept.refresh_from_db()
    assert {getattr(kept, name) for name in VALUES} == {""}


def test_nothing_of_it_outlives_the_person(evening: Tournament) -> None:
    entry = evening.entries.get(number=1)
    assert entry.player is not None
    players.erase(player=entry.player, actor=BY)
    entry.refresh_from_db()
    assert {getattr(entry, name) for name in VALUES} == {""}


@pytest.fixture
def marie(club: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    """A player with columns that are made up."""
    with more_columns(PLAYER, monkeypatch):
        made = build.player(club)
        Player.objects.filter(pk=made.pk).update(**VALUES)
        yield Player.objects.get(pk=made.pk)


def test_files_have_made_up_columns_of_a_player(marie: Player) -> None:
    own = [[*table.rows()] for table in person_tables(marie)]
    lines = [*lines_of(rows_of_club(Player, marie.club_id))]
    assert found_in([*players_table(marie.club).rows()]) == {"nickname", "ride"}
    assert found_in(own) == {*VALUES}
    assert found_in(lines) == {*VALUES}


def test_the_form_of_a_player_and_the_log_have_them(club: Club, marie: Player) -> None:
    other, director = (
        build.player(club, "Josef"),
        client_of(build.member(club, "director")),
    )
    at = reverse("scoring:player-edit", args=[club.slug, other.number])
    page = director.get(at)
    form = page.context["form"]
    assert fields_on(page) == {"nickname", "ride"}
    typed = {name: form[name].value() or "" for name in form.fields}
    typed |= {"card": "name", "name_is_right": ""}
    assert director.post(at, {**typed, **VALUES}).status_code == 302
    other.refresh_from_db()
    saved = {name: getattr(other, name) for name in VALUES}
    assert saved == {**VALUES, "diet": ""}
    last = Change.objects.filter(what="player").first()
    assert last is not None
    assert found_in(last.new) == {"nickname", "ride"}


def test_merged_players_keep_what_either_said(club: Club, marie: Player) -> None:
    kept = build.player(club, "Rose Janek")
    done = merges.merge(target=kept, duplicate=marie, actor=BY, key="m")
    kept.refresh_from_db()
    assert {name: getattr(kept, name) for name in VALUES} == VALUES
    refuse_other_shape("scoring.merge", "moved", json.loads(json.dumps(done.moved)))
    merges.undo(merge=done, actor=BY)
    kept.refresh_from_db()
    assert {getattr(kept, name) for name in VALUES} == {""}


def test_an_erased_player_has_none_of_them(marie: Player) -> None:
    players.erase(player=marie, actor=BY)
    marie.refresh_from_db()
    assert {getattr(marie, name) for name in VALUES} == {""}


@pytest.mark.parametrize("description", [ANSWER, SIGN_UP], ids=["answer", "sign-up"])
def test_a_person_gets_made_up_columns_of_what_they_said(
    club: Club, monkeypatch: pytest.MonkeyPatch, description: ModelDescription
) -> None:
    evening, player = build.tournament(club), build.player(club)
    with more_columns(description, monkeypatch):
        now = timezone.now()
        times = {"since": now} if description is ANSWER else {"at": now}
        row = description.model(tournament=evening, player=player, **times, **VALUES)
        row.save()
        own = [[*table.rows()] for table in person_tables(player)]
        assert found_in(own) == {*VALUES}


def test_the_list_of_players_in_the_api_has_what_is_described_for_it() -> None:
    described = {field.column for field in PLAYER.in_open_file(full=False)}
    assert described | {"evenings"} == set(schemas.PlayerLine.model_fields)


def test_the_form_of_a_tournament_has_what_is_described_for_it() -> None:
    described = {field.column for field in TOURNAMENT.going_to(FORM)}
    assert described == {*tournament_form.FACTS}


# Where the open file has a setting, if not at the top under the column's own name.
PLACES = {
    **{"file_id": "id", "starts_at": "hour", "preset": "rule_set"},
    **{"ranking": "by", "drop_worst": "worst_rounds_dropped"},
    **{"sit_out_score": "sit_out_scores", "absent_score": "missed_round_scores"},
    **{"substitute_counts": "substitute_counts_for", "prize_extra": "added"},
    **{"prize_kept": "kept_back", "prize_kind": "prizes_are", "prizes_shown": "shown"},
}


def test_the_open_file_has_the_settings_that_are_described_for_it() -> None:
    settings = {PLACES.get(f.column, f.column) for f in TOURNAMENT.going_to(OPEN_FILE)}
    elsewhere = {"format", "format_version", "names", "licence", "producer", "club"}
    elsewhere |= {
        "season",
        "time_zone",
        "standings_are",
        "entries",
        "rounds",
        "edition",
    }
    elsewhere |= {
        "adjustments",
        "standings",
        "extensions",
        "digest",
        "ranking",
        "money",
    }
    parts = (file.Evening, file.Ranking, file.Money)
    assert settings | elsewhere == {*chain(*(part.model_fields for part in parts))}


def test_tables_have_made_up_settings(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = build.tournament(club)
    with more_columns(TOURNAMENT, monkeypatch):
        Tournament.objects.filter(pk=evening.pk).update(**VALUES)
        fresh = Tournament.objects.get(pk=evening.pk)
        assert found_in(cells_of(fresh)) == {"nickname", "ride"}
        lines = [*lines_of(rows_of_club(Tournament, club.pk))]
        assert found_in(lines) == {*VALUES}


def choices_of(part: type[BaseModel], field: str) -> list[str]:
    found: list[str] = part.model_json_schema()["properties"][field]["enum"]
    return found


def test_the_open_file_has_the_choices_of_the_models() -> None:
    missed = Tournament.MissedScore.values
    assert choices_of(file.Entry, "state") == Entry.State.values
    assert choices_of(file.Evening, "teams") == Tournament.Teams.values
    assert choices_of(file.Money, "prizes_are") == Tournament.Prizes.values
    assert choices_of(file.Ranking, "by") == Tournament.Ranking.values
    assert choices_of(file.Ranking, "sit_out_scores") == missed
    assert choices_of(file.Ranking, "missed_round_scores") == missed
    assert choices_of(file.Ranking, "substitute_counts_for") == [
        *Tournament.Substitute.values
    ]
    assert {*choices_of(file.SitOut, "why")} == {*SitOut.Why.values}


@pytest.fixture
def played(club: Club) -> Tournament:
    """An evening with a seat, a count, a hand and rulings of the first player."""
    evening = build.tournament(club)
    people = build.entries(evening, 4)
    sheet = build.published_round(evening, [people]).sheets.get()
    phone = Actor.at_table(build.phone(sheet, 1))
    game = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
    build.recorded(sheet=sheet, by=phone, key="one", record=game, number=1)
    build.verified_sheet(sheet)
    rulings.adjust(entry=people[0], actor=BY, chips=-10, reason="late", key="r")
    return evening


@pytest.mark.parametrize(
    "description",
    [SEAT, COUNT, HAND, ADJUSTMENT],
    ids=lambda each: each.model.__name__,
)
def test_tables_and_personal_data_have_made_up_columns_of_a_row(
    played: Tournament, monkeypatch: pytest.MonkeyPatch, description: ModelDescription
) -> None:
    player = played.entries.get(number=1).player
    assert player is not None
    with more_columns(description, monkeypatch):
        description.model._default_manager.update(**VALUES)
        own = [[*table.rows()] for table in person_tables(player)]
        assert found_in(cells_of(played)) == {"nickname", "ride"}
        assert found_in(own) == {*VALUES}
