"""The prizes and the report for the newsletter, at the end of a tournament."""

import json
import re
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from clubs.access import open_to_guests
from clubs.forms import EditForm
from clubs.i18n import and_list, message, money
from clubs.i18n.currency import NO_CURRENCY, coins_of, digits_of, number_typed
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms import MOST_COINS, IdempotentForm, MoneyField, MoneyForm
from scoring.core.page_context import address, closing_step_frame
from scoring.core.writes import find_editor
from scoring.models import Tournament
from scoring.people.players import in_pictures
from scoring.results.prizes import FACTS, set_fund
from scoring.standings.prizes import WHOLE, prizes_of
from scoring.standings.report import report_of

MOST_PRIZES = 50
OF_PERCENT = 2  # digits
PERCENT = Tournament.Prizes.PERCENT
# Usual splits of a fund: three prizes, half the table, and the Brno league's ten.
PRESETS = ("50, 30, 20", "40, 25, 15, 12, 8", "25, 20, 15, 12, 10, 7, 5, 3, 2, 1")
SPLITS = {preset: {"prizes": preset, "prize_kind": PERCENT.value} for preset in PRESETS}


def prizes_written(tournament: Tournament) -> str:
    """Return the prizes as people write them: 50, 12.5, 7.25."""
    is_fixed = tournament.prize_kind == Tournament.Prizes.FIXED
    digits = digits_of(tournament.currency) if is_fixed else OF_PERCENT
    return parts_written(tournament.prizes, digits)


def parts_written(parts: Sequence[int], digits: int) -> str:
    """Return numbers as text, separated by semicolons if any has a decimal comma."""
    texts = [number_typed(part, digits) for part in parts]
    return ("; " if any("," in part for part in texts) else ", ").join(texts)


def prizes_typed(text: str, currency: str = "") -> list[int]:
    """Return “50, 30, 20” in the smallest coins, or in hundredths of a percent.

    Hundredths of a percent without a currency. Raises ValueError with the part that
    isn't a number. Commas separate the parts, unless semicolons do: then a comma may be
    a decimal one, and a blank may group digits. “150,50 100” could be two prizes or
    three, so it is refused.
    """
    text = text.strip()
    if ";" not in text and re.search(r"\d,\d", text) and re.search(r"\s", text):
        raise ValueError(text)
    prizes = []
    for part in text.split(";") if ";" in text else re.split(r"[,\s]+", text):
        if not (typed := part.strip()):
            continue
        try:
            prizes.append(coins_of(typed, currency or NO_CURRENCY))
        except ValueError:
            raise ValueError(typed) from None
    return prizes


