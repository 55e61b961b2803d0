"""Verify a round's waiting sheets in one list, row by row (§30).

A row shows the chips held and scores if this person can verify it by reviewing them. A
person who is to enter it a second time sees none of the first numbers. `counts.confirm`
decides who may verify a sheet and how, on this page and on the sheet's own.
"""

from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from clubs.access import open_to_guests
from clubs.i18n import message
from scoring.core.access import DeskAccess, desk_of, published_round
from scoring.core.names import names_on
from scoring.core.page_context import GIVEN_BACK, address, frame, is_part
from scoring.core.writes import ActionRefused, Conflict
from scoring.models import Count, Round
from scoring.sheets import counts
from scoring.sheets.access import Desk, open_desk
from scoring.sheets.counts import CountResult
from scoring.sheets.progress import next_waiting
from scoring.sheets.sheet import SeatLine, lines_of
from scoring.sheets.views.counts import (
    UNLIKE,
    look_again,
    taken_back,
    verified,
    verified_with_undo,
    write_facts,
)
from scoring.sheets.views.papers import desks_of, how_it_stands
from scoring.sheets.views.sheet import ConfirmForm, TakeBackForm
from scoring.sheets.views.sheet_form import SheetForm, second_entry_form

Witness = Count.Witness


@dataclass(frozen=True, slots=True)
class VerifyRow:
    """A sheet of the list, and the ways in which this person can verify it.

    `look`: by this account; `second`: entered once more; `signed`: by a signature on
    the paper. `lines` are empty if it can be entered once more. `status` is the result
    of the last action: `done`, undone (`back`), or the error (`refused`).
    """

    desk: Desk
    lines: list[SeatLine]
    look: ConfirmForm | None = None
    second: SheetForm | None = None
    signed: ConfirmForm | None = None
    status: dict[str, str] = field(default_factory=dict)

    @property
    def table(self) -> int:
        return self.desk.sheet.table

    @property
    def sheet_url(self) -> str:
        return self.desk.address()

    @property
    def undo(self) -> TakeBackForm | None:
        """The form that undoes the verification just made in this row."""
        if not self.status.get("done") or not self.desk.may_take_back:
            return None
        return TakeBackForm(initial={"seen": self.desk.life.last_number}, auto_id=False)

    @property
    def may_act(self) -> bool:
        return bool(self.look or self.second or self.signed)


