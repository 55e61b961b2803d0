"""Money: kept in the smallest coins of its currency, written and read by language.

How many digits a currency has, its signs and its names are those of Unicode's CLDR, as
Babel brings them: two for dollars and crowns, none for yen, three for dinars.
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
NO_CURRENCY = "XXX"  # by ISO 4217; of two digits, as percents are kept
# A sign of money before or behind says nothing that is not known; a minus would, and
# so would a letter typed for a digit: 5O, l5.
SIGN = re.compile(
    rf"\A[^\d.,{DASHES}]+(?<![OoIl])|(?<=[\d.,{DASHES}])[^\d.,{DASHES}]+\Z"
)
LETTER = re.compile(r"[\d.,][OoIl]")
EVEN = re.compile(rf"[.,] ?[{DASHES}]{{1,2}}\Z")  # 1 204,- as Czech shops write it
BLANKS = {ord(sign): " " for sign in "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\t"}
LETTERS_AND_DIGITS = re.compile(r"(?<=[A-Za-z])(?=[0-9])")  # CLDR parts them, Babel not
PLAIN = re.compile(r"([0-9]{0,12})(?:([.,])([0-9]{1,4}))?")
GROUPED = re.compile(
    r"([0-9]{1,3}(?:([ .,'’])[0-9]{3})(?:\2[0-9]{3}){0,3})(?:([.,])([0-9]{1,4}))?"
)


def digits_of(currency: str) -> int:
    """How many digits stand behind the decimal sign: 2, for yen 0."""
    return get_currency_precision(currency)


def money(coins: int, currency: str) -> str:
    """An amount in the smallest coins, as the reader’s language writes it: $1,204.50."""
    amount = Decimal(coins).scaleb(-digits_of(currency))
    text = format_currency(amount, currency, locale=writing().locale)
    text = LETTERS_AND_DIGITS.sub("\N{NO-BREAK SPACE}", text)
    return text.replace("-", MINUS) if coins < 0 else text


def amount_typed(coins: int, currency: str = USUAL) -> str:
    """An amount as a field shows it, without sign and groups: 1204.50; for none ""."""
    return _localized(coins, digits_of(currency)) if coins else ""


def plain_amount(coins: int, currency: str) -> str:
    """An amount as the log and files have it, alike in every language: 1204.50 USD."""
    return f"{Decimal(coins).scaleb(-digits_of(currency)):f} {currency}"


def in_units(coins: int, currency: str) -> float:
    """An amount as spreadsheets compute with it: 1204.5."""
    return float(Decimal(coins).scaleb(-digits_of(currency)))


def number_typed(number: int, digits: int) -> str:
    """A number that is kept in parts, without needless zeros: 12.5 of 1250."""
    text = _localized(number, digits)
    decimal = decimal_sign()
    return text.rstrip("0").rstrip(decimal) if decimal in text else text


def _localized(number: int, digits: int) -> str:
    return f"{Decimal(number).scaleb(-digits):f}".replace(".", decimal_sign())


def coins_of(typed: str, currency: str) -> int:
    """What was typed, in the smallest coins; raises ValueError where it is no amount.

    Groups and decimals are read in the reader's notation, 1,204.50 or 1 204,50. Another
    is taken where it can mean one thing only: 7,5 and 1 204,50 for who writes 7.5, but
    not 1.204, which is a thousand in German.
    """
    return parts_of(_bare(typed), digits_of(currency))


def _bare(typed: str) -> str:
    """Without a sign or code of money; at most as long as a field takes."""
    plain = typed.translate(BLANKS).strip()
    if LETTER.search(plain):
        return plain
    plain = SIGN.sub("", plain)
    return EVEN.sub("", SIGN.sub("", plain).strip())


def parts_of(typed: str, digits: int) -> int:
    """A number as people write it, times ten for each of the `digits`; as `coins_of`."""
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
    """In the reader’s language, with its code: Czech Koruna (CZK)."""
    return f"{get_currency_name(currency, locale=writing().locale)} ({currency})"


def currencies(current: str = USUAL) -> list[tuple[str, str]]:
    """All that are paid with somewhere, by name; and `current`, whatever it is."""
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
    """What is paid with where a clock shows this time: Europe/Prague pays in CZK."""
    territory = get_global("zone_territories").get(time_zone, "")
    for code, _, until, is_tender in get_global("territory_currencies").get(
        territory, ()
    ):
        if is_tender and until is None:
            return str(code)
    return USUAL
