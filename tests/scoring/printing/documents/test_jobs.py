"""Prints made by a worker."""

import json
import os
import subprocess
import sys
import time

import pytest
from django.utils import translation

from clubs.management import worker
from clubs.storage import Folder, store
from scoring.printing import jobs, render
from scoring.printing.document import NothingToPrint
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.printing.documents import papers
from tests.scoring.printing.documents.pages import texts_of

pytestmark = pytest.mark.django_db

OWNER = "lodge-47"


@pytest.fixture(autouse=True)
def folder(tasks, tmp_path):
    return tmp_path / "prints"


def recipe(tables="1", paper="letter", version=""):
    reader = f"{papers.__name__}.read_sheets"
    return jobs.Recipe.of(reader, version, tables=tables, paper=paper)


def start(tables="1", paper="letter", version="", **facts):
    made = recipe(tables, paper, version)
    return jobs.start(made, **{"owner": OWNER, "name": "round-2", **facts})


def test_a_print_is_made_by_a_worker_and_kept_for_a_day(folder, tasks):
    key = start("1 2 3")
    assert jobs.progress(key, owner=OWNER).state == "working"
    assert tasks.do() == 1
    job = jobs.progress(key, owner=OWNER)
    assert (job.state, job.done, job.of) == ("done", 3, 3)
    assert job.name == "round-2"
    pdf = store("prints").content(jobs.result(key, owner=OWNER))
    assert ["K7RX3" in text for text in texts_of(pdf)][-1]

    assert start("1 2 3") == key
    assert tasks == [], "it is there"
    assert start("1 2 3", anew=True) == key
    assert tasks.do() == 1

    yesterday = time.time() - jobs.KEPT_SECONDS - 60
    for file in (folder / key).iterdir():
        os.utime(file, (yesterday, yesterday))
    new = start("2")
    assert not (folder / key).exists()
    assert (folder / new).exists()


def test_the_same_print_twice_is_one_job(folder, tasks):
    assert start() == start()
    assert len(list(tasks)) == 1
    assert len([each for each in folder.iterdir() if each.is_dir()]) == 1


def test_other_facts_another_size_version_language_or_owner_are_other_jobs():
    keys = {start(), start("2"), start(paper="a4"), start(owner="other")}
    with translation.override("cs"):
        keys.add(start())
    assert len(keys | {start(version="later")}) == 6


def test_it_is_written_in_the_language_of_whoever_asked(tasks, monkeypatch):
    spoken = []

    def read(**facts):
        spoken.append(translation.get_language())
        raise NothingToPrint("nothing")

    monkeypatch.setattr(papers, "read_sheets", read)
    with translation.override("cs"):
        start()
    tasks.do()
    assert spoken == ["cs"]


def test_the_folder_names_ids_and_choices_alone(folder):
    """Whoever reads is named, what he reads is not there yet."""
    kept = json.loads((folder / start("1 2") / jobs.RECIPE).read_text())
    assert kept["facts"] == {"tables": "1 2", "paper": "letter"}
    assert "Kubala" not in repr(kept)


def test_an_owners_prints_can_be_forgotten(folder, tasks):
    mine, others = start(), start(owner="other")
    jobs.forget(OWNER)
    with pytest.raises(jobs.UnknownJob):
        jobs.progress(mine, owner=OWNER)
    assert jobs.progress(others, owner="other").state == "working"
    assert {each.name for each in folder.iterdir()} == {others, "starting"}
    assert start() == mine


@pytest.mark.parametrize("anew", [False, True])
def test_a_print_that_is_forgotten_while_it_is_made_ends_without_a_word(
    monkeypatch, folder, caplog, anew
):
    """Asked for anew meanwhile, the old one does not write into the new one's folder."""
    key = start("1 2")
    real = render.pdf_of

    def pdf_of(document, on_progress):
        jobs.forget(OWNER)
        if anew:
            assert start("1 2") == key
        return real(document, on_progress=on_progress)

    monkeypatch.setattr(render, "pdf_of", pdf_of)
    jobs.make_print.call(key)
    assert not caplog.records
    assert not (folder / key / jobs.RESULT).exists()
    assert (folder / key).exists() == anew
    if anew:
        assert jobs.progress(key, owner=OWNER).done == 0
    jobs.forget(OWNER)
    jobs.make_print.call(key)  # before it begins


