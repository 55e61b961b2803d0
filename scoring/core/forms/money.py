"""Amounts of money as people type them; they are kept in the smallest coins."""

from typing import Any

from django import forms

from clubs.forms.words import PlainForm
from clubs.wording import say
from clubs.wording.currency import USUAL, amount_typed, coins_of, digits_of, money

MOST = 999_999_999  # of the smallest coins
LONGEST = 24  # letters of one amount
EXAMPLE = 750


class MoneyField(forms.CharField):
    """7.50, 7,50, $7.50 or 7 becomes coins of its `currency`; empty is 0 where it may be."""

    currency = USUAL

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": LONGEST} | kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        attrs = super().widget_attrs(widget)
        return attrs | {"inputmode": "decimal", "autocomplete": "off"}

    def prepare_value(self, value: Any) -> Any:
        return amount_typed(value, self.currency) if isinstance(value, int) else value

    def clean(self, value: str | None) -> int:
        typed = super().clean(value)
        if not typed:
            return 0
        try:
            coins = coins_of(typed, self.currency)
        except ValueError:
            raise forms.ValidationError(self._no_amount(typed)) from None
        if coins > MOST:
            raise forms.ValidationError(
                say("At most {amount}.", amount=money(MOST, self.currency))
            )
        return coins

    def _no_amount(self, typed: str) -> str:
        if not digits_of(self.currency):
            return say(
                "“{typed}” is no amount of money. Type whole {currency}, like {example}.",
                **{"typed": typed, "currency": self.currency, "example": EXAMPLE},
            )
        example = amount_typed(EXAMPLE, self.currency)
        return say(
            "“{typed}” is no amount of money. Type it like {example}.",
            **{"typed": typed, "example": example},
        )


class MoneyForm(PlainForm):
    """A form whose amounts are all in one currency."""

    currency = USUAL

    def count_in(self, currency: str) -> None:
        self.currency = currency
        for field in self.fields.values():
            if isinstance(field, MoneyField):
                field.currency = currency
