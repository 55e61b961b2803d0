"""What pages call Scarto, and what one deal leaves to the next."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.paragraphs import in_words
from rules.scarto.deal import DEALS, PAR, PLAYED, Deal
from rules.sentences import joined, said_with, seat_word, signed
from rules.sentences import template as _
from scoring.games.table_rules import GameAccount

NAME = _("Scarto")
ABOUT = _("Three play, each alone: a game is three deals, and 26 of 78 points are par.")


def badges(state: Mapping[str, Any], rules: Any) -> list[str]:
    """How the running game of three deals stands."""
    if not state["deal"]:
        return []
    totals = enumerate(state["totals"], 1)
    stands = joined(joined((seat_word(n), signed(total)), " ") for n, total in totals)
    deal = state["deal"] + 1
    text = _("Deal {deal} of {all} of this game: {totals}")
    return [said_with(text, deal=deal, all=DEALS, totals=stands)]


def accounts(deals: Sequence[Deal]) -> Iterator[GameAccount]:
    """Each game's card points, their sums, and who has lost it (001)."""
    played = [deal.points for deal in deals if deal.kind == PLAYED]
    for first in range(0, len(played), DEALS):
        yield _account(first // DEALS + 1, played[first : first + DEALS])


def _account(number: int, played: Sequence[tuple[int, ...]]) -> GameAccount:
    sums = tuple(map(sum, zip(*played, strict=True)))
    above = tuple(signed(total - PAR * len(played)) for total in sums)
    rows = [
        (said_with(_("Deal {n}"), n=n), tuple(map(str, points)))
        for n, points in enumerate(played, 1)
    ]
    rows += [
        (_("Sum"), tuple(map(str, sums))),
        (said_with(_("± from {par}"), par=PAR * len(played)), above),
    ]
    ending = _loser(sums) if len(played) == DEALS else ""
    return GameAccount(said_with(_("Game {n}"), n=number), tuple(rows), ending)


def _loser(sums: Sequence[int]) -> str:
    lowest = min(sums)
    losers = [seat for seat, total in enumerate(sums, 1) if total == lowest]
    if len(losers) == len(sums):
        return _("All three have the same sum: nobody is the loser.")
    one = _("{who} has the lowest sum, {sum}, and is the loser.")
    two = _("{who} have the lowest sum, {sum}, and are the losers.")
    text = one if len(losers) == 1 else two
    return said_with(text, who=in_words(losers), sum=lowest)


def writes(rules: Any) -> bool:
    """Points are written down, unless the loser of a game pays a stake."""
    written: bool = rules.score_by == "points"
    return written
