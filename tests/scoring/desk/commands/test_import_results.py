"""import_results: the evening in Vienna, and files that are wrong."""

import io
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from openpyxl import Workbook

from clubs.models import Club, Player
from clubs.views.first_start import SetupForm
from scoring.audit.integrity import differences_in
from scoring.management.arguments import MISUSED, REFUSED
from scoring.models import Count, Round, SitOut, Tournament
from scoring.results.standings_table import table_of
from scoring.sheets import counts
from scoring.sheets.sheet import life_of, sheet_at
from tests import builders as build
from tests.games import pebbles
from tests.in_turn import in_turn
from tests.messages import message

pytestmark = pytest.mark.django_db

VIENNA = Path(__file__).parents[3] / "cases" / "vienna-2025.csv"
HEADS = "Table,Round," + ",".join(f"Name{n},Points{n}" for n in range(1, 5))
GOOD = (HEADS, "1,1,Marie,131,Josef,96,Anna,104,Karel,69")
BAD = (HEADS, "1,1,Marie,131,Josef,96,Anna,104,Karel,96")


def run(path: Path, *more: str, club: str = "wien", name: str = "Vienna 2025") -> str:
    """What the command prints; it exits with 1 where a sheet does not balance."""
    out = io.StringIO()
    call_command(
        "import_results", str(path), "--club", club, "--name", name, *more, stdout=out
    )
    return out.getvalue()


def run_with_1(path: Path, *more: str) -> str:
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command(
            "import_results",
            str(path),
            "--club",
            "wien",
            "--name",
            "Vienna 2025",
            *more,
            stdout=out,
        )
    assert ended.value.code == 1
    return out.getvalue()


def file(folder: Path, *lines: str) -> Path:
    path = folder / "results.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def refused(path: Path, *more: str, status: int = REFUSED, **facts: str) -> str:
    with pytest.raises(CommandError) as wrong:
        run(path, *more, **facts)
    assert wrong.value.returncode == status
    assert not Tournament.objects.exists()
    return str(wrong.value)


# --- Vienna -----------------------------------------------------------------------


def test_vienna_names_exactly_its_two_wrong_sheets() -> None:
    said = run_with_1(VIENNA, "--start-chips", "0")
    assert "Created the club “Wien”: wien" in said
    assert "Created the tournament “Vienna 2025”: vienna-2025" in said
    assert "21 sheets, 14 players, 7 rounds; 19 sheets balance" in said
    lines = [line for line in said.splitlines() if "doesn’t balance" in line]
    assert lines == [
        "Round 1, table 1 doesn’t balance: the four add up to 2, not 0; 2 too many.",
        "Round 1, table 2 doesn’t balance: the four add up to 10, not 0; 10 too many.",
    ]
    assert "If Player 13 has 6 instead of 8, the sheet is right" in said


def test_what_does_not_balance_stays_out_of_the_standings() -> None:
    run_with_1(VIENNA, "--start-chips", "0")
    tournament = Tournament.objects.get()
    page = table_of(tournament)
    assert str(*page.missing) == message(
        "{n} sheets of round {round} aren’t verified yet: tables {tables}.",
        n=2,
        round=1,
        tables="1 and 2",
    )
    assert sum(line.total for line in page.lines) == 0
    assert 0 not in tournament.entries.values_list("lot", flat=True)  # all drew one
    assert list(differences_in(tournament)) == []
    states = dict(tournament.rounds.values_list("number", "state"))
    assert states.pop(1) == Round.State.OPEN
    assert set(states.values()) == {Round.State.FINISHED}


def test_vienna_sits_two_out_in_each_round() -> None:
    run_with_1(VIENNA, "--start-chips", "0")
    whys = SitOut.objects.values_list("round__number", "why")
    assert len(whys) == 14
    assert {why for _, why in whys} == {SitOut.Why.SIT_OUT}


