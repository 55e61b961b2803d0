"""What the desk does about a table's phones, its code, and a seat that is free."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from clubs.wording import say
from scoring.core.services.changes import Refused
from scoring.models import Phone
from scoring.people.selectors.roster import roster_of
from scoring.sheets import table_phones as phones
from scoring.sheets import tokens
from scoring.sheets.access import open_desk
from scoring.sheets.pages.sheet import Forms, FreeSeatForm, show

SECTION = "#at-table"


@require_POST
def sheet_phone(request: HttpRequest, pk: int, **where: Any) -> HttpResponse:
    """Let a phone write, or no longer, or let it keep the score."""
    desk = open_desk(request, **where)
    phone = desk.sheet.phones.filter(pk=pk).first()
    if phone is None:
        raise Http404(say("There is no such phone at this table."))
    does, by = request.POST.get("does"), desk.access.actor
    try:
        if does == "keeps":
            phone = phones.make_keeper(phone=phone, by=by)
        else:
            phone = phones.admit(phone=phone, by=by, writes=does == "writes")
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        messages.success(request, _said(phone))
    return redirect(f"{desk.address()}{SECTION}")


def _said(phone: Phone) -> str:
    if phone.keeper:
        return say("{name} keeps the score now.", name=phone.name)
    if phone.writes:
        return say("{name} may write.", name=phone.name)
    return say("{name} may not write any more.", name=phone.name)


@require_POST
def sheet_renew(request: HttpRequest, **where: Any) -> HttpResponse:
    """Give the table a new code; what is printed opens nothing any more."""
    desk = open_desk(request, **where)
    renewed = tokens.renew(sheet=desk.sheet, by=desk.access.actor)
    messages.success(
        request,
        say(
            "Table {table} has a new code: {code}. The printed one opens nothing any "
            "more.",
            table=renewed.table,
            code=renewed.code,
        ),
    )
    return redirect(f"{desk.address()}?code{SECTION}")


@require_POST
def sheet_revoke(request: HttpRequest, **where: Any) -> HttpResponse:
    """Close the table's page to phones until it gets a new code."""
    desk = open_desk(request, **where)
    tokens.revoke(sheet=desk.sheet, by=desk.access.actor)
    messages.success(
        request,
        say("The page of table {n} is closed to phones.", n=desk.sheet.table),
    )
    return redirect(f"{desk.address()}{SECTION}")


@require_POST
def sheet_seat(
    request: HttpRequest, sit_down: Callable[..., object], **where: Any
) -> HttpResponse:
    """Say who sits on a free seat; `sit_down` of `table`, a room above, writes it."""
    desk = open_desk(request, **where)
    form = FreeSeatForm(request.POST, roster=roster_of(desk.access.tournament))
    if not form.is_valid():
        return show(request, desk, Forms(seat=form))
    try:
        sit_down(sheet=desk.sheet, by=desk.access.actor, **form.cleaned_data)
    except Refused as refused:
        messages.error(request, refused.message)
    else:
        who = form.cleaned_data["entry"].name
        messages.success(
            request,
            say("{name} sits at table {n} now.", name=who, n=desk.sheet.table),
        )
    return redirect(desk.address())
