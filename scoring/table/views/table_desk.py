"""What the desk does about a table's phones, its code, and a seat that is free."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from scoring.core.services.changes import Refused
from scoring.people.selectors.roster import roster_of
from scoring.sheets.forms.desk import FreeSeatForm
from scoring.sheets.views.sheet_at_desk import open_desk
from scoring.sheets.views.sheet_page import Forms, show
from scoring.table.services import phones, sitting, tokens

SECTION = "#at-table"


@require_POST
def sheet_phone(request: HttpRequest, pk: int, **where: Any) -> HttpResponse:
    """Let a phone write, or no longer, or let it keep the score."""
    desk = open_desk(request, **where)
    phone = desk.sheet.phones.filter(pk=pk).first()
    if phone is None:
        raise Http404("There is no such phone at this table.")
    does, by = request.POST.get("does"), desk.access.actor
    try:
        if does == "keeps":
            phone = phones.make_keeper(phone=phone, by=by)
        else:
            phone = phones.admit(phone=phone, by=by, writes=does == "writes")
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        can = "may write" if phone.writes else "may not write any more"
        said = "keeps the score now" if phone.keeper else can
        messages.success(request, f"{phone.name} {said}.")
    return redirect(f"{desk.address()}{SECTION}")


@require_POST
def sheet_renew(request: HttpRequest, **where: Any) -> HttpResponse:
    """Give the table a new code; what is printed opens nothing any more."""
    desk = open_desk(request, **where)
    renewed = tokens.renew(sheet=desk.sheet, by=desk.access.actor)
    messages.success(
        request,
        f"Table {renewed.table} has a new code: {renewed.code}. The printed one opens "
        "nothing any more.",
    )
    return redirect(f"{desk.address()}?code{SECTION}")


@require_POST
def sheet_revoke(request: HttpRequest, **where: Any) -> HttpResponse:
    """Close the table's page to phones until it gets a new code."""
    desk = open_desk(request, **where)
    tokens.revoke(sheet=desk.sheet, by=desk.access.actor)
    messages.success(
        request, f"The page of table {desk.sheet.table} is closed to phones."
    )
    return redirect(f"{desk.address()}{SECTION}")


@require_POST
def sheet_seat(request: HttpRequest, **where: Any) -> HttpResponse:
    """Say who sits on a free seat."""
    desk = open_desk(request, **where)
    form = FreeSeatForm(request.POST, roster=roster_of(desk.access.tournament))
    if not form.is_valid():
        return show(request, desk, Forms(seat=form))
    try:
        sitting.sit_down(sheet=desk.sheet, by=desk.access.actor, **form.cleaned_data)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        who = form.cleaned_data["entry"].name
        messages.success(request, f"{who} sits at table {desk.sheet.table} now.")
    return redirect(desk.address())
