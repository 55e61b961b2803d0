"""Published schemas are those of the code, and a version is one schema."""

from copy import deepcopy
from typing import Any

import pytest

from tests.schemas import SCHEMAS, PublishedSchema, digest_of, digests

RENEW = (
    "A schema changed. If it should, and its version isn’t released, run "
    ".venv/bin/python -m tests.schemas"
)
BY_NAME = {"ids": lambda schema: schema.name}


@pytest.mark.parametrize("schema", SCHEMAS, **BY_NAME)
def test_a_schema_is_the_published_one_of_its_version(schema: PublishedSchema) -> None:
    version, document = schema.today()
    assert digests()[schema.name].get(version) == digest_of(document), RENEW
    assert schema.published() == document, RENEW


def test_every_digest_is_of_a_schema() -> None:
    assert digests().keys() == {schema.name for schema in SCHEMAS}
    for schema in SCHEMAS:
        assert {schema.today()[0], *schema.released} == digests()[schema.name].keys()


@pytest.mark.parametrize("schema", SCHEMAS, **BY_NAME)
def test_any_change_is_another_digest_and_no_word_is(schema: PublishedSchema) -> None:
    _, document = schema.today()
    before = digest_of(document)

    def changed(model: str, field: str, value: Any) -> str:
        other = deepcopy(document)
        models = other.get("$defs") or other["components"]["schemas"]
        models[model]["properties"][field] = value
        return digest_of(other)

    models = document.get("$defs") or document["components"]["schemas"]
    model, field = next(
        (name, field)
        for name, each in models.items()
        for field in each.get("properties", ())
    )
    known = models[model]["properties"][field]
    assert changed(model, field, known | {"description": "Other words."}) == before
    assert changed(model, field, known | {"type": "null"}) != before
    assert changed(model, field, known | {"enum": ["one value more"]}) != before
    assert changed(model, "a_field_more", {"type": "string"}) != before
