"""The file of a backup: whatever is not as it was written is refused."""

import json
import random
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.utils import timezone

from scoring.backups import archive
from scoring.backups.archive import (
    MANIFEST,
    OF_A_CLUB,
    Manifest,
    NotABackup,
    NotWritten,
    new_archive,
    open_archive,
)
from tests.in_turn import in_turn

PARTS = {"tables/one.jsonl": b'[1,"a"]\n' * 500, "photos/1.jpg": bytes(range(256))}


def write(path: Path, parts: dict[str, bytes] = PARTS) -> Path:
    with new_archive(path) as made:
        for name, text in parts.items():
            made.add(name, [text], packed=name.startswith("tables"))
        made.finish(Manifest(timezone.now(), "1", "x", frozenset(), {}, made.files))
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(tmp_path / "site.zip")


def read(path: Path) -> dict[str, bytes]:
    with open_archive(path) as opened:
        return {name: b"".join(opened.lines(name)) for name in opened.manifest.files}


def test_what_is_written_is_read(path: Path) -> None:
    assert read(path) == PARTS


def test_half_a_file_is_refused_wherever_it_ends(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(NotABackup):
            read(path)


def test_no_changed_byte_gets_through(path: Path) -> None:
    """Each is refused, or was of no account, as the year of a part is."""
    whole, chance = path.read_bytes(), random.Random(1)
    refused = 0
    for at in range(len(whole)):
        changed = bytearray(whole)
        changed[at] ^= 1 << chance.randrange(8)
        path.write_bytes(changed)
        try:
            assert read(path) == PARTS
        except NotABackup:
            refused += 1
    assert refused > len(whole) * 0.7


@in_turn(
    "text",
    [b"", b"PK", b"a letter to the lodge", b"\0" * 10_000, b"PK\5\6" + b"\xff" * 18],
)
def test_another_file_is_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "x").write_bytes(text)
    with pytest.raises(NotABackup, match="isn’t a Valat backup, or it’s damaged"):
        read(tmp_path / "x")


def test_another_zip_is_refused(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "x", "w") as file:
        file.writestr("letter.txt", "Dear lodge")
    with pytest.raises(NotABackup, match="isn’t a Valat backup"):
        read(tmp_path / "x")


def rewritten(
    path: Path,
    facts: Callable[[dict[str, Any]], object] = lambda facts: None,
    more: tuple[tuple[str, bytes], ...] = (),
) -> Path:
    """The same zip with another manifest, or with more in it."""
    with ZipFile(path) as file:
        content = {name: file.read(name) for name in file.namelist()}
    said = json.loads(content.pop(MANIFEST))
    facts(said)
    with ZipFile(path, "w", ZIP_DEFLATED) as file, warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # twice the same name
        for name, text in (*content.items(), *more):
            file.writestr(name, text)
        file.writestr(MANIFEST, json.dumps(said))
    return path


def test_a_newer_format_asks_for_an_update(path: Path) -> None:
    rewritten(path, lambda facts: facts.update(format=OF_A_CLUB + 1))
    with pytest.raises(
        NotABackup,
        match=("made by a newer version of Valat"),
    ):
        read(path)


@in_turn(
    "key, value",
    [
        ("format", None),
        ("made_at", "yesterday"),
        ("made_at", 7),
        ("files", []),
        ("files", {"tables/one.jsonl": 1}),
        ("tables", 1),
        ("tables", {"a": {}}),
        ("migrations", 1),
        ("migrations", [[1]]),
        ("files", {}),
    ],
)
def test_a_manifest_that_makes_no_sense_is_refused(
    path: Path, key: str, value: Any
) -> None:
    rewritten(path, lambda facts: facts.update({key: value}))
    with pytest.raises(NotABackup, match="damaged"):
        read(path)


