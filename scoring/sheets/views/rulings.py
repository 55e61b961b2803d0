"""A judge's rulings on players outside any sheet, and the list of all rulings."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from clubs.access import open_to_guests
from clubs.forms import PlainForm
from clubs.i18n import lazy_message, many, message
from scoring.core.access import DIRECTOR, DeskAccess, desk_of
from scoring.core.forms import (
    UNDONE,
    EntrantField,
    IdempotentForm,
    NumberField,
    UndoReasonField,
    give_roster,
)
from scoring.core.page_context import address, frame, report_with_undo, warn_about_names
from scoring.core.roster import Roster, roster_of
from scoring.games.game_adapter import sections_of
from scoring.models import Adjustment, Entry, Tournament
from scoring.results.impact import Effects, effects_of_ruling, effects_without
from scoring.sheets.rulings import (
    adjust,
    find_section,
    reverse,
    ruling_on,
    rulings_on_players,
    rulings_on_sheets,
)

SECTIONS = "sections"  # id of the page's list of sections


class SectionField(forms.CharField):
    """A field for a section of the rules: 24, §24; its form looks it up (BySection)."""

    def __init__(self) -> None:
        super().__init__(
            label=lazy_message("Rule section"),
            required=False,
            max_length=60,
            help_text=lazy_message(
                "For example, 24. The section’s title appears as you type."
            ),
            widget=forms.TextInput({"list": SECTIONS, "autocomplete": "off"}),
        )


class ReasonField(forms.CharField):
    """A field for the reason of a ruling, which everyone can read."""

    def __init__(self) -> None:
        super().__init__(
            label=lazy_message("Reason"),
            max_length=300,
            help_text=lazy_message("Everyone can read this."),
            error_messages={
                "required": lazy_message(
                    "Enter a reason, preferably with the section of the rules."
                )
            },
            widget=forms.TextInput({"autocomplete": "off"}),
        )


class BySection(PlainForm):
    """A form with a section of the tournament's rules."""

    tournament: Tournament

    def clean_section(self) -> str:
        """Return “§24” for any way of typing it."""
        typed = self.cleaned_data["section"]
        section = find_section(self.tournament, typed)
        if section is None:
            raise ValidationError(
                message(
                    "The rules don’t have a section “{typed}”. Enter, for example, "
                    "24 or §24.",
                    typed=typed,
                )
            )
        return section

    @property
    def sections(self) -> Mapping[str, str]:
        return sections_of(self.tournament)


class RulingForm(BySection, IdempotentForm):
    """Chips added to a player's total, or subtracted from it, and the reason."""

    entry = EntrantField(
        label=lazy_message("Player"), help_text=lazy_message("Start number or name.")
    )
    chips = NumberField(
        label=lazy_message("Chips"),
        negative=True,
        help_text=lazy_message("10 adds ten chips to the total. −10 takes ten off."),
    )
    other = EntrantField(
        label=lazy_message("Other player"),
        required=False,
        help_text=lazy_message(
            "Leave blank if no one else gains or loses these chips."
        ),
    )
    section = SectionField()
    reason = ReasonField()

    def __init__(
        self, *args: Any, roster: Roster, tournament: Tournament, **facts: Any
    ) -> None:
        super().__init__(*args, **facts)
        self.roster, self.tournament = roster, tournament
        give_roster(self, roster)
        self.fields["chips"].required = True

    def clean_entry(self) -> Entry:
        return _with_a_place(self.cleaned_data["entry"])

    def clean_other(self) -> Entry | None:
        other = self.cleaned_data["other"]
        if other is not None and other == self.cleaned_data.get("entry"):
            raise ValidationError(
                message("{name} can’t both give and get the chips.", name=other.name)
            )
        return other and _with_a_place(other)

    def clean_chips(self) -> int:
        chips = self.cleaned_data["chips"]
        if chips is None:
            raise ValidationError(message("Enter how many chips."))
        if chips == 0:
            raise ValidationError(
                message("Enter a number other than 0. For example, 10 or −10.")
            )
        return chips


def _with_a_place(entry: Entry) -> Entry:
    if not entry.ranked:
        raise ValidationError(
            message("{name} isn’t ranked, so choose someone else.", name=entry.name)
        )
    return entry


