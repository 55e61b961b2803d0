"""Break-glass packs: asked for after each round, made aside, kept for nobody else."""

from pathlib import Path

import pytest
from django.conf import settings
from pytest_django import DjangoCaptureOnCommitCallbacks

from clubs.storage import store
from scoring.backups import emergency_packets, retention
from scoring.models import Tournament
from scoring.people import players
from scoring.printing import render
from scoring.tournaments.tournaments import finish
from tests import builders as build
from tests.scoring.printing.documents.pages import texts_of
from tests.tasks import Waiting

pytestmark = pytest.mark.django_db
Capture = DjangoCaptureOnCommitCallbacks


@pytest.fixture
def asked(tmp_path: Path, tasks: Waiting, monkeypatch: pytest.MonkeyPatch) -> Waiting:
    """The packs that were asked for."""
    monkeypatch.setattr(settings, "BACKUPS", tmp_path / "backups")
    monkeypatch.setattr(retention, "ask", lambda: None)
    monkeypatch.setattr(retention, "ask_for", lambda tournament: None)
    return tasks


def test_a_round_that_opens_and_one_that_closes_ask_for_one(
    tournament: Tournament,
    asked: Waiting,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Capture,
) -> None:
    monkeypatch.setattr(render, "pdf_of", lambda pack: b"%PDF")
    rnd = build.opened_round(tournament, 2)
    assert asked == [("make_pack", tournament.pk)]
    assert asked.do() == 1

    build.verified_sheet(rnd.sheets.get(table=1))
    assert asked == []
    build.verified_sheet(rnd.sheets.get(table=2))
    assert asked == [("make_pack", tournament.pk)]
    assert asked.do() == 1
    assert {each.after for each in emergency_packets.stored_packs(tournament)} == {0, 1}


@pytest.mark.parametrize("why", ["backups are off", "made up"])
def test_where_none_is_made_by_itself(
    tournament: Tournament,
    asked: Waiting,
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Capture,
) -> None:
    if why == "made up":
        tournament.club.is_demo = True
        tournament.club.save()
    else:
        monkeypatch.setattr(settings, "BACKUPS", None)
    build.opened_round(tournament)
    assert asked == []


def test_many_who_ask_get_one(tournament: Tournament, asked: Waiting) -> None:
    for _ in range(3):
        emergency_packets.ask(tournament)
    assert asked == [("make_pack", tournament.pk)]
    assert emergency_packets.is_being_made(tournament)


def test_it_is_written_in_the_language_of_whoever_asks_else_in_the_clubs(
    tournament: Tournament, asked: Waiting
) -> None:
    tournament.club.language = "cs"
    for language, spoken in (("", "cs"), ("hu", "hu")):
        emergency_packets.ask(tournament, "http://hall.example:8000", language)
        with emergency_packets.being_made(tournament) as wanted:
            assert wanted == emergency_packets.PacketRequest(
                "http://hall.example:8000", spoken
            )


def test_an_erased_name_takes_the_packs_with_it(
    tournament: Tournament,
    asked: Waiting,
    django_capture_on_commit_callbacks: Capture,
) -> None:
    """The one of a tournament under way is made anew; another's stays."""
    other = build.tournament(tournament.club, name="Spring Tarok")
    build.entries(other, 4)
    marie = build.open_sheet(tournament).seats.get(position=1).entry.player
    for each in (tournament, other):
        emergency_packets.store_packet(each, 0, b"names")
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            players.erase(player=marie, actor=build.command())
    assert emergency_packets.stored_packs(tournament) == []
    assert asked == [("make_pack", tournament.pk)]
    assert emergency_packets.stored_packs(other)

    assert asked.do() == 1
    (anew,) = emergency_packets.stored_packs(tournament)
    assert not any(
        marie.name in page for page in texts_of(store("packs").content(anew.file))
    )


def test_what_is_over_gets_no_new_pack(
    tournament: Tournament,
    asked: Waiting,
    django_capture_on_commit_callbacks: Capture,
) -> None:
    build.verified_sheet(build.open_sheet(tournament))
    finish(tournament=tournament, actor=build.command())
    asked.clear()
    emergency_packets.store_packet(tournament, 1, b"names")
    marie = tournament.entries.get(number=1).player
    with django_capture_on_commit_callbacks(execute=True):
        players.erase(player=marie, actor=build.command())
    assert emergency_packets.stored_packs(tournament) == []
    assert asked == []


def test_it_is_made_once_and_is_nobody_elses(
    tournament: Tournament, asked: Waiting
) -> None:
    sheet = build.open_sheet(tournament)
    emergency_packets.ask(tournament, "http://hall.example:8000")
    assert asked.do() == 1
    (kept,) = emergency_packets.stored_packs(tournament)

    path = settings.DATA_DIR / "packs" / kept.file
    assert (kept.after, path.stat().st_mode & 0o777) == (0, 0o600)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert not emergency_packets.is_being_made(tournament)
    pages = texts_of(path.read_bytes())
    assert any(sheet.code in page for page in pages)
    before = kept.made_at
    assert asked.do() == 0  # nobody asked
    assert emergency_packets.stored_packs(tournament)[0].made_at == before
