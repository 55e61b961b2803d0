"""One hand at the desk: why its chips moved, and a judge's rulings on it."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse as url_of
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import open_to_guests
from clubs.forms import PlainForm
from clubs.i18n import in_words, message
from scoring.core.access import DIRECTOR
from scoring.core.forms import IdempotentForm, NumberField, new_key
from scoring.core.names import names_on
from scoring.core.page_context import address, frame, warn_about_names
from scoring.core.writes import ActionRefused
from scoring.models import Hand, HandRuling, Tournament
from scoring.results.impact import Effects, effects_of_scores
from scoring.sheets import hand_rulings
from scoring.sheets import hand_writes as hands
from scoring.sheets.access import Desk, open_desk
from scoring.sheets.hand_rulings import OnCount, put_on
from scoring.sheets.hands import explained, if_void, newest, standing_on, versions_of
from scoring.sheets.rulings import rulings_on_sheet
from scoring.sheets.views.rulings import (
    BySection,
    ReasonField,
    ReverseForm,
    SectionField,
)

PAYMENTS = (1, 2, 3)
EACH = "each"
FORM = require_http_methods(["GET", "HEAD", "POST"])


class OnCountForm(PlainForm):
    """The choice whether a table's existing count includes the ruling."""

    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput, label=_("Seen"))

    def __init__(self, *args: Any, is_counted: bool, back: bool, **facts: Any) -> None:
        super().__init__(*args, **facts)
        if is_counted:
            self.fields["on_count"] = _on_count(back)


def _on_count(back: bool) -> forms.ChoiceField:
    put = (
        message("Take these chips off the count (a second person verifies it)")
        if back
        else message("Add these chips to the count (a second person verifies it)")
    )
    moved = message(
        "Don’t change the count (the players moved the chips before counting)"
    )
    return forms.ChoiceField(
        label=message("This table has already been counted"),
        choices=[(OnCount.ADD, put), (OnCount.INCLUDED, moved)],
        widget=forms.RadioSelect,
        error_messages={
            "required": message("Choose if the count includes this ruling.")
        },
    )


class HandRulingForm(BySection, OnCountForm, IdempotentForm):
    """A ruling on a hand: payments between players, the section and the reason."""

    section = SectionField()
    reason = ReasonField()

    def __init__(
        self, *args: Any, names: Sequence[str], tournament: Tournament, **facts: Any
    ) -> None:
        super().__init__(*args, back=False, **facts)
        self.tournament = tournament
        self.seats = range(1, len(names) + 1)
        others = in_words(len(names) - 1)
        people = [("", "–"), *zip(map(str, self.seats), names, strict=True)]
        for n in PAYMENTS:
            self.fields[f"payer{n}"] = forms.ChoiceField(
                label=message("Who pays"),
                choices=people,
                required=n == 1,
                error_messages={"required": message("Choose a player.")},
            )
            self.fields[f"payee{n}"] = forms.ChoiceField(
                label=message("Who gets"),
                choices=[
                    *people,
                    (EACH, message("each of the other {others}", others=others)),
                ],
                required=n == 1,
                error_messages={"required": message("Choose a player.")},
            )
            self.fields[f"pays{n}"] = NumberField(label=message("Chips"))
        self.fields["pays1"].required = True  # removes “optional”
        lines = [
            f"{prefix}{n}" for n in PAYMENTS for prefix in ("payer", "payee", "pays")
        ]
        self.order_fields([*lines, "section", "reason"])  # the order on the page

    def clean(self) -> dict[str, Any]:
        super().clean()
        chips = [0 for _unused in self.seats]
        for n in PAYMENTS:
            self._pay(n, chips)
        if not self.errors and not any(chips):
            self.add_error(
                "pays1", message("These payments cancel out. Change at least one.")
            )
        return self.cleaned_data | {"chips": tuple(chips)}

    def _pay(self, n: int, chips: list[int]) -> None:
        """Move one payment's chips; an empty line moves none."""
        names = (f"payer{n}", f"payee{n}", f"pays{n}")
        payer, payee, pays = (self.cleaned_data.get(name) for name in names)
        is_empty = n > 1 and not (payer or payee or pays)
        if is_empty or any(name in self.errors for name in names):
            return
        if not payer or not payee:
            self.add_error(names[0 if not payer else 1], message("Choose a player."))
        elif payer == payee:
            self.add_error(names[1], message("Choose two different players."))
        elif not pays or pays < 0:
            self.add_error(names[2], message("Enter 1 or more chips."))
        else:
            others = [s for s in self.seats if s != int(payer)]
            payees = others if payee == EACH else [int(payee)]
            chips[int(payer) - 1] -= pays * len(payees)
            for seat in payees:
                chips[seat - 1] += pays

    @property
    def payments(self) -> list[tuple[forms.BoundField, ...]]:
        """The lines of the form: payer, payee and chips."""
        return [
            (self[f"payer{n}"], self[f"payee{n}"], self[f"pays{n}"]) for n in PAYMENTS
        ]

    @property
    def has_more(self) -> bool:
        """Whether any payment after the first one is filled in."""
        return any(field.value() for line in self.payments[1:] for field in line)


