"""What the rules and the games' own tables say, in the language of whoever reads now.

A sentence of theirs is `Said`: English text that knows its template. Here whole cards,
guides, forms and tables are told at once.
"""

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar, cast

from django.utils.translation import get_language

from clubs.wording import in_language, is_said
from clubs.wording.scripts import plural_forms
from rules.sentences import WORDS, Said

T = TypeVar("T")


def spoken(value: T) -> T:
    """The same, with every sentence in it in the reader's language."""
    told: Any = value
    if isinstance(value, str):
        told = in_language(value)
    elif isinstance(value, Mapping):
        told = {key: spoken(each) for key, each in value.items()}
    elif isinstance(value, list | tuple):
        told = type(value)(map(spoken, value))
    elif is_dataclass(value) and not isinstance(value, type):
        words = {each.name: spoken(getattr(value, each.name)) for each in fields(value)}
        told = replace(value, **words)
    return cast(T, told)  # of the same type


def templates(sentences: Mapping[str, Said]) -> dict[str, str | list[str]]:
    """A table for a script, by code; of what is counted a list of its forms."""
    return {
        code: _forms(said) if said.plural else in_language(said)
        for code, said in sentences.items()
    }


def _forms(said: Said) -> list[str]:
    """Of what is counted, in the order of the catalogue."""
    if not said.plural:
        return []
    return plural_forms(said.template) or [said.template, said.plural]


def with_names(sentence: str, names: Mapping[int, str]) -> str:
    """In the reader's language, each seat by the name of whoever sits there."""
    seat = _seat_in(get_language() or "")
    text = in_language(sentence) if is_said(sentence) else sentence
    return seat.sub(lambda found: names.get(int(found[1]), found[0]), text)


@lru_cache
def _seat_in(language: str) -> re.Pattern[str]:
    """A seat as the sentences of this language name it."""
    before, after = in_language(WORDS["seat"]).split("{n}")
    named = rf"{re.escape(before)}([1-9]){re.escape(after)}"
    return re.compile(rf"(?<!\w){named}(?!\w)", re.IGNORECASE)
