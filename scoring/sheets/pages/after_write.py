"""Where whoever wrote on a sheet goes next, and what he is told there."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from clubs.wording import say
from scoring.models import Count
from scoring.sheets.access import Desk
from scoring.sheets.counts import Outcome
from scoring.sheets.pages.paper import paper_address
from scoring.sheets.pages.sheet import on_paper
from scoring.sheets.progress import next_missing, next_waiting, progress_of

Witness = Count.Witness


def after_count(request: HttpRequest, desk: Desk, outcome: Outcome) -> HttpResponse:
    """On to the next table without a count; stay where the numbers need a look.

    Whoever goes through a pile of paper comes back to the field for the next code.
    """
    made, table = outcome.count, desk.sheet.table
    if not made.balances:
        messages.warning(
            request,
            say(
                "Table {table} is saved as it stands. It does not balance yet.",
                table=table,
            ),
        )
        return redirect(f"{desk.address()}{on_paper(request)}")
    said = (
        say(
            "Table {table} saved: {total} ✓ · waits for a second person.",
            table=table,
            total=made.total,
        )
        if outcome.changed
        else say(
            "Table {table} has these numbers already. It waits for a second person.",
            table=table,
        )
    )
    if on_paper(request):
        messages.success(request, said)
        return _to_next_paper(desk)
    following = next_missing(desk.sheet.round, table)
    if following is None:
        none_missing = progress_of(desk.sheet.round).none_missing
        messages.success(request, f"{said} {none_missing}")
        return redirect(_round(desk))
    messages.success(request, said)
    return redirect(desk.address(following))


def after_confirm(request: HttpRequest, desk: Desk, witness: str) -> HttpResponse:
    """On to the next table that this person can verify in the same way."""
    user, table = desk.access.member.user, desk.sheet.table
    messages.success(
        request, say("Table {table} is verified ● and in force.", table=table)
    )
    if on_paper(request):
        return _to_next_paper(desk)
    own = witness != Witness.ACCOUNT
    following = next_waiting(desk.sheet.round, table, user, own=own)
    if following is None:
        return redirect(_round(desk))
    again = "?again" if witness == Witness.BLIND else ""
    return redirect(f"{desk.address(following)}{again}")


def _to_next_paper(desk: Desk) -> HttpResponse:
    """Back to the field for the next code, where a pile is gone through."""
    return redirect(paper_address(desk.access.tournament, desk.sheet.round.number))


def _round(desk: Desk) -> str:
    tournament = desk.access.tournament
    at = [tournament.club.slug, tournament.slug, desk.sheet.round.number]
    return reverse("scoring:round-desk", args=at)
