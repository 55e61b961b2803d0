"""Set the prize fund of a tournament and its split."""

from collections.abc import Iterable
from datetime import time
from typing import Any

from django.db import transaction

from clubs.i18n import hour, joined, message
from clubs.i18n.currency import plain_amount
from scoring.core.writes import Actor, Conflict, lock, log, merge_facts
from scoring.models import Tournament
from scoring.models.log_messages import log_message

MONEY = ("fee", "prize_extra", "prize_kept")
FACTS = (*MONEY, "prize_kind", "prizes_shown", "prizes")


@transaction.atomic
def set_fund(
    *,
    tournament: Tournament,
    actor: Actor,
    original: Tournament | None = None,
    **facts: Any,
) -> Tournament:
    """Change some of FACTS (money in the smallest coins); no place depends on them.

    Raises ValidationError by field, and Conflict if someone changed one since
    `original`.
    """
    fresh = lock(tournament)
    facts = merge_facts(fresh, original, facts)
    changed = [name for name, value in facts.items() if getattr(fresh, name) != value]
    if not changed:
        return fresh
    refuse_other_currency(tournament, fresh, changed)
    old = _all_in_words(fresh, changed)
    for name in changed:
        setattr(fresh, name, facts[name])
    fresh.full_clean()
    fresh.save()
    words = joined(word_for(name) for name in changed)
    text = log_message("tournament.changed", words=words)
    new = _all_in_words(fresh, changed)
    log(actor, "settings", text, tournament=fresh, old=old, new=new)
    return fresh


def _all_in_words(tournament: Tournament, names: Iterable[str]) -> str:
    return joined((fact_in_words(tournament, name) for name in names), "; ")


def fact_in_words(tournament: Tournament, name: str) -> str:
    """Return a fact with its value, in the words of the log."""
    value = getattr(tournament, name)
    if name in MONEY:
        value = plain_amount(value, tournament.currency)
    elif isinstance(value, time):
        value = hour(value)
    elif isinstance(value, bool):
        value = log_message("setting.yes") if value else log_message("setting.no")
    elif name == "prizes":
        value = _prizes_in_words(tournament) or log_message("setting.none")
    elif choices := getattr(Tournament, name).field.choices:
        value = dict(choices)[value]
    elif value is None or isinstance(value, str):
        value = joined((value or "").splitlines()) or log_message("setting.none")
    return with_word(name, value)


def _prizes_in_words(tournament: Tournament) -> str:
    if tournament.prize_kind == Tournament.Prizes.FIXED:
        shares, currency = tournament.prizes, tournament.currency
        return ", ".join(plain_amount(share, currency) for share in shares)
    return ", ".join(f"{share / 100:g} %" for share in tournament.prizes)


def refuse_other_currency(
    known: Tournament, fresh: Tournament, changed: Iterable[str]
) -> None:
    """Raise Conflict for amounts entered in a currency that has changed since then."""
    if known.currency != fresh.currency and {*MONEY, "prizes"} & {*changed}:
        raise Conflict(
            message(
                "Someone else changed the currency to {currency} while you were editing. "
                "Check the amounts and save again.",
                currency=fresh.currency,
            )
        )


def with_word(name: str, value: object) -> str:
    """Return the name of a fact with its value."""
    return joined([word_for(name), value], ": ")


def word_for(name: str) -> object:
    """Return the name of a tournament's fact, translated for each reader."""
    word: object = getattr(Tournament, name).field.verbose_name
    return word
