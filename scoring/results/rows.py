"""Lines of the standings: the player, the place, and the result of each round.

A line is read from its stored row, which is JSON (see `compute_rows`); rows stored by
an earlier version may lack `apart` and `by`. Lines are many, so they are plain named
tuples.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import pgettext

from clubs.i18n import message
from clubs.models import Club
from rules.ranking import NOTHING, TieValue
from scoring.core.names import hides, public_name
from scoring.games.tie_breaks import tie_break_label
from scoring.models import Entry, SitOut, Tournament

Row = Mapping[str, Any]  # as it is stored


class Ties(NamedTuple):
    """An entry's values that tie-breaks compare, in order, and its rounds won."""

    values: tuple[TieValue, ...] = ()
    won: Mapping[int, Fraction] = {}


NO_TIES = Ties()


class Person(NamedTuple):
    """An entry by the name the club shows; `address` is the player's page, if any."""

    number: str
    name: str
    lodge: str
    address: str
    team: str = ""
    classes: tuple[str, ...] = ()
    lot: int = 0


class RoundCell(NamedTuple):
    """A player's result of one round; no chips while there is nothing to count.

    `apart`: the round isn't over, so it isn't part of anything else in the line; `why`:
    the reason a round wasn't played at a table; `by`: the entry that played it instead;
    `head`: the heading of its column; `is_best`: no other round of the line brought as
    much; `won`: the share of the win at the table.
    """

    round: int
    table: int | None = None
    chips: int | None = None
    points: int | float = 0
    why: str = ""
    dropped: bool = False
    apart: bool = False
    by: int | None = None
    address: str = ""
    head: str = ""
    is_best: bool = False
    won: Fraction = NOTHING

    @property
    def brought(self) -> int:
        """The chips of the round; 0 while there is nothing to count."""
        return self.chips or 0

    @property
    def sat_out(self) -> bool:
        return self.why in SitOut.OUT

    @property
    def is_plain(self) -> bool:
        """Whether the cell is only the chips of a sheet, as most are.

        Other cells have a sign or a word to explain them.
        """
        return bool(
            self.address
            and self.chips is not None
            and not (self.dropped or self.apart or self.why)
        )


class Stack(NamedTuple):
    """The rounds in a total, then its rulings; `sat_out` are indexes of sit-outs."""

    row: tuple[int, ...] = ()
    sat_out: tuple[int, ...] = ()


class StandingsLine(NamedTuple):
    """A row of the standings (chips); `cells` are the rounds that count, in order.

    `tie_values` are those of the tournament's tie-breaks, in their order.
    """

    entry: int
    place: int
    tied: bool
    person: Person
    total: int
    points: int | float
    played: int
    adjustment: int
    decided_by: str | None
    cells: tuple[RoundCell, ...]
    substitutes: tuple[str, ...] = ()
    stack: Stack = Stack()
    tie_values: tuple[TieValue, ...] = ()

    @property
    def results(self) -> list[RoundCell]:
        """The rounds with a result, including those that aren't over."""
        return [cell for cell in self.cells if cell.chips is not None]

    @property
    def counted_cells(self) -> list[RoundCell]:
        """The rounds that the line's place and total are computed from."""
        return [cell for cell in self.results if not cell.apart]

    @property
    def tie_in_words(self) -> str:
        """The tie-breaker that decided the place, or an empty string."""
        if not self.decided_by:
            return ""
        return message("Tie-breaker: {by}", by=tie_break_label(self.decided_by))


People = Mapping[int, Person]
Lines = Sequence[StandingsLine]


def read_ties(stored: Mapping[str, Any], codes: Iterable[str]) -> Ties:
    """Return stored ties (`stored_ties`) with the values of these tie-breaks."""
    values = stored["values"]
    return Ties(
        tuple([_exact(values[code]) for code in codes]),
        {int(number): Fraction(won) for number, won in stored["won"].items()},
    )


def _exact(value: int | str | None) -> TieValue:
    return Fraction(value) if isinstance(value, str) else value


class Sheets(NamedTuple):
    """Addresses of a tournament's sheets, for the cells that link to them.

    `stems`: the beginning of the addresses of a round's sheets, by its number;
    `waiting`: by entry and round, the tables whose sheets aren't in force yet.
    """

    stems: Mapping[int, str]
    waiting: Mapping[tuple[int | None, int], int] = {}


def lines_of(
    rows: Iterable[Row],
    people: People,
    sheets: Sheets,
    ties: Mapping[int, Ties] = {},
) -> tuple[StandingsLine, ...]:
    """Return stored rows as lines, for the entries among the people."""
    heads = {number: round_head(number) for number in sheets.stems}
    return tuple(
        _line(row, ties.get(row["entry"], NO_TIES), people, sheets, heads)
        for row in rows
        if row["entry"] in people
    )


