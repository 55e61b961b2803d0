"""A round's sheets as one grid: a form for every table, saved row by row.

A row is the form of its sheet (`SheetForm`) without colors and rulings, which stay on
the sheet's own page. With JavaScript the row comes back alone; without it the whole
page comes back, at the row.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
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
from scoring.sheets.discrepancies import Suggestion, suggestions_of
from scoring.sheets.hands import hands_that_tell_aside
from scoring.sheets.progress import TABLE, next_missing, pile_of, progress_of
from scoring.sheets.sheet import SeatLine, SheetState, life_of, lines_of, sheets_of
from scoring.sheets.views.counts import saved
from scoring.sheets.views.paper import find_in_round
from scoring.sheets.views.sheet_form import SheetForm, initial_of


@dataclass(frozen=True, slots=True)
class PaperRow:
    """One table of the grid: its form while it can be counted, else its numbers.

    `status` is the result of a save: a sentence under `saved`, or an error.
    """

    desk: Desk
    form: SheetForm | None
    lines: list[SeatLine]
    status: dict[str, Any] = field(default_factory=dict)
    causes: Sequence[Suggestion] = ()

    @property
    def table(self) -> int:
        return self.desk.sheet.table

    @property
    def sheet_url(self) -> str:
        return self.desk.address()

    @property
    def is_open(self) -> bool:
        """Whether it still waits for numbers that add up."""
        return self.form is not None and self.desk.life.state != SheetState.COUNTED


@open_to_guests
@require_safe
def papers_now(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Redirect to the round being entered: its grid, or the list to verify."""
    access = desk_of(request, club, tournament)
    pile = pile_of(access.tournament)
    if pile.round is None or not pile.round.counts:
        return redirect(address("paper", access.tournament))
    progress = pile.progress
    is_counted = not (progress.missing or progress.unbalanced)
    page = "verifying" if is_counted and progress.waiting else "papers"
    return redirect(address(page, access.tournament, pile.round.number))


@open_to_guests
@require_safe
def papers(
    request: HttpRequest, club: str, tournament: str, number: int
) -> HttpResponse:
    """Show all tables of a round; `at` opens a row, `q` looks for another one."""
    access = desk_of(request, club, tournament)
    rnd = published_round(access.tournament, number)
    if "q" in request.GET:
        return _to_row(request, access, rnd, request.GET["q"].strip())
    asked = request.GET.get("at", "")
    return _show(
        request, access, rnd, table=int(asked) if TABLE.fullmatch(asked) else 0
    )


@require_POST
@vary_on_headers("HX-Request")
def paper_save(request: HttpRequest, **url_args: Any) -> HttpResponse:
    """Save the numbers of one row, balanced or not."""
    desk = open_desk(request, **url_args)
    form = paper_form(desk, request.POST)
    if not form.is_valid():
        return _answer(request, PaperRow(desk, form, []))
    try:
        outcome = counts.count(
            sheet=desk.sheet,
            actor=desk.access.actor,
            seats=form.seat_counts,
            seen=form.cleaned_data["seen"],
            key=form.cleaned_data["key"],
            reason=form.reason_text,
            chips=_colours(form, desk.life.latest),
        )
    except Conflict as conflict:
        return _answer(request, _row_with_conflict(desk.reload(), form, conflict))
    except ActionRefused as refused:
        return _answer(request, _not_taken(desk, form, {"refused": refused.message}))
    table, says = desk.sheet.table, saved(outcome, desk.sheet.table)
    if is_part(request):
        return _answer(
            request, row_of(desk.reload(), status={"saved": says}, with_causes=True)
        )
    if outcome.count.balances:
        messages.success(request, says)
        table = next_missing(desk.sheet.round, table) or table
    else:
        messages.warning(request, says)
    return redirect(row_address(desk.access, desk.sheet.round, table))


def desks_of(access: DeskAccess, rnd: Round) -> Iterator[Desk]:
    """Yield all tables of a round at the desk, in a fixed number of queries."""
    sheets = list(sheets_of(rnd))
    hands = hands_that_tell_aside(sheets)
    for sheet in sheets:
        sheet.round = rnd
        yield Desk(access, sheet, life_of(sheet), hands[sheet.pk])


def how_it_stands(rnd: Round) -> dict[str, Any]:
    """Return a round's progress and, once it is done, the draft to publish next."""
    progress = progress_of(rnd)
    drafts = rnd.tournament.rounds.filter(state=Round.State.DRAFT).order_by("number")
    return {
        "round": rnd,
        "progress": progress,
        "draft": None if progress.has_gaps else drafts.first(),
    }


def row_address(access: DeskAccess, rnd: Round, table: int) -> str:
    """Return the address of the grid with a row opened."""
    page = address("papers", access.tournament, rnd.number)
    return f"{page}?at={table}#t{table}"


