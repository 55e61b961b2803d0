"""Numbers in spreadsheets: 1 234, 12,5, −12, (10), 100.0, 1 204,- and 150 Kč."""

import re

GROUPED = re.compile(r"([+-]?[1-9]\d{0,2}(?:[.,' ]\d{3})+)(?:([.,])(\d{1,2}))?")
PLAIN = re.compile(r"[+-]?\d{1,9}(?:[.,]\d{1,6})?")
BRACKETS = re.compile(r"\((\d[\d.,' ]*)\)")
# Signs next to an amount of money, and the dash in place of cents.
MONEY = re.compile(
    r"(?:kč|kč[s.]|kc|czk|eur|usd|ft|huf|zł|zl|pln|sit|din|chf|sfr|[$€£])\.?",
    re.IGNORECASE,
)
EVEN = re.compile(r"[.,] ?[-–—]{1,2}\Z")


def number_in(text: str) -> float | None:
    """Return the number in a cell, negative in brackets; None if there is none."""
    plain = text.replace("\N{MINUS SIGN}", "-").replace("\N{NO-BREAK SPACE}", " ")
    plain = plain.replace("\N{NARROW NO-BREAK SPACE}", " ")
    plain = plain.strip().rstrip("*").strip()
    plain = EVEN.sub("", MONEY.sub("", plain).strip())
    if match := BRACKETS.fullmatch(plain):
        plain = f"-{match[1]}"
    grouped = GROUPED.fullmatch(plain)
    if grouped and grouped[2] != grouped[1][-4]:
        whole = re.sub(r"[.,' ]", "", grouped[1])
        return float(f"{whole}.{grouped[3] or 0}")
    if PLAIN.fullmatch(plain):
        return float(plain.replace(",", "."))
    return None


def whole_number_in(text: str) -> int | None:
    """Return the whole number in a cell, also from 100.0; None if there is none."""
    number = number_in(text)
    return int(number) if number is not None and number.is_integer() else None
