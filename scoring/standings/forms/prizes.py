"""The prize fund and its split, as people write them: 50, 30, 20."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

from django import forms

from clubs.forms.stale_check import SeenForm
from clubs.wording import say, say_later
from scoring.core.forms.idempotency import IdempotentForm
from scoring.core.forms.money import MOST, SIGN, MoneyField
from scoring.models import Tournament
from scoring.standings.selectors.prizes import WHOLE

MOST_PRIZES = 50
ONE = re.compile(r"[0-9]{1,7}(?:\.[0-9]{1,2})?")
PERCENT = Tournament.Prizes.PERCENT
# As clubs split a fund: three prizes, half the table, the ten of the Brno league.
PRESETS = ("50, 30, 20", "40, 25, 15, 12, 8", "25, 20, 15, 12, 10, 7, 5, 3, 2, 1")


def prizes_written(prizes: Sequence[int]) -> str:
    """Hundredths as people write them: 50, 12.5, 7.25."""
    return ", ".join(f"{Decimal(each) / 100:f}" for each in prizes)


def prizes_typed(text: str) -> list[int]:
    """“50, 30, 20” as hundredths; raises ValueError with the part that is no number.

    Commas part them, unless semicolons do: then a comma may be a decimal one.
    """
    parts = text.split(";") if ";" in text else re.split(r"[,\s]+", text)
    prizes = []
    for part in parts:
        typed = SIGN.sub("", part.strip()).replace(",", ".")
        if not part.strip():
            continue
        if not ONE.fullmatch(typed):
            raise ValueError(part.strip())
        prizes.append(int(Decimal(typed) * 100))
    return prizes


class PrizesForm(SeenForm, IdempotentForm):
    """What is in the fund, how it is split, and whether everybody sees it."""

    fee = MoneyField(label=say_later("Entry fee"), required=False, max_length=20)
    prize_extra = MoneyField(
        label=say_later("Added to the fund"),
        required=False,
        max_length=20,
        help_text=say_later("By the club or a sponsor."),
    )
    prize_kept = MoneyField(
        label=say_later("Kept back"),
        required=False,
        max_length=20,
        help_text=say_later("For the hall, the food, the club."),
    )
    prize_kind = forms.ChoiceField(
        label=say_later("Kind of prizes"),
        choices=Tournament.Prizes,
        widget=forms.RadioSelect,
        initial=PERCENT,
    )
    prizes = forms.CharField(
        label=say_later("First place first"),
        required=False,
        max_length=400,
        help_text=say_later(
            "For example 50, 30, 20 for percents, or 100, 60, 40 for amounts. "
            "Empty: no prizes."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    prizes_shown = forms.BooleanField(
        label=say_later(
            "Everybody sees who gets how much, once the tournament is finished"
        ),
        required=False,
        initial=True,
    )

    def clean_prizes(self) -> list[int]:
        try:
            prizes = prizes_typed(self.cleaned_data["prizes"])
        except ValueError as wrong:
            raise forms.ValidationError(
                say(
                    "“{typed}” is no prize. Write them like 50, 30, 20.",
                    typed=str(wrong)[:40],
                )
            ) from None
        if len(prizes) > MOST_PRIZES:
            raise forms.ValidationError(say("At most {n} prizes.", n=MOST_PRIZES))
        if 0 in prizes:
            raise forms.ValidationError(say("A prize of 0 is none. Leave it out."))
        if any(later > earlier for earlier, later in pairwise(prizes)):
            raise forms.ValidationError(
                say("A worse place cannot get more than a better one.")
            )
        if any(each > MOST for each in prizes):
            raise forms.ValidationError(say("One of the prizes is too large."))
        return prizes

    def clean(self) -> dict[str, Any]:
        super().clean()
        data = self.cleaned_data
        prizes = data.get("prizes") or []
        if data.get("prize_kind") == PERCENT and sum(prizes) > WHOLE:
            over = prizes_written([sum(prizes)])
            self.add_error(
                "prizes",
                say("These percents add up to {over}; at most 100.", over=over),
            )
        return data