def test_ruled_upon_the_standings_add_up() -> None:
    run_with_1(VIENNA, "--start-chips", "0")
    tournament = Tournament.objects.get()
    for table, difference in ((1, 2), (2, 10)):
        sheet = sheet_at(tournament, 1, table)
        held = life_of(sheet).latest.held
        counts.count(
            sheet=sheet,
            actor=build.command(),
            seats=build.seats(held, ruled=(-difference, 0, 0, 0)),
            seen=build.seen(sheet),
            key=f"ruling-{table}",
            reason="Nobody can say; the first seat bears it (§31)",
            may_rule=True,
        )
        build.confirmed(sheet)
    page = table_of(tournament)
    assert not page.missing
    assert sum(line.total for line in page.lines) == 0
    assert len(page.lines) == 14


# --- Other files ------------------------------------------------------------------


def test_balanced_sheets_are_verified_by_the_import(tmp_path: Path) -> None:
    said = run(file(tmp_path, *GOOD))
    assert "1 sheet, 4 players, 1 round; 1 sheet balances and is verified." in said
    life = life_of(sheet_at(Tournament.objects.get(), 1, 1))
    assert life.in_force.witness == Count.Witness.IMPORT
    assert life.in_force.source == Count.Source.IMPORT
    assert life.in_force.by is None


def test_an_xlsx_file(tmp_path: Path) -> None:
    book = Workbook()
    book.active.append(HEADS.split(","))
    book.active.append([1, 1, "Marie", 131, "Josef", 96, "Anna", 104, "Karel", 69])
    path = tmp_path / "results.xlsx"
    book.save(path)
    assert "1 sheet balances" in run(path)


def test_a_club_that_is_there_keeps_its_players(tmp_path: Path) -> None:
    club = build.club("wien")
    marie = build.player(club, "MARIE")
    run(file(tmp_path, *GOOD))
    assert Club.objects.get() == club
    assert Player.objects.count() == 4
    assert marie.entries.count() == 1


def test_tonight_is_the_clubs_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the site's clock says Friday evening, it is Saturday in Prague."""
    friday = datetime(2026, 11, 21, 2, 15, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: friday)
    build.club("wien", time_zone="Europe/Prague")
    run(file(tmp_path, *GOOD))
    run(file(tmp_path, *GOOD), club="west")
    days = dict(Tournament.objects.values_list("club__slug", "date"))
    assert days == {"wien": date(2026, 11, 21), "west": date(2026, 11, 20)}


def test_a_new_club_lives_in_the_sites_zone(tmp_path: Path, settings: Any) -> None:
    settings.TIME_ZONE = "Europe/Prague"
    run(file(tmp_path, *GOOD))
    assert Club.objects.get().time_zone == "Europe/Prague"
    assert SetupForm()["time_zone"].value() == "Europe/Prague"


def test_two_of_one_name_are_two_players(tmp_path: Path) -> None:
    """Of whom the club may know one."""
    marie = build.player(build.club("wien"), "Marie")
    heads = ",".join(f"Player_Number{n},Name{n},Points{n}" for n in range(1, 5))
    row = "1,1,1,Marie,131,2,Marie,96,3,Anna,104,4,Karel,69"
    run(file(tmp_path, f"Table,Round,{heads}", row))
    assert Player.objects.filter(name="Marie").count() == 2
    assert marie.entries.count() == 1


def test_the_same_name_of_a_tournament_is_refused(tmp_path: Path) -> None:
    run(file(tmp_path, *GOOD))
    with pytest.raises(
        CommandError, match=r"already a tournament named “vienna 2025\.”"
    ):
        run(file(tmp_path, *GOOD), name="vienna 2025")
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("lines", [GOOD, BAD])
def test_a_dry_run_saves_nothing(tmp_path: Path, lines: tuple[str, ...]) -> None:
    runner = run if lines == GOOD else run_with_1
    said = runner(file(tmp_path, *lines), "--dry-run")
    assert "Dry run: nothing was saved." in said
    assert not Tournament.objects.exists()
    assert not Club.objects.exists()


