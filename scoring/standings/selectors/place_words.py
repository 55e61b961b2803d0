"""What decided a place, in a sentence: against the one above, and the one below."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubs.wording import and_list, chips, chips_word, points, sentence
from rules.ranking import Method, TieBreak
from rules.reasons import CHIPS, POINTS, Facts, what_separates
from scoring.models import Tournament
from scoring.results.selectors.lines import Line, Lines

NAMED = 3  # as many who share a place are named


def sentences(
    tournament: Tournament, own: Line, lines: Lines, facts: Mapping[int, Facts]
) -> Iterable[str]:
    """Against the next above, those beside, and the next below; he is “you”."""
    mine, words = facts[own.entry], _Words.of(tournament)
    above = [each for each in lines if each.place < own.place]
    if above:
        other = above[-1]
        theirs = facts[other.entry]
        yield words.behind(other.person.name, other.place, theirs, mine)
    beside = [
        each.person.name
        for each in lines
        if each.place == own.place and each.entry != own.entry
    ]
    if beside:
        yield words.shared(own.place, beside)
    below = next((each for each in lines if each.place > own.place), None)
    if below:
        yield words.before(below.person.name, own.place, mine, facts[below.entry])


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th, 21st."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else endings.get(number % 10, 'th')}"


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
            names = [*beside[: NAMED - 1], f"{len(beside) - NAMED + 1} others"]
        what = ["table points", "chips"] if self.by_points else ["chips"]
        if self.breaks:
            what.append("every tie-break")
        return f"You share place {place} with {and_list(names)}: equal in {', in '.join(what)}."

    def behind(self, name: str, place: int, theirs: Facts, mine: Facts) -> str:
        """Why the other one stands above."""
        said = self._difference(name, theirs, mine)
        return f"{said}, so {name} is {ordinal(place)}."

    def before(self, name: str, place: int, mine: Facts, theirs: Facts) -> str:
        """Why the other one stands below."""
        said = self._difference(name, theirs, mine)
        return sentence(f"{said}, so you are {ordinal(place)}, before {name}.")

    def _difference(self, name: str, theirs: Facts, mine: Facts) -> str:
        by = what_separates(theirs, mine, method=self.method, tie_breaks=self.breaks)
        if by == POINTS:
            has, have = points(theirs.points), points(mine.points)
            return f"{name} has {has} table points, you have {have}"
        equal = []
        if self.by_points:
            equal.append(f"{points(mine.points)} table points")
        said = f"{name} has {chips_word(theirs.chips)}, you have {chips(mine.chips)}"
        if by != CHIPS:
            equal.append(chips_word(mine.chips))
            said = _decided(by, name, theirs, mine)
        both = f"You and {name} both have {' and '.join(equal)}. " if equal else ""
        return both + said


def _decided(by: str | None, name: str, theirs: Facts, mine: Facts) -> str:
    """The tie-break that differs, with both numbers."""
    if by == TieBreak.BEST_ROUND:
        best, own = _or_none(theirs.best_round), _or_none(mine.best_round)
        return f"{name}’s best round is {best}, yours {own}"
    if by == TieBreak.LAST_ROUND:
        last, own = _or_none(theirs.last_round), _or_none(mine.last_round)
        return f"{name} has {last} in the last round, you have {own}"
    if by == TieBreak.ROUNDS_WON:
        won = points(theirs.rounds_won) if theirs.rounds_won else "no"
        own = points(mine.rounds_won) if mine.rounds_won else "none"
        rounds = "round" if theirs.rounds_won == 1 else "rounds"
        return f"{name} won {won} {rounds} at the table, you won {own}"
    return (
        f"The lot decides: {name} drew {theirs.lot or 'none'}, you {mine.lot or 'none'}"
    )


def _or_none(score: int | None) -> str:
    return "none" if score is None else chips(score)
