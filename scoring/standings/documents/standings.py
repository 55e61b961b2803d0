"""The standings on paper: as of a certain time, on as many pages as needed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import chain
from math import ceil
from typing import NamedTuple

from clubs.i18n import (
    chips,
    chips_text,
    chips_word,
    clock_and_day,
    joined,
    message,
    place_text,
    plural_message,
    points,
)
from scoring.core.chip_stacks import ChipScale, chip_scale
from scoring.games.payoff_card import Heading
from scoring.models import Tournament
from scoring.printing.chip_rows import printed_row
from scoring.printing.document import Document, NothingToPrint, Part, part_of
from scoring.results.rows import RoundCell, StandingsLine, round_head
from scoring.results.standings_table import StandingsTable, table_of
from scoring.results.teams_and_classes import TeamLine, TeamsAndClasses

STYLE = "print_standings.css"
COLUMNS_UPRIGHT = 6
PRIZED = 3
# Millimeters; print_standings.css has equal ones. Margins with the columns of place,
# number and total; a column of numbers; the padding of two cells; the limits of a
# stack.
BESIDE_NUMBERS, NUMBER_WIDTH, PADDING = 74, 13.2, 8
WIDTH, LENGTH = 210.0, 279.4  # of the narrower and of the shorter paper size
LEAST_STACK, MOST_STACK = 18, 60
LETTER_WIDTH = 2.25  # mm of a letter in 12 pt
ON_ONE_LINE = 0.95  # share of the names
PRIZED_LARGER = 1.6  # a name in 15 pt with its lodge, relative to the name in 12 pt
SAT_OUT, DROPPED = "*", "°"
Row = tuple[str, str, str, str]
NO_LISTS = TeamsAndClasses()


@dataclass(frozen=True, slots=True)
class PrintedStandings:
    """The lines of the standings, and everything else that changes their print.

    `columns` name the cells of the lines; `state` is how final they are, in words.
    """

    heading: Heading
    state: str
    is_final: bool
    as_of: str
    columns: tuple[str, ...]
    lines: tuple[StandingsLine, ...]
    by_points: bool = False
    edition: str = ""
    lists: TeamsAndClasses = NO_LISTS
    in_chips: bool = True

    @property
    def column_sums(self) -> tuple[int, ...]:
        """The sum of each column, so that a reader can check the whole table."""
        return tuple(
            sum(line.cells[index].chips or 0 for line in self.lines)
            for index in range(len(self.columns))
        )

    @property
    def total(self) -> int:
        return sum(line.total for line in self.lines)

    @property
    def notes(self) -> Iterable[str]:
        """Notes for a reader who adds up the lines."""
        cells = [*chain.from_iterable(line.cells for line in self.lines)]
        if any(cell.why for cell in cells):
            yield message("{sign} Not played at a table.", sign=SAT_OUT)
        if any(cell.dropped for cell in cells):
            yield message(
                "{sign} Dropped from the total as one of the worst rounds.",
                sign=DROPPED,
            )
        if apart := next((cell.round for cell in cells if cell.apart), None):
            yield message(
                "( ) Round {round} isn’t over, so it isn’t in the total yet.",
                round=apart,
            )
        if any(line.adjustment for line in self.lines):
            yield message(
                "Totals include rulings outside a sheet. The site lists them."
            )


def printed_standings(tournament: Tournament, *, time: datetime) -> PrintedStandings:
    """Return the stored standings, with the time in the club's time zone."""
    table = table_of(tournament)
    return PrintedStandings(
        Heading.of(tournament),
        table.state_and_missing if table.waits_for else table.state,
        table.is_final,
        clock_and_day(time.astimezone(tournament.club.zone)),
        tuple(round_head(rnd.number) for rnd in table.counting),
        table.lines,
        tournament.by_points,
        edition_text(table),
        table.lists,
        tournament.with_chips,
    )


def edition_text(table: StandingsTable) -> str:
    """Return the version in a print, so that older prints can be recognized."""
    if not table.is_final or table.edition is None:
        return ""
    time = table.edition.at.astimezone(table.tournament.club.zone)
    return message(
        "version {number} of {time}",
        number=table.edition.number,
        time=clock_and_day(time),
    )


class Beside(NamedTuple):
    """A list below the standings; its rows have place, name, detail and score."""

    title: str
    note: str
    rows: list[Row]


def standings_document(
    tournament: Tournament, *, time: datetime, paper: str
) -> Document:
    """Return the stored standings as a document. Raises NothingToPrint.

    Nothing can be printed before a round is over.
    """
    return Document(
        standings_parts([printed_standings(tournament, time=time)], paper=paper)
    )


def standings_parts(
    standings: Sequence[PrintedStandings], *, paper: str
) -> tuple[Part, ...]:
    """Return a part for each of the standings."""
    return tuple(_part(printed, paper) for printed in standings)