class PrizesForm(EditForm, IdempotentForm, MoneyForm):
    """The prize fund, its split, and whether it is public."""

    units = (("prize_kind", "prizes"),)

    fee = MoneyField(label=_("Entry fee"), required=False)
    prize_extra = MoneyField(
        label=_("Added to the fund"),
        required=False,
        help_text=_("Money from the club or a sponsor."),
    )
    prize_kept = MoneyField(
        label=_("Held back"),
        required=False,
        help_text=_("Money for the hall, the food or the club."),
    )
    prize_kind = forms.ChoiceField(
        label=_("Kind of prizes"),
        choices=Tournament.Prizes,
        widget=forms.RadioSelect,
        initial=PERCENT,
    )
    prizes = forms.CharField(
        label=_("Prizes, starting with first place"),
        required=False,
        max_length=400,
        help_text=_(
            "For example, 50, 30, 20 for percents, or 100, 60, 40 for amounts. Leave "
            "blank for no prizes."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    prizes_shown = forms.BooleanField(
        label=_("Everyone sees who gets how much once the tournament is finished"),
        required=False,
        initial=True,
    )

    def __init__(self, *args: Any, currency: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.count_in(currency)

    def clean_prizes(self) -> list[int]:
        is_fixed = self.cleaned_data.get("prize_kind") == Tournament.Prizes.FIXED
        currency = self.currency if is_fixed else ""
        try:
            prizes = prizes_typed(self.cleaned_data["prizes"], currency)
        except ValueError as wrong:
            raise forms.ValidationError(
                message(
                    "“{typed}” isn’t a prize. Enter prizes like 50, 30, 20.",
                    typed=str(wrong)[:40],
                )
            ) from None
        if len(prizes) > MOST_PRIZES:
            raise forms.ValidationError(
                message("List at most {n} prizes.", n=MOST_PRIZES)
            )
        if 0 in prizes:
            raise forms.ValidationError(message("Leave out prizes of 0."))
        if any(later > earlier for earlier, later in pairwise(prizes)):
            raise forms.ValidationError(
                message("A worse place can’t get more than a better one.")
            )
        if any(prize > MOST_COINS for prize in prizes):
            raise forms.ValidationError(message("One of the prizes is too large."))
        return prizes

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        prizes = data.get("prizes") or []
        if data.get("prize_kind") == PERCENT and sum(prizes) > WHOLE:
            total = parts_written([sum(prizes)], OF_PERCENT)
            self.add_error(
                "prizes",
                message(
                    "These percentages add up to {over}. Use at most 100.", over=total
                ),
            )
        return data


@open_to_guests
@require_http_methods(["GET", "HEAD", "POST"])
def prizes(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Set the fund and its split; the current prizes are listed below."""
    access = desk_of(request, club, tournament, DIRECTOR)
    if request.method != "POST":
        return _show(request, access, _form(access, initial=_initial(access)))
    evening = access.tournament
    form = _form(access, request.POST, initial=_initial(access))
    if split := SPLITS.get(request.POST.get("split", "")):
        return _show(request, access, _form(access, initial=form.typed() | split))
    form.find_editor = partial(find_editor, kind="settings", tournament=evening)
    if form.is_valid():
        facts = {name: form.cleaned_data[name] for name in FACTS}
        with form.refusals():
            set_fund(tournament=evening, actor=access.actor, original=evening, **facts)
    if form.errors:
        return _show(request, access, form)
    _say_saved(request, access)
    return redirect(address("prizes", access.tournament))


def _form(access: DeskAccess, *args: Any, **kwargs: Any) -> PrizesForm:
    return PrizesForm(*args, currency=access.tournament.currency, **kwargs)


def _say_saved(request: HttpRequest, access: DeskAccess) -> None:
    """Report success, with a warning if more is held back than the fund has."""
    access.tournament.refresh_from_db()
    found = prizes_of(access.tournament)
    if not found.overdrawn:
        messages.success(request, message("Prizes saved."))
        return
    currency = access.tournament.currency
    kept_text = money(access.tournament.prize_kept, currency)
    fund_text = money(found.fees + access.tournament.prize_extra, currency)
    messages.warning(
        request,
        message(
            "Saved, but {kept} are held back, and the fund has only {there} so far. "
            "No one gets a prize until there’s more.",
            kept=kept_text,
            there=fund_text,
        ),
    )


def _initial(access: DeskAccess) -> dict[str, Any]:
    """Return the values that are saved, as the form shows them."""
    tournament = access.tournament
    saved = {name: getattr(tournament, name) for name in FACTS if name != "prizes"}
    return saved | {"prizes": prizes_written(tournament)}


def _show(request: HttpRequest, access: DeskAccess, form: PrizesForm) -> HttpResponse:
    context = {
        **closing_step_frame(access, message("Prizes")),
        "form": form,
        "prizes": prizes_of(access.tournament),
        "presets": [(preset, json.dumps(fields)) for preset, fields in SPLITS.items()],
        "currency": access.tournament.currency,
    }
    return render(request, "scoring/standings/prizes.html", context)


@open_to_guests
@require_safe
def report(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the report in plain English."""
    access = desk_of(request, club, tournament, DIRECTOR)
    agreed, others = in_pictures(access.tournament)
    context = {
        **closing_step_frame(access, message("Report")),
        "report": report_of(access.tournament),
        "in_pictures": and_list(agreed),
        "not_in_pictures": and_list(others),
        "unagreed": len(others),
    }
    return render(request, "scoring/standings/report.html", context)