def test_wrong_rows_are_listed_and_nothing_is_imported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refused(file(tmp_path, *GOOD, "1,2,Marie,x,Josef,96,Anna,104,,69"))
    assert "2 mistakes in results.csv; nothing was imported." in said
    errors = capsys.readouterr().err
    assert "Line 3, Points1: “x” isn’t a whole number." in errors
    assert "Line 3, Name4: Seat 4 has no player." in errors
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("more", "facts", "said"),
    [
        (("--start-chips", "-1"), {}, "--start-chips is 0 to 10000."),
        (("--start-chips", "10001"), {}, "--start-chips is 0 to 10000."),
        ((), {"club": "admin"}, "The site itself uses the address “"),
        ((), {"club": "No Slug"}, "valid"),
        ((), {"name": "x" * 81}, "at most 80 characters"),
    ],
)
def test_wrong_words_are_told(
    tmp_path: Path, more: tuple[str, ...], facts: dict[str, str], said: str
) -> None:
    assert said in refused(file(tmp_path, *GOOD), *more, status=MISUSED, **facts)
    assert not Club.objects.exists()


@in_turn(
    "more, facts, said",
    [
        ((), {"name": ""}, "--name: nothing is written there"),
        ((), {"name": "  \u202e"}, "--name: nothing is written there"),
        ((), {"club": ""}, "--club: nothing is written there"),
        ((), {"name": "Fall\a"}, "--name: there are letters that cannot be shown"),
        ((), {"name": "Fall\udcff"}, "--name: there are letters that cannot be shown"),
        ((), {"club": "\udcff"}, "--club: there are letters that cannot be shown"),
        (("--date", "2026-02-30"), {}, "'2026-02-30' is no day; write YYYY-MM-DD"),
    ],
)
def test_an_argument_that_cannot_be_read_is_named(
    tmp_path: Path, more: tuple[str, ...], facts: dict[str, str], said: str
) -> None:
    with pytest.raises(CommandError, match=said):
        run(file(tmp_path, *GOOD), *more, **facts)
    assert not Club.objects.exists()


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert "No such file" in refused(tmp_path / "nothing.csv", status=MISUSED)


def test_an_unreadable_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "empty.csv"
    path.write_bytes(b"")
    assert message("The file has no rows.") in refused(path)


# --- Another game -----------------------------------------------------------------

PEBBLES = ("--game", "pebbles")
THREE = (HEADS, "1,1,Marie,5,Josef,-2,Anna,-3,,", "2,1,Karel,1,Emil,2,Rose,3,Frank,-6")


def test_tables_of_three_and_four_come_in(tmp_path: Path) -> None:
    said = run(file(tmp_path, *THREE), "--game", "marias")

    assert "2 sheets, 7 players, 1 round; 2 sheets balance and are verified." in said
    made = Tournament.objects.get()
    assert (made.game, made.start_chips) == ("marias", 0)
    assert [each.size for each in made.rounds.get().sheets.order_by("table")] == [3, 4]
    lines = [(line.person.name, line.total) for line in table_of(made).lines]
    assert lines[0] == ("Marie", 5)
    assert lines[-1] == ("Frank", -6)
    assert not list(differences_in(made))


def test_what_does_not_balance_is_said_of_three(tmp_path: Path) -> None:
    wrong = file(tmp_path, HEADS, "1,1,Marie,5,Josef,-2,Anna,-4,,")
    said = run_with_1(wrong, "--game", "marias")

    assert "doesn’t balance: the three add up to -1, not 0; 1 missing." in said


def test_where_chips_may_lie_aside_a_second_person_is_asked(tmp_path: Path) -> None:
    with pebbles.in_place():
        said = run(file(tmp_path, HEADS, "1,1,Marie,25,Josef,18,Anna,15"), *PEBBLES)

    assert "1 sheet, 3 players, 1 round; 0 sheets balance and are verified." in said
    assert "1 sheet is waiting for a second person: a file doesn’t say which" in said
    count = Count.objects.get()
    assert (count.scores, count.aside, count.must_total) == ((25, 18, 15), 2, 60)


def test_a_game_the_site_does_not_play_is_none(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="invalid choice: 'whist'"):
        run(file(tmp_path, *THREE), "--game", "whist")


def test_three_are_too_few_for_the_usual_game(tmp_path: Path) -> None:
    assert "mistake" in refused(file(tmp_path, *THREE))
