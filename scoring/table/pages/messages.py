"""What a phone sends: a JSON object, read field by field.

Garbled is what no page of ours sends. A field that is missing or of the wrong kind is
Refused at its name, like any other wrong input.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, NoReturn

from clubs.wording import chips, in_words, say
from scoring.core.forms.numbers import MOST
from scoring.core.services.changes import Refused
from scoring.core.services.texts import refuse_unfit
from scoring.sheets.recording import SentHand

KEY = re.compile(r"[0-9a-f]{32}")  # 128 random bits, made by the phone
MOST_ID = 2**63 - 1  # of a row


class Garbled(Exception):
    """No message of ours: why, in a few words."""


@dataclass(frozen=True, slots=True)
class Message:
    """The fields of a message; whoever reads one says what it must be.

    `size` is how many sit at the table. All readers raise Refused at the field's name.
    """

    fields: Mapping[str, Any]
    size: int

    def key(self) -> str:
        """The key of this write, or of the phone itself."""
        value = self.fields.get("key")
        if not isinstance(value, str) or not KEY.fullmatch(value):
            raise Refused(say("A key is 32 hexadecimal digits."), "key")
        return value

    def text(self, name: str) -> str:
        """Words, or the key of something saved before; nothing where left out."""
        value = self.fields.get(name)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise Refused(say("This must be text."), name)
        return value

    def whole(self, name: str, least: int = -MOST, most: int = MOST) -> int:
        """A whole number; neither 54.0 nor True is one."""
        return _whole(self.fields.get(name), name, least, most)

    def seat(self, name: str = "seat") -> int:
        return self.whole(name, 1, self.size)

    def seat_or_none(self, name: str = "seat") -> int | None:
        return None if self.fields.get(name) is None else self.seat(name)

    def yes(self, name: str) -> bool:
        value = self.fields.get(name)
        if not isinstance(value, bool):
            raise Refused(say("This must be true or false."), name)
        return value

    def each(self, name: str) -> list[Any]:
        """Something for each of the seats, to be looked at further."""
        value = self.fields.get(name)
        if not isinstance(value, list) or len(value) != self.size:
            raise Refused(
                say("This needs {n}, one for each seat.", n=in_words(self.size)), name
            )
        return value

    def each_whole(self, name: str) -> list[int]:
        return [_whole(each, name, -MOST, MOST) for each in self.each(name)]

    def seats(self) -> list[int | None]:
        """Whose id for each seat; nobody's on a free one."""
        return [
            None if each is None else _whole(each, "seats", 1, MOST_ID)
            for each in self.each("seats")
        ]

    def game_record(self) -> dict[str, Any]:
        """A hand as the game writes it down; what is in it the rules look at."""
        value = self.fields.get("record")
        if not isinstance(value, dict):
            raise Refused(say("This must be the record of a hand."), "record")
        return value

    def hand(self) -> SentHand:
        """A hand, or with `replaces` another version of one."""
        return SentHand(
            key=self.key(),
            record=self.game_record(),
            number=self.whole("number", 1),
            dealer=self.seat_or_none("dealer"),
            note=self.text("note"),
            replaces=self.text("replaces"),
            reason=self.text("reason"),
        )


def read(body: bytes, size: int) -> Message:
    """The message in a request's body from a table of this size. Raises Garbled."""
    try:
        value = _STRICT.decode(body.decode())
        refuse_unfit(value, "")
    except (ValueError, RecursionError, Refused) as error:
        raise Garbled(say("This is no message of the table page.")) from error
    if not isinstance(value, dict):
        raise Garbled(say("A message is a JSON object."))
    return Message(value, size)


def _whole(value: Any, name: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise Refused(
            say(
                "Type a whole number from {least} to {most}.",
                least=chips(least),
                most=most,
            ),
            name,
        )
    return value


def _single(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field stands twice")
    return fields


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError("too large a number")
    return number


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a JSON number")


_STRICT = json.JSONDecoder(
    object_pairs_hook=_single, parse_float=_finite, parse_constant=_no_constant
)
