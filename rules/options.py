"""House rules as data: how each is said, and the sets of them.

A game lists its `Option`s once; `House` reads changes by them, names every wrong one at
once, and says a house in words. Amounts are whole chips.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.option_kinds import WORDS as NEEDED
from rules.option_kinds import Kind, Unfit, set_frozen
from rules.problems import Problem
from rules.sentences import Said, Sentences, filled, sayer, template

USUAL = object()  # where nobody names a rule set

WORDS = Sentences(
    __name__,
    {
        "changed": "{label}: {value}",
        "unknown_rules": 'There is no rule set "{preset}"; choose {known}.',
        "unknown_rules.kind": "There is no such rule set; choose {known}.",
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
        set_frozen(self, label=template(self.label), meaning=template(self.meaning))

    def words(self) -> Iterable[Said]:
        """All that it is told by."""
        return (template(self.label), template(self.meaning), *self.kind.words())


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
        """Each changed rule with its value: “Slam: 12, 24”. Raises `HouseRuleError`."""
        rules = self.rules(preset, changes)
        return [
            say(
                "changed",
                label=each.label,
                value=each.kind.said(getattr(rules, each.name)),
            )
            for each in self.options
            if each.name in changes
        ]

    def as_changes(self, rules: R) -> dict[str, object]:
        """Every rule as a JSON value; any preset with these is the same house."""
        return {
            each.name: each.kind.as_json(getattr(rules, each.name))
            for each in self.options
        }


def wrong_rule(name: str, needed: Said, **values: object) -> Problem:
    """A house rule whose value cannot be: the sentence says what it must be."""
    message = filled(needed, {"name": name, **values})
    return Problem("wrong_house_rule", name, message)
