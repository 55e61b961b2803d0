"""House rules as data: what each may hold, how it is said, and the sets of them.

A game lists its `Option`s once; `House` reads changes by them, names every wrong one at
once, and says a house in words. Amounts are whole chips.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from rules.problems import Problem

USUAL = object()  # where nobody names a rule set
MOST_CHIPS = 1000  # far above any house's amounts; keeps a slip of the pen out


class Unfit(ValueError):
    """Says what the value must be."""


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


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A whole number within bounds."""

    least: int
    most: int
    unit: str = ""

    def read(self, value: object) -> Any:
        if type(value) is int and self.least <= value <= self.most:
            return value
        what = f"a whole number of {self.unit}" if self.unit else "a whole number"
        raise Unfit(f"{what} from {self.least} to {self.most:,}")


def chips() -> Number:
    """An amount of chips; 0: not played for."""
    return Number(0, MOST_CHIPS, "chips")


@dataclass(frozen=True, slots=True)
class Several(Kind):
    """As many whole numbers as there are `names`: (silent, announced)."""

    names: tuple[str, ...]
    least: int = 0
    most: int = MOST_CHIPS

    def read(self, value: object) -> Any:
        if isinstance(value, list | tuple) and len(value) == len(self.names):
            one = Number(self.least, self.most)
            try:
                return tuple(map(one.read, value))
            except Unfit:
                pass
        bounds = f"from {self.least} to {self.most:,}"
        raise Unfit(f"a list of {len(self.names)} whole numbers {bounds}")

    def said(self, value: Any) -> str:
        return ", ".join(map(str, value))

    def as_json(self, value: Any) -> object:
        return list(value)


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
        raise Unfit("true or false")

    def said(self, value: Any) -> str:
        return "yes" if value else "no"


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of these codes, each with its words; `label` stands before them on a form."""

    names: Mapping[str, str]
    label: str = "which"
    sentence: str = "{}"

    def read(self, value: object) -> Any:
        if isinstance(value, str) and value in self.names:
            return value
        raise Unfit("one of " + ", ".join(f'"{code}"' for code in self.names))

    def said(self, value: Any) -> str:
        return self.sentence.format(self.names[value])


@dataclass(frozen=True, slots=True)
class Table(Kind):
    """Code to chips, at least one unless it may be `empty`; one left out is not played.

    Read as a mapping in the order of `names`; `details` say what each name means.
    """

    names: Mapping[str, str]
    details: Mapping[str, str] = field(default_factory=dict)
    empty: bool = False
    example: str = ""

    def read(self, value: object) -> Any:
        if not isinstance(value, dict) or not (value or self.empty):
            example = self.example or f'{{"{next(iter(self.names))}": 4}}'
            raise Unfit(f"an object such as {example}")
        unknown = [code for code in value if code not in self.names]
        if unknown:
            known = ", ".join(self.names)
            named = _named(unknown[0])
            raise Unfit(f"made of the values {known}; there is none {named}")
        one = Number(1, MOST_CHIPS)
        try:
            return {c: one.read(value[c]) for c in self.names if c in value}
        except Unfit:
            bounds = f"from 1 to {MOST_CHIPS:,}"
            raise Unfit(f"whole numbers of chips {bounds}") from None

    def said(self, value: Any) -> str:
        return ", ".join(f"{self.names[code]} {chips}" for code, chips in value.items())

    def as_json(self, value: Any) -> object:
        return dict(value)


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: a field of the game's house rules, described for a person."""

    name: str
    kind: Kind
    label: str
    meaning: str
    section: str


class HouseRuleError(ValueError):
    """The rule set or some of its changes cannot be; `problems` lists all of it."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))


R = TypeVar("R")


@dataclass(frozen=True)
class House(Generic[R]):
    """A game's house rules: `make` builds a set from all options by name.

    `presets` are the named sets, `default` the one meant where none is named; `sense`
    says what is wrong with rules that are right one by one.
    """

    make: Callable[..., R]
    options: tuple[Option, ...]
    presets: Mapping[str, R]
    default: str
    sense: Callable[[R], Iterable[Problem]] = lambda rules: ()

    def rules(
        self, preset: object = USUAL, changes: Mapping[str, object] | None = None
    ) -> R:
        """The preset with these rules changed (JSON values; a table as a whole).

        Raises `HouseRuleError` naming every unknown name and every wrong value at once.
        """
        preset = self.default if preset is USUAL else preset
        problems: list[Problem] = []
        if not isinstance(preset, str) or preset not in self.presets:
            problems.append(self._unknown(preset))
            preset = self.default
        read: dict[str, object] = {}
        for name, value in (changes or {}).items():
            wrong = self._read(name, value, read)
            problems += [wrong] if wrong else []
        if problems:
            raise HouseRuleError(problems)
        base = self.presets[str(preset)]
        usual = {each.name: getattr(base, each.name) for each in self.options}
        rules = self.make(**(usual | read))
        problems += self.sense(rules)
        if problems:
            raise HouseRuleError(problems)
        return rules

    def _read(
        self, name: str, value: object, read: dict[str, object]
    ) -> Problem | None:
        option = next((each for each in self.options if each.name == name), None)
        if option is None:
            message = f"There is no house rule {_named(name)}."
            return Problem("unknown_house_rule", str(name), message)
        try:
            read[name] = option.kind.read(value)
        except Unfit as unfit:
            return wrong_rule(name, str(unfit))
        return None

    def _unknown(self, preset: object) -> Problem:
        named = isinstance(preset, str)
        given = f'no rule set "{preset}"' if named else "no such rule set"
        message = f"There is {given}; choose {' or '.join(self.presets)}."
        return Problem("unknown_rules", "rules", message)

    def changes_in_words(
        self, preset: object, changes: Mapping[str, object]
    ) -> list[str]:
        """Each changed rule with its value: “Slam: 12, 24”. Raises `HouseRuleError`."""
        rules = self.rules(preset, changes)
        return [
            f"{each.label}: {each.kind.said(getattr(rules, each.name))}"
            for each in self.options
            if each.name in changes
        ]

    def as_changes(self, rules: R) -> dict[str, object]:
        """Every rule as a JSON value; any preset with these is the same house."""
        return {
            each.name: each.kind.as_json(getattr(rules, each.name))
            for each in self.options
        }


def _named(name: object) -> str:
    return f'"{name}"' if isinstance(name, str) else "of that kind"


def wrong_rule(name: str, needed: str) -> Problem:
    """A house rule whose value cannot be, and what it must be."""
    return Problem("wrong_house_rule", name, f"{name} must be {needed}.")