def test_where_nothing_was_printed_there_is_nothing_to_forget(folder):
    jobs.forget(OWNER)
    assert not folder.exists()


def test_progress_is_told_while_it_works():
    key = start()
    job = jobs.progress(key, owner=OWNER)
    assert (job.state, job.done) == ("working", 0)
    with pytest.raises(jobs.UnknownJob):
        jobs.result(key, owner=OWNER)


def test_a_print_whose_worker_was_killed_is_made_by_another(tasks):
    key = start()
    with worker._name() as name:
        assert worker.take(worker.QUICK, name)
        assert jobs.progress(key, owner=OWNER).state == "working"
    assert tasks.do() == 1
    assert jobs.progress(key, owner=OWNER).state == "done"


def test_a_print_that_nobody_makes_any_more_can_be_started_again(tasks):
    key = start()
    tasks.clear()
    job = jobs.progress(key, owner=OWNER)
    assert job.state == "failed"
    assert job.message == message(
        "The printout stopped before it was finished. Start it again."
    )
    assert start() == key
    assert jobs.progress(key, owner=OWNER).state == "working"


def test_a_print_that_cannot_be_made_says_so(monkeypatch, tasks, caplog):
    key = start()

    def broken(*args, **kwargs):
        raise RuntimeError("out of ink")

    monkeypatch.setattr(render, "pdf_of", broken)
    assert tasks.do() == 1
    job = jobs.progress(key, owner=OWNER)
    assert job.state == "failed"
    assert (
        message("The printout couldn’t be made. The site’s log has the reason.")
        in job.message
    )
    assert "out of ink" in caplog.text
    assert start() == key
    assert tasks == [("make_print", key)]


def test_a_full_disk_is_a_failed_print(monkeypatch, tasks, caplog):
    key = start()

    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Folder, "put", full)
    assert tasks.do() == 1
    monkeypatch.undo()
    assert jobs.progress(key, owner=OWNER).state == "failed"
    assert "No space left" in caplog.text


def test_what_is_no_longer_there_is_said_in_words(monkeypatch, tasks, caplog):
    key = start()

    def read(**facts):
        raise NothingToPrint(message("There’s nothing to print."))

    monkeypatch.setattr(papers, "read_sheets", read)
    tasks.do()
    job = jobs.progress(key, owner=OWNER)
    assert (job.state, job.message) == ("failed", message("There’s nothing to print."))
    assert not caplog.records


def test_where_no_worker_runs_that_is_said(folder, settings):
    key = start()
    job = jobs.progress(key, owner=OWNER)
    assert not jobs.waits_in_vain(job), "it may still come"
    long_ago = time.time() - jobs.LONG - 1
    for file in (folder / key).iterdir():
        os.utime(file, (long_ago, long_ago))
    assert jobs.waits_in_vain(job)
    with worker._woken():
        assert not jobs.waits_in_vain(job)
    settings.TASK_WORKERS = 0  # another machine's
    assert not jobs.waits_in_vain(job)


def test_what_an_older_version_began_goes_and_what_it_made_stays(folder):
    begun, made, ours = (start(tables) for tables in "123")
    for key in (begun, made):
        (folder / key / jobs.RECIPE).rename(folder / key / "work.pickle")
    jobs.write_job(jobs.Job(made, OWNER, "round-2", "done"))
    jobs.clear_others()
    assert {each.name for each in folder.iterdir()} == {made, ours, "starting"}
    assert not (folder / made / "work.pickle").exists()


@in_turn("key", ["", "0" * 32, "../../etc/passwd", "a" * 31, "Z" * 32])
def test_an_unknown_key_is_unknown(key):
    with pytest.raises(jobs.UnknownJob):
        jobs.progress(key, owner=OWNER)


def test_another_club_cannot_fetch_it():
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
