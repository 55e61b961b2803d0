"""Amounts of money as people type them; they are kept in cents."""

import re
from typing import Any

from django import forms

from clubs.wording import say
from scoring.core.forms.numbers import DASHES

MOST = 9_999_999  # cents
# A sign of money before or behind says nothing that is not known; a minus would, and
# so would a letter typed for a digit: 5O, l5.
SIGN = re.compile(rf"^[^{re.escape(DASHES)}\d.,]+(?<![OoIl])|(?![OoIl])[^\d.,]+$")
WRITTEN = re.compile(r"([0-9]{1,99})(?:[.,]([0-9]{1,2}))?|[.,]([0-9]{1,2})")


class MoneyField(forms.CharField):
    """7.50, 7,50, $7.50 or 7 becomes cents; empty is 0 where it may be."""

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs = super().widget_attrs(widget)
        return attrs | {"inputmode": "decimal", "autocomplete": "off"}

    def prepare_value(self, value: Any) -> Any:
        return amount_typed(value) if isinstance(value, int) else value

    def clean(self, value: str | None) -> int:
        typed = super().clean(value)
        if not typed:
            return 0
        found = WRITTEN.fullmatch(SIGN.sub("", typed))
        if not found:
            raise forms.ValidationError(
                say("“{typed}” is no amount of money. Type it like 7.50.", typed=typed)
            )
        part = (found[2] or found[3] or "").ljust(2, "0")
        cents = int(found[1] or 0) * 100 + int(part)
        if cents > MOST:
            raise forms.ValidationError(
                say("At most {amount}.", amount=amount_typed(MOST))
            )
        return cents


def amount_typed(cents: int) -> str:
    """Cents as the field shows them: 7.50; nothing for none."""
    return f"{cents // 100}.{cents % 100:02}" if cents else ""
