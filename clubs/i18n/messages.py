"""A sentence in the language of whoever reads, which remembers how it was said.

    message("Table {n} has {count} players.", n=3, count=5)
    plural_message("{n} hand waits.", "{n} hands wait.", 3)

What is written at once needs no more than that: a `Sentence` is a `str`. What is kept
(the log) keeps the English template and its values, and is said anew to each reader. The
English sentence is its own code, as gettext has it: an old row stays readable when the
sentence is in no catalogue any more.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext, ngettext, override, pgettext

from rules.messages import Sentence, capital

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


def message(template: str, /, **values: Any) -> Sentence:
    """The sentence with its values; those that are sentences are translated too."""
    return translated(template, values)


def plural_message(singular: str, plural: str, n: int, /, **values: Any) -> Sentence:
    """The sentence for one or for several; the number stands at {n} if anywhere."""
    return translated(singular, {"n": n, **values}, plural)


def _as_text(template: str, /, **values: Any) -> str:
    """Forms ask for it all the time, mostly without values."""
    return message(template, **values) if values else _gettext(template, "")


# For what a module says before there is a reader: labels, help, choices.
lazy_message = lazy(_as_text, str)
# The same for a word that has two meanings in English: context and word.
lazy_context_message = lazy(pgettext, str)


def joined(parts: Iterable[Any], between: str = ", ") -> Sentence:
    """Several in a row, each of which may be said anew; signs alone stand between."""
    values = {f"part{index}": part for index, part in enumerate(parts)}
    return translated(between.join(f"{{{name}}}" for name in values), values)


def in_language(value: Any) -> Any:
    """A sentence in the language of whoever reads now; all else as it is."""
    if not isinstance(value, Sentence):
        return value
    return translated(
        value.template, value.values, value.plural, value.begins, value.context
    )


def in_english(value: Any) -> Any:
    """A sentence in English, as text; all else as it is."""
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
    """A name written from right to left, so that it turns nothing around beside it.

    Without that, “אנה: 120” is shown with its number in front of the name.
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
    """In the reader's language; with a `plural`, `n` among the values decides."""
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
    """Without values a brace is no place."""
    return template.format_map(values) if values else template


def _gettext(template: str, context: str) -> str:
    """In the reader's language; of nothing gettext would tell its own head."""
    if context:
        return pgettext(context, template)
    return gettext(template) if template else template
