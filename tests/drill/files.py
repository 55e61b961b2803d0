"""Damaged and hostile files: each is read or refused in words, and nothing else happens."""

import io
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook
from PIL import Image

from clubs.images import Unusable, picture_of
from scoring.backups.archive import Manifest, NotABackup, new_archive, open_archive
from scoring.people.xlsx_reader import Limits, UnreadableWorkbook, sheets_in
from tests.drill.figures import say

TRIES = 2_000


def workbook() -> bytes:
    book, stream = Workbook(), io.BytesIO()
    for n in range(80):
        book.active.append((f"Player {n}", f"Lodge {n % 9}", n / 3))
    book.save(stream)
    return stream.getvalue()


def picture(kind: str) -> bytes:
    stream = io.BytesIO()
    Image.effect_noise((300, 200), 60).convert("RGB").save(stream, kind)
    return stream.getvalue()


def damaged(whole: bytes, chance: random.Random) -> bytes:
    """Two bytes flipped, some lost at the end, a piece twice, or a piece overwritten."""
    content, how = bytearray(whole), chance.randrange(4)
    at, to = sorted(chance.sample(range(4, len(content)), 2))
    if how == 0:
        for place in (at, to):
            content[place] ^= chance.randrange(1, 256)
    elif how == 1:
        del content[to:]
    elif how == 2:
        content[at:at] = content[at : min(to, at + 200)]
    else:
        content[at : at + 8] = chance.randbytes(8)
    return bytes(content)


def people(content: bytes) -> object:
    return sheets_in(content, Limits(1, 60, 100_000))


def image(content: bytes) -> object:
    return picture_of(io.BytesIO(content))


@pytest.mark.parametrize(
    ("name", "whole", "read"),
    [
        ("workbooks", workbook, people),
        ("JPEG pictures", lambda: picture("JPEG"), image),
        ("PNG pictures", lambda: picture("PNG"), image),
        ("WebP pictures", lambda: picture("WEBP"), image),
    ],
)
def test_read_or_refused(
    name: str, whole: Callable[[], bytes], read: Callable[[bytes], object]
) -> None:
    found: Counter[str] = Counter()
    good = whole()
    for seed in range(TRIES):
        try:
            read(damaged(good, random.Random(seed)))
            found["read"] += 1
        except (UnreadableWorkbook, Unusable):
            found["refused"] += 1
    say(f"{TRIES} damaged {name}: {found['read']} read, {found['refused']} refused")
    assert found.total() == TRIES


def test_no_damaged_backup_is_taken(tmp_path: Path) -> None:
    path, bad = tmp_path / "good.zip", tmp_path / "bad.zip"
    facts = {
        **{"format": 1, "made_at": "2026-11-20T20:00:00+00:00", "valat": "0"},
        **{"database": "sqlite", "migrations": [], "tables": {}},
    }
    with new_archive(path) as archive:
        archive.add("tables/one.jsonl", [b'[1,"a"]\n' * 500])
        files = {
            name: {"bytes": part.bytes, "sha256": part.sha256}
            for name, part in archive.files.items()
        }
        archive.finish(Manifest.read(json.dumps({**facts, "files": files}).encode()))
    good, same, refused = path.read_bytes(), 0, 0
    for seed in range(TRIES):
        bad.write_bytes(damaged(good, random.Random(seed)))
        try:
            with open_archive(bad) as archive:
                same += (
                    b"".join(archive.lines("tables/one.jsonl")) == b'[1,"a"]\n' * 500
                )
        except NotABackup:
            refused += 1
    say(f"{TRIES} damaged backups: {refused} refused, {same} whole all the same")
    assert same + refused == TRIES
