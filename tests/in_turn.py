"""Cases that leave nothing behind, tried in one test: its fixtures are made once."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

Test = Callable[..., None]


def in_turn(names: str, cases: Iterable[Any]) -> Callable[[Test], Test]:
    """As pytest's parametrize; a failure says which case it was."""
    wanted = [name.strip() for name in names.split(",")]

    def decorate(test: Test) -> Test:
        @wraps(test)
        def each(**fixtures: Any) -> None:
            for case in cases:
                values = case if len(wanted) > 1 else (case,)
                facts = dict(zip(wanted, values, strict=True))
                try:
                    test(**fixtures, **facts)
                except BaseException as error:
                    error.add_note(f"with {facts}")
                    raise

        known = inspect.signature(test)
        rest = [each for each in known.parameters.values() if each.name not in wanted]
        each.__signature__ = known.replace(parameters=rest)  # what pytest reads
        return each

    return decorate
