"""Prints, packs and draws in folders and in S3 alike; nobody who was erased is in any."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.test import override_settings

from clubs.storage import store
from scoring.backups import emergency_packets
from scoring.draw import draw_tasks, draws
from scoring.people import players
from scoring.printing import jobs
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of
from tests.scoring.desk.views.test_prints import order
from tests.scoring.draw.views.test_long_draws import draw
from tests.scoring.printing.documents.pages import texts_of
from tests.stores import away, each_store, in_s3, names
from tests.tasks import Waiting

__all__ = ["each_store"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def made(tasks: Waiting, each_store: str) -> str:
    """Where a print lies; tasks wait."""
    return each_store


@pytest.fixture
def evening(crew: Crew):
    tournament = build.tournament(crew.club)
    build.published_round(tournament, 2)
    return tournament


def key_of(answer) -> str:
    return answer.url.partition("?")[0].split("/")[-2]


def content_of(answer) -> bytes:
    """Of a file that the site sent, or told where to fetch."""
    if answer.status_code == 302:
        return store("prints").content(
            urlsplit(answer.url).path.partition("/prints/")[2]
        )
    return b"".join(answer.streaming_content)


def test_a_print_is_made_and_opened(
    crew: Crew, tasks: Waiting, made: str, evening
) -> None:
    key = key_of(order(crew, evening, what="tables", round="1"))
    assert tasks.do() == 1
    answer = crew.get("director", at(evening, "print-file", key))
    assert content_of(answer).startswith(b"%PDF")
    assert ("X-Amz-Signature" in answer.get("Location", "")) == (made == "s3")
    assert crew.get("outsider", at(evening, "print-file", key)).status_code == 404
    files = {"recipe.json", "job.json", "print.pdf"}
    assert {f"{key}/{file}" for file in files} == {*names("prints")} - {"starting"}


def test_no_store_gives_a_print_of_before_somebody_was_erased(
    crew: Crew,
    tasks: Waiting,
    made: str,
    evening,
    tmp_path: Path,
    django_capture_on_commit_callbacks,
) -> None:
    """Two machines with folders of their own are one site; and so are two with a store."""
    marie = evening.entries.get(number=1)
    family = marie.name.split()[-1]
    key = key_of(order(crew, evening, what="names"))
    emergency_packets.store_packet(evening, 0, b"%PDF with her name")
    assert tasks.do() == 1
    file = at(evening, "print-file", key)
    assert any(
        family in page for page in texts_of(content_of(crew.get("director", file)))
    )
    with (
        override_settings(DATA_DIR=tmp_path / "One file has everything on"),
        django_capture_on_commit_callbacks(execute=True),
    ):
        players.erase(player=marie.player, actor=build.command())
    assert crew.get("director", file).status_code == 404
    assert emergency_packets.stored_packs(evening) == []
    tasks.do()
    jobs.enqueue_clearing()
    emergency_packets.clear_erased()
    assert not [name for name in names("prints") if name.startswith(key)]
    for name in names("packs"):
        assert b"with her name" not in store("packs").content(name)


def test_the_same_print_is_made_anew_after_somebody_was_erased(
    crew: Crew, tasks: Waiting, made: str, evening
) -> None:
    recipe = jobs.Recipe.of(
        "tests.scoring.printing.documents.papers.read_sheets",
        "",
        tables="1",
        paper="a4",
    )
    key = jobs.start(recipe, owner=crew.club.slug, name="x", permanent=True)
    assert tasks.do() == 1
    player = evening.entries.get(number=1).player
    player.erased_at = "2026-11-25T12:00:00Z"
    player.save()
    with pytest.raises(jobs.UnknownJob):
        jobs.progress(key, owner=crew.club.slug)
    assert jobs.start(recipe, owner=crew.club.slug, name="x", permanent=True) == key
    assert jobs.progress(key, owner=crew.club.slug).state == "working"


def test_what_a_newer_version_adds_is_read_by_this_one(
    crew: Crew, tasks: Waiting, made: str, evening
) -> None:
    """Two releases work side by side while a site is updated."""
    key = key_of(order(crew, evening, what="names"))
    for name in (jobs.RECIPE, jobs.STATE):
        facts = json.loads(store("prints").content(f"{key}/{name}"))
        jobs._write(f"{key}/{name}", {**facts, "of_tomorrow": 1})
    assert tasks.do() == 1
    answer = crew.get("director", at(evening, "print-file", key))
    assert content_of(answer).startswith(b"%PDF")


def test_old_prints_go_and_kept_ones_stay(
    crew: Crew, tasks: Waiting, made: str, monkeypatch
) -> None:
    reader = "tests.scoring.printing.documents.papers.read_sheets"
    keys = {}
    for kept in (False, True):
        recipe = jobs.Recipe.of(reader, str(kept), tables="1", paper="a4")
        keys[kept] = jobs.start(recipe, owner=crew.club.slug, name="x", permanent=kept)
    tasks.clear()
    monkeypatch.setattr(jobs, "KEPT_SECONDS", -10)
    jobs.enqueue_clearing()
    tasks.do()
    left = {name.partition("/")[0] for name in names("prints")} - {"starting"}
    assert left == {keys[True]}


def test_a_pack_is_listed_and_opened(
    crew: Crew, tasks: Waiting, made: str, evening
) -> None:
    emergency_packets.ask(evening, "http://hall.example")
    with emergency_packets.being_made(evening) as asked:
        assert asked.address == "http://hall.example"
        emergency_packets.store_packet(evening, 3, b"%PDF")
    assert message("After round {after}", after=3) in text_of(
        crew.get("director", at(evening, "pack"))
    )
    answer = crew.get("director", at(evening, "pack-file", 3))
    if made == "s3":
        assert f"/packs/{evening.pk}/after-round-3.pdf?" in answer.url
    else:
        assert b"".join(answer.streaming_content) == b"%PDF"
    emergency_packets.forget(evening)
    assert names("packs") == []


def test_a_long_draw_is_seen_and_made(
    crew: Crew, tasks: Waiting, made: str, monkeypatch
) -> None:
    monkeypatch.setattr(draws, "takes_long", lambda request: True)
    tournament = build.tournament(crew.club, name="Another")
    build.entries(tournament, 8)
    draw(crew, tournament)
    [(_, key)] = tasks
    assert draw_tasks.draw_of(key, tournament).progress.state == "working"
    assert tasks.do() == 1
    assert draw_tasks.draw_of(key, tournament).progress.state == "done"
    monkeypatch.setattr(draw_tasks, "KEPT_SECONDS", -10)
    draw_tasks.clear_old()
    assert names("draws") == []


@contextmanager
def nobody_answers() -> Iterator[None]:
    with in_s3(), away():
        yield


def test_a_store_that_is_away_costs_prints_and_nothing_else(
    crew: Crew, tasks: Waiting, evening, django_capture_on_commit_callbacks
) -> None:
    """A round closes, somebody is erased, the season's page opens."""
    with nobody_answers():
        said = order(crew, evening, what="names")
        assert "Nothing is lost, so try again later." in text_of(said)
        for name in ("tournament-desk", "prints"):
            assert crew.get("director", at(evening, name)).status_code == 200
        emergency_packets.ask(evening)
        marie = evening.entries.get(number=1).player
        with django_capture_on_commit_callbacks(execute=True):
            answer = crew.post(
                "director", f"/desk/{crew.club.slug}/players/{marie.number}/erase/"
            )
        assert answer.status_code == 302
    assert ("renew_packs", evening.pk) in tasks
    assert ("forget_prints", crew.club.pk) in tasks
    with in_s3():
        emergency_packets.store_packet(evening, 0, b"names")
        tasks.do()
        assert "after-round-0.pdf" not in "".join(names("packs")) or (
            store("packs").content(f"{evening.pk}/after-round-0.pdf") != b"names"
        )
