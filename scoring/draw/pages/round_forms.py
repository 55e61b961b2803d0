"""Forms of a round: who changes places, who plays for whom, why it is cancelled."""

from typing import Any

from django import forms

from clubs.forms.words import PlainForm, WholeNumberField
from clubs.wording import say_later
from scoring.core.forms.idempotency import IdempotentForm
from scoring.draw.pages.seats_form import new_house
from scoring.people.forms.entrant import EntrantField, give_roster
from scoring.people.selectors.roster import Roster

ANEW = "anew"
MOST_ROUNDS = 99


class SwapForm(IdempotentForm):
    """Two people who change places."""

    one = EntrantField(label=say_later("Who changes places"))
    other = EntrantField(label=say_later("With whom"))
    reason = forms.CharField(
        label=say_later("Reason"),
        max_length=200,
        required=False,
        help_text=say_later("Needed once a sheet of one of them is counted."),
    )

    def __init__(
        self, *args: Any, roster: Roster, is_draft: bool, **facts: Any
    ) -> None:
        super().__init__(*args, **facts)
        self.roster = roster
        give_roster(self, roster)
        if is_draft:
            del self.fields["reason"]


class CancelForm(PlainForm):
    """Why a round counts for nothing."""

    reason = forms.CharField(
        label=say_later("Reason"),
        max_length=200,
        strip=True,
        error_messages={"required": say_later("Say why the round is cancelled.")},
    )


class ChangeForm(IdempotentForm):
    """The digest of what was shown, and whether drafts are drawn anew instead."""

    digest = forms.CharField(max_length=32, widget=forms.HiddenInput)
    later = forms.ChoiceField(
        choices=[("", say_later("moved too")), (ANEW, say_later("drawn anew"))],
        required=False,
        widget=forms.HiddenInput,
    )


class SubstituteForm(IdempotentForm):
    """Somebody leaves, another plays for him."""

    leaver = EntrantField(label=say_later("Has to leave"))
    stand_in = EntrantField(
        label=say_later("Plays instead"),
        help_text=say_later("Somebody without a seat, or H1 for a house player."),
    )
    start = WholeNumberField(
        label=say_later("From round"), min_value=1, max_value=MOST_ROUNDS
    )

    def __init__(self, *args: Any, roster: Roster, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.roster = Roster((*roster.entries, *new_house(roster)))
        give_roster(self, self.roster)


class BackForm(IdempotentForm):
    """From which round he plays himself again."""

    start = WholeNumberField(
        label=say_later("From round"), min_value=1, max_value=MOST_ROUNDS
    )
