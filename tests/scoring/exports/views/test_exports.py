"""Everything as files: complete, and harmless in a spreadsheet."""

import csv
import io
import json
import zipfile
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from clubs.models import Club
from rules.sheet import SeatCount
from scoring.exports.files import harmless
from scoring.exports.tables import tables_of
from scoring.models import Entry, Hand, Tournament
from scoring.sheets import rulings
from scoring.signups import rsvps
from scoring.tournaments import tournaments
from tests import builders as build
from tests.fields import field
from tests.in_turn import in_turn
from tests.rules.spjst.builders import povinost
from tests.world import client_of

pytestmark = pytest.mark.django_db
BY = build.command()
EVIL = "=1+1"
TABLES = [
    "tournament",
    "entries",
    "answers",
    "seats",
    "sit_outs",
    "counts",
    "hands",
    "rulings",
    "hand_rulings",
    "standings",
    "editions",
    "prizes",
]


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Four with names that spreadsheets would run, one of them below 0, finished."""
    made = build.tournament(club, rounds_planned=1, fee=1, prizes=[10_000])
    people = build.entries(made, 4)
    for entry, name in zip(people, (EVIL, "+1", "-2+3", "@SUM(A1)"), strict=True):
        entry.name, entry.paid = name, True
        entry.save()
    build.counted(
        build.open_sheet(made),
        seats=build.seats((331, 0, 104, 69), (0, 104, 0, 0)),
    )
    build.confirmed(made.rounds.get().sheets.get())
    rulings.adjust(
        entry=people[0], actor=build.command(), chips=-10, reason="\t=cmd", key="r"
    )
    return tournaments.finish(tournament=made, actor=build.command())


@pytest.fixture
def director(club: Club) -> Client:
    return client_of(build.member(club, "director"))


def got(client: Client, tournament: Tournament, what: str = "") -> bytes:
    at = reverse("scoring:export-file", args=[tournament.club.slug, tournament.slug])
    answer = client.get(at, {"what": what} if what else {})
    return read(answer)


def read(answer: HttpResponse) -> bytes:
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment")
    return b"".join(answer.streaming_content)


def rows_of(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


def dicts_of(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))


@in_turn(
    "value, kept",
    [
        (EVIL, f"'{EVIL}"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@x", "'@x"),
        ("\tx", "'\tx"),
        ("\rx", "'\rx"),
        (" =1", "' =1"),
        ("＝1", "'＝1"),
        *((f"{unseen}=1", f"'{unseen}=1") for unseen in "\u200b\ufeff\u202e\xad"),
        (-12, -12),
        (0, 0),
        (2.5, 2.5),
        (None, None),
        (True, True),
        ("Marie", "Marie"),
        ("", ""),
        ("a=b", "a=b"),
        ("a\x00b", "ab"),
    ],
)
def test_what_a_spreadsheet_would_run_is_harmless(value: Any, kept: Any) -> None:
    assert harmless(value) == kept


def test_the_spreadsheet_holds_texts_and_numbers_and_no_formula(
    director: Client, tournament: Tournament
) -> None:
    book = load_workbook(io.BytesIO(got(director, tournament, "everything.xlsx")))

    assert book.sheetnames == TABLES
    for sheet in book:
        for row in sheet.iter_rows():
            assert all(cell.data_type != "f" for cell in row)
    entries = list(book["entries"].iter_rows(values_only=True))
    assert [row[2] for row in entries[1:]] == ["'=1+1", "'+1", "'-2+3", "'@SUM(A1)"]
    seats = list(book["seats"].iter_rows(values_only=True))
    assert seats[2][-1] == -104  # a number, not a text
    assert list(book["rulings"].iter_rows(values_only=True))[1][2] == -10


def test_the_zip_holds_a_file_for_each_table(
    director: Client, tournament: Tournament
) -> None:
    archive = zipfile.ZipFile(io.BytesIO(got(director, tournament)))

    assert archive.namelist() == [f"{name}.csv" for name in TABLES]
    standings = rows_of(archive.read("standings.csv"))
    assert standings[0][:4] == ["place", "shared", "start_number", "name"]
    assert standings[1][:6] == ["1", "False", "1", "'=1+1", "", "321"]
    assert rows_of(archive.read("prizes.csv"))[1][4] == "0.04"


def test_one_table_alone(director: Client, tournament: Tournament) -> None:
    counts = rows_of(got(director, tournament, "counts.csv"))

    first = dict(zip(counts[0], counts[1], strict=True))
    assert (first["score_2"], first["borrowed_2"], first["must_total"]) == (
        "-104",
        "104",
        "400",
    )
    assert len(counts) == 3  # counted, and confirmed


def test_the_open_file_with_full_names_and_as_everybody_sees_them(
    director: Client, tournament: Tournament
) -> None:
    at = reverse("scoring:open-file", args=[tournament.club.slug, tournament.slug])
    answer = director.get(at)
    told = json.loads(answer.content)

    assert answer["Content-Disposition"] == 'attachment; filename="fall-tarok.json"'
    assert told["entries"][0]["name"] == EVIL
    assert told["rounds"][0]["tables"][0]["count"]["score"] == [331, -104, 104, 69]
    assert [row["place"] for row in told["standings"]] == [1, 2, 3, 4]
    assert told["edition"]["number"] == 1
    assert told["adjustments"][0]["chips"] == -10
    public = json.loads(director.get(at, {"names": "shown"}).content)
    assert (public["names"], public["id"]) == ("shown", told["id"])
    assert "paid" not in public["entries"][0]


@in_turn(
    "what", ["everything.csv", "everything.json", "entries.exe", "x", "../etc.zip"]
)
def test_a_file_there_is_not(
    director: Client, tournament: Tournament, what: str
) -> None:
    at = reverse("scoring:export-file", args=[tournament.club.slug, tournament.slug])

    assert director.get(at, {"what": what}).status_code == 404


def test_the_clubs_players(director: Client, club: Club) -> None:
    build.player(club, "=HYPERLINK(1)", "Lodge 24")
    at = reverse("scoring:players-export", args=[club.slug])

    assert rows_of(read(director.get(at))) == [
        ["number", "name", "lodge", "given_name", "family_name", "name_guessed"],
        ["1", "'=HYPERLINK(1)", "Lodge 24", "'=HYPERLINK(1)", "", "True"],
    ]
    assert director.get(at, {"what": "players.json"}).status_code == 404


@pytest.mark.parametrize("players", [16, 40])
def test_the_same_queries_whatever_the_size(
    director: Client, club: Club, players: int, django_assert_num_queries: Any
) -> None:
    made = field(club, players, rounds=2, fee=500, prizes=[10_000])
    assert Entry.objects.count() == players
    with django_assert_num_queries(21):
        got(director, made)


# --- Tables of three or four ------------------------------------------------------


def test_a_smaller_table_leaves_its_last_columns_empty(
    director: Client, mixed: Tournament
) -> None:
    people = build.entries(mixed, 7)
    rnd = build.published_round(mixed, [people[:3], people[3:]])
    for sheet, held in zip(rnd.sheets.all(), ((150, 90, 60), build.EVEN), strict=True):
        build.counted(sheet, seats=[SeatCount(each) for each in held])
    told = dicts_of(got(director, mixed, "counts.csv"))

    assert [[row[f"score_{n}"] for n in range(1, 5)] for row in told] == [
        ["150", "90", "60", ""],
        list(map(str, build.EVEN)),
    ]
    assert [row["borrowed_4"] for row in told] == ["", "0"]
    assert [row["must_total"] for row in told] == ["300", "400"]
    assert "score_5" not in told[0]
    seats = dicts_of(got(director, mixed, "seats.csv"))
    assert [row["seat"] for row in seats] == ["1", "2", "3", "1", "2", "3", "4"]


def test_what_lies_aside_has_a_column_where_the_game_has_a_place_for_it(
    director: Client, tournament: Tournament, mixed: Tournament
) -> None:
    people = build.entries(mixed, 3)
    sheet = build.published_round(mixed, [people]).sheets.get()
    build.counted(sheet, seats=[SeatCount(98)] * 3)
    [row] = dicts_of(got(director, mixed, "counts.csv"))
    assert (row["score_3"], row["score_4"], row["aside"]) == ("98", "", "6")

    for made, aside in ((mixed, ["aside"]), (tournament, [])):
        names = rows_of(got(director, made, "hands.csv"))[0]
        ends = [*aside, "record", "note"]
        assert names[names.index("net_4") + 1 :][: len(ends)] == ends


def test_a_voided_hand_does_not_count_and_answers_outlive_the_evening(
    club: Club,
) -> None:
    made = build.tournament(club, rounds_planned=1, asks=True)
    spare = build.player(club, "Emil Spare")
    rsvps.set_going(tournament=made, player=spare, actor=BY, if_needed=True)
    sheet = build.open_sheet(made)
    build.recorded(sheet, BY, key="hand", record=povinost(points=50))
    tables = {table.name: table for table in tables_of(made)}

    def column(name: str, what: str) -> list[Any]:
        table = tables[name]
        return [row[table.columns.index(what)] for row in table.rows()]

    assert column("hands", "counts") == [True]
    Hand.objects.update(voided_at=timezone.now(), void_reason="a slip")
    assert column("hands", "counts") == [False]
    build.verified_sheet(sheet)
    tournaments.finish(tournament=made, actor=BY)
    made.refresh_from_db()
    assert "Emil Spare" in column("answers", "name")
