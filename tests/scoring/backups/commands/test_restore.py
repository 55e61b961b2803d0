"""restore: everything or nothing, into an empty place only, with an audit."""

import io
import json
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.test import override_settings
from pytest_django import DjangoDbBlocker

from clubs.models import Club, Player, User
from clubs.storage import store
from scoring.backups import archive, schema
from scoring.backups import restore as restore_module
from scoring.backups.create import make
from scoring.management.arguments import REFUSED
from scoring.models import Photo, Seat, Sheet, Tournament
from tests import builders as build
from tests.scoring.backups.commands.backed_up import changed, everything, full_site
from tests.stores import in_s3, names, path_of

pytestmark = pytest.mark.django_db(transaction=True)
AGREED = "1 tournament audited: no differences.\n"


@pytest.fixture(scope="module", autouse=True)
def _tables_once() -> Iterator[None]:
    """All these backups are of today, and it takes a while to find a day's tables."""
    with patch.object(schema, "tables_after", cache(schema.tables_after)):
        yield


@pytest.fixture(scope="module")
def site_before(
    django_db_setup: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """A backup of a full site with a picture, which is not here any more."""
    folder = tmp_path_factory.mktemp("old")
    with django_db_blocker.unblock(), override_settings(PHOTOS=folder / "photos"):
        full_site()
        backed_up(folder / "site.zip")
        empty()
    return folder / "site.zip"


@pytest.fixture
def path(site_before: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """That backup, and a new place without anything."""
    (tmp_path / "new").mkdir()
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path / "new")
    monkeypatch.setattr(settings, "PHOTOS", tmp_path / "new" / "photos")
    return site_before


def backed_up(path: Path) -> None:
    call_command("backup", output=str(path), stdout=io.StringIO())


def empty() -> None:
    call_command("flush", interactive=False, verbosity=0)
    shutil.rmtree(settings.PHOTOS, ignore_errors=True)


def photos(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def restore(path: Path) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("restore", str(path), stdout=out)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue()
    return 0, out.getvalue()


def refused(path: Path) -> str:
    """What the command says; nothing is restored."""
    with pytest.raises(CommandError) as wrong:
        restore(path)
    assert wrong.value.returncode == REFUSED
    assert not Club.objects.exists()
    assert not User.objects.exists()
    assert not list(settings.DATA_DIR.iterdir())
    return str(wrong.value)


def standings() -> Any:
    out = io.StringIO()
    call_command("standings", "lodge-24", "fall-tarok", format="json", stdout=out)
    return json.loads(out.getvalue())


def test_every_row_of_every_table_is_as_it_was(tmp_path: Path) -> None:
    full_site()
    before, places = everything(), standings()
    assert not [table for table, rows in before.items() if not rows], "full_site()"
    backed_up(tmp_path / "site.zip")
    empty()
    status, said = restore(tmp_path / "site.zip")
    assert status == 0
    assert everything() == before
    assert standings() == places
    assert said.startswith("Restored the backup of ")
    assert said.endswith(f"Everyone has to sign in again.\n{AGREED}")


def test_tokens_passwords_and_photos_survive(path: Path) -> None:
    with ZipFile(path) as file:
        tokens = file.read("tables/scoring_sheet.jsonl").decode()
        names = [name for name in file.namelist() if name.startswith("photos/")]
        pictures = {name.removeprefix("photos/"): file.read(name) for name in names}
    restore(path)
    assert all(sheet.token in tokens for sheet in Sheet.objects.all())
    assert User.objects.get(username="owner").check_password("owner-password")
    assert photos(settings.PHOTOS) == pictures
    assert [*pictures] == [Photo.objects.get().name]
    assert settings.PHOTOS.stat().st_mode & 0o077 == 0
    assert path_of(Photo.objects.get()).stat().st_mode & 0o077 == 0


def test_the_audit_after_it_looks_at_every_picture(path: Path, tmp_path: Path) -> None:
    """A picture whose bytes were not those of its row, checksum or not."""

    def damage(parts: dict[str, bytes]) -> None:
        (name,) = (name for name in parts if name.startswith("photos/"))
        parts[name] = parts[name][:-40]

    status, said = restore(changed(path, tmp_path / "new.zip", parts=damage))
    assert status == 1
    assert f"({Photo.objects.get().name}): its file is damaged" in said


def test_pictures_of_another_kind_of_backup_are_not_needed(
    path: Path, tmp_path: Path
) -> None:
    """Where the pictures are not in it, all else comes back, and the audit says so."""

    def without(parts: dict[str, bytes]) -> None:
        for name in [name for name in parts if name.startswith("photos/")]:
            del parts[name]

    status, said = restore(changed(path, tmp_path / "new.zip", parts=without))
    assert status == 1
    assert "its file is missing" in said
    assert Sheet.objects.exists()


def test_the_site_goes_on_after_it(path: Path) -> None:
    restore(path)
    club = build.club("another")
    tournament = build.tournament(club)
    sheet = build.open_sheet(tournament)
    build.verified_sheet(sheet, by=build.user("rose"), second=build.user("emil"))
    User.objects.get(username="rose").groups.add(Group.objects.create(name="more"))
    out = io.StringIO()
    call_command("audit", stdout=out)
    assert out.getvalue().startswith("2 tournaments audited: no differences")


def test_a_backup_of_what_was_restored_is_the_same(path: Path, tmp_path: Path) -> None:
    restore(path)
    again = tmp_path / "again.zip"
    backed_up(again)
    with ZipFile(path) as one, ZipFile(again) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())
        for name in {*one.namelist()} - {archive.MANIFEST}:
            assert one.read(name) == other.read(name), name


def test_the_audit_names_what_was_wrong_before(tmp_path: Path) -> None:
    full_site()
    Seat.objects.filter(sheet__table=1, position=2).update(score=98)
    backed_up(tmp_path / "site.zip")
    empty()
    status, said = restore(tmp_path / "site.zip")
    assert status == 1
    assert "score is saved as 98" in said
    assert Club.objects.exists()


def test_photos_come_into_the_store(path: Path) -> None:
    """From folders into a bucket; and none is left there of a backup that is refused."""
    with ZipFile(path) as file:
        [part] = [name for name in file.namelist() if name.startswith("photos/")]
        picture = file.read(part)
    with in_s3():
        store("photos").put("mine.jpg", b"x")
        with pytest.raises(CommandError, match="This place is not empty"):
            restore(path)
        store("photos").delete("mine.jpg")
        with (
            patch.object(restore_module, "_load", side_effect=ValueError),
            pytest.raises(CommandError, match="damaged"),
        ):
            restore(path)
        assert names("photos") == []
        restore(path)
        assert store("photos").content(Photo.objects.get().name) == picture
        assert not settings.PHOTOS.exists()


@pytest.mark.parametrize("what", ["club", "account", "photo"])
def test_a_place_that_is_not_empty_is_left_alone(path: Path, what: str) -> None:
    if what == "club":
        build.club("mine")
    elif what == "account":
        build.user("mine")
    else:
        settings.PHOTOS.mkdir()
        (settings.PHOTOS / "mine.jpg").write_bytes(b"x")
    before = everything()
    with pytest.raises(CommandError, match="This place is not empty") as wrong:
        restore(path)
    assert wrong.value.returncode == 2
    assert everything() == before
    assert len(list(settings.DATA_DIR.iterdir())) == (what == "photo")


def test_a_club_founded_meanwhile_is_left_alone(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was empty at the first look, not when the rows were to come."""
    prepare = restore_module._prepare

    def founded_meanwhile(manifest: Any) -> None:
        prepare(manifest)
        build.club("mine")

    monkeypatch.setattr(restore_module, "_prepare", founded_meanwhile)
    with pytest.raises(CommandError, match="not empty"):
        restore(path)
    assert Club.objects.get().slug == "mine"
    assert not list(settings.DATA_DIR.iterdir())


def without(table: str) -> Any:
    def take_out(parts: dict[str, bytes]) -> None:
        parts[f"tables/{table}.jsonl"] = b""

    return take_out


def test_rows_that_point_nowhere_are_refused(path: Path, tmp_path: Path) -> None:
    new = changed(
        path,
        tmp_path / "new.zip",
        parts=without("clubs_club"),
        facts=lambda facts: facts["tables"]["clubs_club"].update(rows=0),
    )
    said = refused(new)
    assert "The database refuses this backup" in said
    assert "clubs_club" in said


def test_rows_that_break_a_rule_are_refused(path: Path, tmp_path: Path) -> None:
    new = with_first_row(path, tmp_path / "new.zip", "scoring_hand", net1=7)
    assert "scoring_hand_nets_add_up_to_0" in refused(new)


def with_first_row(path: Path, new: Path, table: str, **values: Any) -> Path:
    """A backup whose table has its first row alone, with other values."""

    def put(parts: dict[str, bytes]) -> None:
        row = json.loads(parts[f"tables/{table}.jsonl"].splitlines()[0])
        for column, value in values.items():
            row[columns.index(column)] = value
        parts[f"tables/{table}.jsonl"] = json.dumps(row).encode() + b"\n"

    with ZipFile(path) as file:
        columns = json.loads(file.read(archive.MANIFEST))["tables"][table]["columns"]
    return changed(
        path, new, parts=put, facts=lambda facts: facts["tables"][table].update(rows=1)
    )


def test_lines_that_are_no_rows_are_refused(path: Path, tmp_path: Path) -> None:
    for text in (
        b"",
        b"{}\n",
        b"[]\n",
        b"[1]\n",
        b"nonsense\n",
        b"[" * 100_000 + b"\n",
        b"null\n",
        b"7\n",
        b"\xff\n",
        b'["x","x","x","x",1,1,1,1,1]\n',
        b'[1,"a","a","","UTC","letter","perhaps",false,"",false]\n',
    ):
        rows = {"tables/clubs_club.jsonl": text}
        new = changed(
            path, tmp_path / "new.zip", parts=lambda it, put=rows: it.update(put)
        )
        assert "isn’t a Valat backup, or it’s damaged" in refused(new), text[:99]


def test_values_that_no_column_may_have_are_refused(path: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.zip"
    for number in (2**70, -(2**70), 1e400):
        assert refused(with_first_row(path, new, "scoring_change", id=number)), number
    for name in ("../secret-key", "/etc/passwd", "..", ".hidden", ""):
        other = with_first_row(path, new, "scoring_photo", name=name)
        assert "damaged" in refused(other), name


def test_other_tables_than_ours_are_refused(path: Path, tmp_path: Path) -> None:
    fewer = changed(
        path,
        tmp_path / "fewer.zip",
        parts=lambda parts: parts.pop("tables/scoring_loan.jsonl"),
        facts=lambda facts: facts["tables"].pop("scoring_loan"),
    )
    session = {"columns": ["a"], "rows": 0}
    more = changed(
        path,
        tmp_path / "more.zip",
        parts=lambda parts: parts.update({"tables/django_session.jsonl": b""}),
        facts=lambda facts: facts["tables"].update(django_session=session),
    )

    def rename(facts: dict[str, Any]) -> None:
        facts["tables"]["clubs_club"]["columns"][1] = 'name" = 1; --'

    another = changed(path, tmp_path / "another.zip", facts=rename)
    for each in (fewer, more, another):
        assert "damaged" in refused(each), each


def test_a_newer_backup_asks_for_an_update(path: Path, tmp_path: Path) -> None:
    new = changed(
        path,
        tmp_path / "new.zip",
        facts=lambda facts: facts["migrations"].append(["scoring", "0999_future"]),
    )
    assert "Update this one first" in refused(new)


def test_an_older_backup_does_not_fit_tables_of_today(
    path: Path, tmp_path: Path
) -> None:
    """Where there are none yet it does: see test_backup_elsewhere.py."""

    def older(facts: dict[str, Any]) -> None:
        facts["migrations"] = [key for key in facts["migrations"] if key[0] != "admin"]
        del facts["tables"]["django_admin_log"]

    def parts(parts: dict[str, bytes]) -> None:
        del parts["tables/django_admin_log.jsonl"]

    new = changed(path, tmp_path / "new.zip", parts=parts, facts=older)
    assert "made by an older version of Valat" in refused(new)


def test_what_cannot_be_brought_up_to_date_leaves_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str, **options: Any) -> None:
        if name == "migrate":
            raise DatabaseError("no such column")
        call_command(name, **options)

    monkeypatch.setattr(restore_module, "call_command", broken)
    assert "cannot be brought up to date: no such column" in refused(path)


def test_photos_that_find_no_room_leave_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(restore_module, "put_photo", full)
    assert "No space left on device" in refused(path)


@pytest.mark.parametrize("name", ["nowhere.zip", ""])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(CommandError, match="cannot be read: ") as wrong:
        restore(tmp_path / name)
    assert wrong.value.returncode == 2


def test_an_evening_goes_on_elsewhere(tmp_path: Path, path: Path) -> None:
    """All that is the tournament's, its club's and people's; no other evening."""
    evening = full_site()
    earlier = build.tournament(evening.club, name="An evening before")
    build.verified_sheet(build.open_sheet(earlier))
    elsewhere = build.tournament(build.club("another"), name="Another club’s")
    before, known = everything(), standings()
    made = make(tmp_path / "evening.zip", evening)
    empty()
    status, said = restore(tmp_path / "evening.zip")
    assert status == 0
    assert said.startswith(f"Restored the backup of one evening ({made.evening}) of ")
    assert said.endswith(AGREED)
    assert standings() == known
    assert [*Tournament.objects.all()] == [evening]
    assert not Club.objects.filter(pk=elsewhere.club_id).exists()
    for table, rows in everything().items():
        assert [row for row in rows if row in before[table]] == rows, table
    assert Player.objects.filter(club=evening.club).count() == len(
        [row for row in before["clubs_player"] if row[1] == evening.club_id]
    )
    rnd = build.published_round(evening, 2)
    build.verified_sheet(rnd.sheets.first())
