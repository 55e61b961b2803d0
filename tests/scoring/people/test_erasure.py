"""Erasing goes slice by slice: stopped in the middle, with rivals, and how large."""

import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models import Model
from django.test.utils import CaptureQueriesContext

from clubs.management.commands import serve
from clubs.models import Player
from clubs.players import ERASED
from scoring.core.writes import Actor, log
from scoring.models import Announcement, Change, Entry, Hand, Phone, Photo, Sheet
from scoring.models.log_messages import from_json, log_message
from scoring.models.reasons import reason_of, set_reason
from scoring.people import erasure, players
from scoring.printing import jobs
from scoring.sheets import phones
from scoring.tournaments.announcements import announce
from tests import builders

pytestmark = pytest.mark.django_db
BY = builders.command()
GAME = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
HANDS = 7


@pytest.fixture
def sheet() -> Sheet:
    """Marie recorded all its hands, and is in the words of each."""
    sheet = builders.open_sheet(builders.tournament(builders.club()))
    for number in range(1, HANDS + 1):
        recorded(sheet, scorekeeper(sheet), number)
    announce(
        tournament=sheet.round.tournament, actor=BY, key="a", text="Marie Kubala: go"
    )
    return sheet


@pytest.fixture
def marie(sheet: Sheet) -> Player:
    return sheet.seats.get(position=1).entry.player


def scorekeeper(sheet: Sheet) -> Actor:
    joined = phones.join(sheet=sheet, key="m", seat=1, name="", asks=False)
    return Actor.at_table(joined)


def recorded(sheet: Sheet, by: Actor, number: int, note: str = "Marie Kubala") -> None:
    facts = {"sheet": sheet, "key": str(number), "number": number, "note": note}
    builders.recorded(record=GAME, by=by, **facts)


def where_named() -> set[str]:
    """The tables in which somebody can still read of her."""
    read = {
        model.__name__: str([*model.objects.values()])
        for model in (Announcement, Change, Entry, Hand, Phone)
    }
    read["Player"] = str([*Player.everybody.values("name", "lodge")])
    return {name for name, words in read.items() if "Marie" in words}


Slices = list[tuple[type[Model], int]]


@contextmanager
def slices(
    when: Callable[[Slices], bool], call: Callable[[], None]
) -> Iterator[Slices]:
    """Of which table each slice was, and how large; have something happen before one."""
    real, seen, waits = erasure._change, [], [call]

    def change(rows: Any, new: Any) -> None:
        seen.append((rows.model, rows.count()))
        if waits and when(seen):
            waits.pop()()
        real(rows, new)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(erasure, "_change", change)
        patched.setattr(erasure, "SLICE", 3)
        yield seen


@contextmanager
def cut_at(number: int) -> Iterator[None]:
    """The power goes before a slice."""
    with slices(lambda seen: len(seen) == number, cut), pytest.raises(PowerCut):
        yield


class PowerCut(Exception):
    """Nothing more is done."""


def cut() -> None:
    raise PowerCut


def ask_again(player: Player) -> None:
    players.erase(player=player, actor=BY)


def ask_for_another(player: Player) -> None:
    players.erase(player=builders.player(player.club, "Rose Krenek"), actor=BY)


def start_the_site(player: Player) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(serve, "collect_static_files", lambda: None)
        serve.make_ready()


def test_the_values_of_a_reason_lose_the_name(marie: Player, sheet: Sheet) -> None:
    """Its text may have been cut before the name."""
    standings = sheet.round.tournament.standings
    why = log_message("reason.ruling", why="x" * 300 + " Marie Kubala")
    set_reason(standings, "why", why)
    standings.save()
    players.erase(player=marie, actor=BY)
    standings.refresh_from_db()
    assert "Marie" not in str(standings.why_message)
    assert reason_of(standings, "why").startswith("Ruling: xxx")


@pytest.mark.parametrize(
    ("number", "go_on"), [(1, ask_again), (4, ask_for_another), (8, start_the_site)]
)
def test_what_was_stopped_in_the_middle_is_ended(
    number: int, go_on: Callable[[Player], None], marie: Player
) -> None:
    with cut_at(number):
        players.erase(player=marie, actor=BY)
    marie.refresh_from_db()
    assert (marie.name, marie.erasing) == ("Somebody", ["Marie Kubala"])
    assert where_named()

    go_on(marie)
    assert where_named() == set()
    marie.refresh_from_db()
    assert marie.erasing == []
    assert Change.objects.filter(text=f"erased player {marie.number}").count() == 1
    assert not erasure.unfinished().exists()


def test_a_start_takes_the_prints_too(marie: Player, monkeypatch) -> None:
    with cut_at(2):
        players.erase(player=marie, actor=BY)
    forgotten: list[str] = []
    monkeypatch.setattr(jobs, "forget", forgotten.append)
    for _ in range(2):
        call_command("finish_erasing")
    assert forgotten == [marie.club.slug]


