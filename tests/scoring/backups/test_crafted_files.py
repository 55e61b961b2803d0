"""Club files that somebody wrote by hand: what no form accepts comes in by none of them."""

import json
from base64 import b64encode
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.urls import reverse
from PIL import Image, PngImagePlugin

from clubs.images import EMBLEM
from clubs.models import Club, Emblem
from scoring.backups import club_restore
from scoring.backups.archive import MANIFEST, NotABackup
from scoring.backups.club_restore import bring_back, look_at
from scoring.backups.club_rows import NOBODY, erase_rows
from scoring.backups.create import make
from scoring.backups.restore import NotRestored
from scoring.models import Entry, Merge, Photo
from scoring.people import merges
from tests import builders as build
from tests.scoring.backups.commands.backed_up import changed, full_site

pytestmark = pytest.mark.django_db(transaction=True)
SIDE = 12_000  # pixels of an emblem that takes a server seconds to decode
Parts = dict[str, bytes]
Edit = Callable[[Parts], None]


@pytest.fixture(autouse=True)
def _places(settings: Any, tmp_path: Path) -> None:
    settings.PHOTOS = tmp_path / "photos"
    settings.DATA_DIR = tmp_path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A club with a row of everything, as a file; the club is gone."""
    path = tmp_path / "club.zip"
    club = full_site().club
    make(path, club)
    erase_rows(club)
    return path


def put(path: Path, table: str, column: str, value: Any, more: dict[str, Any]) -> Edit:
    """Write a value into a column of a table's first row that has the column filled."""

    def edit(parts: Parts) -> None:
        columns = _columns(path)[table]
        name = f"tables/{table}.jsonl"
        rows = [json.loads(line) for line in parts[name].splitlines()]
        for one, it in {column: value, **more}.items():
            rows[0][columns.index(one)] = it
        parts[name] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)

    return edit


def _columns(path: Path) -> dict[str, list[str]]:
    with ZipFile(path) as zipped:
        tables = json.loads(zipped.read(MANIFEST))["tables"]
    return {name: facts["columns"] for name, facts in tables.items()}


def a_picture(side: int, kind: str = "PNG", **how: Any) -> bytes:
    out = BytesIO()
    Image.new("1", (side, side), 1).save(out, kind, **how)
    return out.getvalue()


def in_text(content: bytes) -> str:
    return b64encode(content).decode()


