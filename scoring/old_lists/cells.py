"""Numbers as old lists write them: 1 234, 12,5, −12, 3., 3=, 1 204,- and 150 Kč."""

import re

BLANK = ("", "-", "–", "—", "−", "x", "/", ".", "n/a", "#n/a", "#ref!", "#value!")
GROUPED = re.compile(r"([+-]?[1-9]\d{0,2}(?:[.,' ]\d{3})+)(?:([.,])(\d{1,2}))?")
PLAIN = re.compile(r"[+-]?\d{1,9}(?:[.,]\d{1,6})?")
BRACKETS = re.compile(r"\((\d[\d.,' ]*)\)")
# What stands beside an amount of money, and a dash for the coins that there are none of.
MONEY = re.compile(
    r"(?:kč|kč[s.]|kc|czk|eur|usd|ft|huf|zł|zl|pln|sit|din|chf|sfr|[$€£])\.?",
    re.IGNORECASE,
)
EVEN = re.compile(r"[.,] ?[-–—]{1,2}\Z")
ORDINAL = re.compile(r"(\d{1,4})\s?(?:\.|=|\*|st|nd|rd|th|º|°|er|e)+", re.IGNORECASE)


def is_blank(text: str) -> bool:
    """Whether a cell says that somebody did not play."""
    return text.strip().casefold() in BLANK


def number_in(text: str) -> float | None:
    """The number in a cell; None where it is none. In brackets it is a loss."""
    plain = text.replace("\N{MINUS SIGN}", "-").replace("\N{NO-BREAK SPACE}", " ")
    plain = plain.strip().rstrip("*").strip()
    plain = EVEN.sub("", MONEY.sub("", plain).strip())
    if found := BRACKETS.fullmatch(plain):
        plain = f"-{found[1]}"
    grouped = GROUPED.fullmatch(plain)
    if grouped and grouped[2] != grouped[1][-4]:
        whole = re.sub(r"[.,' ]", "", grouped[1])
        return float(f"{whole}.{grouped[3] or 0}")
    if PLAIN.fullmatch(plain):
        return float(plain.replace(",", "."))
    return None


def place_in(text: str) -> int | None:
    """A place: 3, 3., 3rd, 3=; None where it is none."""
    plain = text.strip()
    found = ORDINAL.fullmatch(plain)
    number = float(found[1]) if found else number_in(plain)
    if number is None or not number.is_integer() or not 1 <= number <= 9_999:
        return None
    return int(number)
