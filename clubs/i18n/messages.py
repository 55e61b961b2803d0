"""Messages in the reader's language that remember their template and values.

    message("Table {n} has {count} players.", n=3, count=5)
    plural_message("{n} hand waits.", "{n} hands wait.", 3)

Text that is displayed immediately needs nothing more: a `Sentence` is a `str`. Stored
text (the log) keeps the English template and its values, and is translated again for
each reader. The English message is its own key, as in gettext: an old row stays
readable when the message is no longer in any catalog.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext, ngettext, override, pgettext

from rules.messages import Sentence, capital

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def message(template: str, /, **values: Any) -> Sentence:
    """Return the message with its values; messages among them are translated, too."""
    return translated(template, values)


def plural_message(singular: str, plural: str, n: int, /, **values: Any) -> Sentence:
    """Return the message for one or for several; {n} is the number."""
    return translated(singular, {"n": n, **values}, plural)


def _as_text(template: str, /, **values: Any) -> str:
    """Return a message as text, quickly without values: forms ask often."""
    return message(template, **values) if values else _gettext(template, "")


# For text that a module needs before there is a reader: labels, help, choices.
lazy_message = lazy(_as_text, str)
# For a word that has two meanings in English: context and word.
lazy_context_message = lazy(pgettext, str)


def joined(parts: Iterable[Any], between: str = ", ") -> Sentence:
    """Return parts joined by `between`; each can be translated again later."""
    values = {f"part{index}": part for index, part in enumerate(parts)}
    return translated(between.join(f"{{{name}}}" for name in values), values)


def in_language(value: Any) -> Any:
    """Return a message in the current reader's language; any other value unchanged."""
    if not isinstance(value, Sentence):
        return value
    return translated(
        value.template, value.values, value.plural, value.begins, value.context
    )


def in_english(value: Any) -> Any:
    """Return a message in English, as text; any other value unchanged."""
    if isinstance(value, Promise):
        with override("en"):
            return str(value)
    if not isinstance(value, Sentence):
        return value
    is_of_one = not value.plural or value.values["n"] == 1
    values = {name: in_english(part) for name, part in value.values.items()}
    text = _filled(value.template if is_of_one else value.plural, values)
    return capital(text) if value.begins else text


def isolated(value: Any) -> Any:
    """Return a right-to-left name with marks that isolate it from the text around it.

    Without the marks, “אנה: 120” is displayed with its number in front of the name.
    """
    if isinstance(value, Sentence) or not isinstance(value, str):
        return value
    if RIGHT_TO_LEFT.search(value):
        return f"\N{FIRST STRONG ISOLATE}{value}\N{POP DIRECTIONAL ISOLATE}"
    return value


def translated(
    template: str,
    values: Mapping[str, Any],
    plural: str = "",
    begins: bool = False,
    context: str = "",
) -> Sentence:
    """Return a message in the reader's language; the value `n` picks the plural."""
    if plural:
        localized = ngettext(template, plural, values.get("n", 1))
    else:
        localized = _gettext(template, context)
    parts = {name: isolated(in_language(value)) for name, value in values.items()}
    text = _filled(localized, parts)
    return Sentence(
        capital(text) if begins else text, template, values, plural, begins, context
    )


def _filled(template: str, values: Mapping[str, Any]) -> str:
    """Return the template with its values; without values, braces are plain text."""
    return template.format_map(values) if values else template


def _gettext(template: str, context: str) -> str:
    """Return the translation of a template.

    gettext would translate an empty text into the catalog's header, so it stays empty.
    """
    if context:
        return pgettext(context, template)
    return gettext(template) if template else template