NOT_A_DRAW = {"players": "all", "house": [], "apart": [], "played": []}
LONG_DRAW = {"players": [], "house": [], "apart": [], "played": [], "rounds": 10**9}
MERGED = {"entries": [], "merged": [], "lodge": []}
ORIGIN = {
    "producer": {"name": "Valat", "version": "1.0"},
    "club": {"name": "Lodge"},
    "season": "2026",
    "time_zone": "Mars/Olympus",
    "extensions": [],
}
# Table, column, what stands there; and other columns that must fit to it.
CRAFTED: tuple[tuple[str, str, Any, dict[str, Any]], ...] = (
    ("clubs_club", "time_zone", "Mars/Olympus", {}),
    ("clubs_club", "colour", "red;}body{display:none", {}),
    ("clubs_club", "colour", "crimson", {}),
    ("clubs_club", "slug", "../admin", {}),
    ("clubs_club", "slug", "admin", {}),
    ("clubs_club", "name", "\ud800", {}),
    ("clubs_club", "name", "Lodge\0", {}),
    ("clubs_club", "name", "x" * 81, {}),
    ("clubs_club", "embed_hosts", "a.example; script-src *", {}),
    ("clubs_club", "phone_address", "javascript:alert(1)", {}),
    ("clubs_club", "licence", "https://a.example/", {}),
    ("clubs_club", "currency", "12", {}),
    ("clubs_club", "paper", "a0", {}),
    ("clubs_user", "name", "\udfff", {}),
    ("clubs_user", "id", "x", {}),
    ("clubs_season", "slug", "settings", {}),
    ("clubs_season", "game", "os", {}),
    ("clubs_season", "formula", {"best": 2.5}, {}),
    ("clubs_season", "formula", {"bonus": "1e999999999"}, {}),
    ("clubs_player", "shown", "loud", {}),
    ("clubs_player", "name", "\u202eeiraM", {}),
    ("clubs_player", "erasing", [{"name": 1}], {}),
    ("scoring_tournament", "game", "os.path", {}),
    ("scoring_tournament", "preset", "none", {}),
    ("scoring_tournament", "house_rules", {"values": [1]}, {}),
    ("scoring_tournament", "tie_breaks", ["coin"], {}),
    ("scoring_tournament", "prizes", ["all"], {}),
    ("scoring_tournament", "slug", "a/b", {}),
    ("scoring_tournament", "date", "9999-12-31", {}),
    ("scoring_tournament", "rounds_planned", 30_000, {}),
    ("scoring_tournament", "start_chips", -1, {}),
    ("scoring_tournament", "origin", ORIGIN, {}),
    ("scoring_tournament", "moved_from", {"date": "yesterday"}, {}),
    ("scoring_entry", "state", "asleep", {}),
    ("scoring_entry", "classes", "Women", {}),
    ("scoring_entry", "ranked", "yes", {}),
    ("scoring_sheet", "code", "a/b", {}),
    ("scoring_seat", "position", 3, {}),
    ("scoring_hand", "record", {"bid": "?"}, {}),
    ("scoring_hand", "net1", 10**12, {"net2": -(10**12)}),
    ("scoring_count", "chips", [{"blue": "many"}] * 4, {}),
    ("scoring_draw", "input", NOT_A_DRAW, {}),
    ("scoring_draw", "input", LONG_DRAW, {}),
    ("scoring_draw", "report", {"sit_outs": {"1": [7]}}, {}),
    ("scoring_standings", "places", [[1, "first", False, None]], {}),
    ("scoring_standings", "rows", [{"place": 1}], {}),
    ("scoring_standingsrow", "facts", {"place": 1}, {}),
    ("scoring_standingsrow", "ties", {"values": {"lot": "1/0"}, "won": {}}, {}),
    ("scoring_edition", "rows", [{"entry": [], "place": float("nan")}], {}),
    ("scoring_tally", "figures", {"sums": 1}, {}),
    ("scoring_tally", "game", "os", {}),
    ("scoring_seasonplan", "rounds", [[[99, 1, 2, 3]]], {}),
    ("scoring_merge", "moved", {**MERGED, "merged": [{"kept": 1}]}, {}),
    ("scoring_mailaddress", "email", "a@b.example\nBcc: c@d.example", {}),
    ("scoring_mailaddress", "wishes", ["everything"], {}),
    ("scoring_change", "values", {"old_text": {"template": "{n:>999999999}"}}, {}),
    ("scoring_change", "values", {"old_text": {"template": "{n.real}"}}, {}),
    ("scoring_change", "values", {"new_text": {"list": [[1]], "between": ", "}}, {}),
    ("scoring_change", "values", {"n": "two"}, {"code": "rsvp.imported"}),
    ("scoring_change", "values", {}, {"code": "rsvp.imported"}),
    (
        *("scoring_change", "values", {"places": "1", "mark": "0a1b2c3d"}),
        {"code": "podium.verified"},
    ),
    ("clubs_emblem", "content", in_text(b"<svg onload=alert(1)>"), {}),
)


def comes_in(crafted: Path) -> bool:
    """Whether a file came in; then it is erased again. All else is an error of ours."""
    before = {(model, model.objects.count()) for model in (Club, Entry, Photo)}
    try:
        look_at(crafted)
        club = bring_back(crafted, actor=build.command(), accounts={})
    except (NotRestored, NotABackup):
        after = {(model, model.objects.count()) for model in (Club, Entry, Photo)}
        assert after == before
        return False
    erase_rows(club)
    return True


def test_what_no_form_accepts_comes_in_by_no_file(file: Path, tmp_path: Path) -> None:
    new = tmp_path / "crafted.zip"
    came = [
        (table, column, value)
        for table, column, value, more in CRAFTED
        if comes_in(changed(file, new, parts=put(file, table, column, value, more)))
    ]
    assert came == []
    assert len(CRAFTED) >= 28
    assert comes_in(file)


def test_pictures_with_too_many_pixels_are_never_decoded(
    file: Path, tmp_path: Path
) -> None:
    large = a_picture(SIDE)
    new = tmp_path / "crafted.zip"
    emblem = put(file, "clubs_emblem", "content", in_text(large), {})
    assert not comes_in(changed(file, new, parts=emblem))

    def photo(parts: Parts) -> None:
        (name,) = (name for name in parts if name.startswith("photos/"))
        parts[name] = large

    assert not comes_in(changed(file, new, parts=photo))


