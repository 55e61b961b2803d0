"""Break-glass packs: asked for after each round, made aside, kept for nobody else."""

import os
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from pytest_django import DjangoCaptureOnCommitCallbacks

from scoring.backups.services import keeping, packs
from scoring.core.services import background
from scoring.management.commands import break_glass
from scoring.models import Tournament
from scoring.people.services import players
from scoring.tournaments.services.tournaments import finish
from tests import builders as build
from tests.scoring.paper.documents.pages import texts_of

pytestmark = pytest.mark.django_db
Capture = DjangoCaptureOnCommitCallbacks


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tournaments for which a process would be started."""
    asked: list[int] = []
    monkeypatch.setattr(settings, "DATA_DIR", tmp_path)
    monkeypatch.setattr(settings, "BACKUPS", tmp_path / "backups")
    monkeypatch.setattr(background, "start", lambda _, pk: asked.append(int(pk)))
    monkeypatch.setattr(keeping, "ask", lambda: None)
    monkeypatch.setattr(os, "nice", lambda more: 0)
    return asked


def test_a_round_that_opens_and_one_that_closes_ask_for_one(
    tournament: Tournament,
    asked: list[int],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Capture,
) -> None:
    monkeypatch.setattr(break_glass, "pdf_of", lambda pack: b"%PDF")
    with django_capture_on_commit_callbacks(execute=True):
        rnd = build.opened_round(tournament, 2)
    assert asked == [tournament.pk]
    call_command("break_glass", tournament.pk)

    with django_capture_on_commit_callbacks(execute=True):
        build.verified_sheet(rnd.sheets.get(table=1))
    assert asked == [tournament.pk]
    with django_capture_on_commit_callbacks(execute=True):
        build.verified_sheet(rnd.sheets.get(table=2))
    assert asked == [tournament.pk] * 2
    call_command("break_glass", tournament.pk)
    assert {each.after for each in packs.kept(tournament)} == {0, 1}


@pytest.mark.parametrize("why", ["backups are off", "made up"])
def test_where_none_is_made_by_itself(
    tournament: Tournament,
    asked: list[int],
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Capture,
) -> None:
    if why == "made up":
        tournament.club.is_demo = True
        tournament.club.save()
    else:
        monkeypatch.setattr(settings, "BACKUPS", None)
    with django_capture_on_commit_callbacks(execute=True):
        build.opened_round(tournament)
    assert asked == []


def test_many_who_ask_get_one(tournament: Tournament, asked: list[int]) -> None:
    for _ in range(3):
        packs.ask(tournament)
    assert asked == [tournament.pk]
    assert packs.is_being_made(tournament)


def test_one_that_was_never_begun_is_asked_for_again(
    tournament: Tournament, asked: list[int]
) -> None:
    packs.ask(tournament)
    waits = packs._folder(tournament) / background.WANTED
    os.utime(waits, (waits.stat().st_mtime - background.LOST_SECONDS - 1,) * 2)
    assert not packs.is_being_made(tournament)
    packs.ask(tournament)
    assert len(asked) == 2


def test_it_is_written_in_the_language_of_whoever_asks_else_in_the_clubs(
    tournament: Tournament, asked: list[int]
) -> None:
    tournament.club.language = "cs"
    for language, spoken in (("", "cs"), ("hu", "hu")):
        packs.ask(tournament, "http://hall.example:8000", language)
        with packs.wanted(tournament) as wanted:
            assert wanted == packs.Asked("http://hall.example:8000", spoken)


def test_an_erased_name_takes_the_packs_with_it(
    tournament: Tournament,
    asked: list[int],
    django_capture_on_commit_callbacks: Capture,
) -> None:
    """The one of a tournament under way is made anew; another's stays."""
    other = build.tournament(tournament.club, name="Spring Tarok")
    build.entries(other, 4)
    marie = build.open_sheet(tournament).seats.get(position=1).entry.player
    for each in (tournament, other):
        packs.keep(each, 0, b"names")
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            players.erase(player=marie, by=build.command())
    assert packs.kept(tournament) == []
    assert asked == [tournament.pk]
    assert packs.kept(other)

    call_command("break_glass", tournament.pk)
    (anew,) = packs.kept(tournament)
    assert not any(marie.name in page for page in texts_of(anew.path.read_bytes()))


def test_what_is_over_gets_no_new_pack(
    tournament: Tournament,
    asked: list[int],
    django_capture_on_commit_callbacks: Capture,
) -> None:
    build.verified_sheet(build.open_sheet(tournament))
    finish(tournament=tournament, by=build.command())
    packs.keep(tournament, 1, b"names")
    marie = tournament.entries.get(number=1).player
    with django_capture_on_commit_callbacks(execute=True):
        players.erase(player=marie, by=build.command())
    assert packs.kept(tournament) == []
    assert asked == []


def test_it_is_made_once_and_is_nobody_elses(
    tournament: Tournament, asked: list[int]
) -> None:
    sheet = build.open_sheet(tournament)
    packs.ask(tournament, "http://hall.example:8000")
    call_command("break_glass", tournament.pk)
    (kept,) = packs.kept(tournament)

    assert (kept.after, kept.path.stat().st_mode & 0o777) == (0, 0o600)
    assert kept.path.parent.stat().st_mode & 0o777 == 0o700
    assert not packs.is_being_made(tournament)
    pages = texts_of(kept.path.read_bytes())
    assert any(sheet.code in page for page in pages)
    before = kept.made_at
    call_command("break_glass", tournament.pk)  # nobody asked
    assert packs.kept(tournament)[0].made_at == before
