"""Shapes of record fields as data: numbers, codes, seats, lists, objects.

Reading a value by its shape gives what the game's deal is made of, or records every
problem at its path, such as `pagat.holder`, `honours[0].to`, `bonuses.2`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.labels import field_name
from rules.messages import Sentence, Sentences, filled, joined, seat_word
from rules.problems import Problem, teller

# Every problem of shape, by code, as a message to a person.
SHAPE_CODES = Sentences(
    __name__,
    {
        "not_an_object": "{what} must be an object with named fields.",
        "unknown_field": "{what}: this field doesn’t exist.",
        "not_with_kind": "{kind} can’t have {what}. Leave it out.",
        "missing_field": "{what} is missing.",
        "not_a_whole_number": "{what} must be a whole number.",
        "not_true_or_false": "{what} must be true or false.",
        "not_text": "{what} must be text.",
        "not_a_list": "{what} must be a list.",
        "out_of_range": "{what} must be from {least} to {most}, not {value}.",
        "wrong_length": "{what}: enter one for each of the {count} seats.",
        "wrong_length.most": "{what}: enter at least one and at most {most}.",
        "unknown_code": "{what} must be one of {codes}.",
        "not_a_seat": "{what} must be a seat, 1 to {count}.",
        "sits_out": "{what}: {who} is the dealer and sits out.",
        "twice": "{what} is entered twice.",
    },
)
# The parts of a path in words: “Points of seat 2”, “Honours number 1, to”.
PATHS = Sentences(
    __name__,
    {
        "whole": "the record",
        "of_seat": "{what} of {seat}",
        "number": "{what} number {n}",
    },
)

tell = teller(SHAPE_CODES)

_IN_LIST = re.compile(r"\[(\d+)\]$")
_WRONG = object()


class Reading:
    """A record being read: its table, the seat sitting out, and the problems found."""

    def __init__(self, table: int = 0, kind: str = "") -> None:
        self.table = table
        self.kind = kind
        self.sits_out: int | None = None
        self.problems: list[Problem] = []
        self.by_seat: set[str] = set()  # lists whose entries belong to seats

    def wrong(self, code: str, path: str, **values: object) -> object:
        """Record the problem and return the marker of a value that cannot be used."""
        problem = tell(code, path, what=self._named(path), **values)
        self.problems.append(problem)
        return _WRONG

    def _named(self, path: str) -> Sentence:
        """Return the path in words: “points of seat 2”."""
        if not path:
            return PATHS["whole"]
        parts = path.split(".")
        so_far = [".".join(parts[: n + 1]) for n in range(len(parts))]
        return joined(map(self._part, parts, so_far))

    def _part(self, part: str, path: str) -> str:
        """Return one name of the path in words, with its number in a list."""
        match = _IN_LIST.search(part)
        if not match:
            return field_name(part)
        label, number = field_name(part[: match.start()]), int(match[1]) + 1
        if path[: -len(match[0])] in self.by_seat:
            return filled(PATHS["of_seat"], {"what": label, "seat": seat_word(number)})
        return filled(PATHS["number"], {"what": label, "n": number})


@dataclass(frozen=True, slots=True)
class Shape(ABC):
    """The allowed values of one field."""

    @abstractmethod
    def read(self, value: object, path: str, reading: Reading) -> Any:
        """Return the value for the deal, or the marker of a wrong one.

        `value` is not null.
        """

    def is_plain(self, value: object) -> bool:
        """Return whether the value is right and can be used unchanged.

        Only a shortcut to avoid `read`: False may be returned for a right value.
        """
        return False


@dataclass(frozen=True, slots=True)
class Whole(Shape):
    """A whole number within bounds; 54.0 and true don't count as whole numbers."""

    least: int
    most: int

    def is_plain(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def read(self, value: object, path: str, reading: Reading) -> Any:
        if type(value) is not int:
            return reading.wrong("not_a_whole_number", path)
        if not self.least <= value <= self.most:
            return reading.wrong(
                "out_of_range", path, least=self.least, most=self.most, value=value
            )
        return value


@dataclass(frozen=True, slots=True)
class Flag(Shape):
    """A value that is true or false."""

    def read(self, value: object, path: str, reading: Reading) -> Any:
        if type(value) is not bool:
            return reading.wrong("not_true_or_false", path)
        return value


@dataclass(frozen=True, slots=True)
class Text(Shape):
    """Any text."""

    def read(self, value: object, path: str, reading: Reading) -> Any:
        return value if isinstance(value, str) else reading.wrong("not_text", path)


@dataclass(frozen=True, slots=True)
class Code(Shape):
    """One of a fixed set of codes."""

    codes: tuple[str, ...]

    def read(self, value: object, path: str, reading: Reading) -> Any:
        if isinstance(value, str) and value in self.codes:
            return value
        return reading.wrong("unknown_code", path, codes=", ".join(self.codes))


@dataclass(frozen=True, slots=True)
class Seat(Shape):
    """A seat of the table; with `active` it can't be the dealer who sits out."""

    active: bool = True

    def read(self, value: object, path: str, reading: Reading) -> Any:
        if type(value) is not int or not 1 <= value <= reading.table:
            return reading.wrong("not_a_seat", path, count=reading.table)
        if self.active and value == reading.sits_out:
            return reading.wrong("sits_out", path, who=seat_word(value))
        return value


@dataclass(frozen=True, slots=True)
class ListOf(Shape):
    """A list; read as a tuple. With `once` every entry must be different."""

    entry: Shape
    once: bool = False

    def read(self, value: object, path: str, reading: Reading) -> Any:
        if not isinstance(value, list):
            return reading.wrong("not_a_list", path)
        read: list[object] = []
        for index, entry in enumerate(value):
            entry_path = f"{path}[{index}]"
            known = self.entry.read(entry, entry_path, reading)
            if self.once and known is not _WRONG and known in read:
                reading.wrong("twice", entry_path)
            read.append(known)
        return tuple(read)


@dataclass(frozen=True, slots=True)
class OneOrMore(Shape):
    """A single entry, or a list of one to `most` entries; a list is read as a tuple."""

    entry: Shape
    most: int

    def read(self, value: object, path: str, reading: Reading) -> Any:
        if not isinstance(value, list):
            return self.entry.read(value, path, reading)
        if not 1 <= len(value) <= self.most:
            return reading.wrong("wrong_length.most", path, most=self.most)
        return ListOf(self.entry).read(value, path, reading)


@dataclass(frozen=True, slots=True)
class EachSeat(Shape):
    """A list with one entry a seat of the table; read as a tuple."""

    entry: Shape

    def read(self, value: object, path: str, reading: Reading) -> Any:
        if not isinstance(value, list):
            return reading.wrong("not_a_list", path)
        if len(value) != reading.table:
            return reading.wrong("wrong_length", path, count=reading.table)
        entry = self.entry
        if all(map(entry.is_plain, value)):
            return tuple(value)
        reading.by_seat.add(path)
        return tuple(
            entry.read(seat_value, f"{path}[{index}]", reading)
            for index, seat_value in enumerate(value)
        )


@dataclass(frozen=True, slots=True)
class BySeat(Shape):
    """An object with active seats as keys, `{"2": …}`; read with numbers as keys."""

    entry: Shape

    def read(self, value: object, path: str, reading: Reading) -> Any:
        if not isinstance(value, dict):
            return reading.wrong("not_an_object", path)
        read: dict[int, object] = {}
        for key, entry_value in value.items():
            entry_path = f"{path}.{key}"
            seat = int(key) if len(key) == 1 and key in "123456789" else 0
            known = Seat().read(seat, entry_path, reading)
            if known is not _WRONG and entry_value is not None:
                read[seat] = self.entry.read(entry_value, entry_path, reading)
        return read


@dataclass(frozen=True, slots=True)
class ByCode(Shape):
    """An object whose keys are codes of a fixed set."""

    codes: tuple[str, ...]
    entry: Shape

    def read(self, value: object, path: str, reading: Reading) -> Any:
        if not isinstance(value, dict):
            return reading.wrong("not_an_object", path)
        read: dict[str, object] = {}
        for key, entry_value in value.items():
            entry_path = f"{path}.{key}"
            if key not in self.codes:
                reading.wrong("unknown_code", entry_path, codes=", ".join(self.codes))
            elif entry_value is not None:
                read[key] = self.entry.read(entry_value, entry_path, reading)
        return read


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a record: its shape, and the kinds of deal that allow or need it.

    Without `kinds` every kind of deal allows the field; `needed` may name kinds.
    """

    shape: Shape
    needed: bool | tuple[str, ...] = False
    kinds: tuple[str, ...] = ()

    def is_needed(self, kind: str) -> bool:
        """Return whether a deal of this kind must have the field."""
        if isinstance(self.needed, tuple):
            return kind in self.needed
        return self.needed and (not self.kinds or kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Object(Shape):
    """An object with named fields; read as `make(**fields)`, absent ones left out."""

    make: Callable[..., Any]
    known: Mapping[str, Field]

    def read(self, value: object, path: str, reading: Reading) -> Any:
        if not isinstance(value, dict):
            return reading.wrong("not_an_object", path)
        before = len(reading.problems)
        start = f"{path}." if path else ""
        values = self.fields(value, start, reading)
        return _WRONG if len(reading.problems) > before else self.make(**values)

    def fields(
        self, value: Mapping[str, object], start: str, reading: Reading
    ) -> dict[str, Any]:
        """Return every present field, read; record the problems in `reading`."""
        read: dict[str, Any] = {}
        for name in value:
            if name not in self.known:
                reading.wrong("unknown_field", f"{start}{name}")
        kind = reading.kind
        for name, known in self.known.items():
            field_value = value.get(name)
            if field_value is None:
                if known.is_needed(kind):
                    reading.wrong("missing_field", f"{start}{name}")
            elif known.kinds and kind not in known.kinds:
                reading.wrong("not_with_kind", f"{start}{name}", kind=field_name(kind))
            else:
                read[name] = known.shape.read(field_value, f"{start}{name}", reading)
        return read
