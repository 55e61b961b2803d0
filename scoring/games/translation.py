"""Translation of the rules' and games' sentences into the reader's language.

Their sentences are `Sentence`: English text that stores its template. The functions
here translate whole cards, guides, forms and tables at once.
"""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from django.utils.translation import get_language

from clubs.i18n import in_language
from clubs.i18n.js_catalog import plural_forms
from rules.messages import WORDS, Sentence

T = TypeVar("T")


def spoken(value: T) -> T:
    """Return a value with every sentence in it in the reader's language."""
    words: Any = value
    if isinstance(value, str):
        words = in_language(value)
    elif isinstance(value, Mapping):
        words = {key: spoken(part) for key, part in value.items()}
    elif isinstance(value, list | tuple):
        words = type(value)(map(spoken, value))
    elif is_dataclass(value) and not isinstance(value, type):
        parts = {
            known.name: spoken(getattr(value, known.name)) for known in fields(value)
        }
        words = replace(value, **parts)
    return cast(T, words)  # of the same type


def templates(sentences: Mapping[str, Sentence]) -> dict[str, str | list[str]]:
    """Return a table for a script, by code; plural sentences become lists of forms."""
    return {
        code: _forms(sentence) if sentence.plural else in_language(sentence)
        for code, sentence in sentences.items()
    }


def _forms(sentence: Sentence) -> list[str]:
    """Return the plural forms of a sentence, in the order of the catalog."""
    if not sentence.plural:
        return []
    return plural_forms(sentence.template) or [sentence.template, sentence.plural]


def with_names(sentence: str, names: Mapping[int, str]) -> str:
    """Return a sentence in the reader's language, with players' names for seats."""
    seat = _seat_in(get_language() or "")
    return seat.sub(
        lambda match: names.get(int(match[1]), match[0]), in_language(sentence)
    )


@lru_cache
def _seat_in(language: str) -> re.Pattern[str]:
    """Return a pattern for a seat as this language's sentences name it."""
    before, after = in_language(WORDS["seat"]).split("{n}")
    named = rf"{re.escape(before)}([1-9]){re.escape(after)}"
    return re.compile(rf"(?<!\w){named}(?!\w)", re.IGNORECASE)
