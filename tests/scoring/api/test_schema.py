"""The schema says everything in words and examples, and forbids nothing compatible."""

import json
from typing import Any

import pytest
from django.test import Client
from jsonschema import Draft202012Validator

from scoring.api.field_words import FIELDS, OF_MODELS, PARAMETERS
from scoring.api.webhook_delivery import Kind
from scoring.models import Tournament, Webhook
from tests.scoring.api.conftest import Now, change
from tests.scoring.api.receiver import Receiver, told
from tests.scoring.api.test_api import V1, schema_of


def fields() -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (name, field, schema)
        for name, model in schema_of()["components"]["schemas"].items()
        for field, schema in model.get("properties", {}).items()
    ]


def is_whole(schema: dict[str, Any]) -> bool:
    """Whether a field's value is a part, or parts, whose fields have examples."""
    return "$ref" in schema or "$ref" in schema.get("items", {})


def test_each_field_has_words_and_an_example_that_is_valid() -> None:
    whole = schema_of()
    for model, name, schema in fields():
        assert schema["description"], (model, name)
        if is_whole(schema):
            continue
        [example] = schema["examples"]
        wanted = {**whole, **schema}
        wrong = [e.message for e in Draft202012Validator(wanted).iter_errors(example)]
        assert wrong == [], (model, name)


def test_no_words_are_left_over() -> None:
    named = {name for _, name, _ in fields()}
    models = {f"{model}.{name}" for model, name, _ in fields()}
    assert {name.partition(":")[0] for name in FIELDS} <= named
    assert {*OF_MODELS} <= models


def test_each_parameter_has_words_and_an_example() -> None:
    used = set()
    for path, operations in schema_of()["paths"].items():
        for parameter in operations["get"]["parameters"]:
            used.add(parameter["name"])
            assert parameter["description"], path
            validator = Draft202012Validator(parameter["schema"])
            assert validator.is_valid(parameter["example"]), (path, parameter)
    assert used == {*PARAMETERS}


def test_a_field_more_is_compatible() -> None:
    assert "additionalProperties" not in {
        key
        for model in schema_of()["components"]["schemas"].values()
        for key, value in model.items()
        if value is False
    }


@pytest.mark.django_db
def test_headers_and_the_304_are_in_the_schema(played: Tournament) -> None:
    for path, operations in schema_of()["paths"].items():
        responses = operations["get"]["responses"]
        assert {*responses["200"]["headers"]} == {"ETag", "Cache-Control"}, path
        assert "content" not in responses["304"], path
        assert {*responses["401"]["headers"]} == {"WWW-Authenticate"}, path
        assert {*responses["429"]["headers"]} == {"Retry-After"}, path
        assert {*responses["503"]["headers"]} == {"Retry-After"}, path
        names = [parameter["name"] for parameter in operations["get"]["parameters"]]
        assert "If-None-Match" in names, path
    answer = Client().get(V1)
    again = Client().get(V1, headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    assert {"ETag", "Cache-Control"} <= {*answer.headers} & {*again.headers}


def test_each_kind_of_webhook_is_in_the_schema() -> None:
    assert {*schema_of()["webhooks"]} == {*Kind.values}


@pytest.mark.django_db(transaction=True)
def test_a_call_is_what_the_schema_says(
    evening: Tournament, hook: Webhook, program: Receiver, now: Now, tasks: Any
) -> None:
    change(evening)
    now.later()
    tasks.do()
    schema = schema_of()
    wanted = {**schema, **schema["components"]["schemas"]["Call"]}
    [call] = told(program)
    assert Draft202012Validator(wanted).is_valid(call)
    assert {*call} <= {*wanted["properties"]}
    [(_, headers, _)] = program.calls
    post = schema["webhooks"][call["kind"]]["post"]
    assert {parameter["name"] for parameter in post["parameters"]} <= {*headers}


def test_the_schema_is_sent_as_it_is_made() -> None:
    sent = Client().get("/api/v1/openapi.json").json()
    assert sent["openapi"].startswith("3.1")
    assert sent == json.loads(json.dumps(schema_of()))
