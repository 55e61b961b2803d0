"""What decided a place, in sentences: against the one above, and the one below.

Names stand bare at the beginning or behind a colon, where no language inflects them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubs.wording import (
    and_list,
    chips,
    chips_word,
    ordinal,
    points,
    say,
    say_many,
    sentence,
    table_points,
)
from rules.ranking import CHIPS, POINTS, Facts, Method, TieBreak, what_separates
from scoring.models import Tournament
from scoring.results.lines import Line, Lines

NAMED = 3  # as many who share a place are named


def sentences(
    tournament: Tournament, own: Line, lines: Lines, facts: Mapping[int, Facts]
) -> Iterable[str]:
    """Against the next above, those beside, and the next below; he is “you”."""
    mine, words = facts[own.entry], _Words.of(tournament)
    above = [each for each in lines if each.place < own.place]
    if above:
        other = above[-1]
        name, theirs = other.person.name, facts[other.entry]
        head = say(
            "Next before you, {place}: {name}.", place=ordinal(other.place), name=name
        )
        yield sentence(f"{head} {words.difference(theirs, mine)}")
    beside = [
        each.person.name
        for each in lines
        if each.place == own.place and each.entry != own.entry
    ]
    if beside:
        yield words.shared(own.place, beside)
    below = next((each for each in lines if each.place > own.place), None)
    if below:
        name, theirs = below.person.name, facts[below.entry]
        head = say(
            "Next after you, {place}: {name}.", place=ordinal(below.place), name=name
        )
        yield sentence(f"{head} {words.difference(theirs, mine)}")


@dataclass(frozen=True, slots=True)
class _Words:
    """How this tournament ranks, and the words for it."""

    method: Method
    breaks: tuple[TieBreak, ...]

    @classmethod
    def of(cls, tournament: Tournament) -> "_Words":
        breaks = tuple(TieBreak(each) for each in tournament.tie_breaks)
        return cls(Method(tournament.ranking), breaks)

    @property
    def by_points(self) -> bool:
        return self.method == Method.TABLE_POINTS

    def shared(self, place: int, beside: list[str]) -> str:
        names = beside[:NAMED]
        if len(beside) > NAMED:
            others = len(beside) - NAMED + 1
            more = say_many("{n} other", "{n} others", others)
            names = [*beside[: NAMED - 1], more]
        with_whom = say(
            "You share place {place} with: {names}.",
            place=place,
            names=and_list(names),
        )
        return f"{sentence(with_whom)} {self._equal()}"

    def _equal(self) -> str:
        """In what those are equal who share a place."""
        if self.by_points:
            if self.breaks:
                return say("Equal in table points, in chips and in every tie-break.")
            return say("Equal in table points and in chips.")
        if self.breaks:
            return say("Equal in chips and in every tie-break.")
        return say("Equal in chips.")

    def difference(self, theirs: Facts, mine: Facts) -> str:
        """What the other one has, and what you have."""
        by = what_separates(theirs, mine, method=self.method, tie_breaks=self.breaks)
        if by == POINTS:
            return say(
                "Table points: {theirs}; yours: {yours}.",
                theirs=points(theirs.points),
                yours=points(mine.points),
            )
        equal = self._both(mine, by)
        said = _decided(by, theirs, mine)
        return f"{equal} {said}" if equal else said

    def _both(self, mine: Facts, by: str | None) -> str:
        """What you both have, before that in which you differ."""
        both = {"points": table_points(mine.points), "chips": chips_word(mine.chips)}
        if by != CHIPS:
            if self.by_points:
                return say("You both have {points} and {chips}.", **both)
            return say("You both have {chips}.", **both)
        if self.by_points:
            return say("You both have {points}.", **both)
        return ""


def _decided(by: str | None, theirs: Facts, mine: Facts) -> str:
    """What differs, with both numbers."""
    if by == CHIPS:
        return say(
            "Chips: {theirs}; yours: {yours}.",
            theirs=chips(theirs.chips),
            yours=chips(mine.chips),
        )
    if by == TieBreak.BEST_ROUND:
        return say(
            "Best round: {theirs}; yours: {yours}.",
            theirs=_or_none(theirs.best_round),
            yours=_or_none(mine.best_round),
        )
    if by == TieBreak.LAST_ROUND:
        return say(
            "Last round: {theirs}; yours: {yours}.",
            theirs=_or_none(theirs.last_round),
            yours=_or_none(mine.last_round),
        )
    if by == TieBreak.ROUNDS_WON:
        return say(
            "Rounds won at the table: {theirs}; yours: {yours}.",
            theirs=points(theirs.rounds_won),
            yours=points(mine.rounds_won),
        )
    return say(
        "The lot decides: {theirs}; yours: {yours}.",
        theirs=theirs.lot or say("none"),
        yours=mine.lot or say("none"),
    )


def _or_none(score: int | None) -> str:
    return say("none") if score is None else chips(score)
