"""House rules as data: allowed values, wording, and named sets of rules.

A game declares each house rule once, as a field of its `HouseRules` made by `rule`;
`House` reads changes, reports every wrong one at once, and describes a house in words.
Amounts are whole chips.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Generic, TypeVar, cast

from rules.messages import Sentence, Sentences, filled, joined, message_template, sayer
from rules.problems import Problem

MOST_CHIPS = 1000  # far above any house's amounts; catches typing mistakes
USUAL = object()  # no rule set is named: use the default

NEEDED = Sentences(
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
        "entry": (
            "{name} can contain only these values: {known}. There is no value "
            '"{value}".'
        ),
        "entry.kind": "{name} can contain only these values: {known}.",
        "entries": "{name} must be whole numbers of chips from {least} to {most}.",
        "words": "{name} must be text of 1 to {most} characters.",
    },
)


class Unfit(ValueError):
    """An error with the code of the sentence that says what the value must be."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code, self.values = code, values


def _words(names: Mapping[str, str]) -> dict[str, Sentence]:
    return {code: message_template(name) for code, name in names.items()}


def set_frozen(thing: object, **values: object) -> None:
    """Set fields of a frozen dataclass while it is being made."""
    for name, value in values.items():
        object.__setattr__(thing, name, value)


class Kind(ABC):
    """The allowed values of a house rule."""

    @abstractmethod
    def read(self, value: object) -> Any:
        """Return the field's value; raises `Unfit`."""

    def in_words(self, value: Any) -> str:
        """Return the value in words."""
        return str(value)

    def as_json(self, value: Any) -> object:
        """Return the value in the form that `read` takes."""
        return value

    def words(self) -> Iterable[Sentence]:
        """Return every message that describes the values."""
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
    """Return a kind for an amount of chips; 0 means not played for."""
    return Number(0, MOST_CHIPS, of_chips=True)


@dataclass(frozen=True, slots=True)
class Several(Kind):
    """A list with one whole number for each of `names`, such as (silent, announced)."""

    names: tuple[str, ...]
    least: int = 0
    most: int = MOST_CHIPS

    def __post_init__(self) -> None:
        set_frozen(self, names=tuple(map(message_template, self.names)))

    def read(self, value: object) -> Any:
        if isinstance(value, list | tuple) and len(value) == len(self.names):
            number = Number(self.least, self.most)
            try:
                return tuple(map(number.read, value))
            except Unfit:
                pass
        bounds = {"least": self.least, "most": f"{self.most:,}"}
        raise Unfit("list", count=len(self.names), **bounds)

    def in_words(self, value: Any) -> str:
        return ", ".join(map(str, value))

    def as_json(self, value: Any) -> object:
        return list(value)

    def words(self) -> Iterable[Sentence]:
        return map(message_template, self.names)


SILENT_ANNOUNCED = ("silent", "announced")


def pair() -> Several:
    """Return a kind for the chips of a silent and of an announced feat."""
    return Several(SILENT_ANNOUNCED)


@dataclass(frozen=True, slots=True)
class YesNo(Kind):
    """True or false."""

    def read(self, value: object) -> Any:
        if isinstance(value, bool):
            return value
        raise Unfit("flag")

    def in_words(self, value: Any) -> str:
        return NEEDED["yes" if value else "no"]


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of these codes, each with its words; `label` comes before them on a form."""

    names: Mapping[str, str]
    label: str = "which"
    sentence: str = "{choice}"

    def __post_init__(self) -> None:
        whole = {
            "label": message_template(self.label),
            "sentence": message_template(self.sentence),
        }
        set_frozen(self, names=_words(self.names), **whole)

    def read(self, value: object) -> Any:
        if isinstance(value, str) and value in self.names:
            return value
        raise Unfit("code", codes=", ".join(f'"{code}"' for code in self.names))

    def in_words(self, value: Any) -> str:
        return filled(message_template(self.sentence), {"choice": self.names[value]})

    def words(self) -> Iterable[Sentence]:
        label, sentence = message_template(self.label), message_template(self.sentence)
        return (*map(message_template, self.names.values()), label, sentence)


@dataclass(frozen=True, slots=True)
class Table(Kind):
    """Chips by code; codes that are left out aren't played.

    At least one code is needed unless the table may be `empty`. Read as a mapping in
    the order of `names`; `details` explain each name.
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
        number = Number(1, MOST_CHIPS)
        try:
            return {c: number.read(value[c]) for c in self.names if c in value}
        except Unfit:
            raise Unfit("entries", least=1, most=f"{MOST_CHIPS:,}") from None

    def in_words(self, value: Any) -> str:
        worth = ((self.names[code], chips) for code, chips in value.items())
        return joined(joined(pair, " ") for pair in worth)

    def as_json(self, value: Any) -> object:
        return dict(value)

    def words(self) -> Iterable[Sentence]:
        return map(message_template, (*self.names.values(), *self.details.values()))


@dataclass(frozen=True, slots=True)
class Words(Kind):
    """A line of text that the club writes, without spaces around it."""

    most: int

    def read(self, value: object) -> Any:
        if isinstance(value, str) and value.isprintable():
            text = value.strip()
            if text and len(text) <= self.most:
                return text
        raise Unfit("words", most=self.most)


