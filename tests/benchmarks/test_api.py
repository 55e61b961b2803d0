"""The measurement of open data: it runs, and sees what is wrong."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from pytest_django.live_server_helper import LiveServer

from benchmarks.api import all_ask, once, question, show
from benchmarks.table.phones import Answer

T = TypeVar("T")


def ran(what: Coroutine[object, object, T]) -> T:
    """In a thread: a browser of the tests before has a loop of its own in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, what).result()


def test_programs_are_answered_and_wrong_answers_seen(
    live_server: LiveServer, capsys: pytest.CaptureFixture[str]
) -> None:
    port = live_server.thread.port
    asked = question("/api/v1/clubs/", Accept_Encoding="gzip")
    right = ran(once(port, asked))
    assert (right.status, right.headers["content-encoding"]) == (200, "gzip")
    answers = ran(all_ask(port, asked, 0.2))
    assert show("packed", answers, 0.2, right) == 0
    assert show("other", answers, 0.2, Answer(200, 0.0)) == len(answers) > 0
    known = question("/api/v1/clubs/", If_None_Match=right.headers["etag"])
    answers = ran(all_ask(port, known, 0.1))
    assert show("not modified", answers, 0.1, Answer(304, 0.0)) == 0
    assert "a second" in capsys.readouterr().out
