"""Template tags and filters for sheets."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import template
from django.utils.timezone import localtime

from clubs.i18n import chips, in_language
from rules.explanations import named
from scoring.audit.podium import counted_in_words
from scoring.games.table_rules import rules_at
from scoring.models import Count, Sheet
from scoring.sheets.progress import Progress
from scoring.sheets.sheet import Receipt, count_in_words, verified_by

register = template.Library()


@register.filter
def table_before(progress: Progress, table: int) -> int | None:
    return progress.before(table)


@register.filter
def table_after(progress: Progress, table: int) -> int | None:
    return progress.after(table)


@register.filter
def beside(old: Iterable[Any], new: Iterable[Any]) -> Sequence[tuple[Any, Any]]:
    """Return two lists as pairs."""
    return list(zip(old, new, strict=True))


@register.filter
def has_ruling(lines: Iterable[Any]) -> bool:
    """Return whether a judge ruled on any of these seats."""
    return any(line.ruled for line in lines)


@register.filter
def has_loan(lines: Iterable[Any]) -> bool:
    """Return whether anyone borrowed from the bank."""
    return any(line.borrowed for line in lines)


@register.filter
def account_of(sheet: Sheet) -> str:
    """Return the name of the account for chips that no seat has: “The pool”."""
    table = rules_at(sheet)
    account, *_ = table.left_aside or table.game.accounts
    return in_language(named(account).with_capital())


@register.filter
def said(count: Count, names: Sequence[str]) -> str:
    """Return what a count did, in words that follow a name."""
    return count_in_words(count, names)


register.simple_tag(verified_by)


@register.filter
def chips_list(scores: Iterable[int]) -> str:
    """Return scores as a list, seat 1 first: 104, 96, 88, 112."""
    return ", ".join(map(chips, scores))


@register.filter
def old_new(receipt: Receipt, names: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return name, old score and new score for each seat."""
    return list(zip(names, receipt.old.scores, receipt.new.scores, strict=True))


@register.simple_tag
def counted_here(count: Count) -> str:
    """Return place, person and time of a count, by the page's clock."""
    return counted_in_words(count, localtime(count.at))
