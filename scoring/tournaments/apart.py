"""Who must not meet, as people type it: start numbers, one group a line."""

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from django.core.exceptions import ValidationError

from clubs.wording import say

Read = TypeVar("Read")


def groups_written(typed: str) -> str:
    """The groups as they are kept, “3, 17”, one a line.

    Raises ValidationError for what is no start number, and for one that stands alone;
    every wrong line has its message.
    """
    groups = each_line(typed.splitlines(), _group)
    return "\n".join(", ".join(map(str, group)) for group in groups if group)


def each_line(lines: Iterable[str], read: Callable[[str], Read]) -> list[Read]:
    """What `read` makes of each line. Raises ValidationError with all that is wrong."""
    found, wrong = [], []
    for line in lines:
        try:
            found.append(read(line))
        except ValidationError as error:
            wrong += error.messages
    if wrong:
        raise ValidationError([*dict.fromkeys(wrong)])
    return found


def _group(line: str) -> list[int]:
    words = [word for word in re.split(r"[\s,;]+", line.strip()) if word]
    for word in words:
        if not re.fullmatch(r"[1-9][0-9]{0,3}", word):
            raise ValidationError(
                say("“{word}” is no start number. One group a line: 3, 17.", word=word)
            )
    numbers = sorted({int(word) for word in words})
    if len(numbers) == 1:
        raise ValidationError(
            say(
                "Number {number} stands alone. Whom must it not meet? Like 3, 17.",
                number=numbers[0],
            )
        )
    return numbers
