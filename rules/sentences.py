"""Sentences by code, with named values: each stands once, in a table of its game."""

from collections.abc import Callable, Mapping

MINUS = "\N{MINUS SIGN}"


def capital(text: str) -> str:
    """The text as it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def signed(number: int) -> str:
    """ "+4", "−5", "0"."""
    return f"{number:+}".replace("-", MINUS) if number else "0"


def sayer(sentences: Mapping[str, str]) -> Callable[..., str]:
    """Says the sentence of a code; whatever it begins with gets a capital."""

    def say(code: str, **values: object) -> str:
        return capital(sentences[code].format_map(values))

    return say
