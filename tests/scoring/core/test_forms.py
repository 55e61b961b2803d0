"""Amounts of money, as they are typed and as they are shown."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from clubs.i18n import money
from clubs.i18n.currency import amount_typed, coins_of, currencies, usual_in
from clubs.i18n.locale_formats import ENGLISH, WRITINGS
from scoring.core.forms import MOST_COINS, MoneyField
from tests.in_turn import in_turn

FIELD = MoneyField(required=False)
# As its translators will write it.
CZECH = replace(ENGLISH, locale="cs")


@pytest.fixture
def czech(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(WRITINGS, "cs", CZECH)
    with override("cs"):
        yield


@in_turn(
    "typed, coins",
    [
        ("7.50", 750),
        ("7,5", 750),
        ("$7.50", 750),
        ("7", 700),
        (".5", 50),
        ("", 0),
        ("0", 0),
        ("150 Kč", 15_000),
        ("150Kč", 15_000),
        ("USD 5", 500),
        (" 12.05 ", 1_205),
        ("1,204.50", 120_450),
        ("1,204", 120_400),
        ("1 204,50", 120_450),
        ("1'204.50", 120_450),
        ("1.204,50", 120_450),
        ("1 204,-", 120_400),
        ("1 204,– Kč", 120_400),
        ("€ 12", 1_200),
    ],
)
def test_an_amount_is_kept_in_the_smallest_coins(typed: str, coins: int) -> None:
    assert FIELD.clean(typed) == coins


@in_turn(
    "typed",
    [
        "-5",
        "5-",
        "7.505",
        "1.204",
        "1.000.000",
        "1,204,50",
        "12 34",
        "1 2345",
        "seven",
        "7.5.0",
        "7.",
        "\N{MINUS SIGN}5",
        "\N{EN DASH}5",
        "5O",
        "l5",
        "1OO.00",
        "$",
        "²",
        "٣",
        "9" * 90,
        "1" * 14,
    ],
)
def test_what_is_no_amount_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError):
        FIELD.clean(typed)


@in_turn(
    "typed, coins",
    [
        ("1 204,50", 120_450),
        ("1\N{NO-BREAK SPACE}204,50", 120_450),
        ("7,5", 750),
        ("7.50", 750),
        ("1,204.50", 120_450),
        ("1 204,- Kč", 120_400),
    ],
)
def test_a_czech_amount_is_read_as_czechs_write_it(
    czech: None, typed: str, coins: int
) -> None:
    assert coins_of(typed, "CZK") == coins


@in_turn("typed", ["1.204", "1,204", "1.204.000"])
def test_what_may_mean_two_things_is_refused(czech: None, typed: str) -> None:
    with pytest.raises(ValueError, match="204"):
        coins_of(typed, "CZK")


def test_yen_have_no_smaller_coins() -> None:
    field = MoneyField(required=False)
    field.currency = "JPY"
    assert field.clean("1,204") == 1204
    assert field.prepare_value(1204) == "1204"
    with pytest.raises(ValidationError, match="Enter whole JPY, like 750"):
        field.clean("7.50")


def test_dinars_have_a_thousand() -> None:
    assert coins_of("7.125", "KWD") == 7125
    assert amount_typed(7125, "KWD") == "7.125"


@pytest.mark.parametrize("currency", ["USD", "JPY", "KWD"])
@given(coins=st.integers(0, MOST_COINS))
def test_the_field_reads_what_it_shows(currency: str, coins: int) -> None:
    field = MoneyField(required=False)
    field.currency = currency
    assert field.clean(field.prepare_value(coins)) == coins


@in_turn(
    "coins, currency, shown",
    [
        (750, "USD", "$7.50"),
        (5, "EUR", "€0.05"),
        (1204, "JPY", "¥1,204"),
        (120_000, "CZK", "CZK\N{NO-BREAK SPACE}1,200.00"),
        (-750, "USD", "\N{MINUS SIGN}$7.50"),
        (0, "USD", "$0.00"),
        (7, "???", "???0.07"),  # no currency: shown as it is, never an error
    ],
)
def test_an_amount_is_shown_in_its_currency(
    coins: int, currency: str, shown: str
) -> None:
    assert money(coins, currency) == shown


def test_an_amount_is_shown_as_the_reader_writes(czech: None) -> None:
    assert money(120_450, "CZK").split() == ["1", "204,50", "Kč"]
    assert money(0, "CZK").split() == ["0,00", "Kč"]
    assert amount_typed(120_450, "CZK") == "1204,50"


def test_nothing_is_shown_in_the_field_for_no_fee() -> None:
    assert amount_typed(0) == ""


def test_currencies_are_offered_by_name_and_the_old_one_stays() -> None:
    assert ("CZK", "Czech Koruna (CZK)") in currencies()
    assert "DEM" not in dict(currencies())
    assert "DEM" in dict(currencies("DEM"))


@in_turn(
    "zone, currency",
    [("Europe/Prague", "CZK"), ("America/Chicago", "USD"), ("UTC", "USD")],
)
def test_a_new_club_begins_with_the_money_of_its_clock(
    zone: str, currency: str
) -> None:
    assert usual_in(zone) == currency