def _part(standings: PrintedStandings, paper: str) -> Part:
    if not standings.lines:
        raise NothingToPrint(
            message("No one has a place yet because no round is over.")
        )
    is_wide = len(standings.columns) > COLUMNS_UPRIGHT
    room = (LENGTH if is_wide else WIDTH) - BESIDE_NUMBERS
    room -= (len(standings.columns) + standings.by_points) * NUMBER_WIDTH
    names = [
        len(f"{line.person.name}  {line.person.lodge}") for line in standings.lines
    ]
    has_stacks = any(line.stack.row for line in standings.lines)
    prized = [len(each.person.name) for each in standings.lines if _is_prized(each)]
    stack = _stack_width(names, prized, room) if has_stacks else 0
    scale = _scale_of(standings.lines, in_chips=standings.in_chips)
    context = {
        "heading": standings.heading,
        "standings": standings,
        "is_wide": is_wide,
        "stack_width": stack,
        "scale": scale if standings.in_chips else None,
        "lines": list(_lines(standings, scale, (room - stack) / LETTER_WIDTH)),
        "sums": [chips_text(total) for total in standings.column_sums],
        "total": chips_text(standings.total),
        "lists": list(_lists_below(standings.lists)),
    }
    return part_of("standings.html", context, style=STYLE, paper=paper)


def _lines(
    standings: PrintedStandings, scale: ChipScale, letters: float
) -> Iterator[dict[str, object]]:
    ink = standings.heading.ink
    for line in standings.lines:
        row, hollow = line.stack.row, line.stack.sat_out
        is_prized = _is_prized(line)
        yield {
            "place": place_text(line.place, line.tied),
            "person": line.person,
            "stack": printed_row(row, scale, hollow=hollow, ink=ink),
            "chips": [_cell_text(cell) for cell in line.cells],
            "points": points(line.points),
            "total": chips_text(line.total),
            "is_prized": is_prized,
            "is_long": is_prized and PRIZED_LARGER * len(line.person.name) > letters,
        }


def _is_prized(line: StandingsLine) -> bool:
    return line.place <= PRIZED


def _scale_of(lines: Iterable[StandingsLine], *, in_chips: bool) -> ChipScale:
    rows: Iterable[Sequence[int]] = (line.stack.row for line in lines)
    if not in_chips:
        rows = ((sum(row),) for row in rows)
    return chip_scale(rows, by_value=in_chips)


def _stack_width(names: Sequence[int], prized: Sequence[int], room: float) -> int:
    """Return the width that names leave for a stack, in mm; 0 if it's too little.

    `names` are the numbers of letters. A few of the longest may take a second line.
    The first places are `prized`, with larger letters, unless they're long names too.
    """
    longest = sorted(names)[int(len(names) * ON_ONE_LINE)]
    in_sight = [length for length in prized if length <= longest]
    larger = ceil(PRIZED_LARGER * max(in_sight, default=0))
    for letters in (max(longest, larger), longest):
        left = room - letters * LETTER_WIDTH - PADDING
        if left >= LEAST_STACK:
            return min(int(left), MOST_STACK)
    return 0


def _cell_text(cell: RoundCell) -> str:
    """Return a round's chips with their marks, in brackets while the round runs."""
    text = chips_text(cell.chips)
    marks = (SAT_OUT if cell.why else "") + (DROPPED if cell.dropped else "")
    return f"({text}){marks}" if cell.apart else f"{text}{marks}"


def _lists_below(lists: TeamsAndClasses) -> Iterator[Beside]:
    """Yield the teams and classes as listed below the standings."""
    if lists.teams_named:
        note: str = plural_message(
            "The best player of each team counts.",
            "The best {n} players of each team count.",
            lists.best,
        )
        if lists.has_short_teams:
            fewer = message("With fewer players, a team has no place.")
            note = joined((note, fewer), " ")
        if lists.has_parted_teams:
            parted = message("Teams with equal points are ordered by chips.")
            note = joined((note, parted), " ")
        yield Beside(lists.teams_named, note, _teams(lists))
    for of_class in lists.classes:
        rows: list[Row] = [
            (
                place_text(line.place, line.tied),
                line.person.name,
                message("place {place} overall", place=line.overall),
                _score(lists, line.total, line.points),
            )
            for line in of_class.lines
        ]
        yield Beside(of_class.name, "", rows)


def _teams(lists: TeamsAndClasses) -> list[Row]:
    return [
        (
            place_text(team.place, team.tied) if team.place else "–",
            team.name,
            ", ".join(line.person.name for line in team.counted),
            _team_score(lists, team),
        )
        for team in lists.teams
    ]


def _team_score(lists: TeamsAndClasses, team: TeamLine) -> str:
    """Return a team's score, with chips if they break a tie in points."""
    score = _score(lists, team.total, team.points)
    return joined((score, chips_word(team.total)), ", ") if team.parted else score


def _score(
    lists: TeamsAndClasses, total: int, by_points: int | float | Fraction
) -> str:
    return points(by_points) if lists.by_points else chips(total)
