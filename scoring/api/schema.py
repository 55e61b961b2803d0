"""Additions to the API's schema: descriptions, examples, headers and webhooks."""

from collections.abc import Iterator
from typing import Any

from scoring.api.field_words import FIELDS, ID, OF_MODELS, PARAMETERS
from scoring.api.webhook_delivery import Kind

ETAG = {
    "description": "Names this answer; send it back as `If-None-Match`.",
    "schema": {"type": "string"},
    "example": 'W/"0a1b2c"',
}
CACHE = {
    "description": "How long the answer can be cached.",
    "schema": {"type": "string"},
    "example": "public, max-age=10, stale-while-revalidate=30",
}
WAIT = {
    "description": "How many seconds to wait before asking again.",
    "schema": {"type": "integer", "minimum": 0},
    "example": 5,
}
CHALLENGE = {
    "description": "Says to send a token as `Authorization: Bearer …`.",
    "schema": {"type": "string"},
    "example": 'Bearer realm="Valat", error="invalid_token"',
}
SAME = {"description": "Nothing has changed since the answer with this `ETag`."}
HEADERS = {
    "200": {"ETag": ETAG, "Cache-Control": CACHE},
    "304": {"ETag": ETAG, "Cache-Control": CACHE},
    "401": {"WWW-Authenticate": CHALLENGE},
    "429": {"Retry-After": WAIT},
    "503": {"Retry-After": WAIT},
}
MATCH = {"in": "header", "name": "If-None-Match", "schema": {"type": "string"}}

KINDS: dict[str, str] = {
    Kind.ANNOUNCED: "There is a new event. Get `url`.",
    Kind.CHANGED: "An event has changed. Get `url` again.",
    Kind.FINISHED: "An event is final. Get `url` again.",
    Kind.EVENING_GONE: "An event is no longer public. Delete what you store of it.",
    Kind.NAMES: "Names have changed. Get everything you store of the club again.",
    Kind.CLUB_GONE: "The club was closed. Delete what you store of it.",
    Kind.TEST: "An owner sent a test.",
}


def completed(schema: dict[str, Any]) -> dict[str, Any]:
    """Add descriptions, examples, headers, the 304 and webhooks to the models' schema.

    Fields that aren't in the schema are allowed, because more can be added within a
    version.
    """
    for name, model in schema["components"]["schemas"].items():
        _complete_model(name, model)
    for path in schema["paths"].values():
        _complete_address(path["get"])
    schema["components"]["schemas"]["Call"] = _call()
    schema["webhooks"] = {str(kind): _webhook(str(kind)) for kind in KINDS}
    return schema


def _complete_model(name: str, model: dict[str, Any]) -> None:
    if model.get("additionalProperties") is False:
        del model["additionalProperties"]
    for field, schema in model.get("properties", {}).items():
        words, example = _words_for(name, field, schema)
        schema.setdefault("description", words)
        if example is not None:
            schema["examples"] = [example]


def _words_for(model: str, field: str, schema: dict[str, Any]) -> tuple[str, Any]:
    kind = schema.get("type", "any")
    for known in (
        OF_MODELS.get(f"{model}.{field}"),
        FIELDS.get(f"{field}:{kind}"),
        FIELDS.get(field),
    ):
        if known:
            return known
    raise LookupError(f"{model}.{field} has no words in field_words.py")


def _complete_address(operation: dict[str, Any]) -> None:
    operation.setdefault("parameters", []).append(dict(MATCH))
    for parameter in operation["parameters"]:
        words, example = PARAMETERS[parameter["name"]]
        if parameter["schema"].get("type") == "integer":
            example = example or 0
        parameter["description"], parameter["example"] = words, example
    operation["responses"]["304"] = dict(SAME)
    for status, response in operation["responses"].items():
        if headers := HEADERS.get(str(status)):
            response["headers"] = headers


def _call() -> dict[str, Any]:
    """Return the schema of the body of a call to a webhook."""
    text = {"type": "string", "minLength": 1}
    return {
        "type": "object",
        "title": "Call",
        "description": "The body of a call to a webhook; get `url` to see what changed.",
        "required": ["id", "kind", "url"],
        "properties": {
            "id": {
                **text,
                "description": "The id of the call; a repeated call has the same.",
                "examples": ["6wktlHe6IWB_i_2iSwqxgA"],
            },
            "kind": {
                **text,
                "description": "What happened; ignore kinds that you don't know.",
                "examples": [str(Kind.CHANGED)],
            },
            "url": {
                **text,
                "description": "The address to get; it answers 404 if the event or club is gone.",
                "examples": ["https://tarok.example/api/v1/clubs/lodge-24/?event=6wkt"],
            },
            "evening": {
                **text,
                "description": "The id of an event that is gone.",
                "examples": [ID],
            },
            "club": {
                **text,
                "description": "The word in addresses of a club that is gone.",
                "examples": ["lodge-24"],
            },
        },
    }


def _webhook(kind: str) -> dict[str, Any]:
    content = {"schema": {"$ref": "#/components/schemas/Call"}}
    return {
        "post": {
            "operationId": f"webhook_{kind.replace('.', '_')}",
            "summary": KINDS[kind],
            "parameters": list(_signature()),
            "requestBody": {"required": True, "content": {"application/json": content}},
            "responses": {
                "2XX": {"description": "Taken."},
                "410": {"description": "Ends the calls to this address."},
                "default": {"description": "Not taken: it is tried again."},
            },
        }
    }


def _signature() -> Iterator[dict[str, Any]]:
    for name, words, example in (
        ("webhook-id", "The `id` of the call.", "6wktlHe6IWB_i_2iSwqxgA"),
        ("webhook-timestamp", "When it was sent, in seconds since 1970.", "1795200000"),
        (
            "webhook-signature",
            "One signature, or two with a space between them while the secret is changed.",
            "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
        ),
    ):
        yield {
            "in": "header",
            "name": name,
            "required": True,
            "schema": {"type": "string"},
            "description": words,
            "example": example,
        }
