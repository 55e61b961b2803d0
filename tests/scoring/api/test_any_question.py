"""Each address of open data asked whatever its schema lets one ask, and what it does not.

`./run drill api`; in the gate the same, in small. Schemathesis makes the questions out of
the schema alone. Half of them get the words and numbers of a club that has something to
tell, so that there are answers to hold against the schema; whatever is answered has a
status, a kind and a shape that stand there.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core import signals
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
)

from scoring.models import Tournament
from tests.drill.figures import say, size

pytestmark = pytest.mark.django_db
EACH = size(3, 200)  # questions to an address, of each kind
AS_IT_IS = {"Accept-Encoding": "identity"}


@pytest.fixture
def schema(played: Tournament, settings: Any) -> Iterator[Any]:
    """As the site tells it; every question runs within the test's transaction."""
    settings.API_A_MINUTE = 0  # whoever asks all this is one household
    for signal in (signals.request_started, signals.request_finished):
        signal.disconnect(close_old_connections)
    yield schemathesis.openapi.from_wsgi(
        "/api/v1/openapi.json", get_wsgi_application(), headers=AS_IT_IS
    )
    for signal in (signals.request_started, signals.request_finished):
        signal.connect(close_old_connections)


def test_any_question_has_an_answer_by_the_schema(
    played: Tournament, schema: Any
) -> None:
    known = planted(played)
    became: Counter[int] = Counter()
    for operation in schema.get_all_operations():
        for mode in GenerationMode:
            ask_all(operation.ok(), mode, known, became)
    assert became.keys() <= {200, 304, 400, 404, 422}
    assert became[200] > became.total() / 8
    say(f"{became.total()} questions: {dict(became)}")


def planted(played: Tournament) -> dict[str, Any]:
    """What the parts of an address may be, so that it leads to something."""
    return {
        "club": played.club.slug,
        "key": str(played.file_id),
        "season": played.season.slug,
        **{"number": 1, "table": 1, "hand": 1},
    }


def ask_all(operation: Any, mode: Any, known: dict[str, Any], became: Any) -> None:
    @settings(max_examples=EACH, suppress_health_check=list(HealthCheck), database=None)
    @given(case=operation.as_strategy(generation_mode=mode), leads=st.booleans())
    def ask(case: Any, leads: bool) -> None:
        left_out = []
        if leads:
            own = {name: known[name] for name in case.path_parameters if name in known}
            case.path_parameters = {**case.path_parameters, **own}
            left_out = [negative_data_rejection]  # what was wrong may be right now
        answer = case.call(headers=AS_IT_IS)
        became[answer.status_code] += 1
        if answer.status_code == 400:  # which is right, though a text may have it
            assert "%00" in answer.request.url
            left_out = [*left_out, positive_data_acceptance]
        case.validate_response(answer, excluded_checks=left_out)

    try:
        ask()
    except Unsatisfiable:  # no text is wrong where any text is right
        assert mode is GenerationMode.NEGATIVE
