"""The forms by which a sheet is counted, corrected, and typed once more."""

from typing import Any

from scoring.models import Count
from scoring.sheets.forms.sheets import SheetForm, numbers_of
from scoring.sheets.selectors.differences import (
    Suggestion,
    suggestions_of,
    supposed_count,
)
from scoring.sheets.services.counts import seat_counts
from scoring.sheets.views.sheet_at_desk import Desk
from scoring.sheets.views.table_section import HANDS, let_hands_decide

Tried = int | str  # the number of a suggestion, 0 for none, or HANDS


def count_form(desk: Desk, data: Any = None, tried: Tried = 0) -> SheetForm:
    """Held and borrowed, from what was saved last."""
    latest = desk.life.latest
    form = SheetForm(
        data,
        sheet=desk.sheet,
        may_rule=desk.is_director,
        standing=latest,
        initial={**numbers_of(latest), "seen": desk.life.seen},
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
    seats = seat_counts(form.four("held"), form.four("borrowed"), form.ruled)
    typed = supposed_count(desk.sheet, seats, form.chips)
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
        initial={**numbers_of(in_force), "seen": desk.life.seen},
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