def has_scores(lines: Iterable[StandingsLine]) -> bool:
    """Return whether a played round is over, so that there are places at all."""
    cells = chain.from_iterable(line.counted_cells for line in lines)
    return any(cell.table for cell in cells)


def round_head(number: int) -> str:
    """Return the heading of a round's column: R3."""
    return pgettext("above a column", "R{number}").format(number=number)


def _stack(cells: Iterable[RoundCell], adjustment: int) -> Stack:
    row: list[int] = []
    sat_out: list[int] = []
    for cell in cells:
        if cell.chips is None or cell.apart or cell.dropped:
            continue
        if cell.why in SitOut.OUT:
            sat_out.append(len(row))
        row.append(cell.chips)
    if adjustment:
        row.append(adjustment)
    return Stack(tuple(row), tuple(sat_out))


def _line(
    row: Row, ties: Ties, people: People, sheets: Sheets, heads: Mapping[int, str]
) -> StandingsLine:
    person = people[row["entry"]]
    results = {result["round"]: result for result in row["rounds"]}
    best = max((result["chips"] or 0 for result in row["rounds"]), default=None)
    if len(row["rounds"]) < 2:
        best = None
    waiting, entry = sheets.waiting, row["entry"]
    cells = tuple(
        _cell(
            number,
            heads[number],
            results.get(number),
            waiting.get((entry, number)),
            stem,
            best,
            ties.won.get(number, NOTHING),
        )
        for number, stem in sheets.stems.items()
    )
    return StandingsLine(
        entry,
        row["place"],
        row["tied"],
        person,
        row["total"],
        row["points"],
        row["played"],
        row["adjustment"],
        row["decided_by"],
        cells,
        tuple(_substitute(cell, person, people) for cell in cells if cell.by),
        _stack(cells, row["adjustment"]),
        ties.values,
    )


def _cell(
    number: int,
    head: str,
    result: Row | None,
    waits_at: int | None,
    stem: str,
    best: int | None,
    won: Fraction,
) -> RoundCell:
    table = result["table"] if result else waits_at
    address = f"{stem}{table}/" if stem and table else ""
    if result is None:
        return RoundCell(number, table, address=address, head=head)
    return RoundCell(
        number,
        table,
        result["chips"],
        result["points"],
        result["why"] or "",
        result["dropped"],
        result.get("apart", False),
        result.get("by"),
        address,
        head,
        best is not None and result["chips"] == best,
        won,
    )


def _substitute(cell: RoundCell, person: Person, people: People) -> str:
    substitute = people.get(cell.by) if cell.by else None
    if substitute is None:
        return message(
            "{name} had a house player as a substitute in round {round}.",
            round=cell.round,
            name=person.name,
        )
    return message(
        "{name} had a substitute in round {round}: {who}.",
        who=substitute.name,
        round=cell.round,
        name=person.name,
    )


def people_of(tournament: Tournament, *, full: bool = False) -> dict[int, Person]:
    """Return ranked entries by name, as the club shows it or `full`; one query.

    Merged entries are included, because a version from before a merge names them.
    """
    entries = Entry.everybody.filter(tournament=tournament, ranked=True)
    values = entries.values_list(
        "pk",
        "number",
        "name",
        "lodge",
        "player",
        "player__number",
        "player__erased_at",
        "team",
        "classes",
        "lot",
    )
    club = tournament.club
    stem, people = players_stem(club), {}
    for (
        pk,
        number,
        name,
        lodge,
        player,
        known_as,
        is_erased,
        team,
        classes,
        lot,
    ) in values:
        has_page = player and not is_erased and tournament.public
        people[pk] = Person(
            str(number),
            name if full else public_name(name, club, player),
            lodge,
            f"{stem}{known_as}/" if has_page and not hides(club, player) else "",
            team,
            tuple(classes),
            lot,
        )
    return people


def sheet_stem(tournament: Tournament, number: int) -> str:
    """Return the beginning of the addresses of a round's sheets; the table follows."""
    return stem_of("scoring:sheet", tournament.club.slug, tournament.slug, number)


def sheets_in(club: Club) -> Callable[[str, int, int], str]:
    """Return a function from tournament slug, round and table to a sheet's address."""
    parts = reverse("scoring:sheet", args=[club.slug, "0", 0, 0]).rsplit("0", 3)
    return lambda *position: "".join(
        f"{part}{value}" for part, value in zip(parts, (*position, ""), strict=True)
    )


def places_stem(tournament: Tournament) -> str:
    """Return the beginning of explained places' addresses; the start number follows."""
    return stem_of("scoring:place", tournament.club.slug, tournament.slug)


def players_stem(club: Club) -> str:
    """Return the beginning of players' addresses; the number in the club follows."""
    return stem_of("scoring:player", club.slug)


def stem_of(name: str, *url_args: object) -> str:
    """Return the beginning of addresses that end with a number.

    Reversing each of them would take most of a page's time.
    """
    return reverse(name, args=[*url_args, 0]).removesuffix("0/")
