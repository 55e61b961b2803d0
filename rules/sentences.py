"""Sentences by code, with named values: each stands once, in a table of its game.

A sentence remembers what it was said with, so that a site may say it in another language;
as text it is English, and that is all that the command line knows.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Self

MINUS = "\N{MINUS SIGN}"


class Sentences(Mapping[str, str]):
    """English sentences by code; `module` is where they stand (`__name__`)."""

    def __init__(self, module: str, sentences: Mapping[str, str]) -> None:
        self.module = module
        self._sentences = dict(sentences)

    def __getitem__(self, code: str) -> str:
        return self._sentences[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sentences)

    def __len__(self) -> int:
        return len(self._sentences)

    def word(self, code: str) -> "Said":
        """One without values, as it stands within a sentence: a name, a fault."""
        return Said(self[code], self[code], {})


class Said(str):
    """A sentence in English which knows its template and its values."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, object]

    def __new__(cls, text: str, template: str, values: Mapping[str, object]) -> Self:
        said = super().__new__(cls, text)
        said.template, said.values = template, values
        return said

    def __reduce__(self) -> tuple[object, ...]:
        return Said, (str(self), self.template, dict(self.values))


def capital(text: str) -> str:
    """The text as it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def signed(number: int) -> str:
    """ "+4", "−5", "0"."""
    return f"{number:+}".replace("-", MINUS) if number else "0"


def sayer(sentences: Mapping[str, str]) -> Callable[..., Said]:
    """Says the sentence of a code; whatever it begins with gets a capital."""

    def say(code: str, **values: object) -> Said:
        template = sentences[code]
        return Said(capital(template.format_map(values)), template, values)

    return say
