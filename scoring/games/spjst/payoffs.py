"""What the card of payoffs says, from a tournament's house rules.

Every number is asked of the rules, so a card can never say other than the site.
"""

from collections.abc import Iterable
from itertools import groupby

from rules.spjst.faults import FAULTS
from rules.spjst.game import (
    CHALLENGE_NAMES,
    CHALLENGES,
    EVEN,
    MOST_POINTS,
    chips_for,
)
from rules.spjst.hand import Bid, Challenge
from rules.spjst.house import PRESETS, HouseRules
from rules.spjst.values import VALUES
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard

# What the record calls faults, in the order of a hand; a ruling has no price.
ON_THE_CARD = (
    *("misdeal", "wrong_povinost", "illegal_value", "wrong_trump", "discard_count"),
    *("discarded_king", "discarded_trump", "renege", "short_hand"),
    *("false_pagat", "pagat_card_count"),
)
REDIRECTS = "†"


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    return PayoffCard(
        heading,
        f"Payoffs, {_rule_set(rules)}",
        left=(_povinost(), _prever(rules), _challenges(rules)),
        right=(_values(rules), _pagat(rules), _valat(rules), _faults(rules)),
    )


def _rule_set(rules: HouseRules) -> str:
    names = {"spjst-2013": "SPJST rules of 2013", "westfest-2012": "Westfest 2012"}
    known = (names.get(code) for code, preset in PRESETS.items() if preset == rules)
    return next((name for name in known if name), "house rules")


def _bands(bid: Bid) -> Iterable[tuple[int, str, str]]:
    """Chips, the card points that win them and the points that lose them."""
    lost = {
        chips: _span(points) for chips, points in _by_chips(range(EVEN, -1, -1), bid)
    }
    won = {
        chips: _span(points)
        for chips, points in _by_chips(range(EVEN + 1, MOST_POINTS + 1), bid)
    }
    for chips in sorted(lost | won):
        yield chips, won.get(chips, "–"), lost.get(chips, "–")


def _by_chips(points: Iterable[int], bid: Bid) -> Iterable[tuple[int, list[int]]]:
    for chips, group in groupby(points, lambda each: chips_for(each, bid)):
        yield chips, list(group)


def _span(points: list[int]) -> str:
    low, high = min(points), max(points)
    return f"{low}" if low == high else f"{low}–{high}"


def _povinost() -> PayoffBlock:
    return PayoffBlock(
        "Povinost",
        "§29",
        ("wins with", "loses with", "chips"),
        tuple((won, lost, f"{chips}") for chips, won, lost in _bands("povinost")),
        (f"The bidder’s side needs {EVEN + 1}; {EVEN}–{EVEN} is lost.",),
    )


def _prever(rules: HouseRules) -> PayoffBlock:
    """A win, and a loss by each set; one column for both where they are the same."""
    first, second, back = rules.prever_set_multipliers
    apart = first != 1 and not rules.prever_set_on_win
    one = ("chips" if first == 1 else f"1st ×{first}",)
    columns = ("won", f"lost ×{first}") if apart else one
    return PayoffBlock(
        "Prever, alone",
        "§8, §29",
        ("wins with", "loses with", *columns, f"2nd ×{second}", f"back ×{back}"),
        tuple(
            (won, lost, *(f"{each}" for each in amounts))
            for won, lost, amounts in _prever_rows(rules, apart)
        ),
        (_sets_in_words(rules, apart),),
    )


def _prever_rows(
    rules: HouseRules, apart: bool
) -> Iterable[tuple[str, str, tuple[int, ...]]]:
    """Points that win, points that lose, and the chips of each column."""
    for chips, won, lost in _bands("prever"):
        losses = [chips * times for times in rules.prever_set_multipliers]
        yield won, lost, ((chips, *losses) if apart else tuple(losses))


