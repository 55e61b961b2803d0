"""The backups that the site makes by itself, when a round opens and when it closes."""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone

from clubs.management import worker
from clubs.models import Rhythm
from scoring.backups import create, emergency_packets, retention
from scoring.backups.archive import DRAFT, NotWritten
from scoring.models import Tournament
from scoring.tournaments import tournaments
from tests import builders as build
from tests.tasks import Waiting


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "BACKUPS", tmp_path / "backups")
    return tmp_path / "backups"


@pytest.fixture
def asked(folder: Path, tasks: Waiting, monkeypatch: pytest.MonkeyPatch) -> Waiting:
    monkeypatch.setattr(emergency_packets, "ask", lambda tournament: None)
    return tasks


@pytest.fixture
def tournament(db: None) -> Tournament:
    return build.tournament(build.club())


def put(folder: Path, name: str, age: float = 0) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_bytes(b"x")
    os.utime(path, (path.stat().st_mtime - age,) * 2)
    return path


def kept() -> list[Path]:
    return [path_of(each) for each in retention.stored_backups()]


def path_of(backup: retention.KeptBackup) -> Path:
    return settings.BACKUPS / backup.name


def test_a_round_asks_when_it_opens_and_when_it_closes(
    asked: Waiting,
    folder: Path,
    tournament: Tournament,
) -> None:
    one, other = build.opened_round(tournament, 2).sheets.all()
    assert asked == [("keep_evening", tournament.pk)]
    asked.clear()  # it began
    build.verified_sheet(one)
    assert asked == []
    build.verified_sheet(other)
    assert asked == [("keep_evening", tournament.pk)]
    asked.clear()
    build.corrected(other)
    build.confirmed(other)
    assert asked == []  # the round was closed before


def test_the_finish_and_each_edition_ask(
    asked: Waiting,
    folder: Path,
    tournament: Tournament,
) -> None:
    sheet = build.opened_round(tournament).sheets.get()
    build.verified_sheet(sheet)

    def asks(write: Callable[..., object], **facts: object) -> bool:
        asked.clear()  # the one before began
        write(**facts)
        return asked == [("keep_whole",)]

    by = build.command()
    assert asks(tournaments.finish, tournament=tournament, actor=by)
    assert not asks(tournaments.reopen, tournament=tournament, actor=by)
    assert asks(tournaments.finish, tournament=tournament, actor=by)  # the same edition
    assert not asks(build.corrected, sheet=sheet)
    assert asks(build.confirmed, sheet=sheet)
    assert tournament.editions.count() == 2


def test_a_write_that_fails_asks_for_nothing(
    asked: Waiting,
    tournament: Tournament,
) -> None:
    build.entries(tournament, 4)
    assert asked == []


def test_many_who_ask_at_once_are_one(asked: Waiting) -> None:
    for _ in range(5):
        retention.ask()
    assert asked == [("keep_whole",)]


def test_the_demo_club_is_not_backed_up(asked: Waiting, db: None) -> None:
    tournament = build.tournament(build.club(is_demo=True))
    build.opened_round(tournament)
    assert asked == []


def test_off_is_off(
    asked: Waiting,
    tournament: Tournament,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "BACKUPS", None)
    build.opened_round(tournament)
    assert asked == []
    with pytest.raises(CommandError, match="Say where to: -o FILE"):
        call_command("backup")