def test_no_slice_is_larger_than_it_may_be(marie: Player) -> None:
    with (
        slices(lambda seen: False, cut) as seen,
        CaptureQueriesContext(connection) as asked,
    ):
        players.erase(player=marie, actor=BY)
    # The notes of seven hands, and who signed them.
    assert [size for model, size in seen if model is Hand] == [3, 3, 1] * 2
    assert max(size for _, size in seen) == 3
    # A slice whose rows differ is one statement with many rows.
    written = [q for q in asked if re.match(r"(\d+ times: )?UPDATE", q["sql"])]
    # And his entries, what the audit keeps of them, him twice, and twice that the club
    # shows somebody otherwise.
    assert len(written) == len(seen) + 6
    assert where_named() == set()


def test_who_read_the_name_before_does_not_write_it_back(
    sheet: Sheet, marie: Player
) -> None:
    """Not even when the hands are through, and only who signed the log is left."""
    rival, late = scorekeeper(sheet), HANDS + 1

    def hands_are_through(seen: Slices) -> bool:
        return [model for model, _ in seen[-2:]] == [Hand, Change]

    def write() -> None:
        recorded(sheet, rival, late, note="slept")
        assert Hand.objects.get(number=late).by_name == "Marie Kubala"

    with slices(hands_are_through, write):
        players.erase(player=marie, actor=BY)
    assert Hand.objects.get(number=late).by_name == "Somebody"
    assert where_named() == set()


def test_another_who_is_called_like_a_part_of_the_word(sheet: Sheet) -> None:
    """Stopped and done again, nothing is replaced in what was replaced."""
    so = builders.player(sheet.round.tournament.club, "So")
    announce(tournament=sheet.round.tournament, actor=BY, key="b", text="So: go, So")
    with cut_at(2):
        players.erase(player=so, actor=BY)
    players.erase(player=so, actor=BY)
    assert Announcement.objects.first().text == "Somebody: go, Somebody"


@pytest.mark.django_db(transaction=True)
def test_no_byte_of_the_name_is_left_in_the_file() -> None:
    """Neither in a page that is free again nor in the journal beside it."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL cleans up after itself in its own time")
    club = builders.club()
    marie = builders.player(club, "Marketa Zapomenuta")
    tournament = builders.tournament(club)
    for number in range(200):
        place = {"number": number, "name": marie.name}
        message = log_message("entry.added", **place)
        log(BY, "announcement", message, tournament=tournament)
    assert "Zapomenuta" in words_of_the_files()
    players.erase(player=marie, actor=BY)
    assert "Zapomenuta" not in words_of_the_files()
    assert files()[1].stat().st_size == 0


def files() -> tuple[Path, Path]:
    name = connection.settings_dict["NAME"]
    return Path(name), Path(f"{name}-wal")


def words_of_the_files() -> str:
    """Read by a process of its own.

    Whoever closes a file takes all locks of his process on it, SQLite's too: the next
    process that ends would put the journal away under this one.
    """
    read = subprocess.run(["cat", *files()], capture_output=True, check=True)
    return read.stdout.decode("latin-1")


def test_a_picture_from_her_phone_has_no_name_any_more(
    marie: Player, sheet: Sheet
) -> None:
    facts = {"sheet": sheet, "width": 1, "height": 1, "by_name": "Marie Kubala"}
    desk = builders.member(sheet.round.tournament.club, "scorekeeper", "marie")
    Photo.objects.create(key="phone", name="1.jpg", **facts)
    Photo.objects.create(key="desk", name="2.jpg", by=desk, **facts)
    players.erase(player=marie, actor=BY)
    names = dict(Photo.objects.values_list("key", "by_name"))
    assert names == {"phone": ERASED, "desk": "Marie Kubala"}


def test_only_the_whole_name_goes(sheet: Sheet) -> None:
    """A short name is part of many others’ names, and of words."""
    club = sheet.round.tournament.club
    jan = builders.player(club, "Jan")
    builders.player(club, "Jan Novák")
    kept = "Janda, Jan Novák, Jan N., Anna-Jan, O’Jan and Jan-Erik asked; January 5"
    for text in (kept, "“Jan” came late", "Jan’s sheet\nJan", "Karel, Jan"):
        message = log_message("entry.changed", old=text)
        new = log_message("player.family_only", family=text)
        log(BY, "answer", message, club=club, old=text, new=new)
    players.erase(player=jan, actor=BY)
    left = Change.objects.filter(what="answer").order_by("pk")
    assert [change.old for change in left] == [
        kept,
        "“Somebody” came late",
        "Somebody’s sheet\nSomebody",
        "Karel, Somebody",
    ]
    for change in left:
        assert change.text == f"changed entry: {change.old}"
        assert change.new == f"family name {change.old}"
        assert change.values["old"] == change.old
        assert from_json(change.values["new_text"]) == change.new
