"""A field for somebody of the tournament: start number, H1 or name."""

from typing import Any

from django import forms

from clubs.wording import say, sentence
from scoring.core.roster import Roster, spelled
from scoring.models import Entry

LIST = "people"  # the id of the page's list of suggestions


class EntrantField(forms.CharField):
    """Becomes the entry that is meant; `roster` is set by the form."""

    roster: Roster = Roster(())

    def __init__(self, **facts: Any) -> None:
        super().__init__(max_length=100, **facts)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs = super().widget_attrs(widget)
        return attrs | {"list": LIST, "autocomplete": "off", "spellcheck": "false"}

    def clean(self, value: str | None) -> Entry | None:
        typed = super().clean(value)
        if not typed:
            return None
        found = self.roster.meant_by(typed)
        if not found:
            raise forms.ValidationError(
                say(
                    "Nobody here is “{typed}”. Type a start number or a name.",
                    typed=typed,
                )
            )
        if len(found) > 1:
            said = say(
                "“{typed}” may be {names}. Type the start number.",
                typed=typed,
                names=spelled(found[:4]),
            )
            raise forms.ValidationError(sentence(said))
        return found[0]


def give_roster(form: forms.Form, roster: Roster) -> None:
    """Let every field of this kind look people up in it."""
    for field in form.fields.values():
        if isinstance(field, EntrantField):
            field.roster = roster
