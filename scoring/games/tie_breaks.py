"""Tie-breaks in words: their names, and the values they compare."""

from collections.abc import Iterable

from clubs.i18n import in_language, message, points
from rules.messages import Sentence, filled
from rules.ranking import TieBreak, TieValue
from rules.tie_breaks import TIE_BREAKS


def tie_break_codes() -> list[str]:
    """Return the codes of all tie-breaks."""
    return [*TIE_BREAKS]


def tie_break_label(code: str | None) -> str:
    """Return a tie-break's name; its code if this version doesn't know it."""
    tie_break = TIE_BREAKS.get(code or "")
    return in_language(tie_break.label) if tie_break else code or ""


def tie_break_choices() -> list[tuple[str, str]]:
    """Return every tie-break by its code, after the choice of none."""
    labels = [(code, tie_break_label(code)) for code in tie_break_codes()]
    return [("", message("nothing else, so they share the place")), *labels]


def tie_breaks_in_words(codes: Iterable[str]) -> list[Sentence]:
    """Return the labels for the log, or that equal players share the place."""
    labels = [TIE_BREAKS[code].label for code in codes]
    return labels or [message("nothing else, so they share the place")]


def explain_tie_break(tie_break: TieBreak, theirs: TieValue, yours: TieValue) -> str:
    """Return both values in a sentence."""
    values = {"theirs": _in_words(theirs), "yours": _in_words(yours)}
    return str(in_language(filled(tie_break.explanation, values)))


def _in_words(value: TieValue) -> str:
    return message("none") if value is None else points(value)
