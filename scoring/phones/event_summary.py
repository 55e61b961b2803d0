"""The evening's figures for those at a table: what the public page shows, made small.

Nothing here that its standings do not show everybody, by the names the club shows.
"""

from typing import Any

from clubs.i18n import chips, message, points
from scoring.models import Seat, Sheet
from scoring.results.rows import RoundCell, StandingsLine
from scoring.results.standings_table import table_of

FIRST = 10  # places that are shown besides those of the table


def evening_of(sheet: Sheet) -> dict[str, Any]:
    """How it stands, as docs/table.md has it; six queries.

    No lines where the tournament is not shown to everybody, or no round is over; `text`
    tells so.
    """
    tournament = sheet.round.tournament
    if not tournament.public:
        text = message("The standings for this event aren’t public.")
        return _summary(said=text)
    table = table_of(tournament)
    address = tournament.get_absolute_url()
    if not table.has_scores:
        text = message("Standings appear here once a round is over.")
        return _summary(said=text, address=address)
    seats = Seat.objects.filter(sheet=sheet, credit__isnull=False)
    at_table = dict(seats.values_list("credit_id", "position"))
    return _summary(
        said=table.state,
        missing=table.still_missing,
        address=address,
        players=len(table.lines),
        people=[
            _line(line, at_table.get(line.entry), tournament.by_points)
            for n, line in enumerate(table.lines)
            if n < FIRST or line.entry in at_table
        ],
    )


def _summary(**facts: Any) -> dict[str, Any]:
    return {"missing": "", "address": "", "players": 0, "people": []} | facts


def _line(line: StandingsLine, seat: int | None, by_points: bool) -> dict[str, Any]:
    """`total` is what the places go by; `seat` of whoever sits at this table."""
    return {
        "place": line.place,
        "tied": line.tied,
        "name": line.person.name,
        "seat": seat,
        "total": points(line.points) if by_points else chips(line.total),
        "rounds": [_cell(cell) for cell in line.cells],
    }


def _cell(cell: RoundCell) -> dict[str, Any]:
    return {"head": cell.head, "chips": cell.chips, "apart": cell.apart or cell.dropped}
