"""Questions of a phone about a deal, as data: a game's `FORM`, drawn by static/deals.

    FORM = Form(
        main=(
            Seats("soloist", "Soloist", keys=(PASSED,)),
            Codes("contract", "Contract", CONTRACTS, played="contracts"),
            Number("points", "Points", of=70, hint="36 are enough."),
        ),
        more=(Doublings("doubled", "Doubled", DOUBLINGS, most="max_doubles"),),
        summary=(Say("{soloist} plays {contract}, {points} points", if_is("soloist")),),
    )

The questions of `main` are asked one after the other; those of `more` are in a folded
section below. A question's `path` is its field in the record (in a `Part`, in the
part); bounds, the kinds of deals it goes with, and the entries of a list or an object
are read from the game's schema. A question is asked if all of `when` hold for the other
answers of the form, and only in houses of which `house` is true.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from rules.deal_rotation import THROWN_IN
from rules.messages import message_template

Value = int | str | bool
House = Callable[[Any], bool]
Played = str | Callable[[Any], Collection[Any]]
Labels = Mapping[Any, str]  # code to the text of a key


def always(rules: Any) -> bool:
    """Return True: for every house."""
    return True


@dataclass(frozen=True, slots=True)
class When:
    """A condition on a field: it is one of `among`, or without any, it isn't false.

    Without `among` the field must be given, too. With `least` the field must be, or
    contain, at least this number; `unless` inverts the condition.
    """

    path: str
    among: tuple[Value, ...] = ()
    least: int | None = None
    unless: bool = False


def if_is(path: str, *values: Value) -> When:
    """Return a condition: the field is one of these; without values, it is given."""
    return When(path, values)


def unless(path: str, *values: Value) -> When:
    """Return a condition: the field is none of these; without values, isn't given."""
    return When(path, values, unless=True)


def if_some(path: str, least: int) -> When:
    """Return a condition: a number of the field is at least this high."""
    return When(path, least=least)


@dataclass(frozen=True, slots=True)
class Key:
    """An additional key next to a question's own answers, such as “All passed”.

    It `sets` fields of the record instead of the question's own. A key that selects
    another kind of deal ends the form early, because questions that don't fit that kind
    are skipped. A key that `closes` ends a round, and is available while the game asks
    for such a deal.
    """

    code: str
    label: str
    sets: Mapping[str, Value] = field(default_factory=dict)
    _: KW_ONLY
    small: str = ""
    house: House = always
    closes: bool = False


def thrown_in(kind: str = "kind") -> Key:
    """Return the key for a misdeal; `kind` is the field for the kind of deal."""
    return Key("thrown_in", message_template("Thrown in"), {kind: THROWN_IN})


@dataclass(frozen=True, slots=True)
class Question:
    """One field of the record; `label` is its name for players, `help` a sentence."""

    path: str
    label: str
    _: KW_ONLY
    help: str = ""
    when: tuple[When, ...] = ()
    house: House = always
    keys: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True)
class Seats(Question):
    """A question for a seat: one tap on the seats as they sit.

    `but` are fields whose seats are excluded; `having` is a field with one number a
    seat, and the minimum a seat needs there.
    """

    _: KW_ONLY
    but: tuple[str, ...] = ()
    having: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Codes(Question):
    """A choice of one code: one tap. For a flag the codes are True and False.

    `played` names the house rule, a table, without which a code is not played, or
    returns the codes of a house; `small` is a second line on the key.
    """

    codes: Labels
    _: KW_ONLY
    played: Played = ""
    small: Labels = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Number(Question):
    """A number by a keypad.

    For a part of a sum (`of`), the other side's part is displayed next to it. `sides`
    name the two. `quick` are numbers with a key of their own, for every house or by
    house; `least` and `step` name house rules: the lowest number allowed, and the
    number of which it must be a multiple.
    """

    _: KW_ONLY
    of: int = 0
    sides: tuple[str, str] = ("", "")
    hint: str = ""
    quick: tuple[int, ...] | Callable[[Any], tuple[int, ...]] = ()
    least: str = ""
    step: str = ""


@dataclass(frozen=True, slots=True)
class Worth:
    """The worth of the codes of a list field, such as the cards of a talon."""

    path: str
    of_code: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Shares(Question):
    """A number for each seat that plays; together they are `total`.

    So the number that is not typed is the rest. `also` are numbers that belong to the
    total but to no seat, field to label; `less` is subtracted from it.
    """

    total: int
    _: KW_ONLY
    also: Mapping[str, str] = field(default_factory=dict)
    less: Worth | None = None


@dataclass(frozen=True, slots=True)
class Flag(Question):
    """A yes at a tap; no answer means no."""


@dataclass(frozen=True, slots=True)
class Doublings(Question):
    """A number of doublings; `names` start at none. `most` may name a house rule."""

    names: tuple[str, ...]
    _: KW_ONLY
    most: str = ""


@dataclass(frozen=True, slots=True)
class Chips(Question):
    """Codes by seat or by side: one tap each.

    `rows` are the sides; if empty, the seats that play. Depending on the schema, an
    entry is a list of codes, one code, or the number of doublings of each. With
    `by_code` each code has a row and names the seat that has it.
    """

    codes: Labels
    _: KW_ONLY
    rows: Labels = field(default_factory=dict)
    played: Played = ""
    most: str = ""
    by_code: bool = False


@dataclass(frozen=True, slots=True)
class Several(Question):
    """Any number of codes, or of the seats that play if there are no `codes`.

    `zero` is a list with one number a seat: only seats with 0 there are offered, and
    none if no seat has 0.
    """

    codes: Labels = field(default_factory=dict)
    _: KW_ONLY
    zero: str = ""


@dataclass(frozen=True, slots=True)
class Part(Question):
    """An object of the record with questions of its own, present if one is answered."""

    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True, init=False)
class Say:
    """A part of the line that describes a deal: “{soloist} plays {contract}”.

    A seat is replaced by its name, a code by its key's text; {forehand} is the seat
    after the dealer, {points:plain} only the numbers of the seats.
    """

    text: str
    when: tuple[When, ...] = ()

    def __init__(self, text: str, *conditions: When) -> None:
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "when", conditions)


@dataclass(frozen=True, slots=True)
class Parts(Question):
    """A list of objects with questions, each described by its `summary`.

    Where the schema allows a single object, the first is asked for at once. `grid`
    names a code and a seat of each, asked for by one tap: each code has a row, names
    the seat that has it, and appears once.
    """

    questions: tuple[Question, ...]
    summary: tuple[Say, ...]
    _: KW_ONLY
    grid: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """A rule that the same dealer deals again after deals of these kinds."""

    kinds: tuple[str, ...]
    house: House = always


@dataclass(frozen=True, slots=True)
class Form:
    """All questions about a deal; table, dealer and kind need no question.

    `start` are default fields of a deal; `reasons` the usual reasons for changing a
    recorded deal.
    """

    main: tuple[Question, ...]
    more: tuple[Question, ...] = ()
    start: Mapping[str, Value] = field(default_factory=dict)
    summary: tuple[Say, ...] = ()
    again: tuple[Again, ...] = ()
    reasons: tuple[str, ...] = ("Wrong points", "Something was forgotten")
