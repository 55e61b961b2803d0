"""The cells of an evening read: numbers, places and points, and what is wrong with them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from clubs.wording import say
from scoring.old_lists.cells import is_blank, number_in, place_in
from scoring.old_lists.choices import Choices, Holds
from scoring.old_lists.dates import Heard
from scoring.old_lists.facts import LONGEST_NAME, Fact, PastEvening
from scoring.old_lists.gathered import Cells, Gathered
from scoring.old_lists.heads import Meaning

MOST_PROBLEMS = 5  # of one evening
MOST_CHIPS = 1_000_000
ENOUGH_LETTERS = 3  # of a title


@dataclass(frozen=True, slots=True)
class FoundEvening:
    """An evening of the list. `day` None: nobody could say it yet.

    `said`: the words it stands under; `either`: day and month may be the other way round;
    `whole` False: only the month was said. With `problems` it cannot come in.
    """

    key: str
    sheet: str
    said: str
    day: date | None
    title: str
    facts: tuple[Fact, ...]
    either: bool = False
    whole: bool = True
    problems: tuple[str, ...] = ()
    off: bool = False

    @property
    def comes(self) -> bool:
        return bool(self.day and self.facts and not self.problems and not self.off)

    def past(self) -> PastEvening:
        """As it comes in; only one that `comes`."""
        assert self.day
        return PastEvening(self.day, self.title, self.facts)


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the cells of an evening, and collects what is wrong with them."""

    choices: Choices
    zero_is_away: bool
    today: date
    parts: int = 1

    def evening(self, found: Gathered, heard: Heard | None) -> FoundEvening:
        chosen = self.choices.days.get(found.key)
        day = _iso(chosen) if chosen else heard.day if heard else None
        facts, problems = self.facts(found.cells)
        if day and day > self.today:
            problems.append(say("The day is still to come."))
        rest = heard.rest if heard else ""
        title = found.title or rest
        return FoundEvening(
            found.key,
            found.sheet.name,
            found.said,
            day,
            title[:LONGEST_NAME]
            if sum(map(str.isalpha, title)) > ENOUGH_LETTERS
            else "",
            facts,
            bool(heard and heard.either and not chosen),
            bool(chosen or (heard and heard.whole)),
            tuple(problems[:MOST_PROBLEMS]),
            found.key in self.choices.off,
        )

    def facts(self, cells: Iterable[Cells]) -> tuple[tuple[Fact, ...], list[str]]:
        """Who was there, each once, with what the list says."""
        by_name: dict[str, tuple[Fact, Cells]] = {}
        problems: list[str] = []
        for each in cells:
            fact = self.fact(each, problems)
            if fact is None:
                continue
            same, first = by_name.setdefault(each.name.casefold(), (fact, each))
            if first is not each and same != fact:
                problems.append(each.one_name_with(first))
        facts = tuple(fact for fact, _ in by_name.values())
        if facts and not (_all_have(facts, "place") or self.all_have_number(facts)):
            problems.append(say("Some have a place, and others only a number."))
        return facts, problems

    def all_have_number(self, facts: Iterable[Fact]) -> bool:
        what = "points" if self.choices.holds is Holds.POINTS else "total"
        return _all_have(facts, what)

    def fact(self, cells: Cells, problems: list[str]) -> Fact | None:
        """None where he was away."""
        numbers: dict[Meaning, float | None] = {}
        for meaning, text in cells.texts.items():
            numbers[meaning] = number = _read(meaning, text, self.choices.holds)
            if number is None and not is_blank(text):
                problems.append(
                    say(
                        "{place}: “{text}” is no number.",
                        place=cells.where,
                        text=text[:40],
                    )
                )
        number = numbers.get(Meaning.NUMBER)
        if number == 0 and self.zero_is_away:
            number = None
        place, points = numbers.get(Meaning.PLACE), numbers.get(Meaning.POINTS)
        holds, total = self.choices.holds, None
        if holds is Holds.PLACE:
            place = place or number
        elif holds is Holds.POINTS:
            points = number if points is None else points
        elif number is not None:
            total = number * self.parts
        if place is None and points is None and total is None:
            return None
        if wrong := _impossible(cells, total):
            problems.append(wrong)
        rounds = numbers.get(Meaning.ROUNDS) or self.choices.rounds
        return Fact(
            cells.name,
            int(place) if place else None,
            None if total is None else round(total),
            points,
            int(rounds) if rounds else None,
        )


def _read(meaning: Meaning, text: str, holds: Holds | None) -> float | None:
    if is_blank(text):
        return None
    is_place = meaning is Meaning.PLACE or (
        meaning is Meaning.NUMBER and holds is Holds.PLACE
    )
    if is_place and number_in(text) != 0:
        return place_in(text)
    number = number_in(text)
    too_many = meaning is Meaning.ROUNDS and not (number and 1 <= number <= 60)
    return None if too_many and number != 0 else number


def _impossible(cells: Cells, total: float | None) -> str:
    if len(cells.name) > LONGEST_NAME:
        return say(
            "{place}: the name has more than {most} letters.",
            place=cells.where,
            most=LONGEST_NAME,
        )
    is_whole = total is None or abs(total - round(total)) < 1e-6
    if total is not None and not (is_whole and abs(total) <= MOST_CHIPS):
        return say(
            "{place}: “{text}” is no whole number of chips.",
            place=cells.where,
            text=cells.texts[Meaning.NUMBER],
        )
    return ""


def _all_have(facts: Iterable[Fact], what: str) -> bool:
    return all(getattr(each, what) is not None for each in facts)


def _iso(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
