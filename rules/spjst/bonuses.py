"""Pagat and Valat: side against side, beside the game or in its place (§15, §16)."""

from functools import lru_cache

from rules.paragraphs import in_words
from rules.sentences import in_chips
from rules.spjst.game import Reckoning, challenged
from rules.spjst.hand import Hand, Pagat, Side, Valat
from rules.spjst.house import HouseRules
from rules.spjst.sides import Sides, other
from rules.spjst.words import say


def pagat_winner(pagat: Pagat) -> Side:
    """Whoever takes the last trick with it, or beats it there."""
    return pagat.side if pagat.made else other(pagat.side)


def valat_winner(valat: Valat) -> Side:
    """Whoever takes all tricks, or one from a side that called all."""
    return valat.side if valat.made else other(valat.side)


def standing_valat(hand: Hand) -> Valat | None:
    """The hand's Valat unless its call is void (§12, §30)."""
    if hand.valat is None or hand.valat.voided is not None:
        return None
    return hand.valat


def replaces_game(valat: Valat | None, rules: HouseRules) -> bool:
    """Does the Valat stand in place of the game?"""
    return valat is not None and rules.valat_replaces_game


def voids_pagat(valat: Valat | None, rules: HouseRules) -> bool:
    """A made Valat voids the Pagat; so does a failed call where the house says so."""
    return valat is not None and (valat.made or rules.called_valat_voids_pagat)


def reckon_pagat(pagat: Pagat, sides: Sides, rules: HouseRules) -> Reckoning:
    """The Pagat's chips for each payment, with its own challenge."""
    chips = rules.pagat_chips[pagat.announced]
    plain = _called("pagat", "§15", pagat, sides, chips)
    return challenged(plain, pagat.challenge)


def reckon_valat(
    hand: Hand, valat: Valat, sides: Sides, rules: HouseRules
) -> Reckoning:
    """The Valat's chips for each payment, with the hand's challenge."""
    pair = rules.valat_prever_chips if hand.bid == "prever" else rules.valat_chips
    plain = _called("valat", "§16", valat, sides, pair[valat.announced])
    if rules.valat_replaces_game:
        reasons = (*plain.reasons, say("valat.instead"))
        plain = Reckoning(plain.chips, plain.section, reasons)
    return challenged(
        plain, hand.challenge if rules.challenge_multiplies_valat else None
    )


def _called(
    what: str, section: str, bonus: Pagat | Valat, sides: Sides, chips: int
) -> Reckoning:
    """Who called it or not, and how it ended."""
    called = "called" if bonus.announced else "silent"
    ended = "made" if bonus.made else "lost"
    seats = sides.declarer if bonus.side == "declarer" else sides.opponents
    return _in_words(f"{what}.{called}.{ended}", section, seats, chips)


@lru_cache(maxsize=1 << 10)
def _in_words(code: str, section: str, seats: tuple[int, ...], chips: int) -> Reckoning:
    why = say(code, who=in_words(seats), chips=in_chips(chips))
    return Reckoning(chips, section, (why,))
