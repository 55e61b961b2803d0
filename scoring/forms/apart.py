"""Who must not meet, as people type it: start numbers, one group a line."""

import re

from django.core.exceptions import ValidationError


def groups_written(typed: str, known: set[int] | None = None) -> str:
    """The groups as they are kept, “3, 17”, one a line.

    `known` are the start numbers given out; None: nobody looks.

    Raises ValidationError for what is no start number, and for one that stands alone.
    """
    groups = [_group(line, known) for line in typed.splitlines()]
    return "\n".join(", ".join(map(str, group)) for group in groups if group)


def _group(line: str, known: set[int] | None) -> list[int]:
    words = [word for word in re.split(r"[\s,;]+", line.strip()) if word]
    for word in words:
        is_number = bool(re.fullmatch(r"[1-9][0-9]{0,3}", word))
        if known is None and not is_number:
            raise ValidationError(
                f"“{word}” is no start number. One group a line: 3, 17."
            )
        if known is not None and not (is_number and int(word) in known):
            raise ValidationError(
                f"Nobody has the start number “{word}”. One group a line: 3, 17."
            )
    numbers = sorted({int(word) for word in words})
    if len(numbers) == 1:
        raise ValidationError(
            f"Number {numbers[0]} stands alone. Whom must it not meet? Like 3, 17."
        )
    return numbers
