"""What a house rule may hold: how a value of each kind is read and said.

Amounts are whole chips.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.sentences import Said, Sentences, filled, joined, template

MOST_CHIPS = 1000  # far above any house's amounts; keeps a slip of the pen out

WORDS = Sentences(
    __name__,
    {
        "yes": "yes",
        "no": "no",
        # what a rule must be
        "whole": "{name} must be a whole number from {least} to {most}.",
        "whole.chips": "{name} must be a whole number of chips from {least} to {most}.",
        "list": "{name} must be a list of {count} whole numbers from {least} to {most}.",
        "flag": "{name} must be true or false.",
        "code": "{name} must be one of {codes}.",
        "object": "{name} must be an object such as {example}.",
        "entry": '{name} must be made of the values {known}; there is none "{value}".',
        "entry.kind": "{name} must be made of the values {known}; there is none of that kind.",
        "entries": "{name} must be whole numbers of chips from {least} to {most}.",
    },
)


class Unfit(ValueError):
    """By which sentence the value must be something else."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code, self.values = code, values


def _words(names: Mapping[str, str]) -> dict[str, Said]:
    return {code: template(name) for code, name in names.items()}


def set_frozen(thing: object, **values: object) -> None:
    """Fields of a thing that is frozen, while it is made."""
    for name, value in values.items():
        object.__setattr__(thing, name, value)


class Kind(ABC):
    """What a house rule may hold."""

    @abstractmethod
    def read(self, value: object) -> Any:
        """The field's value; raises `Unfit`."""

    def said(self, value: Any) -> str:
        """The value as a person says it."""
        return str(value)

    def as_json(self, value: Any) -> object:
        """The value as `read` takes it."""
        return value

    def words(self) -> Iterable[Said]:
        """All that it may be called by."""
        return ()


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A whole number within bounds; of chips, unless it counts something else."""

    least: int
    most: int
    of_chips: bool = False

    def read(self, value: object) -> Any:
        if type(value) is int and self.least <= value <= self.most:
            return value
        code = "whole.chips" if self.of_chips else "whole"
        raise Unfit(code, least=self.least, most=f"{self.most:,}")


def chips() -> Number:
    """An amount of chips; 0: not played for."""
    return Number(0, MOST_CHIPS, of_chips=True)


@dataclass(frozen=True, slots=True)
class Several(Kind):
    """As many whole numbers as there are `names`: (silent, announced)."""

    names: tuple[str, ...]
    least: int = 0
    most: int = MOST_CHIPS

    def __post_init__(self) -> None:
        set_frozen(self, names=tuple(map(template, self.names)))

    def read(self, value: object) -> Any:
        if isinstance(value, list | tuple) and len(value) == len(self.names):
            one = Number(self.least, self.most)
            try:
                return tuple(map(one.read, value))
            except Unfit:
                pass
        bounds = {"least": self.least, "most": f"{self.most:,}"}
        raise Unfit("list", count=len(self.names), **bounds)

    def said(self, value: Any) -> str:
        return ", ".join(map(str, value))

    def as_json(self, value: Any) -> object:
        return list(value)

    def words(self) -> Iterable[Said]:
        return map(template, self.names)


SILENT_ANNOUNCED = ("silent", "announced")


def pair() -> Several:
    """Chips for a feat that was silent, and for one that was announced."""
    return Several(SILENT_ANNOUNCED)


@dataclass(frozen=True, slots=True)
class YesNo(Kind):
    """True or false."""

    def read(self, value: object) -> Any:
        if isinstance(value, bool):
            return value
        raise Unfit("flag")

    def said(self, value: Any) -> str:
        return WORDS["yes" if value else "no"]


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of these codes, each with its words; `label` stands before them on a form."""

    names: Mapping[str, str]
    label: str = "which"
    sentence: str = "{choice}"

    def __post_init__(self) -> None:
        whole = {"label": template(self.label), "sentence": template(self.sentence)}
        set_frozen(self, names=_words(self.names), **whole)

    def read(self, value: object) -> Any:
        if isinstance(value, str) and value in self.names:
            return value
        raise Unfit("code", codes=", ".join(f'"{code}"' for code in self.names))

    def said(self, value: Any) -> str:
        return filled(template(self.sentence), {"choice": self.names[value]})

    def words(self) -> Iterable[Said]:
        label, sentence = template(self.label), template(self.sentence)
        return (*map(template, self.names.values()), label, sentence)


@dataclass(frozen=True, slots=True)
class Table(Kind):
    """Code to chips, at least one unless it may be `empty`; one left out is not played.

    Read as a mapping in the order of `names`; `details` say what each name means.
    """

    names: Mapping[str, str]
    details: Mapping[str, str] = field(default_factory=dict)
    empty: bool = False
    example: str = ""

    def __post_init__(self) -> None:
        set_frozen(self, names=_words(self.names), details=_words(self.details))

    def read(self, value: object) -> Any:
        if not isinstance(value, dict) or not (value or self.empty):
            example = self.example or f'{{"{next(iter(self.names))}": 4}}'
            raise Unfit("object", example=example)
        unknown = [code for code in value if code not in self.names]
        if unknown:
            code = "entry" if isinstance(unknown[0], str) else "entry.kind"
            raise Unfit(code, known=", ".join(self.names), value=unknown[0])
        one = Number(1, MOST_CHIPS)
        try:
            return {c: one.read(value[c]) for c in self.names if c in value}
        except Unfit:
            raise Unfit("entries", least=1, most=f"{MOST_CHIPS:,}") from None

    def said(self, value: Any) -> str:
        worth = ((self.names[code], chips) for code, chips in value.items())
        return joined(joined(each, " ") for each in worth)

    def as_json(self, value: Any) -> object:
        return dict(value)

    def words(self) -> Iterable[Said]:
        return map(template, (*self.names.values(), *self.details.values()))
