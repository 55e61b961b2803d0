"""Pagat and Valat: side against side, beside the game or in its place (§15, §16)."""

from functools import lru_cache

from rules.spjst.game import Reckoning, challenged, in_chips
from rules.spjst.hand import Challenge, Hand, Pagat, Side, Valat
from rules.spjst.house import HouseRules
from rules.spjst.sides import other


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


def reckon_pagat(pagat: Pagat, rules: HouseRules) -> Reckoning:
    """The Pagat's chips for each payment, with its own challenge."""
    return _pagat(
        pagat.announced, pagat.made, pagat.challenge, rules.pagat_chips[pagat.announced]
    )


def reckon_valat(hand: Hand, valat: Valat, rules: HouseRules) -> Reckoning:
    """The Valat's chips for each payment, with the hand's challenge."""
    pair = rules.valat_prever_chips if hand.bid == "prever" else rules.valat_chips
    return _valat(
        valat.announced,
        valat.made,
        hand.challenge if rules.challenge_multiplies_valat else None,
        pair[valat.announced],
        rules.valat_replaces_game,
    )


@lru_cache(maxsize=1 << 10)
def _pagat(
    announced: bool, made: bool, challenge: Challenge | None, chips: int
) -> Reckoning:
    called = "announced" if announced else "silent"
    ended = "made in the last trick" if made else "lost"
    why = f"{called} Pagat {ended}: {in_chips(chips)}"
    return challenged(Reckoning(chips, "§15", why), challenge)


@lru_cache(maxsize=1 << 10)
def _valat(
    announced: bool, made: bool, challenge: Challenge | None, chips: int, instead: bool
) -> Reckoning:
    called = "announced" if announced else "silent"
    ended = "made" if made else "lost"
    place = ", in place of the game" if instead else ""
    why = f"{called} Valat {ended}{place}: {in_chips(chips)}"
    return challenged(Reckoning(chips, "§16", why), challenge)
