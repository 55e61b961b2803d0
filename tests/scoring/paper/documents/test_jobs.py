"""Prints made in a process of their own."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from scoring.core.services import background
from scoring.paper import jobs, work
from tests.in_turn import in_turn
from tests.scoring.paper.documents.pages import texts_of
from tests.scoring.paper.documents.papers import sheet, sheets

OWNER = "lodge-47"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    yield tmp_path / "prints"
    for child in background._children:
        child.wait(timeout=60)


@pytest.fixture
def asleep(monkeypatch):
    """Jobs whose process only sleeps, so that a test can end it."""

    def popen(command, **options):
        pause = [sys.executable, "-c", "import time; time.sleep(60)"]
        return subprocess_popen(pause, **options)

    subprocess_popen = subprocess.Popen
    monkeypatch.setattr(background.subprocess, "Popen", popen)
    yield
    for child in background._children:
        child.kill()


def start(*tables, paper="letter", **facts):
    document = sheets(*tables, paper=paper)
    return jobs.start(document, **{"owner": OWNER, "name": "round-2", **facts})


def finished(key):
    for _ in range(600):
        job = jobs.progress(key, owner=OWNER)
        if job.state != "working":
            return job
        time.sleep(0.1)
    raise AssertionError("the print does not end")


def test_a_print_is_made_in_another_process_and_kept_for_a_day(folder):
    key = start(*(sheet(n) for n in range(1, 4)))
    job = finished(key)
    assert (job.state, job.done, job.of) == ("done", 3, 3)
    assert job.name == "round-2"
    path = jobs.result(key, owner=OWNER)
    assert ["K7RX3" in text for text in texts_of(path.read_bytes())][-1]

    children = list(background._children)
    assert start(*(sheet(n) for n in range(1, 4))) == key
    assert background._children == children

    children[-1].wait()
    yesterday = time.time() - jobs.KEPT_SECONDS - 60
    os.utime(folder / key, (yesterday, yesterday))
    new = start(sheet(2))
    background._children[-1].kill()
    assert not (folder / key).exists()
    assert (folder / new).exists()


def test_the_same_print_twice_is_one_job(asleep, folder):
    assert start() == start()
    assert len(background._children) >= 1
    assert len([each for each in folder.iterdir() if each.is_dir()]) == 1


def test_other_papers_another_size_or_owner_are_other_jobs(asleep):
    keys = {start(), start(sheet(2)), start(paper="a4"), start(owner="other")}
    assert len(keys) == 4


def test_an_owners_prints_can_be_forgotten(asleep, folder):
    mine, others = start(), start(owner="other")
    jobs.forget(OWNER)
    with pytest.raises(jobs.UnknownJob):
        jobs.progress(mine, owner=OWNER)
    assert jobs.progress(others, owner="other").state == "working"
    assert {each.name for each in folder.iterdir()} == {others, "starting"}
    assert start() == mine


@pytest.mark.parametrize("anew", [False, True])
def test_a_print_that_is_forgotten_while_it_is_made_ends_without_a_word(
    asleep, monkeypatch, folder, caplog, anew
):
    """Asked for anew meanwhile, the old one does not write into the new one's folder."""
    key = start(sheet(1), sheet(2))
    real = work.pdf_of

    def pdf_of(document, on_progress):
        jobs.forget(OWNER)
        if anew:
            assert start(sheet(1), sheet(2)) == key
        return real(document, on_progress=on_progress)

    monkeypatch.setattr(work, "pdf_of", pdf_of)
    work.work_off(folder / key)
    assert not caplog.records
    assert not (folder / key / jobs.RESULT).exists()
    assert (folder / key).exists() == anew
    if anew:
        assert jobs.progress(key, owner=OWNER).done == 0
    jobs.forget(OWNER)
    work.work_off(folder / key)  # before it begins


def test_where_nothing_was_printed_there_is_nothing_to_forget():
    jobs.forget(OWNER)
    assert not jobs._root().exists()


def test_progress_is_told_while_it_works(asleep):
    key = start()
    job = jobs.progress(key, owner=OWNER)
    assert (job.state, job.done) == ("working", 0)
    with pytest.raises(jobs.UnknownJob):
        jobs.result(key, owner=OWNER)


def test_a_killed_print_is_failed_and_can_be_started_again(asleep):
    key = start()
    os.kill(background._children[-1].pid, signal.SIGKILL)
    background._children[-1].wait()
    job = jobs.progress(key, owner=OWNER)
    assert job.state == "failed"
    assert job.message == "The print stopped before it was finished. Start it again."
    assert start() == key
    assert jobs.progress(key, owner=OWNER).state == "working"


def test_a_print_that_cannot_be_made_says_so(asleep, monkeypatch, folder):
    key = start()

    def broken(*args, **kwargs):
        raise RuntimeError("out of ink")

    monkeypatch.setattr(work, "pdf_of", broken)
    with pytest.raises(RuntimeError, match="out of ink"):
        work.work_off(folder / key)
    job = jobs.progress(key, owner=OWNER)
    assert job.state == "failed"
    assert "could not be made" in job.message


def test_whoever_works_on_it_needs_nothing_but_the_document(asleep, folder):
    work = folder / start() / jobs.WORK
    named = set(re.findall(rb"scoring[.\w]+", work.read_bytes()))
    assert named == {b"scoring.paper.document"}


@in_turn("key", ["", "0" * 32, "../../etc/passwd", "a" * 31, "Z" * 32])
def test_an_unknown_key_is_unknown(key):
    with pytest.raises(jobs.UnknownJob):
        jobs.progress(key, owner=OWNER)


def test_another_club_cannot_fetch_it(asleep):
    key = start()
    with pytest.raises(jobs.UnknownJob):
        jobs.progress(key, owner="other")
    with pytest.raises(jobs.UnknownJob):
        jobs.result(key, owner="other")


def test_the_web_worker_does_not_load_weasyprint():
    script = (
        "import sys, django; django.setup()\n"
        "import scoring.urls\n"
        "sys.exit('weasyprint' in sys.modules or 'pypdf' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