class ReverseForm(PlainForm):
    """The reason for undoing a ruling."""

    reason = UndoReasonField(
        label=lazy_message("Reason for withdrawing"),
        max_length=300,
        error_messages={
            "required": lazy_message("Enter why you’re withdrawing the ruling.")
        },
        widget=forms.TextInput({"autocomplete": "off"}),
    )


@open_to_guests
@require_safe
def rulings(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    return _show(request, desk_of(request, club, tournament, DIRECTOR))


@require_POST
def ruling_add(request: HttpRequest, club: str, tournament: str) -> HttpResponse:
    """Show the effects of a ruling; save it once they are confirmed."""
    access = desk_of(request, club, tournament, DIRECTOR)
    form = _form(access, request.POST)
    effects = _preview_or_save(request, access, form) if form.is_valid() else None
    if effects is not None or form.errors:
        return _show(request, access, form=form, effects=effects)
    data = form.cleaned_data
    text = message(
        "Ruling saved. {name}: {chips}",
        name=data["entry"].name,
        chips=many(data["chips"], "chip", "+"),
    )
    adjustment = access.tournament.adjustments.get(key=data["key"])
    undo = address("ruling-reverse", access.tournament, adjustment.pk)
    adjustment.tournament = access.tournament
    undo_mark = effects_without(adjustment).digest
    report_with_undo(request, text, undo, reason=UNDONE, effects_seen=undo_mark)
    warn_about_names(request, access.tournament.club, data["reason"])
    return redirect(address("rulings", access.tournament))


@require_POST
def ruling_reverse(
    request: HttpRequest, club: str, tournament: str, pk: int
) -> HttpResponse:
    """Show the effects of undoing a ruling; undo it once they are confirmed."""
    access = desk_of(request, club, tournament, DIRECTOR)
    adjustment = access.tournament.adjustments.filter(pk=pk).first()
    if adjustment is None:
        raise Http404(message("That ruling doesn’t exist."))
    adjustment.tournament = access.tournament
    form = ReverseForm(request.POST)
    if not adjustment.reversed_at:
        effects = effects_without(adjustment)
        is_confirmed = request.POST.get("effects_seen") == effects.digest
        if not form.is_valid() or (effects and not is_confirmed):
            return _show(request, access, tried=(adjustment, form, effects))
    form.is_valid()
    reason = form.cleaned_data.get("reason", "")
    reverse(adjustment=adjustment, actor=access.actor, reason=reason)
    warn_about_names(request, access.tournament.club, reason)
    chips = many(adjustment.chips, "chip", "+")
    messages.success(
        request,
        message(
            "Ruling withdrawn. {name}: {chips}", chips=chips, name=adjustment.entry.name
        ),
    )
    return redirect(address("rulings", access.tournament))


def _preview_or_save(
    request: HttpRequest, access: DeskAccess, form: RulingForm
) -> Effects | None:
    """Return the effects to confirm first, or None once saved or refused."""
    data = form.cleaned_data
    facts = {name: data[name] for name in ("entry", "other", "chips", "section")}
    with form.refusals():
        is_made = Adjustment.objects.filter(key=data["key"]).exists()
        effects = Effects() if is_made else effects_of_ruling(_supposed(access, facts))
        if effects and request.POST.get("effects_seen") != effects.digest:
            return effects
        adjust(actor=access.actor, reason=data["reason"], key=data["key"], **facts)
    return None


def _supposed(access: DeskAccess, facts: dict[str, Any]) -> Adjustment:
    facts["entry"].tournament = access.tournament
    return ruling_on(**facts)


def _form(access: DeskAccess, data: Any = None) -> RulingForm:
    tournament = access.tournament
    return RulingForm(data, roster=roster_of(tournament), tournament=tournament)


def _show(
    request: HttpRequest,
    access: DeskAccess,
    form: RulingForm | None = None,
    effects: Effects | None = None,
    tried: tuple[Adjustment, ReverseForm, Effects] | None = None,
) -> HttpResponse:
    form = form or _form(access)
    pk, back, back_effects = tried or (Adjustment(), ReverseForm(), None)
    context = {
        **frame(access, message("Rulings")),
        "form": form,
        "effects": effects,
        "roster": form.roster,
        "on_players": rulings_on_players(access.tournament)[::-1],
        "on_sheets": rulings_on_sheets(access.tournament),
        "tried": pk.pk,
        "back": back,
        "back_effects": back_effects,
    }
    return render(request, "scoring/sheets/rulings.html", context)
