"""A sentence in the language of whoever reads, which remembers how it was said.

    say("Table {n} has {count} players.", n=3, count=5)
    say_many("{n} hand waits.", "{n} hands wait.", 3)

What is written at once needs no more than that: a `Said` is a `str`. What is kept (the
log) keeps the English sentence and its values, and is said anew to each reader. The
English sentence is its own code, as gettext has it: an old row stays readable when the
sentence is in no catalogue any more.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol, Self, TypeGuard

from django.utils.functional import Promise, lazy
from django.utils.translation import gettext, ngettext, override, pgettext

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")


class Remembered(Protocol):
    """A sentence that knows its English template and values, as those of `rules` do."""

    template: str
    plural: str
    values: Mapping[str, Any]
    begins: bool
    context: str


class Said(str):
    """The sentence in the reader's language; `english` is what is kept of it."""

    template: str  # English, with {places}
    plural: str  # the same for several, where `values["n"]` decides; else ""
    values: Mapping[str, Any]
    begins: bool  # stands at the beginning: with a capital, whatever its value is
    context: str  # where it means something else than elsewhere

    @classmethod
    def of(
        cls,
        template: str,
        plural: str,
        values: Mapping[str, Any],
        begins: bool = False,
        context: str = "",
    ) -> Self:
        several = (plural, values.get("n", 1)) if plural else ()
        here = ngettext(template, *several) if several else _here(template, context)
        text = _filled(
            here, {name: isolated(in_language(value)) for name, value in values.items()}
        )
        said = cls(_capital(text) if begins else text)
        said.template, said.plural, said.values = template, plural, values
        said.begins, said.context = begins, context
        return said

    def with_capital(self) -> "Said":
        """As it stands at the beginning."""
        facts = (self.template, self.plural, self.values, True, self.context)
        return _again(_capital(self), *facts)

    @property
    def english(self) -> str:
        """As it was written in the code, whatever the reader's language."""
        template = (
            self.plural if self.plural and self.values["n"] != 1 else self.template
        )
        text = _filled(template, {k: in_english(v) for k, v in self.values.items()})
        return _capital(text) if self.begins else text

    def __reduce__(self) -> tuple[Any, ...]:
        facts = (self.template, self.plural, dict(self.values), self.begins)
        return _again, (str(self), *facts, self.context)


def say(template: str, /, **values: Any) -> Said:
    """The sentence with its values; those said by themselves are translated too."""
    return Said.of(template, "", values)


def say_many(one: str, several: str, n: int, /, **values: Any) -> Said:
    """The sentence for one or for several; the number stands at {n} if anywhere."""
    return Said.of(one, several, {"n": n, **values})


def _said_now(template: str, /, **values: Any) -> str:
    """As text; forms ask for it all the time, mostly without values."""
    return say(template, **values) if values else _here(template, "")


# For what a module says before there is a reader: labels, help, choices.
say_later = lazy(_said_now, str)


def together(parts: Iterable[Any], between: str = ", ") -> Said:
    """Several in a row, each of which may be said anew; signs alone stand between."""
    values = {f"part{at}": part for at, part in enumerate(parts)}
    return Said.of(between.join(f"{{{each}}}" for each in values), "", values)


def in_language(value: Any) -> Any:
    """A remembered sentence in the language of whoever reads now; all else as it is."""
    if not is_said(value):
        return value
    facts = (value.template, value.plural, value.values, value.begins, value.context)
    return Said.of(*facts)


def in_english(value: Any) -> Any:
    """The same in English, for what is kept as text."""
    if isinstance(value, Promise):
        with override("en"):
            return str(value)
    return value.english if isinstance(value, Said) else value


def is_said(value: Any) -> TypeGuard[Remembered]:
    """Whether it remembers how it was said, and so may be said in another language."""
    return isinstance(value, str) and hasattr(value, "template")


def kept(value: Any) -> Any:
    """As JSON for a row: a sentence with its values; `told` says it again."""
    if isinstance(value, Promise):
        return {"said": in_english(value)}
    if not is_said(value):
        return value if isinstance(value, int) else str(value)
    said: dict[str, Any] = {"said": value.template}
    if value.plural:
        said["plural"] = value.plural
    if value.values:
        said["values"] = {each: kept(v) for each, v in value.values.items()}
    if value.begins:
        said["begins"] = True
    if value.context:
        said["context"] = value.context
    return said


def told(row: Any) -> Any:
    """What `kept` kept, in the language of whoever reads now."""
    if not isinstance(row, dict):
        return row
    values = {each: told(value) for each, value in row.get("values", {}).items()}
    begins, context = row.get("begins", False), row.get("context", "")
    return Said.of(row["said"], row.get("plural", ""), values, begins, context)


def isolated(value: Any) -> Any:
    """A name written from right to left, so that it turns nothing around beside it.

    Without that, “אנה: 120” is shown with its number in front of the name.
    """
    if isinstance(value, str) and RIGHT_TO_LEFT.search(value) and not is_said(value):
        return f"\N{FIRST STRONG ISOLATE}{value}\N{POP DIRECTIONAL ISOLATE}"
    return value


def _filled(template: str, values: Mapping[str, Any]) -> str:
    return template.format_map(values) if values else template


def _here(template: str, context: str) -> str:
    """In the reader's language; of nothing gettext would tell its own head."""
    if context:
        return pgettext(context, template)
    return gettext(template) if template else template


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _again(
    text: str,
    template: str,
    plural: str,
    values: Mapping[str, Any],
    begins: bool = False,
    context: str = "",
) -> Said:
    said = Said(text)
    said.template, said.plural, said.values = template, plural, values
    said.begins, said.context = begins, context
    return said