def test_an_emblem_is_made_anew(file: Path, tmp_path: Path) -> None:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Comment", "<script>alert(1)</script>")
    sent = a_picture(1_000, pnginfo=notes)
    facts = {"small": in_text(b"GIF89a")}
    edit = put(file, "clubs_emblem", "content", in_text(sent), facts)
    crafted = changed(file, tmp_path / "crafted.zip", parts=edit)
    club = bring_back(crafted, actor=build.command(), accounts={})
    emblem = Emblem.objects.get(club=club)
    assert club.emblem_mark == emblem.digest
    with Image.open(BytesIO(bytes(emblem.content))) as picture:
        assert (picture.format, max(picture.size)) == ("PNG", EMBLEM)
        assert not picture.info
    assert bytes(emblem.small).startswith(b"\x89PNG")


def test_a_wrong_value_is_named_to_the_site_admin(file: Path, tmp_path: Path) -> None:
    edit = put(file, "clubs_club", "time_zone", "Mars/Olympus", {})
    crafted = changed(file, tmp_path / "crafted.zip", parts=edit)
    with pytest.raises(NotRestored, match=r"clubs_club, 1, time_zone: .*Mars/Olympus"):
        look_at(crafted)


def test_keys_in_lists_lead_to_no_other_club(tmp_path: Path) -> None:
    """A merge that somebody wrote names entries of another club, to be given away."""
    path, club = tmp_path / "club.zip", full_site().club
    make(path, club)
    erase_rows(club)
    theirs = build.entries(build.tournament(build.club("other")), 2)
    keys = [entry.pk for entry in theirs]
    merged = {
        **{"tournament": theirs[0].tournament_id, "kept": keys[0], "gone": keys[1]},
        **{name: [] for name in ("sit_outs", "dropped", "seats", "credits")},
        **{name: [] for name in ("adjustments", "sat_for", "against", "substitutes")},
        **{"fields": {"lodge": ["taken", ""]}, "apart": None},
    }
    moved = {"entries": keys, "merged": [merged], "lodge": []}
    edit = put(path, "scoring_merge", "moved", moved, {"undone_at": None})
    crafted = changed(path, tmp_path / "crafted.zip", parts=edit)
    bring_back(crafted, actor=build.command(), accounts={})
    merge = Merge.objects.get()
    assert merge.moved["entries"] == [NOBODY, NOBODY]
    assert merge.moved["merged"][0]["kept"] == NOBODY
    with pytest.raises(Exception, match="does not exist"):
        merges.undo(merge=merge, actor=build.command())
    assert not Entry.objects.filter(lodge="taken").exists()


def test_a_row_of_two_evenings_does_not_come_in(tmp_path: Path) -> None:
    club = build.club()
    for name in ("One", "Two"):
        build.open_sheet(build.tournament(club, name=name))
    make(tmp_path / "club.zip", club)
    erase_rows(club)
    path = tmp_path / "club.zip"

    def swapped(parts: Parts) -> None:
        columns = _columns(path)["scoring_seat"]
        name = "tables/scoring_seat.jsonl"
        rows = [json.loads(line) for line in parts[name].splitlines()]
        at = columns.index("entry_id")
        first, last = rows[0][at], rows[-1][at]
        rows[0][at], rows[-1][at] = last, first
        parts[name] = b"".join(json.dumps(row).encode() + b"\n" for row in rows)

    crafted = changed(path, tmp_path / "crafted.zip", parts=swapped)
    with pytest.raises(NotRestored, match="scoring_seat, 1: of more than one"):
        bring_back(crafted, actor=build.command(), accounts={})


def test_a_hand_of_an_older_version_is_held_to_the_checks_of_its_version(
    tmp_path: Path,
) -> None:
    club = build.club()
    sheet = build.open_sheet(build.tournament(club))
    record = {
        **{"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3, "points": 7},
        "pagat": {"side": "declarer", "announced": False, "made": True},
    }
    made = {"net1": -9, "net2": 9, "net3": -9, "net4": 9, "engine": "spjst-1"}
    sheet.hands.create(key="k", number=1, record=record, by_name="Marie", **made)
    path = tmp_path / "club.zip"
    make(path, club)
    erase_rows(club)
    newer = put(path, "scoring_hand", "engine", "spjst-2", {})
    assert not comes_in(changed(path, tmp_path / "newer.zip", parts=newer))
    assert comes_in(path)


def test_rows_are_counted_before_any_is_read(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club_restore, "MOST_ROWS", 5)
    with pytest.raises(NotRestored, match="at most 5"):
        look_at(file)


def test_every_page_of_a_club_that_came_back_answers(file: Path, client: Any) -> None:
    club = bring_back(file, actor=build.command(), accounts={})
    for name in ("club", "club-emblem", "club-icon"):
        parts = [club.slug] if name == "club" else [club.slug, club.emblem_mark]
        assert client.get(reverse(f"scoring:{name}", args=parts)).status_code == 200
