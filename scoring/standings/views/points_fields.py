"""Form fields for points of a season, and the club's own lists as they were read."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any

from django import forms

from clubs.forms import DayField
from clubs.i18n import message, points, whole_number
from scoring.core.forms import DASHES
from scoring.standings.formulas import PointsList, size_words, with_next_sizes

NUMBER = re.compile(rf"[{DASHES}]?[0-9]+(?:[.,][0-9]{{1,2}})?")


def number_typed(text: str) -> Fraction:
    """Return the number typed as “2,5” or “−1”. Raises ValueError."""
    if not NUMBER.fullmatch(text):
        raise ValueError(text)
    whole = Fraction(Decimal(text.lstrip(DASHES).replace(",", ".")))
    return -whole if text[0] in DASHES else whole


def _points_text(number: Fraction) -> str:
    """Return points in a form that can be typed again: 7.5."""
    return f"{Decimal(number.numerator) / Decimal(number.denominator):f}"


class PointsField(forms.CharField):
    """A number of points, with up to two decimals; blank means 0."""

    def prepare_value(self, value: Any) -> Any:
        return _points_text(value) if isinstance(value, Fraction) else value

    def clean(self, value: str | None) -> Fraction:
        typed = "".join((super().clean(value) or "").split())
        if not typed:
            return Fraction(0)
        try:
            return number_typed(typed)
        except ValueError:
            raise forms.ValidationError(
                message("Enter a number. For example, 2 or 2.5.")
            ) from None


class PointsListsField(forms.CharField):
    """Points by place, first place first: 12, 9, 7.5; a line for each size of field.

    “20: 12, 9, 7” is for 20 players or more. A day on a line of its own begins the
    lists that count from that day on.
    """

    def prepare_value(self, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            return value
        lines, previous = [], None
        for listed, _unused in with_next_sizes(value):
            if listed.starts and listed.starts != previous:
                lines.append(listed.starts.isoformat())
            previous = listed.starts
            size = f"{listed.players}: " if listed.players > 1 else ""
            lines.append(size + ", ".join(map(_points_text, listed.points)))
        return "\n".join(lines)

    def clean(self, value: str | None) -> list[PointsList]:
        lists: list[PointsList] = []
        starts: date | None = None
        for line in (super().clean(value) or "").splitlines():
            text = line.strip()
            if not text:
                continue
            if day := _day_typed(text.removesuffix(":").rstrip()):
                starts = day
                continue
            size, colon, listed = text.rpartition(":")
            players = _players_typed(size.strip()) if colon else 1
            if not (found := _points_typed(listed)):
                raise forms.ValidationError(
                    message(
                        "“{line}” has no points. Enter at least one number.",
                        line=text[:40],
                    )
                )
            lists.append(PointsList(found, players, starts))
        return [listed for listed, _unused in with_next_sizes(lists)]


def _day_typed(text: str) -> date | None:
    """Return the day of a line that has nothing else, or None."""
    field = DayField()
    try:
        day: date | None = field.to_python(text)
    except forms.ValidationError:
        return None
    field.validate(day)
    return day


def _players_typed(text: str) -> int:
    """Return the smallest number of players of a line. Raises ValidationError."""
    players = whole_number(text.removesuffix("+").rstrip())
    if not players:
        raise forms.ValidationError(
            message(
                "“{part}” isn’t a number of players. Start the line with the smallest "
                "number. For example, 20: 12, 9, 7.",
                part=text[:40],
            )
        )
    return players


def _points_typed(text: str) -> tuple[Fraction, ...]:
    """Return the points of a line, as they are separated. Raises ValidationError."""
    text = text.strip()
    # If blanks separate the numbers, a comma within one is a decimal comma.
    between = ";" if ";" in text else r",?\s+" if re.search(r"\s", text) else ","
    found = []
    for part in map(str.strip, re.split(between, text)):
        try:
            found += [number_typed(part)] if part else []
        except ValueError:
            raise forms.ValidationError(
                message(
                    "“{part}” isn’t a number of points. Enter numbers with commas "
                    "between them. For example, 12, 9, 7.",
                    part=part[:40],
                )
            ) from None
    return tuple(found)


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list of points as it was read; `rises` are places worth more than the last.

    `size` is empty if there is only one list, for all events.
    """

    size: str
    starts: date | None
    places: tuple[tuple[int, str], ...]
    rises: tuple[int, ...]


def read_lists(lists: Iterable[PointsList]) -> Iterator[ReadList]:
    """Yield the lists as they were read, to be checked before they are saved."""
    lists = list(lists)
    is_one = len(lists) == 1 and lists[0].players == 1
    for listed, next_size in with_next_sizes(lists):
        pairs = enumerate(pairwise(listed.points), 2)
        yield ReadList(
            "" if is_one else size_words(listed, next_size),
            listed.starts,
            tuple(
                (place, points(value)) for place, value in enumerate(listed.points, 1)
            ),
            tuple(place for place, (better, worse) in pairs if worse > better),
        )


def mark_of(lists: Iterable[PointsList]) -> str:
    """Return a text that identifies exactly these lists."""
    return "; ".join(
        f"{listed.starts or ''} {listed.players}: {' '.join(map(str, listed.points))}"
        for listed in lists
    )
