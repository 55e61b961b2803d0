"""Places after each round of a tournament, computed from today's standings.

Corrections, rulings and rounds that score a player's own average count in every round
as they do now, so a change from one round to the next comes from that round.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.ranking import Contestant, Method, RoundResult, rank
from scoring.games.game_adapter import tie_breaks_of
from scoring.results.rows import StandingsLine
from scoring.results.standings_table import StandingsTable

Place = tuple[int, bool]  # and whether it is shared


@dataclass(frozen=True, slots=True)
class PlaceHistory:
    """Places after each finished round, by entry; None before their first round."""

    rounds: tuple[int, ...]
    places: Mapping[int, tuple[Place | None, ...]]

    @property
    def moves(self) -> bool:
        """Whether there are at least two finished rounds to compare."""
        return len(self.rounds) > 1

    def places_of(self, entry: int) -> tuple[Place | None, ...]:
        return self.places.get(entry, ())

    def gained(self, entry: int) -> int | None:
        """Return the places gained by the last round, or None without a place before.

        Lost places are below 0.
        """
        *_, before, current = (None, None, *self.places_of(entry))
        return before[0] - current[0] if before and current else None


def course_of(table: StandingsTable) -> PlaceHistory:
    """Return the places after each round, from the lines alone; no query.

    The last places are those of the lines.
    """
    rounds = tuple(rnd.number for rnd in table.finished_rounds)
    places: dict[int, list[Place | None]] = {line.entry: [] for line in table.lines}
    for number in rounds[:-1]:
        after = _places_after(table, number)
        for entry, known in places.items():
            known.append(after.get(entry))
    for line in table.lines if rounds else ():
        places[line.entry].append((line.place, line.tied))
    return PlaceHistory(
        rounds, {entry: tuple(known) for entry, known in places.items()}
    )


def _places_after(table: StandingsTable, last: int) -> dict[int, Place]:
    """Return the places of all entries with a result after round `last`."""
    tournament = table.tournament
    field = [
        Contestant(
            line.entry,
            tuple(_results(line, last)),
            line.adjustment,
            line.person.lot,
        )
        for line in table.lines
    ]
    rows = rank(
        [contestant for contestant in field if contestant.results],
        method=Method(tournament.ranking),
        tie_breaks=tie_breaks_of(tournament),
        drop_worst=tournament.drop_worst,
    )
    return {row.key: (row.place, row.tied) for row in rows}


def _results(line: StandingsLine, last: int) -> list[RoundResult]:
    return [
        RoundResult(
            cell.round,
            cell.brought,
            Fraction(cell.points),
            cell.won,
            bool(cell.why),
        )
        for cell in line.counted_cells
        if cell.round <= last
    ]
