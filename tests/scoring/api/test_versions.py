"""A version is one schema: whoever changes what may be said makes another version.

Words that only explain may change. A line of a version that was released never does;
docs/api.md and docs/card-evening.md tell which changes are compatible.
"""

import hashlib
import json
from typing import Any

import pytest
import rfc8785

from scoring.api.views.api import schema_of
from scoring.exports import card_evening_schema as file

API = {
    "1.0.0": "9039e220e7f01065",
    "1.1.0": "a5af6384366ac12e",  # not released: until then it may change
}
FILE = {"1.0": "03e36c4bd6ca3ee4"}  # nor is this one
EXPLAINS = ("description", "title", "summary")
SHOWS = ("example", "examples")


def digest_of(schema: Any) -> str:
    told = json.loads(json.dumps(schema))  # keys are texts
    return hashlib.sha256(rfc8785.dumps(shape_of(told))).hexdigest()[:16]


def shape_of(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            name: shape_of(value)
            for name, value in part.items()
            if not (name in EXPLAINS and isinstance(value, str)) and name not in SHOWS
        }
    return [*map(shape_of, part)] if isinstance(part, list) else part


def test_a_version_of_the_api_is_one_schema() -> None:
    assert API[schema_of()["info"]["version"]] == digest_of(schema_of())


def test_a_version_of_the_file_is_one_schema() -> None:
    assert FILE[file.VERSION] == digest_of(file.schema())


@pytest.mark.parametrize("change", ["a field more", "another type", "one value more"])
def test_any_change_is_another_digest_and_no_word_is(change: str) -> None:
    schema = file.schema()
    before = digest_of(schema)
    seat = schema["$defs"]["Seat"]
    seat["description"] = "Where somebody sits."
    assert digest_of(schema) == before
    if change == "a field more":
        seat["properties"]["of"] = {"type": "string"}
    elif change == "another type":
        seat["properties"]["entry"]["type"] = "integer"
    else:
        schema["$defs"]["Round"]["properties"]["state"]["enum"].append("late")
    assert digest_of(schema) != before
