"""The club's players, and two of them who are one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.stale_check import SeenForm
from clubs.forms.words import NameField
from clubs.models import Player
from clubs.wording import say
from scoring.core.forms.idempotency import IdempotentForm


class PlayerForm(SeenForm, IdempotentForm):
    """Name and lodge; a guest carries his lodge as text."""

    name = NameField(label=_("Name"), max_length=80)
    lodge = NameField(
        label=_("Lodge"),
        max_length=80,
        required=False,
        help_text=_("For a guest from another lodge or club."),
    )
    somebody_new = forms.BooleanField(required=False, widget=forms.HiddenInput)


class MergeForm(IdempotentForm):
    """The name of one of the two stays."""

    kept = forms.TypedChoiceField(
        label=_("Which name stays?"), coerce=int, widget=forms.RadioSelect
    )

    def __init__(
        self, *args: Any, players: tuple[Player, Player], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.players = players
        self.offer("kept", [(str(each.number), _said(each)) for each in players])
        self.fields["kept"].initial = str(players[0].number)

    @property
    def kept_and_gone(self) -> tuple[Player, Player]:
        one, other = self.players
        kept = self.cleaned_data["kept"]
        return (one, other) if one.number == kept else (other, one)


def _said(player: Player) -> str:
    number = say("player {number}", number=player.number)
    return ", ".join(filter(None, (player.name, player.lodge, number)))
