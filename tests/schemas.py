"""The published schemas: of open data, and of an event's open file.

    .venv/bin/python -m tests.schemas    # write today's schemas to docs/, and digests

A version is one schema: whoever changes what may be said makes another version. Words
that only explain may change. A version that was released never does; docs/api.md and
docs/card-evening.md tell which changes are compatible.
"""

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import django
import rfc8785

from tests.gate import HOUSE

DIGESTS = HOUSE / "tests/schemas.json"
EXPLAINS = ("description", "title", "summary")
SHOWS = ("example", "examples")


@dataclass(frozen=True, slots=True)
class PublishedSchema:
    """A schema that docs/ publishes; `read` makes it of the code as it is."""

    name: str
    file: Path
    read: Callable[[], tuple[str, dict[str, Any]]]
    released: tuple[str, ...] = ()

    def today(self) -> tuple[str, dict[str, Any]]:
        """The version of the code as it is, and its schema as JSON has it."""
        version, schema = self.read()
        return version, json.loads(json.dumps(schema))

    def published(self) -> Any:
        return json.loads(self.file.read_text(encoding="utf-8"))


# Imported when asked for: the command sets Django up first.
def _open_data() -> tuple[str, dict[str, Any]]:
    schema = import_module("scoring.api.views.api").schema_of()
    return schema["info"]["version"], schema


def _card_evening() -> tuple[str, dict[str, Any]]:
    module = import_module("scoring.exports.card_evening_schema")
    return module.VERSION, module.schema()


SCHEMAS = (
    PublishedSchema(
        "open data", HOUSE / "docs/api/openapi.json", _open_data, released=("1.0.0",)
    ),
    PublishedSchema(
        "card-evening", HOUSE / "docs/card-evening/schema.json", _card_evening
    ),
)


def digest_of(schema: Any) -> str:
    """Changes with anything that may be said, and with no word that only explains."""
    return hashlib.sha256(rfc8785.dumps(_shape_of(schema))).hexdigest()[:16]


def _shape_of(part: Any) -> Any:
    if isinstance(part, dict):
        return {
            name: _shape_of(value)
            for name, value in part.items()
            if not (name in EXPLAINS and isinstance(value, str)) and name not in SHOWS
        }
    return [*map(_shape_of, part)] if isinstance(part, list) else part


def digests() -> dict[str, dict[str, str]]:
    """By the schema's name: the digest of each of its versions."""
    stored: dict[str, dict[str, str]] = json.loads(DIGESTS.read_text(encoding="utf-8"))
    return stored


def renew() -> None:
    """Write today's schemas and digests. Raises SystemExit for a released version."""
    stored = digests()
    for schema in SCHEMAS:
        version, document = schema.today()
        versions, digest = stored.setdefault(schema.name, {}), digest_of(document)
        if version in schema.released and versions[version] != digest:
            raise SystemExit(
                f"Version {version} of {schema.name} was released: this change needs "
                "a new version."
            )
        versions[version] = digest
        _write(schema.file, document)
    _write(DIGESTS, stored)


def _write(file: Path, document: Any) -> None:
    text = json.dumps(document, indent=1, ensure_ascii=False)
    file.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    renew()
