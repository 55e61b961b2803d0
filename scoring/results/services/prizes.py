"""Setting the prize fund of a tournament, and how it is split."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from clubs.services.stale_check import changed_meanwhile, stamp_of
from scoring.core.services.changes import Actor, Conflict, lock, log
from scoring.models import Tournament

MONEY = ("fee", "prize_extra", "prize_kept")
FACTS = (*MONEY, "prize_kind", "prizes_shown", "prizes")


@transaction.atomic
def set_fund(
    *, tournament: Tournament, by: Actor, seen: str = "", **facts: Any
) -> Tournament:
    """Change some of FACTS (money in cents); no place depends on them.

    Raises ValidationError by field, Conflict where the facts are not those of the
    stamp `seen`.
    """
    fresh = lock(tournament)
    changed = [name for name, value in facts.items() if getattr(fresh, name) != value]
    if not changed:
        return fresh
    old = _all_said(fresh, changed)
    if seen and seen != stamp_of(fresh, facts):
        raise Conflict(changed_meanwhile(old))
    for name in changed:
        setattr(fresh, name, facts[name])
    fresh.full_clean()
    fresh.save()
    words = ", ".join(word_for(name) for name in changed)
    new = _all_said(fresh, changed)
    log(by, "settings", f"changed {words}", tournament=fresh, old=old, new=new)
    return fresh


def _all_said(tournament: Tournament, names: Iterable[str]) -> str:
    return "; ".join(said(tournament, name) for name in names)


def said(tournament: Tournament, name: str) -> str:
    """A fact with its value, as the log says it."""
    if name in MONEY:
        return f"{word_for(name)}: {getattr(tournament, name) / 100:.2f}"
    if name == "prizes":
        written = ", ".join(f"{each / 100:g}" for each in tournament.prizes)
        return f"{word_for(name)}: {written or 'none'}"
    shown = getattr(tournament, f"get_{name}_display", None)
    return f"{word_for(name)}: {shown() if shown else getattr(tournament, name)}"


def word_for(name: str) -> str:
    """What a fact of a tournament is called."""
    return str(getattr(Tournament, name).field.verbose_name)