def paper_form(desk: Desk, data: Any = None) -> SheetForm:
    """Return the form of one row with the held and borrowed chips saved last."""
    latest = desk.life.latest
    return SheetForm(
        data,
        sheet=desk.sheet,
        standing=latest,
        hands=desk.hands,
        initial={**initial_of(latest), "seen": desk.life.last_number},
        auto_id=f"t{desk.sheet.table}_%s",
    )


def row_of(
    desk: Desk, status: dict[str, Any] | None = None, *, with_causes: bool = False
) -> PaperRow:
    """Return a table's row; `with_causes` adds explanations why it doesn't balance."""
    life, names = desk.life, names_on(desk.sheet)
    if not desk.takes_counts or life.in_force:
        lines = (
            lines_of(desk.sheet, life.current_count, names)
            if life.current_count
            else []
        )
        return PaperRow(desk, None, lines, status or {})
    form = paper_form(desk)
    if with_causes and life.latest:
        form.suggestions = suggestions_of(desk.sheet, life.latest, names)
    return PaperRow(desk, form, [], status or {}, form.suggestions)


def labels_of(forms: Iterable[SheetForm | None]) -> list[bool]:
    """Return for each seat in the grid's head whether it has a field for a loan."""
    longest = max((form.rows for form in forms if form), key=len, default=[])
    return [row.borrowed is not None for row in longest]


def _show(
    request: HttpRequest,
    access: DeskAccess,
    rnd: Round,
    table: int = 0,
    instead: PaperRow | None = None,
) -> HttpResponse:
    """Show the grid; `instead` is a row that came back with a message."""
    rows = []
    for desk in desks_of(access, rnd):
        if instead and instead.table == desk.sheet.table:
            rows.append(instead)
        else:
            rows.append(row_of(desk, with_causes=desk.sheet.table == table))
    context = {
        **frame(
            access,
            (str(rnd), address("round-desk", access.tournament, rnd.number)),
            message("Score sheets"),
        ),
        **how_it_stands(rnd),
        "rows": rows,
        "labels": labels_of(row.form for row in rows),
        "at": instead.table if instead else table,
    }
    return render(request, "scoring/sheets/papers.html", context)


def _answer(request: HttpRequest, row: PaperRow) -> HttpResponse:
    """Return the row alone for a partial request, else the page with it."""
    desk = row.desk
    rnd = desk.sheet.round
    if not is_part(request):
        return _show(request, desk.access, rnd, instead=row)
    context = {**frame(desk.access), **how_it_stands(rnd), "row": row}
    response = render(request, "scoring/sheets/_paper_answer.html", context)
    response.headers[GIVEN_BACK] = "yes"
    return response


def _colours(form: SheetForm, latest: Count | None) -> Any:
    """Return the chips by color of the seats that hold the same number as before."""
    if latest is None or not latest.chips:
        return None
    rows = [
        colours if current == before else None
        for colours, current, before in zip(
            latest.chips, form.row("held"), latest.held, strict=True
        )
    ]
    return rows if any(colours is not None for colours in rows) else None


def _row_with_conflict(desk: Desk, form: SheetForm, conflict: Conflict) -> PaperRow:
    """Return the row with the numbers someone else saved next to the typed ones."""
    is_same = form.show_saved(desk.life)
    return _not_taken(desk, form, {"conflict": conflict.message, "same": is_same})


def _not_taken(desk: Desk, form: SheetForm, status: dict[str, Any]) -> PaperRow:
    """Return the row with all that was typed, even if the sheet is verified now."""
    names = names_on(desk.sheet)
    status["typed"] = list(zip(names, form.typed_scores, strict=True))
    if desk.life.in_force or not desk.takes_counts:
        count = desk.life.current_count
        lines = lines_of(desk.sheet, count, names) if count else []
        return PaperRow(desk, None, lines, status)
    return PaperRow(desk, form, [], status)


def _to_row(
    request: HttpRequest, access: DeskAccess, rnd: Round, typed: str
) -> HttpResponse:
    """Redirect from a code, table number or scanned address to its row.

    An empty text leads to the first missing table. A message notes if the sheet is of
    another round or tournament.
    """
    if not typed:
        progress = progress_of(rnd)
        first = next(iter([*progress.missing, *progress.unbalanced]), None)
        if first is None:
            messages.info(request, progress.none_missing)
            return redirect(address("papers", access.tournament, rnd.number))
        return redirect(row_address(access, rnd, first))
    sheet, says = find_in_round(access.tournament, rnd.number, typed)
    if sheet is None:
        messages.error(request, says)
        return redirect(address("papers", access.tournament, rnd.number))
    if says:
        messages.info(request, says)
    round_of_sheet = sheet.round
    page = address("papers", round_of_sheet.tournament, round_of_sheet.number)
    return redirect(f"{page}?at={sheet.table}#t{sheet.table}")
