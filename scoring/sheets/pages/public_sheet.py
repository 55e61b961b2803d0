"""A sheet as everybody sees it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.access import role_in
from clubs.wording import say
from scoring.core.access import published
from scoring.core.selectors.names import names_on
from scoring.games.accounts import named_accounts
from scoring.models import Sheet
from scoring.sheets.access import sheet_of
from scoring.sheets.differences import differences_from_notes
from scoring.sheets.nets import explained, misplaced, moved_on
from scoring.sheets.ruled import rulings_on_sheet
from scoring.sheets.sheet import history_of, life_of, lines_of


@require_safe
def sheet(
    request: HttpRequest, club: str, tournament: str, number: int, table: int
) -> HttpResponse:
    """One table of a published round: who, how many, how verified, what was changed."""
    found = sheet_of(published(request, club, tournament), number, table)
    return render(request, "scoring/sheets/sheet.html", _context(request, found))


def _context(request: HttpRequest, sheet: Sheet) -> dict[str, Any]:
    tournament, life = sheet.round.tournament, life_of(sheet)
    club, shown, hands = tournament.club, life.shown, explained(sheet)
    names = names_on(sheet, club)
    rows = [each.hand for each in hands]
    return {
        "club": club,
        "club_role": role_in(club, request.user),
        "indexable": club.indexable and tournament.public,
        "tournament": tournament,
        "round": sheet.round,
        "sheet": sheet,
        "life": life,
        "state": life.state,
        "names": names,
        "shown": shown,
        "lines": lines_of(sheet, shown, names) if shown else [],
        "receipts": life.receipts,
        "ruled": rulings_on_sheet(sheet, life, names),
        "history": history_of(life, names),
        "hands": [(each, each.moved(names), each.notes(names)) for each in hands],
        "games": named_accounts(sheet, rows, names),
        "misplaced": misplaced(sheet, rows, names),
        "differs": differences_from_notes(sheet, shown, rows, names) if shown else [],
        "start_chips": tournament.start_chips,
        "hand_totals": [tournament.start_chips + net for net in moved_on(sheet, rows)],
        "crumbs": _crumbs(sheet),
    }


def _crumbs(sheet: Sheet) -> list[tuple[str, str]]:
    tournament = sheet.round.tournament
    club = tournament.club
    at = [club.slug, tournament.slug]
    return [
        (club.name, reverse("scoring:club", args=at[:1])),
        (tournament.name, reverse("scoring:tournament", args=at)),
        (str(sheet.round), reverse("scoring:round", args=[*at, sheet.round.number])),
        (say("Table {table}", table=sheet.table), ""),
    ]