def test_a_stick_that_is_gone_stops_no_round(
    asked: Waiting,
    tournament: Tournament,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(settings, "BACKUPS", tmp_path / "stick" / "backups")
    rnd = build.opened_round(tournament)
    assert rnd.is_published
    assert asked.do() == 1
    assert asked == [("keep_evening", tournament.pk)], "it is tried again"
    assert "Traceback" not in caplog.text
    assert "stick/backups: No such file or directory" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_what_was_asked_for_is_made_once(folder: Path, asked: Waiting) -> None:
    for _ in range(2):
        retention.ask()
    assert asked.do() == 1
    (made,) = kept()
    assert made.parent == folder
    assert folder.stat().st_mode & 0o777 == 0o700
    assert made.stat().st_mode & 0o777 == 0o600


@pytest.mark.django_db(transaction=True)
def test_what_is_done_twice_is_made_once(folder: Path, asked: Waiting) -> None:
    """A worker that is killed after its backup leaves its task to another."""
    tournament = build.tournament(build.club())
    for _ in range(2):
        retention.keep_evening.call(tournament.pk)
        retention.keep_whole.call()
    assert len(kept()) == 2
    end = f"-evening-{tournament.pk}.zip"
    aged(path_of(retention.newest_of(tournament)), day=19, end=end)
    build.opened_round(tournament)
    retention.keep_evening.call(tournament.pk)
    assert len(kept()) == 3, "the evening has gone on"


@pytest.mark.django_db(transaction=True)
def test_an_evening_is_kept_beside_the_whole_site(folder: Path, asked: Waiting) -> None:
    tournament = build.tournament(build.club())
    retention.ask_for(tournament)
    asked.do()
    whole, _ = retention.store_backup()
    kinds = {each.name: each.is_whole for each in retention.stored_backups()}
    assert sorted(kinds.values()) == [False, True]
    assert kinds[whole.name]
    assert retention.newest_of(None) == whole
    assert retention.newest_of(tournament) != whole


@pytest.mark.django_db(transaction=True)
def test_what_a_stop_has_lost_is_asked_for_again(folder: Path, asked: Waiting) -> None:
    """A round was opened, another evening finished, and the tasks never put."""
    club = build.club()
    open_one, over = build.tournament(club), build.tournament(club, slug="over")
    build.opened_round(open_one)
    build.verified_sheet(build.open_sheet(over))
    tournaments.finish(tournament=over, actor=build.command())
    asked.clear()
    retention.enqueue_missed()
    lost = {("keep_evening", open_one.pk), ("keep_evening", over.pk), ("keep_whole",)}
    assert set(asked) == lost
    asked.do()
    retention.enqueue_missed()
    assert asked == [], "now they are there"


@pytest.mark.django_db(transaction=True)
def test_the_whole_site_is_kept_once_a_day(folder: Path) -> None:
    retention.keep_daily.call()
    assert kept() == []  # nobody plays here yet
    club = build.club()
    for _ in range(2):
        retention.keep_daily.call()
    [first] = kept()
    first = aged(first, day=19)
    retention.keep_daily.call()
    assert kept() == [first]  # nothing was written since
    facts = {"name": "Fall Tarok", "date": build.DAY, "place": "the hall"}
    tournaments.create(club=club, actor=build.command(), **facts)
    retention.keep_daily.call()
    newest, _ = kept()
    newest.write_bytes(b"no backup at all")
    aged(newest, day=20)
    retention.keep_daily.call()
    assert len(kept()) == 3


def aged(path: Path, day: int, end: str = ".zip") -> Path:
    """As if it had been made in the evening of that day."""
    older = path.rename(path.with_name(f"valat-2026-11-{day}-190000{end}"))
    moment = datetime(2026, 11, day, 19, tzinfo=UTC).timestamp()
    os.utime(older, (moment, moment))
    return older


@pytest.mark.django_db(transaction=True)
def test_who_asks_while_it_is_made_is_not_forgotten(
    asked: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What he wrote may have come too late for this one."""
    make = create.make

    def made_slowly(path: Path, evening: Tournament | None) -> Any:
        retention.ask()
        return make(path, evening)

    monkeypatch.setattr(retention, "make", made_slowly)
    retention.ask()
    with worker._name() as name:
        worker.do(worker.take(worker.ALL, name))
    assert asked == [("keep_whole",)]


@pytest.mark.django_db(transaction=True)
def test_the_newest_are_kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = [
        put(folder, f"valat-2026-11-20-1900{n:02}.zip", age=1000 - n) for n in range(25)
    ]
    others = [
        put(folder, "valat-before-the-final.zip", age=10_000),
        put(folder, f"{DRAFT}aaaa", age=10),
    ]
    put(folder, f"{DRAFT}bbbb", age=retention.STALE_SECONDS + 1)
    call_command("backup")
    newest, *rest = kept()
    assert rest == old[:-20:-1]
    names = {path.name for path in folder.iterdir()}
    assert names == {path.name for path in (newest, *rest, *others)}
    assert capsys.readouterr().out.startswith(f"Wrote {newest}: ")


@pytest.mark.django_db(transaction=True)
def test_a_failed_one_costs_no_older_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failed(path: Path, evening: Tournament | None) -> None:
        raise NotWritten("No space left on device.")

    monkeypatch.setattr(retention, "make", failed)
    for n in range(25):
        put(folder, f"valat-2026-11-20-1900{n:02}.zip")
    with pytest.raises(CommandError, match="No space"):
        call_command("backup")
    assert len(kept()) == 25


def test_many_pictures_leave_room_for_fewer(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The newest, as many as fit into the room there is; three in any case."""
    for second in range(9):
        put(folder, f"valat-2026-11-20-19450{second}.zip", age=second)
    found = retention.stored_backups()  # of a byte each
    for room, left in ((100, 9), (5, 5), (1, 3)):
        monkeypatch.setattr(retention, "MOST_BYTES", room)
        assert list(retention._too_many(found)) == found[left:]
    monkeypatch.setattr(retention, "KEPT", 2)
    assert list(retention._too_many(found)) == found[2:]


@pytest.mark.django_db(transaction=True)
def test_of_every_evening_of_the_day_the_newest_stays(
    folder: Path, asked: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More evenings than backups are kept of: else each would be asked for for ever."""
    monkeypatch.setattr(retention, "KEPT", 2)
    clubs = [build.club(f"lodge-{n}") for n in range(4)]
    evenings = [build.tournament(club) for club in clubs]
    first = evenings[0].pk
    older = put(folder, f"valat-2026-11-20-190000-evening-{first}.zip", age=60)
    gone = put(folder, "valat-2026-11-19-190000-evening-99.zip", age=21 * 60 * 60)
    for evening in evenings:
        build.opened_round(evening)
    asked.do()
    assert {each.evening for each in retention.stored_backups()} == {
        one.pk for one in evenings
    }
    assert not older.exists()
    assert not gone.exists()
    retention.enqueue_missed()
    assert asked == []


def test_names_sort_by_time_in_the_hour_that_comes_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Chicago, November 1: at 2 am it is 1 am again. The newest file is the last."""
    names = []
    for hour, minute in ((6, 59), (7, 10), (8, 0)):
        moment = datetime(2026, 11, 1, hour, minute, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda at=moment: at)
        names.append(retention.new_name())
    assert names == sorted(names)
    assert names[1] == "valat-2026-11-01-01b1000.zip"
    assert all(retention.NAME.fullmatch(name) for name in names)


@pytest.mark.django_db(transaction=True)
def test_of_two_machines_one_makes_the_daily_backup(
    folder: Path, tmp_path: Path, settings
) -> None:
    """Each has folders of its own, and looks in turn."""
    build.club()
    made = []
    for name in ("a", "b", "a", "b"):
        settings.DATA_DIR = tmp_path / name
        settings.BACKUPS = tmp_path / name / "backups"
        settings.DATA_DIR.mkdir(exist_ok=True)
        retention.keep_daily.call()
        made.append(len(kept()))
    assert made == [1, 0, 1, 0]
    Rhythm.objects.update(last_at=timezone.now() - retention.DAILY)
    retention.keep_daily.call()  # the other one died
    assert len(kept()) == 1


@pytest.mark.django_db(transaction=True)
def test_before_an_update_one_is_made_unless_the_newest_has_everything(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start that fails and is tried again must not push out the older ones."""
    call_command("backup", if_changed=True)
    call_command("backup", if_changed=True)
    assert len(kept()) == 1
    [first] = kept()
    first.rename(folder / "valat-2026-01-01-120000.zip")
    other_tables = SimpleNamespace(applied=frozenset)
    monkeypatch.setattr(retention, "schema", other_tables)
    call_command("backup", if_changed=True)
    assert len(kept()) == 2


def test_before_an_update_a_folder_that_is_not_there_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tournament: Tournament
) -> None:
    monkeypatch.setattr(settings, "BACKUPS", folder / "stick" / "valat")
    with pytest.raises(CommandError, match=r"^The setting BACKUPS is .*/stick/valat"):
        call_command("backup", if_changed=True)