def _sets_in_words(rules: HouseRules, apart: bool) -> str:
    if rules.prever_set_on_win:
        return "The sets multiply a win too."
    dearer = "The sets" if apart else "The second three and going back"
    return f"{dearer} make only a loss dearer (§8)."


def _ladder(rules: HouseRules) -> list[Challenge]:
    """The challenges that the house allows."""
    steps = list(CHALLENGES)
    return steps[: steps.index(rules.max_challenge) + 1]


def _challenges(rules: HouseRules) -> PayoffBlock:
    ladder = _ladder(rules)
    return PayoffBlock(
        "Challenges on the hand",
        "§13",
        tuple(CHALLENGE_NAMES[step] for step in ladder),
        (tuple(f"×{CHALLENGES[step]}" for step in ladder),),
        ("Applied last. Values and the Pagat are not touched.",),
    )


def _values(rules: HouseRules) -> PayoffBlock:
    return PayoffBlock(
        "Values, from each of the three",
        "§17, §18, §21",
        (),
        tuple(
            (VALUES[code].name, VALUES[code].holding, f"{chips}")
            for code, chips in rules.values
        ),
        ("One of the trumps and one of the five-counters, added together.",),
    )


def _pagat(rules: HouseRules) -> PayoffBlock:
    silent, announced = rules.pagat_chips
    ladder = _ladder(rules)
    return PayoffBlock(
        "Pagat, last trick",
        "§15",
        ("silent", "called", *(CHALLENGE_NAMES[step] for step in ladder)),
        (
            (
                f"{silent}",
                f"{announced}",
                *(f"{announced * CHALLENGES[step]}" for step in ladder),
            ),
        ),
    )


def _valat(rules: HouseRules) -> PayoffBlock:
    rows = [("", *(f"{chips}" for chips in rules.valat_chips))]
    if rules.valat_prever_chips != rules.valat_chips:
        rows.append(
            ("in a Prever", *(f"{chips}" for chips in rules.valat_prever_chips))
        )
    place = "In place of the game" if rules.valat_replaces_game else "Beside the game"
    challenged = (
        "challenges multiply it"
        if rules.challenge_multiplies_valat
        else "challenges do not touch it"
    )
    return PayoffBlock(
        "Valat, every trick",
        "§16",
        ("", "silent", "called"),
        tuple(rows),
        (f"{place}; {challenged}.", _voids_pagat(rules)),
    )


def _voids_pagat(rules: HouseRules) -> str:
    if rules.called_valat_voids_pagat:
        return "Made, or called and lost, it voids the Pagat."
    return "Made, it voids the Pagat."


def _faults(rules: HouseRules) -> PayoffBlock:
    rows = []
    for code in ON_THE_CARD:
        fault = FAULTS[code]
        mark = f" {REDIRECTS}" if fault.redirects(rules) else ""
        rows.append(
            (
                f"{fault.name[0].upper()}{fault.name[1:]}{mark}",
                fault.section,
                f"{fault.each(rules)}",
            )
        )
    return PayoffBlock(
        "Faults, to each of the others",
        "§22–§31",
        (),
        tuple(rows),
        (
            *_redirection(rules),
            "Declared but not held: it is given back; nothing more if admitted before"
            " the first card.",
            "Led off out of turn: the rightful player pays too, both to the other two.",
            "Wrong card called: the hand is void and the Povinost moves on; a silent"
            " holder of the right card pays too.",
        ),
    )


def _redirection(rules: HouseRules) -> Iterable[str]:
    """What a fault with the sign does beside its price."""
    yield (
        f"{REDIRECTS} He also collects nothing, pays what his partner is due and"
        " bears his partner’s loss (§30)."
    )
    if rules.solo_violator_pays_win:
        yield f"{REDIRECTS} If he won alone, he pays the losers what he won."
    if rules.soloist_pays_innocent_defenders:
        yield f"{REDIRECTS} A beaten soloist still pays those who did nothing wrong."
