"""Entering people one by one, and changing an entry."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.stale_check import SeenForm
from clubs.forms.words import NameField, PlainForm, WholeNumberField
from clubs.models import Player
from clubs.wording import say
from scoring.core.forms.idempotency import IdempotentForm
from scoring.models import Entry, Tournament
from scoring.people.typed import LARGEST_NUMBER, typed_person


class EntryForm(SeenForm):
    """Name, lodge and start number of somebody entered; more where it is used."""

    name = NameField(label=_("Name"), max_length=80)
    lodge = NameField(label=_("Lodge"), max_length=80, required=False)
    number = WholeNumberField(
        label=_("Start number"), min_value=1, max_value=LARGEST_NUMBER
    )
    paid = forms.BooleanField(label=_("Fee paid"), required=False)
    team = NameField(
        label=_("Team"),
        max_length=40,
        required=False,
        help_text=_("Empty: plays for no team."),
        widget=forms.TextInput(attrs={"list": "teams", "autocomplete": "off"}),
    )
    classes = forms.MultipleChoiceField(
        label=_("Classes"), required=False, widget=forms.CheckboxSelectMultiple
    )
    fixed_table = WholeNumberField(
        label=_("Stays at table"),
        required=False,
        min_value=1,
        max_value=200,
        help_text=_("For somebody who cannot move from table to table. Empty: moves."),
    )
    player_too = forms.BooleanField(
        label=_("The club’s list of players and the season, too"), required=False
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = tournament.class_names
        self.offer("classes", [(name, name) for name in names])
        used = {
            "paid": tournament.fee,
            "team": tournament.teams == Tournament.Teams.NAMED,
            "classes": names,
            "fixed_table": tournament.seating == Tournament.Seating.DRAW,
        }
        for name, is_used in used.items():
            if not is_used:
                del self.fields[name]

    def name_player(self, player: Player | None) -> None:
        """Say whose name is corrected with the entry’s; without a player it cannot be."""
        if player is None:
            del self.fields["player_too"]
            return
        self.fields["player_too"].help_text = say(
            "There it says now: {player}. Not ticked: only this tournament changes.",
            player=", ".join(filter(None, (player.name, player.lodge))),
        )

    def suggest(self, name: str) -> None:
        """Say which class somebody most likely belongs to."""
        self.fields["classes"].help_text = say(
            "The first tournament here, as far as the club knows: {name}?", name=name
        )


class AddForm(IdempotentForm):
    """Somebody who comes to the desk: a player of the club, or a new one by name."""

    name = NameField(
        label=_("Name"),
        max_length=80,
        required=False,
        widget=forms.TextInput(
            attrs={
                "list": "known-players",
                "autocomplete": "off",
                "spellcheck": "false",
            }
        ),
    )
    lodge = NameField(
        label=_("Lodge"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    number = WholeNumberField(
        label=_("Start number"),
        required=False,
        min_value=1,
        max_value=LARGEST_NUMBER,
        help_text=_("Empty: the next one."),
    )
    here = forms.BooleanField(label=_("Is here already"), required=False)
    player = forms.IntegerField(required=False, widget=forms.HiddenInput)
    somebody_new = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """A name with start number and lodge is read as in a list."""
        super().clean()
        data = self.cleaned_data
        typed = typed_person(data.get("name", ""))
        if not data.get("lodge"):
            data |= {"name": typed.name, "lodge": typed.lodge}
            if typed.number and not data.get("number"):
                data["number"] = int(typed.number)
        return data

    @property
    def state(self) -> str:
        here = self.cleaned_data["here"]
        return Entry.State.HERE if here else Entry.State.EXPECTED


class StateForm(PlainForm):
    state = forms.ChoiceField(choices=Entry.State.choices)
