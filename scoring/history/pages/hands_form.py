"""Which hands somebody wants to see the figures of."""

from typing import Any

from django import forms

from clubs.forms.words import PlainForm
from clubs.wording import say, say_later
from scoring.games.names import name_of
from scoring.history.hand_scope import Asked, Choices

UNKNOWN = {"invalid_choice": say_later("“%(value)s” is not among these.")}


class HandsForm(PlainForm):
    """In the address of the page; only what there is a choice of is asked."""

    game = forms.ChoiceField(
        label=say_later("Game"), required=False, error_messages=UNKNOWN
    )
    season = forms.ChoiceField(
        label=say_later("Season"), required=False, error_messages=UNKNOWN
    )
    lodge = forms.ChoiceField(
        label=say_later("Lodge"), required=False, error_messages=UNKNOWN
    )

    def __init__(self, data: Any, choices: Choices) -> None:
        super().__init__({name: data.get(name, "") for name in self.base_fields})
        self.choices = choices
        games = [(code, name_of(code)) for code in choices.games]
        seasons = [(each.slug, each.name) for each in choices.seasons]
        lodges = [(each, each) for each in choices.lodges]
        self._offer("game", games)
        self._offer("season", [("", say("All seasons")), *seasons])
        self._offer("lodge", [("", say("All lodges")), *lodges])

    def _offer(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        if len(choices) < 2 and not self.data[name]:
            field.widget = forms.HiddenInput()

    @property
    def asked(self) -> Asked:
        """What is there of what was asked; of what is not, all."""
        self.is_valid()
        chosen = self.cleaned_data
        slugs = {each.slug: each.pk for each in self.choices.seasons}
        usual = next(iter(self.choices.games), "")
        return Asked(
            chosen.get("game") or usual,
            slugs.get(chosen.get("season", "")),
            chosen.get("lodge", ""),
        )
