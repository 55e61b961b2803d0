"""The club's players, and two of them who are one."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.stale_check import SeenForm
from clubs.forms.words import NameField
from clubs.models import Player, Shown
from clubs.wording import say
from scoring.core.forms.idempotency import IdempotentForm
from scoring.core.selectors.names import written


class PlayerForm(SeenForm, IdempotentForm):
    """Name and lodge; a guest carries his lodge as text."""

    name = NameField(label=_("Name"), max_length=80)
    lodge = NameField(
        label=_("Lodge"),
        max_length=80,
        required=False,
        help_text=_("For a guest from another lodge or club."),
    )
    shown = forms.ChoiceField(
        label=_("Name in public"), required=False, widget=forms.RadioSelect
    )
    is_minor = forms.BooleanField(
        label=_("Minor"),
        required=False,
        help_text=_("Of a minor no more than the short name is shown."),
    )
    somebody_new = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, player: Player | None = None, **kwargs: Any) -> None:
        """Each way to show the name is offered as this person would be shown."""
        super().__init__(*args, **kwargs)
        if player is None:
            del self.fields["shown"], self.fields["is_minor"]
            return
        name, usual = player.name, Shown(player.club.shown)
        ways = [(each.value, written(name, each, player.number)) for each in Shown]
        as_club = say("As the club shows names: {name}", name=dict(ways)[usual.value])
        self.offer("shown", [("", as_club), *ways])


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
