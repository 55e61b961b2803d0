"""Sentences that know their values; and tables of them by code, one of each game.

A sentence remembers what it was said with, so that a site may say it in another language
(`clubs/i18n/`). As this module says it, it is English, all that the command line knows.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Self

MINUS = "\N{MINUS SIGN}"
Written = str | tuple[str, str]  # a sentence, or one for one and for several


class Sentence(str):
    """A sentence in some language, which knows its English template and its values.

    With a `plural`, the template is that of one, and `n` among the values decides. One
    that `begins` stands by itself, so it has a capital whatever its first value is.
    `context` is where it stands, if it means something else there than elsewhere.
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
        """As it stands at the beginning."""
        facts = (self.template, self.values, self.plural, True, self.context)
        return Sentence(capital(self), *facts)


class Sentences(Mapping[str, Sentence]):
    """English sentences by code; `module` is where they stand (`__name__`).

    What stands there is itself a `Sentence`: a word that goes into a sentence as it is, or a
    template whose places are still to be filled.
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
    """The sentence with its values."""
    return filled(message_template(template), values)


def plural_message(singular: str, plural: str, n: int, /, **values: object) -> Sentence:
    """The sentence for one or for several; the number stands at {n} if anywhere."""
    return filled(message_template((singular, plural)), {"n": n, **values})


def message_template(source: Written) -> Sentence:
    """A word or a template for a table: who shows it says it in the reader's language.

    One that another table has is taken as it stands there.
    """
    if isinstance(source, Sentence):
        return source
    singular, plural = (source, "") if isinstance(source, str) else source
    return Sentence(singular, singular, {}, plural)


def in_place(context: str, word: str) -> Sentence:
    """A word that means something else there than elsewhere: a short head on paper."""
    return Sentence(word, word, {}, context=context)


def filled(
    known: Sentence, values: Mapping[str, object], begins: bool = False
) -> Sentence:
    """The template of a table with its values."""
    is_plural = known.plural and values["n"] != 1
    text = (known.plural if is_plural else known.template).format_map(values)
    text = capital(text) if begins else text
    return Sentence(text, known.template, values, known.plural, begins, known.context)


def capital(text: str) -> str:
    """The text as it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def signed(number: int) -> str:
    """ "+4", "−5", "0"."""
    return f"{number:+}".replace("-", MINUS) if number else "0"


def sayer(sentences: Sentences) -> Callable[..., Sentence]:
    """Says the sentence of a code; whatever it begins with gets a capital."""

    def say(code: str, **values: object) -> Sentence:
        return filled(sentences[code], values, begins=True)

    return say


def in_figures(number: int) -> str:
    """ "4", "−5", "0": a true minus, no plus."""
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
    """ "seat 2", where a page puts a name."""
    return filled(WORDS["seat"], {"n": number})


@lru_cache(maxsize=1 << 12)
def in_chips(count: int) -> Sentence:
    """ "1 chip", "3 chips"."""
    return filled(WORDS["chips"], {"n": count})


def listed(words: Iterable[object], last: str = "and") -> str:
    """ "Uni, Velki and Trull"; one stands by itself."""
    *most, end = [*words] or [""]
    if not most:
        return end if isinstance(end, str) else str(end)
    return filled(WORDS[last], {"most": joined(most), "last": end})


def chained(words: Sequence[str], last: str = "and") -> str:
    """ "Uni and Velki and Trull"; one stands by itself."""
    *most, end = words
    return (
        filled(WORDS[last], {"most": chained(most, last), "last": end}) if most else end
    )


def joined(words: Iterable[object], sign: str = ", ") -> Sentence:
    """ "Uni, Velki": nothing between them but a sign, which no language changes."""
    values = {f"part{n}": word for n, word in enumerate(words)}
    return filled(message_template(sign.join(f"{{{name}}}" for name in values)), values)
