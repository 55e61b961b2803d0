"""The measurement of a crowd: it runs, every page of it is there, phones move on."""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from io import StringIO
from pathlib import Path

import pytest
from pytest_django.live_server_helper import LiveServer

from benchmarks import crowd
from benchmarks.table import spectators


def test_a_small_crowd_watches_a_small_hall(
    live_server: LiveServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd, "TABLES", 2)
    monkeypatch.setattr(crowd, "SIGNED_IN", 1)
    monkeypatch.setattr(spectators, "LOOK_EVERY", 0.3)
    monkeypatch.setattr(spectators, "OPENED_AFTER", 1)
    monkeypatch.setattr("sys.stdin", StringIO("published\n"))
    evening = crowd.Evening(1, "Evening")
    evening.publish()
    port = live_server.thread.port
    plan = evening.everything(port) | {
        "look_at": port,
        "news_every": 0.5,
        "seconds": 4,
        "sessions": crowd.sessions(),
        "spectators": 10,
    }
    # In a thread: a browser of the tests before has a loop of its own in this one.
    with ThreadPoolExecutor(1) as thread:
        crowded = thread.submit(asyncio.run, spectators.Crowd(plan).run())
    groups = crowded.result()["groups"]
    assert [group["wrong"] for group in groups.values()] == [[]] * 4
    assert set(groups) == {"phones", "phones, new round", "signed in", "strangers"}
    assert groups["phones, new round"]["statuses"] == {"200": 8}


def test_processors_are_counted_by_the_name_of_their_process() -> None:
    assert crowd.processor_of(Path(sys.executable).name) > 0
    assert crowd.processor_of("no process is called so") == 0