class HandReverseForm(OnCountForm, ReverseForm):
    """The reason for undoing a ruling on a hand, and if its chips leave the count."""

    def refuse(self, text: str, field: str) -> None:
        """Show a service's error at the field it names, else above the form."""
        self.add_error(field if field in self.fields else None, text)


@open_to_guests
@FORM
def hand_desk(request: HttpRequest, hand: int, **url_args: Any) -> HttpResponse:
    """Rule on a hand; its effects are shown before it is saved."""
    desk = open_desk(request, **url_args, at_least=DIRECTOR)
    found, posted = _hand(desk, hand), request.method == "POST"
    form = _form(desk, request.POST if posted else None)
    effects = None
    if posted and form.is_valid():
        data = form.cleaned_data
        effects = _to_show_first(request, desk, data, data["chips"])
        if effects is None and _ruled(desk, hand, form):
            messages.success(
                request, message("The ruling on hand {hand} was saved.", hand=hand)
            )
            warn_about_names(request, desk.access.tournament.club, data["reason"])
            return redirect(desk.address())
    return _show(request, desk, found, form, effects)


@FORM
def hand_ruling_reverse(request: HttpRequest, pk: int, **url_args: Any) -> HttpResponse:
    """Undo a ruling on a hand."""
    desk = open_desk(request, **url_args, at_least=DIRECTOR)
    rows = desk.sheet.hand_rulings.select_related("hand")
    ruling = rows.filter(pk=pk).first()
    if ruling is None:
        raise Http404(message("That ruling isn’t on this sheet."))
    if ruling.reversed_at:
        return redirect(desk.address())
    form = HandReverseForm(
        request.POST if request.method == "POST" else None,
        initial={"seen": desk.life.last_number},
        is_counted=desk.life.latest is not None,
        back=True,
    )
    effects = None
    if request.method == "POST" and form.is_valid():
        chips = tuple(-chip for chip in ruling.chips)
        effects = _to_show_first(request, desk, form.cleaned_data, chips)
        if effects is None and _taken_back(desk, ruling, form):
            messages.success(
                request,
                message("The ruling was withdrawn. You can still read it here."),
            )
            reason = form.cleaned_data["reason"]
            warn_about_names(request, desk.access.tournament.club, reason)
            return redirect(desk.address())
    reversible = [
        other for other in _ruled_on(desk, ruling.hand.number) if other.pk == pk
    ]
    context = {
        **_frame(desk, ruling.hand.number, message("Withdraw")),
        "hand": ruling.hand,
        "form": form,
        "effects": effects,
        "ruled": reversible,
    }
    return render(request, "scoring/sheets/hand_ruling_back.html", context)


@require_POST
def hand_void(request: HttpRequest, hand: int, **url_args: Any) -> HttpResponse:
    """Remove a hand from the totals; a ruling on it has to be confirmed to stay."""
    desk = open_desk(request, **url_args, at_least=DIRECTOR)
    found, hand_url, form = (
        _hand(desk, hand),
        _address(desk, hand),
        IdempotentForm(request.POST),
    )
    if not form.is_valid():
        messages.error(request, message("Nothing was changed. Refresh the page."))
        return redirect(hand_url)
    try:
        outcome = hands.void(
            sheet=desk.sheet,
            actor=desk.access.actor,
            key=form.cleaned_data["key"],
            hand=found.key,
            reason=request.POST.get("reason", ""),
            ruling_stands="ruling_stands" in request.POST,
        )
    except ActionRefused as refused:
        messages.error(request, refused.message)
        return redirect(hand_url)
    if outcome.tray:
        text = message(
            "This sheet can no longer be changed, so hand {hand} is waiting in the "
            "tray.",
            hand=hand,
        )
        messages.warning(request, text)
        return redirect(address("tray", desk.access.tournament))
    messages.success(
        request,
        message("Hand {hand} was voided. You can still read it here.", hand=hand),
    )
    reason = request.POST.get("reason", "")
    warn_about_names(request, desk.access.tournament.club, reason)
    return redirect(desk.address())


