"""The event's standings for people at a table: a small version of the public page.

Only data that the public standings show to everyone, with public names.
"""

from typing import Any

from clubs.i18n import chips, message, points
from scoring.models import Seat, Sheet
from scoring.results.rows import RoundCell, StandingsLine
from scoring.results.standings_table import table_of

FIRST = 10  # places listed in addition to those of the table


def evening_of(sheet: Sheet) -> dict[str, Any]:
    """Return the standings in the format of docs/table.md; six queries.

    Without lines if the tournament isn't public, or no round is over; then `text` says
    why.
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
    """Return a line: `total` decides the places, `seat` is for people at this table."""
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
