"""Tapp Tarock: one soloist against two partners, 70 card points (000)."""

from collections.abc import Sequence

from rules.deal_rotation import Turn, turn_after
from rules.game import Game
from rules.messages import Sentences
from rules.tapp_tarock.deal import ACTIVE, PROBLEM_CODES, SCHEMA, Deal
from rules.tapp_tarock.feats import feats
from rules.tapp_tarock.house import HOUSE, HouseRules
from rules.tapp_tarock.settle import settle

SECTIONS = Sentences(
    __name__,
    {
        "Score": "bonuses for cards dealt",
        "Variants": (
            "the XXI taken with the Skus, extra doublings, and who can "
            "announce the Pagat"
        ),
        "Variants 3": "the Pagat in the last trick",
        "Variants 4": "a Pagat taken by its holder’s own partner",
        "house": "additions by houses and other books",
    },
)


def next_deal(
    history: Sequence[Deal], first: Turn | None, rules: HouseRules | None
) -> Turn:
    """Return the next turn: the next seat deals.

    After a deal that all passed, the house rules decide who deals.
    """
    is_same_dealer = rules is None or rules.passed_out_deals == "same"
    repeats = is_same_dealer and bool(history) and history[-1].kind == "passed_out"
    return turn_after(history, first, ACTIVE, repeats=repeats)


GAME = Game(
    version="tapp_tarock-1",
    direction="right",
    records=SCHEMA,
    house=HOUSE,
    settle=settle,
    sections=SECTIONS,
    problem_codes=PROBLEM_CODES,
    turns=next_deal,
    feats_of=feats,
)
