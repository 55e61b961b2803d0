"""What the desk's page of a sheet shows, whatever was done or refused on it; its forms."""

from dataclasses import dataclass, field
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from clubs.wording import say
from scoring.core.selectors.names import names_on
from scoring.core.views import address, frame
from scoring.games.accounts import named_accounts
from scoring.models import Count
from scoring.results.selectors.effects import effects_of_scores
from scoring.sheets.access import Desk
from scoring.sheets.differences import (
    Suggestion,
    differences_from_notes,
    suggestions_of,
    supposed_count,
)
from scoring.sheets.nets import explained, misplaced, moved_on
from scoring.sheets.pages.initial import initial_of
from scoring.sheets.pages.paper import ON_PAPER
from scoring.sheets.pages.sheet_form import SheetForm
from scoring.sheets.pages.small_forms import (
    ConfirmForm,
    FreeSeatForm,
    PhotoForm,
    WithdrawForm,
)
from scoring.sheets.pages.table_section import HANDS, at_the_table, let_hands_decide
from scoring.sheets.photos_shown import pictures_of
from scoring.sheets.progress import progress_of
from scoring.sheets.ruled import rulings_on_sheet
from scoring.sheets.sheet import history_of, lines_of

Tried = int | str  # the number of a suggestion, 0 for none, or HANDS


@dataclass(slots=True)
class Forms:
    """Forms that came back with something to say; the others are made new."""

    count: SheetForm | None = None
    correct: SheetForm | None = None
    confirm: ConfirmForm | None = None
    withdraw: WithdrawForm | None = None
    seat: FreeSeatForm | None = None
    photo: PhotoForm | None = None
    status: dict[str, Any] = field(default_factory=dict)


def show(
    request: HttpRequest, desk: Desk, forms: Forms | None = None, tried: Tried = 0
) -> HttpResponse:
    """The page of a sheet; `tried` is a suggestion, or the hands, to put into the form."""
    forms = forms or Forms()
    names = names_on(desk.sheet)
    context = {
        **frame_of(request, desk),
        **_what_to_do(desk, forms, tried),
        **paper_of(desk, forms.photo),
        **at_the_table(request, desk.access, desk.sheet, forms.seat),
        **_numbers(desk, names),
        **_hands(desk, names),
        "tried": tried,
        "progress": progress_of(desk.sheet.round),
        "names": names,
        "at_desk": True,
    }
    return render(request, "scoring/sheets/sheet_desk.html", context)


def _numbers(desk: Desk, names: tuple[str, ...]) -> dict[str, Any]:
    """What was counted, corrected and ruled, and what a correction that waits moves."""
    life, sheet = desk.life, desk.sheet
    shown, before = desk.shown, life.in_force if life.correction_waits else None
    return {
        "shown": shown,
        "lines": lines_of(sheet, shown, names) if shown else [],
        "in_force_lines": lines_of(sheet, before, names) if before else [],
        "effects": effects_of_scores(sheet, shown.scores) if shown and before else None,
        "rival_lines": lines_of(sheet, life.rival, names) if life.rival else [],
        "receipts": life.receipts,
        "ruled": rulings_on_sheet(sheet, life, names),
        "history": history_of(life, names),
    }


def _hands(desk: Desk, names: tuple[str, ...]) -> dict[str, Any]:
    """What the table recorded, and where the count says something else."""
    sheet, shown, hands = desk.sheet, desk.shown, explained(desk.sheet)
    rows = [each.hand for each in hands]
    differs = differences_from_notes(sheet, shown, rows, names) if shown else []
    start = desk.access.tournament.start_chips
    return {
        "hands": [(each, each.moved(names), each.notes(names)) for each in hands],
        "games": named_accounts(sheet, rows, names),
        "misplaced": misplaced(sheet, rows, names),
        "differs": differs,
        "start_chips": start,
        "hand_totals": [start + net for net in moved_on(sheet, rows)],
        "may_use_hands": desk.may_use_hands and bool(hands) and (differs or not shown),
    }


def show_second_entry(
    request: HttpRequest, desk: Desk, form: SheetForm | None = None
) -> HttpResponse:
    """The empty sheet to type once more; nothing of the first numbers is on it."""
    if form is None:
        form = second_entry_form(desk)
    form.focus()
    # The life of the sheet has the first numbers in it.
    context = {
        **frame_of(request, desk),
        "photos": pictures_of(desk.sheet),
        "form": form,
        "life": None,
    }
    return render(request, "scoring/sheets/sheet_second.html", context)


