"""Texts of the site in tests: looked up by their template, so that a new wording is noticed.

    message("Table {n} is full.", n=3)
    message("{n} hand waits", "{n} hands wait", n=waiting)

A template stands in a test exactly as in the code, with places in braces also where the
code is a page's template. One that the site no longer has fails, also where a test says
that a text isn't on a page.
"""

from collections.abc import Collection, Sequence
from string import Formatter
from typing import Any

from django.utils.translation import override

from clubs import i18n
from tests.sentences import read_templates


def message(template: str, plural: str = "", /, **values: Any) -> str:
    """Return a message with its values, as the site shows it in English.

    With a `plural`, `n` among the values decides. Raises LookupError for a template that
    isn't a message of the site, and TypeError for values that aren't its places.
    """
    check_message((template, plural), values)
    with override("en"):
        if plural:
            return str(i18n.plural_message(template, plural, values["n"], **values))
        return str(i18n.message(template, **values))


def check_message(templates: Sequence[str], values: Collection[str]) -> None:
    """Raise what `message` raises for templates and the names of values."""
    template, plural = templates[0], "".join(templates[1:])
    for each in filter(None, (template, plural)):
        if each not in read_templates():
            raise LookupError(
                f"no message of the site is {each!r}. If its wording has changed, change it"
                " here too. `python -m tests.sentences` collects the messages."
            )
    places = places_of(template) | places_of(plural) | ({"n"} if plural else set())
    if other := places ^ {*values}:
        raise TypeError(f"{template!r} and its values differ in {sorted(other)}")


def places_of(template: str) -> set[str]:
    """Return the names of a template's places; without any, a brace is only a brace."""
    try:
        parts = [*Formatter().parse(template)]
    except ValueError:
        return set()
    return {name for _, name, _, _ in parts if name and name.isidentifier()}
