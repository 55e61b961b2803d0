"""Money, stored in the smallest coins of its currency, written and read by language.

The digits of a currency, its signs and its names are from Unicode's CLDR, through
Babel: two digits for dollars and crowns, none for yen, three for dinars.
"""

import re
from decimal import Decimal
from functools import lru_cache

from babel.core import get_global
from babel.numbers import format_currency, get_currency_name, get_currency_precision

from clubs.i18n.locale_formats import decimal_sign, group_sign, writing

MINUS = "\N{MINUS SIGN}"
DASHES = f"{MINUS}\N{EN DASH}\N{EM DASH}-"
USUAL = "USD"
# ISO 4217's code for "no currency". Percents use it: they have two decimals, too.
NO_CURRENCY = "XXX"
# A currency sign before or after an amount carries no information; a minus sign would,
# and so would a letter typed for a digit: 5O, l5.
SIGN = re.compile(
    rf"\A[^\d.,{DASHES}]+(?<![OoIl])|(?<=[\d.,{DASHES}])[^\d.,{DASHES}]+\Z"
)
LETTER = re.compile(r"[\d.,][OoIl]")
EVEN = re.compile(rf"[.,] ?[{DASHES}]{{1,2}}\Z")  # 1 204,- as Czech shops write it
BLANKS = {ord(sign): " " for sign in "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\t"}
# CLDR separates them, Babel doesn't
LETTERS_AND_DIGITS = re.compile(r"(?<=[A-Za-z])(?=[0-9])")
PLAIN = re.compile(r"([0-9]{0,12})(?:([.,])([0-9]{1,4}))?")
GROUPED = re.compile(
    r"([0-9]{1,3}(?:([ .,'’])[0-9]{3})(?:\2[0-9]{3}){0,3})(?:([.,])([0-9]{1,4}))?"
)


def digits_of(currency: str) -> int:
    """Return the number of digits after the decimal sign: 2, for yen 0."""
    return get_currency_precision(currency)


def money(coins: int, currency: str) -> str:
    """Return an amount of the smallest coins in the reader's language: $1,204.50."""
    amount = Decimal(coins).scaleb(-digits_of(currency))
    text = format_currency(amount, currency, locale=writing().locale)
    text = LETTERS_AND_DIGITS.sub("\N{NO-BREAK SPACE}", text)
    return text.replace("-", MINUS) if coins < 0 else text


def amount_typed(coins: int, currency: str = USUAL) -> str:
    """Return an amount for a form field, without sign and groups: 1204.50; "" for 0."""
    return _localized(coins, digits_of(currency)) if coins else ""


def plain_amount(coins: int, currency: str) -> str:
    """Return an amount for the log and files, equal in all languages: 1204.50 USD."""
    return f"{Decimal(coins).scaleb(-digits_of(currency)):f} {currency}"


def in_units(coins: int, currency: str) -> float:
    """Return an amount as a number for spreadsheets: 1204.5."""
    return float(Decimal(coins).scaleb(-digits_of(currency)))


def number_typed(number: int, digits: int) -> str:
    """Return a number of parts without needless zeros: 12.5 for 1250 hundredths."""
    text = _localized(number, digits)
    decimal = decimal_sign()
    return text.rstrip("0").rstrip(decimal) if decimal in text else text


def _localized(number: int, digits: int) -> str:
    return f"{Decimal(number).scaleb(-digits):f}".replace(".", decimal_sign())


def coins_of(typed: str, currency: str) -> int:
    """Return a typed amount in the smallest coins; raises ValueError if it isn't one.

    Groups and decimals are read in the reader's notation, 1,204.50 or 1 204,50. Another
    notation is accepted if it has only one meaning: 7,5 and 1 204,50 from a reader who
    writes 7.5, but not 1.204, which is more than a thousand in German.
    """
    return parts_of(_bare(typed), digits_of(currency))


def _bare(typed: str) -> str:
    """Return a typed amount without currency sign or code."""
    plain = typed.translate(BLANKS).strip()
    if LETTER.search(plain):
        return plain
    plain = SIGN.sub("", plain)
    return EVEN.sub("", SIGN.sub("", plain).strip())


def parts_of(typed: str, digits: int) -> int:
    """Return a typed number times ten for each digit, parsed as in `coins_of`."""
    if grouped := GROUPED.fullmatch(typed):
        whole, group, sign, part = grouped.groups()
        is_clear = sign or group not in ".," or group == group_sign()
        if is_clear and sign != group:
            return _in_parts(whole.replace(group, ""), part or "", digits)
    plain = PLAIN.fullmatch(typed)
    if not plain or not (plain[1] or plain[3]):
        raise ValueError(typed)
    if plain[2] and plain[2] != decimal_sign() and len(plain[3]) > 2:
        raise ValueError(typed)
    return _in_parts(plain[1], plain[3] or "", digits)


def _in_parts(whole: str, part: str, digits: int) -> int:
    if len(part) > digits:
        raise ValueError(part)
    return int((whole or "0") + part.ljust(digits, "0"))


def currency_name(currency: str) -> str:
    """Return a currency's localized name and its code: Czech Koruna (CZK)."""
    return f"{get_currency_name(currency, locale=writing().locale)} ({currency})"


def currencies(current: str = USUAL) -> list[tuple[str, str]]:
    """Return all currencies in use somewhere, by name, and also `current`."""
    named = [(code, currency_name(code)) for code in {*_in_use(), current}]
    return sorted(named, key=lambda choice: choice[1])


@lru_cache(maxsize=1)
def _in_use() -> frozenset[str]:
    territories = get_global("territory_currencies").values()
    return frozenset(
        code
        for rows in territories
        for code, _, until, is_tender in rows
        if is_tender and until is None
    )


def usual_in(time_zone: str) -> str:
    """Return the currency where clocks show this time zone: CZK for Europe/Prague."""
    territory = get_global("zone_territories").get(time_zone, "")
    for code, _, until, is_tender in get_global("territory_currencies").get(
        territory, ()
    ):
        if is_tender and until is None:
            return str(code)
    return USUAL
