"""Files that a worker reads: one at a time, in the order they came, seen by their sender."""

import fcntl
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Role
from clubs.storage import store
from scoring.core import readings
from scoring.core.readings import UnknownReading, Unreadable, find, read_next, start
from scoring.core.writes import ActionRefused
from scoring.models import OldList
from tests import builders as build
from tests.messages import message
from tests.scoring.past_results import lists
from tests.tasks import Waiting

pytestmark = pytest.mark.django_db
USER = 7
READ: list[str] = []


def reads(name: str, content: bytes) -> list[str]:
    """A reader that notes what it was given."""
    READ.append(name)
    return [name, content.decode()]


def refuses(name: str, content: bytes) -> None:
    raise Unreadable("It is no list.", "It is no workbook.")


def breaks(name: str, content: bytes) -> None:
    raise MemoryError


def sent(name: str, reader: str = "reads", owner: str = "lodge") -> str:
    READ.clear()
    return start(
        f"{__name__}.{reader}",
        **{"owner": owner, "user": USER, "name": name},
        **{"content": b"x", "typed": {"day": ["2026-11-20"]}},
    )


def found(key: str, owner: str = "lodge") -> readings.Reading:
    return find(key, owner=owner, user=USER)


def test_files_are_read_in_the_order_they_came(tasks: Waiting) -> None:
    keys = [sent(f"{n}.csv", owner=f"club-{n}") for n in range(3)]
    each = [found(key, f"club-{n}") for n, key in enumerate(keys)]
    assert [reading.ahead for reading in each] == [0, 1, 2]
    assert tasks == [("read_next",)]  # asked for three times, one waits
    tasks.do()
    assert READ == ["0.csv", "1.csv", "2.csv"]
    done = found(keys[2], "club-2")
    assert (done.state, done.result()) == ("read", ["2.csv", "x"])
    assert done.typed == {"day": ["2026-11-20"]}
    names = {file.name.partition("/")[2] for file in store("readings").listing()}
    assert names == {"reading.json", "result.json"}  # no file lies there any longer


def test_while_one_is_read_no_other_is_on_this_machine(
    tasks: Waiting, tmp_path: Path
) -> None:
    key = sent("list.csv")
    (tmp_path / "locks").mkdir(exist_ok=True)
    with (tmp_path / "locks" / "reader").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        read_next.call()
        assert READ == []
        assert found(key).state == "waits"
    read_next.call()
    assert READ == ["list.csv"]


def test_a_club_has_few_files_waiting(tasks: Waiting) -> None:
    for n in range(readings.MOST_WAITING):
        sent(f"{n}.csv")
    with pytest.raises(ActionRefused, match="3 files waiting"):
        sent("one more.csv")
    sent("theirs.csv", owner="other")
    tasks.do()
    sent("now.csv")


def test_what_cannot_be_read_says_why(tasks: Waiting) -> None:
    key = sent("x.csv", "refuses")
    tasks.do()
    said = found(key)
    assert said.state == "refused"
    assert said.messages == ("It is no list.", "It is no workbook.")


def test_a_reader_that_breaks_does_not_stop_the_queue(tasks: Waiting) -> None:
    key, after = sent("x.csv", "breaks"), sent("y.csv", owner="other")
    tasks.do()
    assert "took too much time" in found(key).messages[0]
    tasks.do()
    found(after, "other")  # whoever waits asks again for a worker
    tasks.do()
    assert found(after, "other").state == "read"


def test_a_file_whose_reader_was_killed_is_read_again(tasks: Waiting) -> None:
    key = sent("x.csv")
    tasks.clear()
    long_ago = time.time() - readings.LONGEST - 1
    killed = replace(found(key), state="reads", tries=1, begun_at=long_ago)
    readings._write(killed)
    tasks.clear()
    found(key)
    tasks.do()
    assert found(key).state == "read"
    again = sent("y.csv")
    tasks.clear()
    often = replace(
        found(again), state="reads", tries=readings.MOST_TRIES, begun_at=long_ago
    )
    readings._write(often)
    tasks.do()
    assert found(again).state == "refused"


def test_somebody_elses_file_is_not_there(tasks: Waiting) -> None:
    key = sent("x.csv")
    for owner, user, at in (
        ("other", USER, key),
        ("lodge", USER + 1, key),
        ("lodge", USER, "../../x"),
        ("lodge", USER, f"{'0' * 20}-{'0' * 32}"),
    ):
        with pytest.raises(UnknownReading):
            find(at, owner=owner, user=user)


def test_what_is_an_hour_old_goes(
    tasks: Waiting, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = sent("x.csv")
    later = time.time() + readings.KEPT_SECONDS + 60
    monkeypatch.setattr(readings.time, "time", lambda: later)
    readings.clear_old()
    with pytest.raises(UnknownReading):
        found(key)


def test_a_closed_clubs_files_go(tasks: Waiting) -> None:
    gone, stays = sent("x.csv"), sent("y.csv", owner="other")
    readings.forget("lodge")
    with pytest.raises(UnknownReading):
        found(gone)
    assert found(stays, "other").state == "waits"


def test_a_director_waits_for_a_list_and_goes_on(
    club: Club, client: Client, tasks: Waiting, settings: Any
) -> None:
    client.force_login(build.member(club, Role.Kind.DIRECTOR))
    at = reverse("scoring:old-lists", args=[club.slug])
    sent("before.csv", owner="other")
    file = SimpleUploadedFile("liga.xlsx", lists.a_year_a_sheet())
    answer = client.post(at, {"file": file})
    waits = answer.headers["Location"]
    assert waits.startswith(f"{at}?reading=")
    page = client.get(waits)
    assert "1 file is ahead of yours" in page.text
    assert "no-store" in page.headers["Cache-Control"]
    assert "<html" not in client.get(waits, headers={"HX-Request": "true"}).text
    assert not OldList.objects.exists()
    read_next.call()
    assert message("Your file is next.") in client.get(waits).text
    tasks.do()
    page = client.get(waits)
    assert message("Your file was read.") in page.text
    assert not OldList.objects.exists()  # nothing is saved by looking
    key = waits.partition("reading=")[2]
    answer = client.post(at, {"reading": key})
    draft = OldList.objects.get()
    assert draft.name == "liga.xlsx"
    assert answer.headers["Location"].endswith(f"/old-lists/{draft.pk}/")
    gone = client.post(at, {"reading": f"{'0' * 20}-{'0' * 32}"}, follow=True)
    assert "This file is no longer here." in gone.text


def test_typed_fields_are_there_again_when_a_file_cannot_be_read(
    club: Club, client: Client, tasks: Waiting
) -> None:
    client.force_login(build.member(club, Role.Kind.DIRECTOR))
    at = reverse("scoring:results-import", args=[club.slug])
    facts = {"name": "Fall Tarok", "day": "2025-10-03", "game": "spjst", "key": "k"}
    file = SimpleUploadedFile("x.xlsx", b"PK\x03\x04 no workbook")
    waits = client.post(at, {**facts, "file": file}).headers["Location"]
    tasks.do()
    key = waits.partition("reading=")[2]
    page = client.post(at, {"reading": key}).text
    assert message("The workbook is damaged. Save it again as XLSX.") in page
    assert 'value="Fall Tarok"' in page
    assert 'value="2025-10-03"' in page
