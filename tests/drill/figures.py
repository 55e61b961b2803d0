"""What a drill found, printed at its end; and whether this is one.

A pytest plugin: `./run drill` loads it. In the gate the same tests run in small, and what
they say here is not printed.
"""

import os
from collections import Counter
from typing import TypeVar

import pytest
from django.http import HttpResponse
from django.test.client import ClientHandler

DRILL = "VALAT_DRILL"
T = TypeVar("T")
_said: list[str] = []
_statuses: Counter[int] = Counter()
_addresses: set[str] = set()


def size(in_the_gate: T, in_a_drill: T) -> T:
    """How often or how large something is tried."""
    return in_a_drill if os.environ.get(DRILL) else in_the_gate


def say(figure: str) -> None:
    _said.append(figure)


@pytest.fixture(autouse=True, scope="session")
def _count_questions() -> None:
    """Every question that a test's browser asks, by address and answer."""
    asked = ClientHandler.__call__

    def counted(self: ClientHandler, environ: dict) -> HttpResponse:
        response: HttpResponse = asked(self, environ)
        _statuses[response.status_code] += 1
        match = getattr(response.wsgi_request, "resolver_match", None)
        if match:
            _addresses.add(match.route)
        return response

    ClientHandler.__call__ = counted


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _statuses:
        by_kind = ", ".join(
            f"{n} × {status}" for status, n in sorted(_statuses.items())
        )
        _said.append(
            f"{_statuses.total()} requests over {len(_addresses)} addresses: {by_kind}"
        )
    for figure in _said:
        terminalreporter.write_line(f"   {figure}")
