"""Amounts of money, as they are typed and as they are shown."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from clubs.wording import money
from scoring.core.forms.money import MOST, MoneyField, amount_typed
from tests.in_turn import in_turn

FIELD = MoneyField(required=False)


@in_turn(
    "typed, cents",
    [
        *(("7.50", 750), ("7,5", 750), ("$7.50", 750), ("7", 700), (".5", 50)),
        *(
            ("", 0),
            ("0", 0),
            ("150 Kč", 15_000),
            ("150Kč", 15_000),
            ("USD 5", 500),
            (" 12.05 ", 1_205),
        ),
    ],
)
def test_an_amount_is_kept_in_cents(typed: str, cents: int) -> None:
    assert FIELD.clean(typed) == cents


@in_turn(
    "typed",
    [
        "-5",
        "7.505",
        "1.000.000",
        "seven",
        "7.5.0",
        "\N{MINUS SIGN}5",
        "\N{EN DASH}5",
        *("5O", "l5", "1OO.00"),
        "$",
        "²",
        "٣",
        "9" * 90,
    ],
)
def test_what_is_no_amount_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError):
        FIELD.clean(typed)


@given(st.integers(0, MOST))
def test_the_field_reads_what_it_shows(cents: int) -> None:
    assert FIELD.clean(FIELD.prepare_value(cents)) == cents


@pytest.mark.parametrize(
    ("cents", "sign", "shown"),
    [
        *((750, "$", "$7.50"), (5, "€", "€0.05"), (120_000, "Kč", "1,200.00 Kč")),
        (-750, "$", "\N{MINUS SIGN}$7.50"),
    ],
)
def test_an_amount_is_shown_with_the_clubs_sign(
    cents: int, sign: str, shown: str
) -> None:
    assert money(cents, sign) == shown


def test_nothing_is_shown_in_the_field_for_no_fee() -> None:
    assert amount_typed(0) == ""
