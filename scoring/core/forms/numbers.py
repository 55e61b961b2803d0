"""Numbers of chips as people type them."""

import re
from typing import Any

from django import forms

from clubs.wording import MINUS, say

MOST = 99_999
# What people type for a minus: the key, the true sign, dashes a phone puts in.
DASHES = f"-{MINUS}\N{EN DASH}\N{EM DASH}"
WRITTEN = re.compile(rf"[{DASHES}+]?[0-9]{{1,99}}")


class NumberField(forms.CharField):
    """Whole chips as people type them: 54, −12, -12; empty is None."""

    def __init__(self, *, label: str, negative: bool = False, **facts: Any) -> None:
        self.negative = negative
        super().__init__(label=label, required=False, **facts)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        # A phone's numeric keys have no minus.
        keys = {} if self.negative else {"inputmode": "numeric"}
        return {
            "autocomplete": "off",
            "class": "chips-field",
            "aria-label": self.label,
            **keys,
        }

    def clean(self, value: str | None) -> int | None:
        typed = "".join((value or "").split())
        if not typed:
            return None
        if not WRITTEN.fullmatch(typed):
            raise forms.ValidationError(
                say(
                    "“{value}” is no whole number of chips. Type digits, "
                    "for example 54.",
                    value=value,
                )
            )
        number = int(typed.lstrip(f"+{DASHES}"))
        if number > MOST:
            raise forms.ValidationError(
                say("{typed} is more than {most}. Look again.", typed=typed, most=MOST)
            )
        return -number if typed[0] in DASHES else number
