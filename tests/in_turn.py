"""Cases tried one after another in one test: its fixtures are made once.

What a case writes to the database is taken back before the next.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import pytest
from django.db import connection, transaction

from tests.scoring.crew import Crew

Test = Callable[..., None]


def in_turn(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """As pytest's parametrize; every case is tried, and a failure says which it was."""
    wanted, cases = [name.strip() for name in names.split(",")], list(cases)
    assert cases

    def decorate(test: Test) -> Test:
        @wraps(test)
        def each(**fixtures: Any) -> None:
            failed = []
            for case in cases:
                values = case if len(wanted) > 1 else (case,)
                facts = dict(zip(wanted, values, strict=True))
                try:
                    with _taken_back(fixtures.get("crew")):
                        test(**fixtures, **facts)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"with {facts}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(cases)} cases", failed)

        known = inspect.signature(test)
        rest = [each for each in known.parameters.values() if each.name not in wanted]
        each.__signature__ = known.replace(parameters=rest)  # what pytest reads
        return each

    return decorate


@contextmanager
def _taken_back(crew: Crew | None) -> Iterator[None]:
    if not connection.in_atomic_block:  # a test without a database
        yield
        return
    known = {*crew.clients} if crew else set()
    case = transaction.atomic()
    # As Django marks a test's own: a service in it ends as it does in any test, so that
    # what follows the log (tests/conftest.py) follows before the case looks.
    case._from_testcase = True
    with case:
        yield
        transaction.set_rollback(True)
    if crew:  # whoever signed in meanwhile has no session any more
        for who in crew.clients.keys() - known:
            del crew.clients[who]
