"""Sentences that remember their values, and tables of sentences by code.

A sentence stores its template and values, so that a site can translate it
(`clubs/i18n/`). This module itself produces English, the only language of the command
line.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Self

MINUS = "\N{MINUS SIGN}"
Written = str | tuple[str, str]  # a sentence, or a singular and a plural


class Sentence(str):
    """A sentence in some language that stores its English template and its values.

    With a `plural`, the template is the singular, and `n` among the values decides. A
    sentence that `begins` gets a capital whatever its first value is. `context`
    distinguishes meanings of equal words in different places.
    """

    __slots__ = ("begins", "context", "plural", "template", "values")
    template: str
    plural: str
    values: Mapping[str, object]
    begins: bool
    context: str

    def __new__(
        cls,
        text: str,
        template: str,
        values: Mapping[str, object],
        plural: str = "",
        begins: bool = False,
        context: str = "",
    ) -> Self:
        sentence = super().__new__(cls, text)
        sentence.template, sentence.values = template, values
        sentence.plural, sentence.begins = plural, begins
        sentence.context = context
        return sentence

    def __reduce__(self) -> tuple[object, ...]:
        facts = (self.template, dict(self.values), self.plural, self.begins)
        return Sentence, (str(self), *facts, self.context)

    def with_capital(self) -> "Sentence":
        """Return the sentence with a capital, for the beginning of a line."""
        facts = (self.template, self.values, self.plural, True, self.context)
        return Sentence(capital(self), *facts)


class Sentences(Mapping[str, Sentence]):
    """English sentences by code; `module` is the module that defines them (`__name__`).

    Each one is a `Sentence`: a word used unchanged in other sentences, or a template
    whose places are still to be filled.
    """

    def __init__(self, module: str, sentences: Mapping[str, Written]) -> None:
        self.module = module
        self._sentences = {
            code: message_template(text) for code, text in sentences.items()
        }

    def __getitem__(self, code: str) -> Sentence:
        return self._sentences[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sentences)

    def __len__(self) -> int:
        return len(self._sentences)

    def __contains__(self, code: object) -> bool:
        return code in self._sentences


def message(template: str, /, **values: object) -> Sentence:
    """Return the sentence with its values."""
    return filled(message_template(template), values)


def plural_message(singular: str, plural: str, n: int, /, **values: object) -> Sentence:
    """Return the singular or plural sentence; the number fills {n}, if there is one."""
    return filled(message_template((singular, plural)), {"n": n, **values})


def message_template(source: Written) -> Sentence:
    """Return a word or template for a table; it is translated when displayed.

    A sentence of another table is returned unchanged.
    """
    if isinstance(source, Sentence):
        return source
    singular, plural = (source, "") if isinstance(source, str) else source
    return Sentence(singular, singular, {}, plural)


def in_place(context: str, word: str) -> Sentence:
    """Return a word with a special meaning in one place, such as a head on paper."""
    return Sentence(word, word, {}, context=context)


def filled(
    known: Sentence, values: Mapping[str, object], begins: bool = False
) -> Sentence:
    """Return the template of a table with its values."""
    is_plural = known.plural and values["n"] != 1
    text = (known.plural if is_plural else known.template).format_map(values)
    text = capital(text) if begins else text
    return Sentence(text, known.template, values, known.plural, begins, known.context)


def capital(text: str) -> str:
    """Return the text with a capital, for the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def signed(number: int) -> str:
    """Return a number with its sign: "+4", "−5", "0"."""
    return f"{number:+}".replace("-", MINUS) if number else "0"


def sayer(sentences: Sentences) -> Callable[..., Sentence]:
    """Return a function that fills the sentence of a code and gives it a capital."""

    def say(code: str, **values: object) -> Sentence:
        return filled(sentences[code], values, begins=True)

    return say


def in_figures(number: int) -> str:
    """Return a number with a true minus and no plus: "4", "−5", "0"."""
    return f"{number}".replace("-", MINUS)


WORDS = Sentences(
    __name__,
    {
        "seat": "seat {n}",
        "chips": ("{n} chip", "{n} chips"),
        "and": "{most} and {last}",
        "or": "{most} or {last}",
    },
)


@lru_cache(maxsize=1 << 5)
def seat_word(number: int) -> Sentence:
    """Return "seat 2", which pages replace with a name."""
    return filled(WORDS["seat"], {"n": number})


@lru_cache(maxsize=1 << 12)
def in_chips(count: int) -> Sentence:
    """Return a number of chips in words: "1 chip", "3 chips"."""
    return filled(WORDS["chips"], {"n": count})


def listed(words: Iterable[object], last: str = "and") -> str:
    """Return a list in words: "Uni, Velki and Trull"; a single word is unchanged."""
    *most, end = [*words] or [""]
    if not most:
        return end if isinstance(end, str) else str(end)
    return filled(WORDS[last], {"most": joined(most), "last": end})


def chained(words: Sequence[str], last: str = "and") -> str:
    """Return words with "and" between all: "Uni and Velki and Trull".

    A single word is unchanged.
    """
    *most, end = words
    return (
        filled(WORDS[last], {"most": chained(most, last), "last": end}) if most else end
    )


def joined(words: Iterable[object], sign: str = ", ") -> Sentence:
    """Return words with only a sign between them, such as "Uni, Velki".

    The sign is never translated.
    """
    values = {f"part{n}": word for n, word in enumerate(words)}
    return filled(message_template(sign.join(f"{{{name}}}" for name in values)), values)
