"""The house rules of SPJST: the label, the meaning, what each may hold."""

from dataclasses import dataclass
from typing import Any

from rules.options import Choice, Option, Several, Table, YesNo, chips, pair
from rules.spjst.game import CHALLENGE_NAMES
from rules.spjst.values import VALUES

SETS = Several(("first set", "second set", "third set"), least=1, most=100)
CHALLENGE = Choice(
    CHALLENGE_NAMES,
    label="up to",
    sentence="up to {choice}",
)


@dataclass(frozen=True, slots=True)
class Values(Table):
    """Read as pairs in the order of the rule sheet; a house may play none."""

    def read(self, value: object) -> Any:
        return tuple(Table.read(self, value).items())

    def said(self, value: Any) -> str:
        return Table.said(self, dict(value))


PLAYED = Values(
    {code: value.name for code, value in VALUES.items()},
    details={code: value.holding for code, value in VALUES.items()},
    empty=True,
    example='{"uni": 4, "trull": 2}',
)

OPTIONS: tuple[Option, ...] = (
    Option(
        "prever_set_multipliers",
        SETS,
        "Prever: times for the first, second and third set",
        "What a lost Prever is multiplied by, for the first three cards, the second three, and for going back to the first.",
        "§8",
    ),
    Option(
        "prever_set_on_win",
        YesNo(),
        "Prever sets multiply a win too",
        "Otherwise the sets make only a loss dearer.",
        "§8",
    ),
    Option(
        "pagat_chips",
        pair(),
        "Pagat: silent, announced",
        "Chips for the Pagat in the last trick, made or lost.",
        "§15",
    ),
    Option(
        "valat_chips",
        pair(),
        "Valat: silent, announced",
        "Chips for taking all the tricks, or for a lost call.",
        "§16",
    ),
    Option(
        "valat_prever_chips",
        pair(),
        "Valat in a Prever: silent, announced",
        "The same in a Prever hand, for either side.",
        "§16",
    ),
    Option(
        "valat_replaces_game",
        YesNo(),
        "Valat stands in place of the game",
        "Otherwise the game and the Valat are both paid.",
        "§16",
    ),
    Option(
        "challenge_multiplies_valat",
        YesNo(),
        "Challenges on the hand multiply the Valat",
        "Otherwise Kontra, Re, Supre and Mort do not touch the Valat.",
        "§13, §16",
    ),
    Option(
        "called_valat_voids_pagat",
        YesNo(),
        "A called Valat that fails voids the Pagat",
        "Otherwise the Pagat is paid beside a lost call. A made Valat always voids it.",
        "§16",
    ),
    Option(
        "max_challenge",
        CHALLENGE,
        "Highest challenge",
        "How far challenges may go, on the hand and on the Pagat.",
        "§13",
    ),
    Option(
        "values",
        PLAYED,
        "Values and their chips",
        "What each value earns from each of the other three; a value left out is not played.",
        "§17, §18, §21",
    ),
    Option(
        "irregularity_each",
        chips(),
        "Wrong number of cards: penalty to each",
        "For a wrong discard, a wrong number of cards in hand, or a Pagat called with a wrong number.",
        "§30",
    ),
    Option(
        "renege_each",
        chips(),
        "Renege: penalty to each",
        "For failing to follow suit where it cannot be put right.",
        "§30",
    ),
    Option(
        "renege_redirects",
        YesNo(),
        "Renege: collects nothing and covers the partner",
        "A renege is treated as a discarding irregularity; otherwise only the penalty is paid.",
        "§30",
    ),
    Option(
        "solo_violator_pays_win",
        YesNo(),
        "A lone violator who wins pays it instead",
        "The violator pays each loser what the win would have brought; otherwise it merely brings nothing.",
        "§30",
    ),
    Option(
        "soloist_pays_innocent_defenders",
        YesNo(),
        "A beaten soloist still pays the innocent defenders",
        "Otherwise the violator among three defenders pays the partners' win.",
        "§30",
    ),
    Option(
        "misdeal_each",
        chips(),
        "Misdeal: penalty to each",
        "Paid by the dealer if it cannot be put right before play.",
        "§22",
    ),
    Option(
        "illegal_value_each",
        chips(),
        "Value not held: penalty to each",
        "Beside giving the value back, unless admitted before the first card.",
        "§30",
    ),
    Option(
        "wrong_povinost_each",
        chips(),
        "Wrong player led off: penalty to each",
        "Paid by the wrong player and by the rightful one to each of the other two.",
        "§31",
    ),
    Option(
        "false_pagat_each",
        chips(),
        "Pagat called without holding it: penalty to each",
        "Beside losing the called Pagat.",
        "§31",
    ),
    Option(
        "discarded_king_each",
        chips(),
        "King discarded: penalty to each",
        "No King may be discarded.",
        "§30",
    ),
    Option(
        "discarded_trump_each",
        chips(),
        "Trump discarded face down: penalty to each",
        "A discarded trump must be shown.",
        "§30",
    ),
    Option(
        "wrong_trump_each",
        chips(),
        "Wrong card called: penalty to each",
        "Paid by the bidder, and by the silent holder of the right card.",
        "§31",
    ),
)