@open_to_guests
@require_safe
def verifying(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    """Show all sheets of a round that wait for a second person."""
    access = desk_of(request, club, tournament)
    return _show(request, access, published_round(access.tournament, number))


@require_POST
@vary_on_headers("HX-Request")
def verify_row(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Verify the sheet of one row: by this account, on paper, or typed again."""
    desk = open_desk(request, **url_args)
    witness = request.POST.get("witness")
    form: SheetForm | ConfirmForm
    if witness == Witness.BLIND:
        form = second_entry_form(desk, request.POST, _ids(desk))
    else:
        form = ConfirmForm(request.POST, sheet=desk.sheet, auto_id=_ids(desk, witness))
    if not form.is_valid():
        return _answer(request, _row_with_form(desk, form))
    try:
        outcome = _confirm(desk, form)
    except Conflict as conflict:
        fresh_desk = desk.reload()
        if isinstance(form, SheetForm):
            form.renew(fresh_desk.life.last_number)
            return _answer(request, _row_with_form(fresh_desk, form, conflict.message))
        return _answer(request, row_of(fresh_desk, {"refused": look_again(conflict)}))
    except ActionRefused as refused:
        return _answer(request, _row_with_form(desk, form, refused.message))
    return _after(request, desk, outcome, witness)


@require_POST
@vary_on_headers("HX-Request")
def verify_undo(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Undo the verification of one row."""
    desk = open_desk(request, **url_args)
    status = taken_back(desk, TakeBackForm(request.POST))
    if is_part(request):
        if "done" in status:
            status = {"back": status["done"]}
        return _answer(request, row_of(desk.reload(), status))
    if reason := status.get("refused"):
        messages.error(request, reason)
    else:
        messages.success(request, status["done"])
    rnd, table = desk.sheet.round, desk.sheet.table
    return redirect(
        f"{address('verifying', desk.access.tournament, rnd.number)}#t{table}"
    )


def row_of(desk: Desk, status: dict[str, str] | None = None) -> VerifyRow:
    """Return a sheet's row with the forms that this person can use on it.

    Two entries that differ, and corrections, are reviewed on the sheet's own page.
    """
    life, status = desk.life, status or {}
    visible_lines = (
        lines_of(desk.sheet, desk.count_to_review, names_on(desk.sheet))
        if desk.count_to_review
        else []
    )
    waits = life.pending and life.pending.balances and desk.takes_counts
    if not waits or life.rival or life.correction_waits:
        lines = [] if waits else visible_lines
        return VerifyRow(desk, lines, status=status)
    if not desk.is_own and desk.proves_total:
        return VerifyRow(
            desk, visible_lines, look=_confirm_form(desk, "account"), status=status
        )
    blind = desk.may_type_again
    second = second_entry_form(desk, auto_id=_ids(desk)) if blind else None
    by_paper = desk.proves_total and desk.access.tournament.accepts_paper
    signed = _confirm_form(desk, "paper") if by_paper else None
    lines = [] if blind else visible_lines
    return VerifyRow(desk, lines, second=second, signed=signed, status=status)


def _row_with_form(
    desk: Desk, form: SheetForm | ConfirmForm, refused: str = ""
) -> VerifyRow:
    """Return the row with a form that came back, and all that was typed into it."""
    row = row_of(desk, {"refused": refused} if refused else {})
    if isinstance(form, SheetForm):
        if row.second:
            return VerifyRow(
                desk, [], second=form, signed=row.signed, status=row.status
            )
    elif row.signed and form.data.get("witness") == Witness.PAPER:
        return VerifyRow(
            desk, row.lines, second=row.second, signed=form, status=row.status
        )
    errors = [*map(str, chain.from_iterable(form.errors.values()))]
    status = {"refused": " ".join([refused, *errors]).strip()}
    return row_of(desk, status)


def _confirm(desk: Desk, form: SheetForm | ConfirmForm) -> CountResult:
    """Confirm the count. Raises Conflict or ActionRefused."""
    if isinstance(form, SheetForm):
        return counts.confirm(
            **write_facts(desk, form), witness=Witness.BLIND, again=form.seat_counts
        )
    return counts.confirm(
        **write_facts(desk, form),
        witness=form.cleaned_data["witness"],
        witness_seat=form.cleaned_data["witness_seat"],
    )


def _after(
    request: HttpRequest, desk: Desk, outcome: CountResult, witness: str | None
) -> HttpResponse:
    table = desk.sheet.table
    if is_part(request):
        if not outcome.agreed:
            return _answer(
                request, row_of(desk.reload(), {"refused": str(message(UNLIKE))})
            )
        return _answer(request, row_of(desk.reload(), {"done": verified(table)}))
    if outcome.agreed:
        verified_with_undo(request, desk, outcome.count)
        user, own_only = desk.access.member.user, witness != Witness.ACCOUNT
        table = next_waiting(desk.sheet.round, table, user, own_only=own_only) or 0
    else:
        messages.warning(request, message(UNLIKE))
    page = address("verifying", desk.access.tournament, desk.sheet.round.number)
    return redirect(f"{page}#t{table}" if table else page)


def _show(
    request: HttpRequest,
    access: DeskAccess,
    rnd: Round,
    instead: VerifyRow | None = None,
) -> HttpResponse:
    """Show the list; `instead` is a row that came back with a message."""
    rows = []
    for desk in desks_of(access, rnd):
        if instead and instead.table == desk.sheet.table:
            rows.append(instead)
        elif desk.life.pending and desk.life.pending.balances:
            rows.append(row_of(desk))
    # Rows that need a review but no typing come first.
    rows.sort(key=lambda row: (not row.look, not row.may_act, row.table))
    context = {
        **frame(
            access,
            (str(rnd), address("round-desk", access.tournament, rnd.number)),
            message("Verify"),
        ),
        **how_it_stands(rnd),
        "rows": rows,
        "first": instead or next((row for row in rows if row.may_act), None),
        "is_list": True,
    }
    return render(request, "scoring/sheets/verifying.html", context)


def _answer(request: HttpRequest, row: VerifyRow) -> HttpResponse:
    """Return the row alone for a partial request, else the page with it."""
    desk = row.desk
    rnd = desk.sheet.round
    if not is_part(request):
        return _show(request, desk.access, rnd, instead=row)
    context = {
        **frame(desk.access),
        **how_it_stands(rnd),
        "row": row,
        "is_list": True,
    }
    response = render(request, "scoring/sheets/_verify_answer.html", context)
    response.headers[GIVEN_BACK] = "yes"
    return response


def _confirm_form(desk: Desk, witness: str) -> ConfirmForm:
    return ConfirmForm(
        sheet=desk.sheet,
        initial={"seen": desk.life.last_number, "witness": witness},
        auto_id=_ids(desk, witness),
    )


def _ids(desk: Desk, witness: str | None = "") -> str:
    """Return an id pattern that keeps the field ids of the page unique."""
    return f"t{desk.sheet.table}_{'signed_' if witness == Witness.PAPER else ''}%s"
