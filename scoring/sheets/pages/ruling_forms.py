"""A judge's rulings: on a player outside a sheet, and on a hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from clubs.forms.words import PlainForm
from clubs.wording import in_words, say, say_later
from scoring.core.forms.idempotency import IdempotentForm
from scoring.core.forms.numbers import NumberField
from scoring.games.game_adapter import sections_of
from scoring.models import Entry, Tournament
from scoring.people.forms.entrant import EntrantField, give_roster
from scoring.people.selectors.roster import Roster
from scoring.sheets.hand_rulings import OnCount
from scoring.sheets.ruled import section_meant

PAYMENTS = (1, 2, 3)
EACH = "each"
SECTIONS = "sections"  # the id of the page's list of them


class SectionField(forms.CharField):
    """Where the rules say so: 24, §24; its form looks it up (BySection)."""

    def __init__(self) -> None:
        super().__init__(
            label=say_later("Section of the rules"),
            required=False,
            max_length=60,
            help_text=say_later("For example 24. Its words appear as you type."),
            widget=forms.TextInput({"list": SECTIONS, "autocomplete": "off"}),
        )


class ReasonField(forms.CharField):
    """Why it is ruled so, for everybody to read."""

    def __init__(self) -> None:
        super().__init__(
            label=say_later("Why"),
            max_length=300,
            help_text=say_later("Everybody can read it."),
            error_messages={
                "required": say_later("Say why, best with the section of the rules.")
            },
            widget=forms.TextInput({"autocomplete": "off"}),
        )


class BySection(PlainForm):
    """Says by which section of the tournament's rules it is ruled so."""

    tournament: Tournament

    def clean_section(self) -> str:
        """“§24” of whatever way it is typed."""
        typed = self.cleaned_data["section"]
        section = section_meant(self.tournament, typed)
        if section is None:
            raise ValidationError(
                say("The rules have no section “{typed}”. Type 24 or §24.", typed=typed)
            )
        return section

    @property
    def sections(self) -> Mapping[str, str]:
        return sections_of(self.tournament)


class RulingForm(BySection, IdempotentForm):
    """Chips added to a player's total, or taken off it, and why."""

    entry = EntrantField(
        label=say_later("Player"), help_text=say_later("Start number or name.")
    )
    chips = NumberField(
        label=say_later("Chips"),
        negative=True,
        help_text=say_later("10 adds ten chips to the total, −10 takes ten off."),
    )
    other = EntrantField(
        label=say_later("From or to whom"),
        required=False,
        help_text=say_later("Empty: nobody else gains or loses them."),
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
                say("{name} cannot both give and get the chips.", name=other.name)
            )
        return other and _with_a_place(other)

    def clean_chips(self) -> int:
        chips = self.cleaned_data["chips"]
        if chips is None:
            raise ValidationError(say("Say how many chips."))
        if chips == 0:
            raise ValidationError(say("0 chips change nothing. Type 10 or −10."))
        return chips


def _with_a_place(entry: Entry) -> Entry:
    if not entry.ranked:
        raise ValidationError(
            say("{name} has no place in the standings.", name=entry.name)
        )
    return entry


class OnCountForm(PlainForm):
    """What becomes of the chips of a table that is counted already."""

    seen = forms.IntegerField(
        min_value=0, widget=forms.HiddenInput, label=say_later("Seen")
    )

    def __init__(self, *args: Any, is_counted: bool, back: bool, **facts: Any) -> None:
        super().__init__(*args, **facts)
        if is_counted:
            self.fields["on_count"] = _on_count(back)


def _on_count(back: bool) -> forms.ChoiceField:
    put = (
        say("Take these chips off the count, as ruled; a second person verifies it")
        if back
        else say("Put these chips on it, as ruled; a second person verifies it")
    )
    moved = say("The players moved the chips before they counted: the count stays")
    return forms.ChoiceField(
        label=say("The table is counted already"),
        choices=[(OnCount.ADD, put), (OnCount.INCLUDED, moved)],
        widget=forms.RadioSelect,
        error_messages={"required": say("Say whether the chips counted include this.")},
    )


class HandRulingForm(BySection, OnCountForm, IdempotentForm):
    """Who of the table gives whom how many chips, by which section and why."""

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
                label=say("Who gives"),
                choices=people,
                required=n == 1,
                error_messages={"required": say("Say who.")},
            )
            self.fields[f"payee{n}"] = forms.ChoiceField(
                label=say("To whom"),
                choices=[
                    *people,
                    (EACH, say("each of the other {others}", others=others)),
                ],
                required=n == 1,
                error_messages={"required": say("Say who.")},
            )
            self.fields[f"pays{n}"] = NumberField(label=say("Chips"))
        self.fields["pays1"].required = True  # says only that it is not optional
        lines = [f"{what}{n}" for n in PAYMENTS for what in ("payer", "payee", "pays")]
        self.order_fields([*lines, "section", "reason"])  # as they stand on the page

    def clean(self) -> dict[str, Any]:
        super().clean()
        chips = [0 for _ in self.seats]
        for n in PAYMENTS:
            self._pay(n, chips)
        if not self.errors and not any(chips):
            self.add_error("pays1", say("Nobody gains or loses a chip by this."))
        return self.cleaned_data | {"chips": tuple(chips)}

    def _pay(self, n: int, chips: list[int]) -> None:
        """Move one payment's chips; an empty line moves none."""
        names = (f"payer{n}", f"payee{n}", f"pays{n}")
        payer, payee, pays = (self.cleaned_data.get(name) for name in names)
        is_empty = n > 1 and not (payer or payee or pays)
        if is_empty or any(name in self.errors for name in names):
            return
        if not payer or not payee:
            self.add_error(names[0 if not payer else 1], say("Say who."))
        elif payer == payee:
            self.add_error(names[1], say("Nobody can both give and get the chips."))
        elif not pays or pays < 0:
            self.add_error(names[2], say("Say how many chips, 1 or more."))
        else:
            others = [s for s in self.seats if s != int(payer)]
            to = others if payee == EACH else [int(payee)]
            chips[int(payer) - 1] -= pays * len(to)
            for seat in to:
                chips[seat - 1] += pays

    @property
    def payments(self) -> list[tuple[forms.BoundField, ...]]:
        """The lines of the form: who gives, to whom, how many."""
        return [
            (self[f"payer{n}"], self[f"payee{n}"], self[f"pays{n}"]) for n in PAYMENTS
        ]

    @property
    def has_more(self) -> bool:
        """Whether anything stands beyond the first payment."""
        return any(field.value() for line in self.payments[1:] for field in line)


class ReverseForm(PlainForm):
    """Why a ruling is taken back."""

    reason = forms.CharField(
        label=say_later("Why it is taken back"),
        max_length=300,
        error_messages={"required": say_later("Say why it is taken back.")},
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class HandReverseForm(OnCountForm, ReverseForm):
    """The same for a ruling on a hand."""

    def refuse(self, message: str, field: str) -> None:
        """Show what a service refused at the field it names, else above the form."""
        self.add_error(field if field in self.fields else None, message)
