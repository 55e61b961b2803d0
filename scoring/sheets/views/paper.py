"""Enter paper sheets: from a code to its sheet, and back for the next one."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from clubs.access import Member, member_of, open_to_guests
from clubs.i18n import message
from scoring.core.access import SCOREKEEPER, desk_of
from scoring.core.page_context import address, frame
from scoring.models import Sheet, Tournament
from scoring.sheets.access import ON_PAPER
from scoring.sheets.progress import TABLE, find_sheet, pile_of

LONGEST_SAID = 40  # characters of the typed text in a message


@open_to_guests
@require_safe
def paper(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the field for the next code, and the tables the round still waits for."""
    access = desk_of(request, club, tournament)
    pile = pile_of(access.tournament, _number(request))
    context = {
        **frame(access, message("Enter score sheets")),
        "round": pile.round,
        "progress": pile.progress,
        "others": pile.others,
        "on_paper": ON_PAPER,
    }
    return render(request, "scoring/sheets/paper.html", context)


@require_safe
def find(request: HttpRequest, club: str) -> HttpResponse:
    """Redirect from a code, table number or scanned address to the sheet's form.

    While going through a tournament's pile, an empty code leads to the next sheet that
    needs someone.
    """
    member = member_of(request, club, SCOREKEEPER)
    pile = member.club.tournaments.filter(slug=request.GET.get("tournament")).first()
    number, typed = _number(request), request.GET.get("q", "").strip()
    if pile and not typed:
        return _to_next(request, member, pile, number)
    sheet = find_sheet(member.club, typed, pile, number)
    if sheet is None:
        messages.error(request, _not_found(typed, number if pile else None))
        return redirect(_back(member, pile, number))
    if pile and (other := _elsewhere(sheet, pile, number)):
        messages.info(request, other)
    return _to_sheet(sheet.round.tournament, sheet.round.number, sheet.table)


def find_in_round(
    tournament: Tournament, number: int, typed: str
) -> tuple[Sheet | None, str]:
    """Return the sheet someone typed for a round, and a message about it.

    The message is why there is none, or that it is of another round or tournament.
    """
    sheet = find_sheet(tournament.club, typed, tournament, number)
    if sheet is None:
        return None, _not_found(typed, number)
    return sheet, _elsewhere(sheet, tournament, number)


def _number(request: HttpRequest) -> int | None:
    """Return the round number in the query, if it is a number."""
    asked = request.GET.get("round", "")
    return int(asked) if TABLE.fullmatch(asked) else None


def _to_next(
    request: HttpRequest, member: Member, tournament: Tournament, number: int | None
) -> HttpResponse:
    pile = pile_of(tournament, number)
    progress = pile.progress
    table = (
        next(iter([*progress.missing, *progress.unbalanced]), None)
        or progress.next_for_others_eyes(0, member.user)
        or progress.next_of_own(0, member.user)
    )
    if pile.round and pile.round.counts and table:
        return _to_sheet(tournament, pile.round.number, table)
    number = pile.round.number if pile.round else None
    messages.info(
        request,
        message("All sheets for round {number} are verified.", number=number)
        if number
        else message("No rounds are published yet."),
    )
    return redirect(_back(member, tournament, number))


def _to_sheet(tournament: Tournament, number: int, table: int) -> HttpResponse:
    return redirect(f"{address('sheet-desk', tournament, number, table)}{ON_PAPER}")


def _back(member: Member, pile: Tournament | None, number: int | None) -> str:
    if pile is None:
        return reverse("scoring:desk", args=[member.club.slug])
    pile.club = member.club
    return paper_address(pile, number)


def paper_address(tournament: Tournament, number: int | None) -> str:
    """Return the address of the field for the next paper of a round."""
    asked = f"?round={number}" if number else ""
    return f"{address('paper', tournament)}{asked}"


def _elsewhere(sheet: Sheet, pile: Tournament, number: int | None) -> str:
    """Return a message if the sheet isn't of the round being entered."""
    rnd = sheet.round
    if rnd.tournament_id != pile.pk:
        return message(
            "This sheet belongs to another tournament: {name}, round {round}.",
            name=rnd.tournament.name,
            round=rnd.number,
        )
    if number and rnd.number != number:
        return message(
            "This sheet is from round {round}, not round {number}.",
            round=rnd.number,
            number=number,
        )
    return ""


def _not_found(typed: str, number: int | None) -> str:
    if not typed:
        return message("Enter the code from a sheet or a table number.")
    code = typed[:LONGEST_SAID]
    if TABLE.fullmatch(typed):
        if number:
            return message(
                "Round {number} doesn’t have a table {table}.",
                number=number,
                table=typed,
            )
        return message("No round being played has a table {typed}.", typed=typed)
    if "/t/" in typed:
        return message(
            "No sheet in this club has this code. The table may have a newer code."
        )
    return message(
        "No sheet in this club has the code “{code}”. Check it against the paper.",
        code=code,
    )