def on_paper(request: HttpRequest) -> str:
    """What an address has after it while a pile of paper is gone through."""
    return ON_PAPER if "paper" in request.GET else ""


def paper_of(desk: Desk, form: PhotoForm | None = None) -> dict[str, Any]:
    """The pictures of the paper sheet, and the way to attach one."""
    return {"photos": pictures_of(desk.sheet), "photo_form": form or PhotoForm()}


def frame_of(request: HttpRequest, desk: Desk) -> dict[str, Any]:
    """What every page of this sheet has: where it is, and its state."""
    tournament, rnd = desk.access.tournament, desk.sheet.round
    return {
        **frame(
            desk.access,
            (str(rnd), address("round-desk", tournament, rnd.number)),
            say("Table {table}", table=desk.sheet.table),
        ),
        "round": rnd,
        "sheet": desk.sheet,
        "life": desk.life,
        "state": desk.life.state,
        "times": desk.times,
        "on_paper": on_paper(request),
    }


def _what_to_do(desk: Desk, forms: Forms, tried: Tried) -> dict[str, Any]:
    """The forms that this person may use on the sheet as it stands."""
    life, offered = desk.life, dict(forms.status)
    if not desk.takes_counts:
        return offered
    fresh = {"seen": life.seen}
    if not life.in_force:
        offered["count_form"] = forms.count or count_form(desk, tried=tried)
    elif desk.is_director:
        offered["correct_form"] = forms.correct or correction_form(desk, tried=tried)
    offered |= {"is_own": desk.is_own, "may_type_again": desk.may_type_again}
    if life.pending and life.pending.balances:
        offered["proves_total"] = desk.proves_total
        offered["confirm_form"] = forms.confirm or ConfirmForm(
            sheet=desk.sheet, initial=fresh
        )
    elif not life.in_force:
        offered["count_form"].focus()
    if life.correction_waits and desk.is_director:
        offered["withdraw_form"] = forms.withdraw or WithdrawForm(initial=fresh)
    return offered


def count_form(desk: Desk, data: Any = None, tried: Tried = 0) -> SheetForm:
    """Held and borrowed, from what was saved last."""
    latest = desk.life.latest
    form = SheetForm(
        data,
        sheet=desk.sheet,
        may_rule=desk.is_director,
        standing=latest,
        initial={**initial_of(latest), "seen": desk.life.seen},
    )
    if latest:
        form.initial["reason"] = latest.reason if any(latest.ruled) else ""
        if not data:
            _suggest(desk, form, latest, tried)
    if tried == HANDS:
        let_hands_decide(form, desk.sheet, latest)
    return form


def causes_of(desk: Desk, form: SheetForm) -> list[Suggestion]:
    """What may explain that the numbers typed do not balance; nothing is saved.

    Empty while a number is missing or wrong. Whether a reason is given does not matter.
    """
    form.full_clean()
    if not form.is_whole or form.difference == 0:
        return []
    typed = supposed_count(desk.sheet, form.seat_counts, form.chips)
    return suggestions_of(desk.sheet, typed, form.names)


def correction_form(desk: Desk, data: Any = None, tried: Tried = 0) -> SheetForm:
    """New numbers for a verified sheet, from those in force."""
    in_force = desk.life.in_force
    form = SheetForm(
        data,
        sheet=desk.sheet,
        may_rule=True,
        standing=in_force,
        needs_reason=True,
        initial={**initial_of(in_force), "seen": desk.life.seen},
        auto_id="correct_%s",
    )
    if tried == HANDS:
        let_hands_decide(form, desk.sheet, in_force)
    return form


def second_entry_form(desk: Desk, data: Any = None) -> SheetForm:
    """An empty form; a ruling that stands is part of the second entry too."""
    return SheetForm(
        data,
        sheet=desk.sheet,
        standing=desk.life.latest,
        initial={"seen": desk.life.seen},
    )


def _suggest(desk: Desk, form: SheetForm, latest: Count, tried: Tried) -> None:
    """Put what may explain a difference beside its seat, and one of it in, if asked."""
    form.suggestions = suggestions_of(desk.sheet, latest, form.names)
    for each in form.suggestions:
        if each.number == tried:
            form.initial[f"held{each.seat}"] = each.held
            form.initial[f"borrowed{each.seat}"] = each.borrowed or ""
            for colour in ("blue", "red", "white"):
                form.initial.pop(f"{colour}{each.seat}", None)
