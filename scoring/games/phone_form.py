"""What a phone asks of a deal, as data: a game's `FORM`, drawn by static/deals.

    FORM = Form(
        main=(
            Seats("soloist", "Soloist", keys=(PASSED,)),
            Codes("contract", "Contract", CONTRACTS, played="contracts"),
            Number("points", "Points", of=70, hint="36 are enough."),
        ),
        more=(Doublings("doubled", "Doubled", DOUBLINGS, most="max_doubles"),),
        summary=(Say("{soloist} plays {contract}, {points} points", if_is("soloist")),),
    )

The questions of `main` are asked one after the other, those of `more` stand folded
below. A question's `path` is its field in the record (in a `Part`, in the part); bounds,
the kinds of deals it goes with, and what a list or an object holds are read from the
game's schema. It is asked where all of `when` hold of what is said elsewhere in the form,
and only in houses of which `house` is true.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from rules.deal_rotation import THROWN_IN
from rules.messages import message_template

Value = int | str | bool
House = Callable[[Any], bool]
Played = str | Callable[[Any], Collection[Any]]
Labels = Mapping[Any, str]  # code to what a key says


def always(rules: Any) -> bool:
    """In every house."""
    return True


@dataclass(frozen=True, slots=True)
class When:
    """Is a field one of `among`, or, without any, there and not false?

    With `least` the question is if it is, or has in it, so high a number; `unless` turns
    the answer round.
    """

    path: str
    among: tuple[Value, ...] = ()
    least: int | None = None
    unless: bool = False


def if_is(path: str, *values: Value) -> When:
    """Where the field is one of these; without values, where it is given."""
    return When(path, values)


def unless(path: str, *values: Value) -> When:
    """Where the field is none of these; without values, where it is not given."""
    return When(path, values, unless=True)


def if_some(path: str, least: int) -> When:
    """Where a number of the field is so high."""
    return When(path, least=least)


@dataclass(frozen=True, slots=True)
class Key:
    """A key beside a question's own answers, such as “All passed”.

    It `sets` fields of the record instead of the question's own. One that names another
    kind of deal ends the form early, for what does not go with that kind is not asked.
    One that `closes` ends a round, and is there while the game asks for such a deal.
    """

    code: str
    label: str
    sets: Mapping[str, Value] = field(default_factory=dict)
    _: KW_ONLY
    small: str = ""
    house: House = always
    closes: bool = False


def thrown_in(kind: str = "kind") -> Key:
    """The key for a misdeal; `kind` is the field in which the game names one."""
    return Key("thrown_in", message_template("Thrown in"), {kind: THROWN_IN})


@dataclass(frozen=True, slots=True)
class Question:
    """One field of the record; `label` is what a player calls it, `help` a sentence."""

    path: str
    label: str
    _: KW_ONLY
    help: str = ""
    when: tuple[When, ...] = ()
    house: House = always
    keys: tuple[Key, ...] = ()


@dataclass(frozen=True, slots=True)
class Seats(Question):
    """Who: one tap on the seats as they sit.

    `but` are fields whose seats it is not; `having` is a field of one number a seat, and
    how much somebody has there at least.
    """

    _: KW_ONLY
    but: tuple[str, ...] = ()
    having: tuple[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Codes(Question):
    """One of several: one tap. Of a flag the codes are True and False.

    `played` names the house rule, a table, without which a code is not played, or tells
    the codes of a house; `small` is a second line on the key.
    """

    codes: Labels
    _: KW_ONLY
    played: Played = ""
    small: Labels = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Number(Question):
    """A number by a keypad; of a sum (`of`) the other side's stands beside it.

    `sides` name the two. `quick` are numbers with a key of their own, of every house or
    as one has them; `least` and `step` name house rules, the least that may be said and
    what it is a multiple of.
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
    """What the codes of a list field count, such as the cards of a talon."""

    path: str
    of_code: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Shares(Question):
    """A number for each seat that plays; together they are `total`.

    So the one that is not typed is what is left. Numbers that belong to the same total
    but to no seat are `also`, field to label; `less` is taken from it.
    """

    total: int
    _: KW_ONLY
    also: Mapping[str, str] = field(default_factory=dict)
    less: Worth | None = None


@dataclass(frozen=True, slots=True)
class Flag(Question):
    """Yes at a tap; what is not said is no."""


@dataclass(frozen=True, slots=True)
class Doublings(Question):
    """How many times doubled; `names` from none on. `most` may name a house rule."""

    names: tuple[str, ...]
    _: KW_ONLY
    most: str = ""


@dataclass(frozen=True, slots=True)
class Chips(Question):
    """Codes by seat or by side: one tap each.

    `rows` are the sides, none the seats that play. As the schema says, an entry is a
    list of codes, one of them, or counts for each how often it was doubled. With
    `by_code` each code has a row and names who has it.
    """

    codes: Labels
    _: KW_ONLY
    rows: Labels = field(default_factory=dict)
    played: Played = ""
    most: str = ""
    by_code: bool = False


@dataclass(frozen=True, slots=True)
class Several(Question):
    """Any of some codes, or of the seats that play where there are no `codes`.

    `zero` is a list of one a seat: only seats that have 0 there are asked for, and
    nobody is where none has.
    """

    codes: Labels = field(default_factory=dict)
    _: KW_ONLY
    zero: str = ""


@dataclass(frozen=True, slots=True)
class Part(Question):
    """An object of the record, with questions of its own: there if one is answered."""

    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True, init=False)
class Say:
    """A part of the line that tells a deal: “{soloist} plays {contract}”.

    A seat is told by its name, a code as its key; {forehand} is the seat after the
    dealer, {points:plain} only the numbers of the seats.
    """

    text: str
    when: tuple[When, ...] = ()

    def __init__(self, text: str, *conditions: When) -> None:
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "when", conditions)


@dataclass(frozen=True, slots=True)
class Parts(Question):
    """A list of such objects, each told by its `summary`.

    Where the schema lets one stand by itself, the first is asked for at once. `grid`
    names a code and a seat of each, asked for by one tap: each code has a row, names who
    has it, and is there once.
    """

    questions: tuple[Question, ...]
    summary: tuple[Say, ...]
    _: KW_ONLY
    grid: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """After deals of these kinds the same seat deals once more."""

    kinds: tuple[str, ...]
    house: House = always


@dataclass(frozen=True, slots=True)
class Form:
    """All that is asked of a deal; table, dealer and kind need no question.

    `start` are fields that a deal has unless somebody says otherwise; `reasons` the
    usual ones for changing a recorded deal.
    """

    main: tuple[Question, ...]
    more: tuple[Question, ...] = ()
    start: Mapping[str, Value] = field(default_factory=dict)
    summary: tuple[Say, ...] = ()
    again: tuple[Again, ...] = ()
    reasons: tuple[str, ...] = ("Wrong points", "Something was forgotten")
