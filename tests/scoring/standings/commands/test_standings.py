"""`standings CLUB TOURNAMENT`: for automation and for checking us from outside."""

import csv
import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from clubs.models import Club
from scoring.draw import rounds
from scoring.models import Tournament
from tests import builders as build
from tests.messages import message
from tests.words import NO_PLACE

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return build.club(shown="short")


def evening(club: Club, **facts: Any) -> Tournament:
    """Five players, two rounds, the second not verified, and one cancelled."""
    tournament = build.tournament(club, **facts)
    people = build.entries(tournament, 5)
    rnd = build.published_round(tournament, [people[:4]])
    build.verified_sheet(rnd.sheets.get(), (120, 110, 110, 60))
    gone = build.published_round(tournament, [people[:4]])
    rounds.cancel(rnd=gone, actor=build.command(), reason="wrong cards")
    build.published_round(tournament, [people[1:]])
    return tournament


def printed(tournament: Tournament, **options: str) -> str:
    out = StringIO()
    call_command(
        "standings", tournament.club.slug, tournament.slug, stdout=out, **options
    )
    return out.getvalue()


def test_json_has_a_row_a_player_and_an_entry_a_round(club: Club) -> None:
    rows = json.loads(printed(evening(club), format="json"))
    assert rows[0] == {
        "place": 1,
        "tied": False,
        "number": 1,
        "name": "Marie Kubala",
        "total": 120,
        "played": 1,
        "rounds": [120, None],
    }
    assert [(row["place"], row["tied"]) for row in rows] == [
        (1, False),
        (2, True),
        (2, True),
        (4, False),
        (5, False),
    ]
    assert rows[1]["rounds"] == [110, None]
    assert rows[3]["rounds"] == [100, None]


def test_table_points_stand_beside_the_total(club: Club) -> None:
    tournament = evening(club, ranking="table_points")
    rows = json.loads(printed(tournament, format="json"))
    points = {row["name"]: row["points"] for row in rows}
    assert points["Marie Kubala"] == 4
    assert points["Josef Marek"] == 2.5


def test_csv_has_a_header_and_a_column_a_round(club: Club) -> None:
    lines = list(csv.reader(StringIO(printed(evening(club), format="csv"))))
    assert lines[0] == [
        "place",
        "tied",
        "number",
        "name",
        "total",
        "played",
        message("round {n}", n=1),
        message("round {n}", n=3),
    ]
    assert lines[1] == ["1", "false", "1", "Marie Kubala", "120", "1", "120", ""]
    assert lines[2] == ["2", "true", "2", "Josef Marek", "110", "1", "110", ""]


def test_csv_is_harmless_in_a_spreadsheet(club: Club) -> None:
    tournament = evening(club)
    tournament.entries.filter(number=1).update(name="=1+1")
    assert "'=1+1" in printed(tournament, format="csv")


def test_the_table_is_for_reading(club: Club) -> None:
    text = printed(evening(club))
    assert "Marie Kubala" in text
    assert "2=" in text
    assert "Provisional. Round 3 isn’t over." in text
    assert message("The round’s only sheet isn’t verified yet.") in text


@pytest.mark.parametrize(
    ("form", "said"),
    [("json", "[]\n"), ("table", f"{NO_PLACE}.\n")],
)
def test_an_empty_field_is_no_error(club: Club, form: str, said: str) -> None:
    assert printed(build.tournament(club), format=form) == said


def test_an_unknown_club_or_tournament_is_named_with_status_2(club: Club) -> None:
    tournament = build.tournament(club)
    with pytest.raises(CommandError, match="no club “nowhere”") as refused:
        call_command("standings", "nowhere", tournament.slug)
    assert refused.value.returncode == 2
    with pytest.raises(
        CommandError, match=r"no tournament “x”\. It has: fall"
    ) as other:
        call_command("standings", club.slug, "x")
    assert other.value.returncode == 2


@pytest.mark.parametrize("address", [("\udcff", "x"), ("westfest", "\udcff")])
def test_an_address_that_cannot_be_shown_is_refused(address: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match="letters that cannot be shown"):
        call_command("standings", *address)
