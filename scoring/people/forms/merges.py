"""Two players who are one: which name stays."""

from typing import Any

from django import forms

from clubs.models import Player
from scoring.core.forms.keyed import KeyedForm


class MergeForm(KeyedForm):
    """The name of one of the two stays."""

    kept = forms.TypedChoiceField(
        label="Which name stays?", coerce=int, widget=forms.RadioSelect
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
    said = (player.name, player.lodge, f"player {player.number}")
    return ", ".join(filter(None, said))
