"""What a browser sends of the forms on a page, as they were shown to it."""

from typing import Any

from django.forms import BaseForm
from django.test import Client


def filled(*forms: BaseForm | None, **typed: object) -> dict[str, Any]:
    """What some forms send as they are, with other values in some fields."""
    sent: dict[str, Any] = {}
    for form in forms:
        for field in form or ():
            value = field.value()
            if field.field.disabled or value is None or value is False:
                continue
            sent[field.html_name] = "on" if value is True else value
    return sent | typed


def as_sent(client: Client, address: str, **typed: object) -> dict[str, Any]:
    """What a browser sends after the page was opened and these fields changed."""
    context = client.get(address).context
    return filled(context["form"], context.get("rules", None), **typed)