def _hand(desk: Desk, number: int) -> Hand:
    found = newest(versions_of(desk.sheet), number)
    if found is None:
        raise Http404(
            message("This sheet doesn’t have a hand {number}.", number=number)
        )
    return found


def _form(desk: Desk, data: Any) -> HandRulingForm:
    return HandRulingForm(
        data,
        initial={"seen": desk.life.last_number, "payee1": "each"},
        names=names_on(desk.sheet),
        tournament=desk.access.tournament,
        is_counted=desk.life.latest is not None,
    )


def _to_show_first(
    request: HttpRequest, desk: Desk, data: dict[str, Any], chips: Any
) -> Effects | None:
    """Return the effects on the standings, unless already confirmed or empty."""
    in_force = desk.life.in_force
    if in_force is None or data.get("on_count") != OnCount.ADD:
        return None
    effects = effects_of_scores(desk.sheet, put_on(in_force, chips))
    is_confirmed = request.POST.get("effects_seen") == effects.digest
    return None if is_confirmed or not effects else effects


def _ruled(desk: Desk, number: int, form: HandRulingForm) -> HandRuling | None:
    """Save the ruling; None if it was refused, with the error in the form."""
    data = form.cleaned_data
    wanted = ("chips", "section", "reason", "key", "seen")
    try:
        return hand_rulings.rule(
            sheet=desk.sheet,
            actor=desk.access.actor,
            number=number,
            on_count=data.get("on_count", ""),
            **{name: data[name] for name in wanted},
        )
    except ActionRefused as refused:
        form.refuse(refused)
        return None


def _taken_back(
    desk: Desk, ruling: HandRuling, form: HandReverseForm
) -> HandRuling | None:
    data = form.cleaned_data
    try:
        return hand_rulings.reverse(
            ruling=ruling,
            actor=desk.access.actor,
            reason=data["reason"],
            seen=data["seen"],
            on_count=data.get("on_count", ""),
        )
    except ActionRefused as refused:
        form.refuse(refused.message, refused.field)
        return None


def _show(
    request: HttpRequest,
    desk: Desk,
    hand: Hand,
    form: HandRulingForm,
    effects: Effects | None,
) -> HttpResponse:
    names = names_on(desk.sheet)
    accounts = [
        account for account in explained(desk.sheet) if account.hand.pk == hand.pk
    ]
    context = {
        **_frame(desk, hand.number),
        "hand": hand,
        "nets": list(zip(names, hand.net, strict=True)),
        "moved": accounts[0].moved(names) if accounts else [],
        "notes": accounts[0].notes(names) if accounts else [],
        "ruled": _ruled_on(desk, hand.number),
        "stands": bool(standing_on(desk.sheet, hand.number)),
        "form": form,
        "effects": effects,
        "others": [
            (account.number, [*zip(names, account.before, account.after, strict=True)])
            for account in if_void(desk.sheet, hand)
        ],
        "key": new_key(),
    }
    return render(request, "scoring/sheets/hand_desk.html", context)


def _ruled_on(desk: Desk, number: int) -> list[Any]:
    accounts = rulings_on_sheet(desk.sheet, desk.life, names_on(desk.sheet))
    return [account for account in accounts if account.hand == number]


def _frame(desk: Desk, hand: int, *subpage: str) -> dict[str, Any]:
    """Return the context of a hand's pages; `subpage` names one below it."""
    sheet, tournament = desk.sheet, desk.access.tournament
    crumbs: tuple[str | tuple[str, str], ...] = (
        (str(sheet.round), address("round-desk", tournament, sheet.round.number)),
        (message("Table {n}", n=sheet.table), desk.address()),
        (message("Hand {n}", n=hand), _address(desk, hand) if subpage else ""),
        *subpage,
    )
    return {
        **frame(desk.access, *crumbs),
        "sheet": sheet,
        "round": sheet.round,
        "life": desk.life,
    }


def _address(desk: Desk, hand: int) -> str:
    tournament = desk.access.tournament
    url_args = [tournament.club.slug, tournament.slug, desk.sheet.round.number]
    return url_of("scoring:hand-desk", args=[*url_args, desk.sheet.table, hand])
