"""Count, verify and correct a sheet at the desk, and lead on to the next one."""

import re
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe

from clubs.access import open_to_guests
from clubs.i18n import joined, message
from scoring.core.access import DIRECTOR, SCOREKEEPER
from scoring.core.forms import UNDONE
from scoring.core.names import names_on
from scoring.core.page_context import address, report_with_undo, warn_about_names
from scoring.core.writes import ActionRefused, Conflict
from scoring.models import Count
from scoring.sheets import counts
from scoring.sheets.access import Desk, on_paper, open_desk
from scoring.sheets.counts import CountResult
from scoring.sheets.progress import next_missing, next_waiting, progress_of
from scoring.sheets.undo import take_back
from scoring.sheets.views.paper import paper_address
from scoring.sheets.views.sheet import (
    ConfirmForm,
    Forms,
    TakeBackForm,
    WithdrawForm,
    show,
    show_second_entry,
)
from scoring.sheets.views.sheet_form import (
    HANDS,
    SheetForm,
    causes_of,
    correction_form,
    count_form,
    second_entry_form,
)

Witness = Count.Witness
UNLIKE = gettext_noop("This entry doesn’t match the earlier one. Check the paper.")
SUGGESTION = re.compile(r"[0-9]{1,3}")


@open_to_guests
@require_safe
def sheet_desk(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Show a sheet with everything that can be done on it now."""
    desk = open_desk(request, **url_args)
    if "again" in request.GET and desk.may_type_again:
        return show_second_entry(request, desk)
    tried = request.GET.get("try", "")
    if tried == HANDS:
        return show(request, desk, tried=HANDS)
    return show(request, desk, tried=int(tried) if SUGGESTION.fullmatch(tried) else 0)


@open_to_guests
@require_safe
def sheet_causes(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Show explanations for the numbers as typed; `correct` for a correction."""
    is_correction = "correct" in request.GET
    at_least = DIRECTOR if is_correction else SCOREKEEPER
    desk = open_desk(request, **url_args, at_least=at_least)
    make = correction_form if is_correction else count_form
    causes = causes_of(desk, make(desk, request.GET))
    return render(request, "scoring/sheets/_sheet_causes.html", {"causes": causes})


@require_POST
def sheet_count(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Save the numbers, balanced or not."""
    desk = open_desk(request, **url_args)
    form = count_form(desk, request.POST)
    if not form.is_valid():
        return show(request, desk, Forms(count=form))
    reason = form.reason_text
    try:
        outcome = counts.count(
            reason=reason,
            chips=form.chips,
            seats=form.seat_counts,
            may_rule=desk.is_director,
            **write_facts(desk, form),
        )
    except Conflict as conflict:
        return _show_conflict(request, desk, form, conflict)
    except ActionRefused as refused:
        return _refused(request, desk, form, refused, count=form)
    if reason:
        warn_about_names(request, desk.access.tournament.club, reason)
    return after_count(request, desk, outcome)


@require_POST
def sheet_confirm(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Verify the waiting count: by this account, on paper, or typed again."""
    desk = open_desk(request, **url_args)
    if request.POST.get("witness") == Witness.BLIND:
        return _confirm_typed_again(request, desk)
    form = ConfirmForm(request.POST, sheet=desk.sheet)
    if not form.is_valid():
        return show(request, desk, Forms(confirm=form))
    witness = form.cleaned_data["witness"]
    try:
        outcome = counts.confirm(
            **write_facts(desk, form),
            witness=witness,
            witness_seat=form.cleaned_data["witness_seat"],
        )
    except Conflict as conflict:
        messages.error(request, look_again(conflict))
        return redirect(desk.address())
    except ActionRefused as refused:
        return _refused(request, desk, form, refused, confirm=form)
    return after_confirm(request, desk, outcome, witness)


@require_POST
def sheet_correct(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Enter new numbers for a verified sheet; they wait for a second person."""
    desk = open_desk(request, **url_args, at_least=DIRECTOR)
    form = correction_form(desk, request.POST)
    if not form.is_valid():
        return show(request, desk, Forms(correct=form))
    try:
        outcome = counts.correct(
            **write_facts(desk, form),
            seats=form.seat_counts,
            reason=form.reason_text,
            chips=form.chips,
        )
    except Conflict as conflict:
        return _show_conflict(request, desk, form, conflict)
    except ActionRefused as refused:
        return _refused(request, desk, form, refused, correct=form)
    warn_about_names(request, desk.access.tournament.club, form.reason_text)
    text = message(
        "Correction for table {table} saved. The old score counts until the "
        "correction is verified.",
        table=desk.sheet.table,
    )
    place = (desk.sheet.round.number, desk.sheet.table)
    undo = address("sheet-withdraw", desk.access.tournament, *place)
    report_with_undo(request, text, undo, seen=outcome.count.number, reason=UNDONE)
    return redirect(desk.address())


@require_POST
def sheet_withdraw(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Withdraw a waiting correction."""
    desk = open_desk(request, **url_args, at_least=DIRECTOR)
    form = WithdrawForm(request.POST)
    if not form.is_valid():
        return show(request, desk, Forms(withdraw=form))
    try:
        counts.withdraw(**write_facts(desk, form), reason=form.cleaned_data["reason"])
    except Conflict as conflict:
        messages.error(request, look_again(conflict))
    except ActionRefused as refused:
        return _refused(request, desk, form, refused, withdraw=form)
    else:
        reason = form.cleaned_data["reason"]
        warn_about_names(request, desk.access.tournament.club, reason)
        messages.success(
            request,
            message("The correction was withdrawn. The old score still counts."),
        )
    return redirect(desk.address())


@require_POST
def sheet_take_back(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Undo the verification, while nothing depends on it."""
    desk = open_desk(request, **url_args)
    status = taken_back(desk, TakeBackForm(request.POST))
    if reason := status.get("refused"):
        messages.error(request, reason)
    else:
        messages.success(request, status["done"])
    return redirect(desk.address())


def taken_back(desk: Desk, form: TakeBackForm) -> dict[str, str]:
    """Undo a verification; return its message as `done`, or the error as `refused`."""
    if not form.is_valid():
        return {"refused": message("Check the sheet again.")}
    try:
        take_back(**write_facts(desk, form), directs=desk.is_director)
    except Conflict as conflict:
        return {"refused": look_again(conflict)}
    except ActionRefused as refused:
        return {"refused": refused.message}
    table = desk.sheet.table
    return {
        "done": message(
            "The verification of table {table} was undone. It’s waiting for a second "
            "person again.",
            table=table,
        )
    }


def verified_with_undo(request: HttpRequest, desk: Desk, new_count: Count) -> None:
    """Report that the sheet was verified by `new_count`, and offer to undo that.

    Undo isn't offered if it would be refused: for a correction, which has a receipt
    already, or after another round was published.
    """
    table = desk.sheet.table
    text = verified(table)
    if not desk.reload(("counts",)).may_take_back:
        messages.success(request, text)
        return
    place = (desk.sheet.round.number, table)
    undo = address("sheet-take-back", desk.access.tournament, *place)
    report_with_undo(request, text, undo, seen=new_count.number)


def _confirm_typed_again(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Save the second entry: if it agrees with the first, the sheet is verified."""
    form = second_entry_form(desk, request.POST)
    if not form.is_valid():
        return show_second_entry(request, desk, form)
    try:
        outcome = counts.confirm(
            **write_facts(desk, form),
            witness=Witness.BLIND,
            again=form.seat_counts,
        )
    except Conflict as conflict:
        return _show_conflict(request, desk, form, conflict)
    except ActionRefused as refused:
        form.refuse(refused)
        return show_second_entry(request, desk, form)
    if not outcome.agreed:
        messages.warning(request, message(UNLIKE))
        return redirect(f"{desk.address()}{on_paper(request)}")
    return after_confirm(request, desk, outcome, Witness.BLIND)


def write_facts(
    desk: Desk, form: SheetForm | ConfirmForm | WithdrawForm | TakeBackForm
) -> dict[str, Any]:
    """Return the facts of every write: sheet, actor, last count seen, and form key."""
    return {
        "sheet": desk.sheet,
        "actor": desk.access.actor,
        "seen": form.cleaned_data["seen"],
        "key": form.cleaned_data["key"],
    }


def look_again(conflict: Conflict) -> str:
    return joined((conflict.message, message("Check the sheet again.")), " ")


def _refused(
    request: HttpRequest,
    desk: Desk,
    form: Any,
    refused: ActionRefused,
    **bound_forms: Any,
) -> HttpResponse:
    """Show the error at its field, or above the page if the form isn't offered."""
    forms = Forms(**bound_forms)
    if refused.field in form.fields:
        form.refuse(refused)
    else:
        forms.status["refused"] = refused.message
    if isinstance(form, SheetForm):
        forms.status["typed"] = _typed(desk, form)
    return show(request, desk, forms)


def _typed(desk: Desk, form: SheetForm) -> list[tuple[str, int | None]]:
    return list(zip(names_on(desk.sheet), form.typed_scores, strict=True))


def _show_conflict(
    request: HttpRequest, desk: Desk, form: SheetForm, conflict: Conflict
) -> HttpResponse:
    """Show the numbers someone else saved next to the typed ones.

    The typed ones can be saved on top.
    """
    desk = desk.reload()
    is_same = form.show_saved(desk.life)
    return show(
        request,
        desk,
        Forms(
            count=None if desk.life.in_force else form,
            correct=form if desk.life.in_force and form.needs_reason else None,
            status={
                "conflict": conflict.message,
                "typed": _typed(desk, form),
                "same": is_same,
            },
        ),
    )


def after_count(request: HttpRequest, desk: Desk, outcome: CountResult) -> HttpResponse:
    """Lead to the next table without a count, or stay if the numbers need a review.

    While going through a pile of sheets, lead back to the field for the next code.
    """
    new_count, table = outcome.count, desk.sheet.table
    if not new_count.balances:
        messages.warning(request, saved(outcome, table))
        return redirect(f"{desk.address()}{on_paper(request)}")
    saved_text = saved(outcome, table)
    if on_paper(request):
        messages.success(request, saved_text)
        return _to_next_paper(desk)
    following = next_missing(desk.sheet.round, table)
    if following is None:
        none_missing = progress_of(desk.sheet.round).none_missing
        messages.success(request, f"{saved_text} {none_missing}")
        return redirect(_round(desk))
    messages.success(request, saved_text)
    return redirect(desk.address(following))


def saved(outcome: CountResult, table: int) -> str:
    """Return a sentence about the saved count."""
    if not outcome.count.balances:
        return message(
            "Table {table} was saved as is. It doesn’t balance yet.",
            table=table,
        )
    if not outcome.changed:
        return message(
            "Table {table} already has these scores. It’s waiting for a second person.",
            table=table,
        )
    return message(
        "Table {table} saved: {total} ✓ · waiting for a second person",
        table=table,
        total=outcome.count.total,
    )


def after_confirm(
    request: HttpRequest, desk: Desk, outcome: CountResult, witness: str
) -> HttpResponse:
    """Lead to the next table that this person can verify in the same way."""
    user, table = desk.access.member.user, desk.sheet.table
    verified_with_undo(request, desk, outcome.count)
    if on_paper(request):
        return _to_next_paper(desk)
    own_only = witness != Witness.ACCOUNT
    following = next_waiting(desk.sheet.round, table, user, own_only=own_only)
    if following is None:
        return redirect(_round(desk))
    query = "?again" if witness == Witness.BLIND else ""
    return redirect(f"{desk.address(following)}{query}")


def verified(table: int) -> str:
    return message("Table {table} is verified ● and counts.", table=table)


def _to_next_paper(desk: Desk) -> HttpResponse:
    """Lead back to the field for the next code, while going through a pile."""
    return redirect(paper_address(desk.access.tournament, desk.sheet.round.number))


def _round(desk: Desk) -> str:
    tournament = desk.access.tournament
    url_args = [tournament.club.slug, tournament.slug, desk.sheet.round.number]
    return reverse("scoring:round-desk", args=url_args)