WORDS = Sentences(
    __name__,
    {
        "changed": "{label}: {value}",
        "unknown_rules": 'There is no rule set "{preset}". Choose {known}.',
        "unknown_rules.kind": "There is no such rule set. Choose {known}.",
        "unknown": 'There is no house rule "{name}".',
        "unknown.kind": "There is no house rule of that kind.",
    },
)
say = sayer(WORDS)


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: a field of the game's house rules, described for a person."""

    name: str
    kind: Kind
    label: str
    meaning: str
    section: str

    def __post_init__(self) -> None:
        set_frozen(
            self,
            label=message_template(self.label),
            meaning=message_template(self.meaning),
        )

    def words(self) -> Iterable[Sentence]:
        """Return every message that describes the rule."""
        return (
            message_template(self.label),
            message_template(self.meaning),
            *self.kind.words(),
        )


T = TypeVar("T")
_DECLARED = "option"  # the metadata key under which a field stores its description


def rule(usual: T, kind: Kind, label: str, meaning: str, section: str = "house") -> T:
    """Return a house rule as a field of a game's house rules, with its usual value.

    `label` names the rule on a form, `meaning` says what it decides, `section` is its
    section of the rule sheet, or "house" where no rule sheet has it and houses differ.
    """
    declared = {_DECLARED: (kind, label, meaning, section)}
    if isinstance(usual, Mapping):
        return cast(T, field(default_factory=lambda: dict(usual), metadata=declared))
    return cast(T, field(default=usual, metadata=declared))


def options_of(rules: type) -> tuple[Option, ...]:
    """Return every rule of a game's house rules, in the order of declaration."""
    return tuple(
        Option(known.name, *known.metadata[_DECLARED]) for known in fields(rules)
    )


class HouseRuleError(ValueError):
    """A rule set or changes that can't be used; `problems` lists all the reasons."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))


R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Preset(Generic[R]):
    """A named set of house rules."""

    name: str
    rules: R


@dataclass(frozen=True)
class House(Generic[R]):
    """A game's house rules: `make` is the class that declares them.

    `sets` are the named sets by code; the first is the default. `sense` checks
    combinations: it returns what is wrong with rules that are right one by one.
    """

    make: type[R]
    sets: Mapping[str, Preset[R]]
    sense: Callable[[R], Iterable[Problem]] = lambda rules: ()
    options: tuple[Option, ...] = field(init=False)
    presets: Mapping[str, R] = field(init=False)  # the rules of each set
    names: Mapping[str, Sentence] = field(init=False)  # the name of each set

    def __post_init__(self) -> None:
        rules = {code: known.rules for code, known in self.sets.items()}
        names = {
            code: message_template(known.name) for code, known in self.sets.items()
        }
        options = options_of(self.make)
        set_frozen(self, options=options, presets=rules, names=names)

    @property
    def default(self) -> str:
        """The code of the set that is used where none is named."""
        return next(iter(self.sets))

    def rules(
        self, preset: object = USUAL, changes: Mapping[str, object] | None = None
    ) -> R:
        """Return the preset with these rules changed (JSON values; a table as a whole).

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
        usual = {option.name: getattr(base, option.name) for option in self.options}
        rules = self.make(**(usual | read))
        problems += self.sense(rules)
        if problems:
            raise HouseRuleError(problems)
        return rules

    def _read(
        self, name: str, value: object, read: dict[str, object]
    ) -> Problem | None:
        option = next((option for option in self.options if option.name == name), None)
        if option is None:
            code = "unknown" if isinstance(name, str) else "unknown.kind"
            return Problem("unknown_house_rule", str(name), say(code, name=name))
        try:
            read[name] = option.kind.read(value)
        except Unfit as unfit:
            return wrong_rule(name, NEEDED[unfit.code], **unfit.values)
        return None

    def _unknown(self, preset: object) -> Problem:
        code = "unknown_rules" + ("" if isinstance(preset, str) else ".kind")
        known = " or ".join(self.presets)
        return Problem("unknown_rules", "rules", say(code, preset=preset, known=known))

    def changes_in_words(
        self, preset: object, changes: Mapping[str, object]
    ) -> list[str]:
        """Return each changed rule with its value: “Slam: 12, 24”.

        Raises `HouseRuleError`.
        """
        rules = self.rules(preset, changes)
        return [
            say(
                "changed",
                label=option.label,
                value=option.kind.in_words(getattr(rules, option.name)),
            )
            for option in self.options
            if option.name in changes
        ]

    def as_changes(self, rules: R) -> dict[str, object]:
        """Return every rule as a JSON value.

        Applied as changes to any preset, they give this house.
        """
        return {
            option.name: option.kind.as_json(getattr(rules, option.name))
            for option in self.options
        }


def wrong_rule(name: str, needed: Sentence, **values: object) -> Problem:
    """Return the problem of a house rule's value; `needed` says what it must be."""
    message = filled(needed, {"name": name, **values})
    return Problem("wrong_house_rule", name, message)
