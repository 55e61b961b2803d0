"""What the rules and the games' own tables say, in the language of whoever reads now.

A sentence of theirs is `Sentence`: English text that knows its template. Here whole cards,
guides, forms and tables are told at once.
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
    """A value with every sentence in it in the reader's language."""
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
    """A table for a script, by code; of what is counted a list of its forms."""
    return {
        code: _forms(sentence) if sentence.plural else in_language(sentence)
        for code, sentence in sentences.items()
    }


def _forms(sentence: Sentence) -> list[str]:
    """Of what is counted, in the order of the catalogue."""
    if not sentence.plural:
        return []
    return plural_forms(sentence.template) or [sentence.template, sentence.plural]


def with_names(sentence: str, names: Mapping[int, str]) -> str:
    """In the reader's language, each seat by the name of whoever sits there."""
    seat = _seat_in(get_language() or "")
    return seat.sub(
        lambda match: names.get(int(match[1]), match[0]), in_language(sentence)
    )


@lru_cache
def _seat_in(language: str) -> re.Pattern[str]:
    """A seat as the sentences of this language name it."""
    before, after = in_language(WORDS["seat"]).split("{n}")
    named = rf"{re.escape(before)}([1-9]){re.escape(after)}"
    return re.compile(rf"(?<!\w){named}(?!\w)", re.IGNORECASE)
