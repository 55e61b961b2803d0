"""Evenings for seasons that are worked by hand."""

from collections.abc import Sequence
from fractions import Fraction

from rules.season import Evening, Formula, Line, Played, Scored, rank_season

START = 100
Rounds = Sequence[int]


def evening(weight: int | Fraction = 1, **scores: Rounds | int) -> Evening[str]:
    """Each player's score a round, 100 chips at the start; places by the total.

    A score in place of a list is one round.
    """
    rounds = {who: [s] if isinstance(s, int) else [*s] for who, s in scores.items()}
    totals = {who: sum(own) for who, own in rounds.items()}
    played = {
        who: Played(
            place=1 + sum(other > totals[who] for other in totals.values()),
            total=totals[who],
            net=totals[who] - START * len(own),
            rounds=len(own),
            points=Fraction(2 * len(own)),
            sharing=list(totals.values()).count(totals[who]),
            results=tuple(
                Scored(at, score, score - START, Fraction(2))
                for at, score in enumerate(own, start=1)
            ),
        )
        for who, own in rounds.items()
    }
    return Evening(played, len(played), Fraction(weight))


def season(evenings: Sequence[Evening[str]], formula: Formula) -> dict[str, Line[str]]:
    """The lines by name, first to last."""
    return {line.key: line for line in rank_season(evenings, formula)}


def places(lines: dict[str, Line[str]]) -> str:
    """“Ann 1 30, Bob 2= 20, Cyd – 50”."""
    return ", ".join(
        f"{line.key} {line.place or '–'}{'=' if line.tied else ''} {line.value}"
        for line in lines.values()
    )


def brought(line: Line[str]) -> str:
    """“10 (20) 5”: what each evening brought, dropped ones in brackets."""
    return " ".join(
        f"({part.brought})" if part.dropped else f"{part.brought}"
        for part in line.parts
    )
