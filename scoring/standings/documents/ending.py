"""Prints for the end of a tournament: prizes to sign for, money, and the report."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from clubs.i18n import NOTHING, clock_and_day, message, money, place_text
from scoring.games.payoff_card import Heading
from scoring.models import Tournament
from scoring.printing.document import Document, NothingToPrint, document_of
from scoring.printing.page_sizes import PageSize, page_size
from scoring.printing.text_fit import sizes_in
from scoring.results.standings_table import StandingsTable, table_of
from scoring.standings.documents.standings import edition_text
from scoring.standings.prizes import prizes_of
from scoring.standings.report import report_of
from scoring.standings.treasurer import treasury_of

STYLE = "print_standings.css"
PRIZES_STYLE = "print_prizes.css"
MOST_ON_HALF = 10  # prizes on half a page; more get a whole page
# A name on half a page: point size by class, then the width and height in mm.
NAME_SIZES = (("", 13), ("tight", 11), ("tighter", 9))
NAME_ROOM = 40.0, 9.5

PrizeRow = tuple[str, str, str, str]  # place, number, name, amount


def prizes_document(tournament: Tournament, *, time: datetime, paper: str) -> Document:
    """Return the list of prizes, each with a line to sign.

    With full names, because it stays at the desk. A short list is printed twice, side
    by side, to be cut apart: one stays with the club.
    """
    table = table_of(tournament)
    prizes = prizes_of(tournament, table.lines)
    if not prizes.lines:
        raise NothingToPrint(message("No prizes yet. Set them, and verify a sheet."))
    names = dict(tournament.entries.values_list("number", "name"))
    rows = [
        (
            place_text(line.place, line.tied),
            line.person.number,
            names[int(line.person.number)],
            money(line.amount, tournament.currency),
        )
        for line in prizes.lines
    ]
    context = {
        **_head(tournament, table, time),
        "total": money(prizes.payout, tournament.currency),
    }
    return prize_list(context, rows, paper=paper)


def prize_list(
    context: dict[str, Any], rows: Sequence[PrizeRow], *, paper: str
) -> Document:
    """Return the list of these prizes: two copies on a page, or one on many."""
    sizes = sizes_in((name for _, _, name, _ in rows), NAME_SIZES, NAME_ROOM, "tiny")
    facts = {**context, "rows": [*zip(rows, sizes, strict=True)], "copies": "1"}
    if len(rows) > MOST_ON_HALF:
        return document_of("prizes.html", facts, style=STYLE, paper=paper)
    size = page_size(paper)
    facts["page"] = PageSize(size.name, size.height, size.width)
    facts["copies"] = "12"
    return document_of("prizes.html", facts, style=PRIZES_STYLE, paper=paper)


def treasurer_document(
    tournament: Tournament, *, time: datetime, paper: str
) -> Document:
    """Return the treasurer's sheet: income and expenses, with lines to sign.

    With full names, because it stays at the desk.
    """
    found = treasury_of(tournament)
    table = table_of(tournament)

    def amount(coins: int) -> str:
        return money(coins, tournament.currency) if coins else NOTHING

    exceptions = [
        (
            payer.entry.number,
            payer.entry.name,
            *map(amount, (payer.owed, payer.before, payer.at_door)),
        )
        for payer in found.payers
        if payer.open
    ]
    lines = [
        (message("Fees paid earlier"), found.before),
        (message("Fees paid at check-in"), found.at_door),
        (message("Added by the club or a sponsor"), found.added),
        (message("Prizes"), -found.payout),
        *((cost.what, -cost.coins) for cost in found.costs),
    ]
    context = {
        **_head(tournament, table, time),
        "has_fee": bool(tournament.fee),
        "people": len(found.payers),
        "fees": exceptions if tournament.fee else [],
        "sums": [amount(coins) for coins in (found.owed, found.before, found.at_door)],
        "money": [(word, money(coins, tournament.currency)) for word, coins in lines],
        "left": money(found.left, tournament.currency),
    }
    return document_of("treasurer.html", context, style=STYLE, paper=paper)


def _head(
    tournament: Tournament, table: StandingsTable, time: datetime
) -> dict[str, Any]:
    """Return the context of `prints/_money_head.html`."""
    as_of = (clock_and_day(time.astimezone(tournament.club.zone)), edition_text(table))
    return {
        "heading": Heading.of(tournament),
        "state": table.state,
        "is_final": table.is_final,
        "as_of": " · ".join(filter(None, as_of)),
    }


def report_document(tournament: Tournament, *, paper: str) -> Document:
    """Return the report for the newsletter, as on the desk's page."""
    report = report_of(tournament)
    if report is None:
        raise NothingToPrint(
            message("Nothing to report yet, because no sheet is verified.")
        )
    context = {"heading": Heading.of(tournament), "report": report}
    return document_of("report.html", context, style=STYLE, paper=paper)