@in_turn("text", ["", "[]", "nonsense", "[" * 100_000, "\ud800"])
def test_a_manifest_that_is_none_is_refused(tmp_path: Path, text: str) -> None:
    with ZipFile(tmp_path / "x", "w") as file:
        file.writestr(MANIFEST, text.encode("utf-8", "surrogatepass"))
    with pytest.raises(NotABackup, match="damaged"):
        read(tmp_path / "x")


def test_another_checksum_is_refused(path: Path) -> None:
    rewritten(
        path, lambda facts: facts["files"]["photos/1.jpg"].update(sha256="0" * 64)
    )
    with pytest.raises(NotABackup, match="damaged"):
        read(path)


@pytest.mark.parametrize("name", ["more.txt", "tables/one.jsonl"])
def test_a_part_too_many_is_refused(path: Path, name: str) -> None:
    rewritten(path, more=((name, b"x"),))
    with pytest.raises(NotABackup, match="damaged"):
        read(path)


@in_turn(
    "name",
    ["/etc/passwd", "photos/../../x", "..", "photos//x", "photos/./x", "photos/"],
)
def test_a_part_that_leaves_its_place_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(NotWritten, match="couldn’t be read back\\. Check"):
        write(tmp_path / "x.zip", {name: b"x"})


def test_a_file_that_unpacks_to_far_more_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "x.zip", {"tables/one.jsonl": bytes(2_000_000)})
    monkeypatch.setattr(archive, "MOST_UNPACKED", 0)
    monkeypatch.setattr(archive, "MOST_RATIO", 2000)
    read(path)
    monkeypatch.setattr(archive, "MOST_RATIO", 200)
    with pytest.raises(NotABackup, match="damaged"):
        read(path)


def test_a_manifest_without_end_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "LONGEST_MANIFEST", 50)
    with pytest.raises(NotWritten):
        write(tmp_path / "x.zip")


def zipped_again(path: Path, folder: str, added: tuple[str, ...] = ()) -> Path:
    """As a computer packs again what a browser unpacked when it was downloaded."""
    again = path.with_name("again.zip")
    with ZipFile(path) as old, ZipFile(again, "w", ZIP_DEFLATED) as new:
        for name in added:
            new.writestr(name, b"" if name.endswith("/") else b"Mac OS X")
        for name in sorted(old.namelist()):
            new.writestr(f"{folder}{name}", old.read(name))
    return again


@in_turn(
    "folder, added",
    [
        ("", ()),
        ("valat-2026-11-20/", ()),
        ("valat 2026/", ("valat 2026/", "valat 2026/tables/", "valat 2026/photos/")),
        (
            "club/",
            ("club/.DS_Store", "__MACOSX/club/._manifest.json", "__MACOSX/._club"),
        ),
        ("", ("Thumbs.db", "desktop.ini", "photos/.DS_Store")),
    ],
)
def test_a_backup_that_was_zipped_again_is_read(
    path: Path, folder: str, added: tuple[str, ...]
) -> None:
    assert read(zipped_again(path, folder, added)) == PARTS


def test_a_backup_inside_a_zip_is_read(path: Path) -> None:
    again = path.with_name("wrapped.zip")
    with ZipFile(again, "w", ZIP_DEFLATED) as new:
        new.write(path, "site.zip")
        new.writestr("__MACOSX/._site.zip", b"Mac OS X")
    assert read(again) == PARTS


def test_a_part_beside_the_folder_is_refused(path: Path) -> None:
    again = zipped_again(path, "club/")
    with ZipFile(again, "a") as new:
        new.writestr("another.txt", b"x")
    with pytest.raises(NotABackup):
        read(again)


def test_a_zip_inside_a_zip_is_not_unpacked_without_end(path: Path) -> None:
    again = path.with_name("wrapped.zip")
    with ZipFile(again, "w", ZIP_DEFLATED) as new:
        new.writestr("site.zip", bytes(64 << 20))
    with pytest.raises(NotABackup):
        read(again)
