"""Numbers as old lists write them: 1 234, 12,5, −12, 3., 3=."""

import re

BLANK = ("", "-", "–", "—", "−", "x", "/", ".", "n/a", "#n/a", "#ref!", "#value!")
GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:[.,' ]\d{3})+")
PLAIN = re.compile(r"[+-]?\d{1,9}(?:[.,]\d{1,6})?")
BRACKETS = re.compile(r"\((\d[\d.,' ]*)\)")
ORDINAL = re.compile(r"(\d{1,4})\s?(?:\.|=|\*|st|nd|rd|th|º|°|er|e)+", re.IGNORECASE)


def is_blank(text: str) -> bool:
    """Whether a cell says that somebody did not play."""
    return text.strip().casefold() in BLANK


def number_in(text: str) -> float | None:
    """The number in a cell; None where it is none. In brackets it is a loss."""
    plain = text.replace("\N{MINUS SIGN}", "-").replace("\N{NO-BREAK SPACE}", " ")
    plain = plain.strip().rstrip("*").strip()
    if found := BRACKETS.fullmatch(plain):
        plain = f"-{found[1]}"
    if GROUPED.fullmatch(plain):
        return float(re.sub(r"[.,' ]", "", plain))
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
