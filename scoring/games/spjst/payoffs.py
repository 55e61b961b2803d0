"""The payoff card of SPJST Tarok, from a tournament's house rules.

Every number comes from the rules, so a card can never differ from the site.
"""

from collections.abc import Iterable
from itertools import groupby

from rules.messages import joined, message, message_template
from rules.spjst.faults import FAULTS
from rules.spjst.hand import CHALLENGE_NAMES, CHALLENGES, Bid, Challenge
from rules.spjst.house import HOUSE, HouseRules
from rules.spjst.settle import EVEN, MOST_POINTS, chips_for
from rules.spjst.values import VALUES
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard

# The record's codes of faults, in the order of a hand; a ruling has no price.
ON_THE_CARD = (
    "misdeal",
    "wrong_povinost",
    "illegal_value",
    "wrong_trump",
    "discard_count",
    "discarded_king",
    "discarded_trump",
    "renege",
    "short_hand",
    "false_pagat",
    "pagat_card_count",
)
REDIRECTS = "†"
# By whether the Valat replaces the game, and whether challenges multiply it.
VALAT = {
    (True, True): message_template("Paid instead of the game. Challenges multiply it."),
    (True, False): message_template(
        "Paid instead of the game. Challenges don’t affect it."
    ),
    (False, True): message_template(
        "Paid in addition to the game. Challenges multiply it."
    ),
    (False, False): message_template(
        "Paid in addition to the game. Challenges don’t affect it."
    ),
}
# By the result of a Pagat that its holder’s own partner took; then the remark on who
# gets the penalty for a false one.
TAKEN_BY_PARTNER = {
    "lost": message_template(
        "If the holder’s own partner takes the Pagat, it is lost."
    ),
    "made": message_template(
        "If the holder’s own partner takes the Pagat, it is made."
    ),
    "standoff": message_template(
        "If the holder’s own partner takes the Pagat, nothing is paid."
    ),
}
TO_HOLDER = message_template(
    "Pagat called without holding it: the penalty goes to its holder alone."
)


def remarks_of(rules: HouseRules) -> dict[str, tuple[str, ...]]:
    """Return remarks on the Pagat and the faults, for cards on paper and on phones."""
    to_holder = rules.false_pagat_to == "holder"
    return {
        "pagat": (TAKEN_BY_PARTNER[rules.pagat_taken_by_partner],),
        "faults": (TO_HOLDER,) if to_holder else (),
    }


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """Return the one-page card for these house rules."""
    return PayoffCard(
        heading,
        message("Payoffs, {rules}", rules=_rule_set(rules)),
        left=(_povinost(), _prever(rules), _challenges(rules)),
        right=(_values(rules), _pagat(rules), _valat(rules), _faults(rules)),
    )


def _rule_set(rules: HouseRules) -> str:
    names = {
        "spjst-2013": message_template("SPJST rules of 2013"),
        "westfest-2012": message_template("Westfest 2012"),
    }
    known = (
        names.get(code) for code, preset in HOUSE.presets.items() if preset == rules
    )
    return next((name for name in known if name), message_template("house rules"))


def _bands(bid: Bid) -> Iterable[tuple[int, str, str]]:
    """Yield chips, the card points that win them and the points that lose them."""
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
    for chips, group in groupby(points, lambda number: chips_for(number, bid)):
        yield chips, list(group)


def _span(points: list[int]) -> str:
    low, high = min(points), max(points)
    return f"{low}" if low == high else f"{low}–{high}"


def _povinost() -> PayoffBlock:
    return PayoffBlock(
        message_template("Povinost"),
        "§29",
        (
            message_template("wins with"),
            message_template("loses with"),
            message_template("chips"),
        ),
        tuple((won, lost, f"{chips}") for chips, won, lost in _bands("povinost")),
        (
            message(
                "The bidder’s side needs {needed}; {even}–{even} is lost.",
                needed=EVEN + 1,
                even=EVEN,
            ),
        ),
    )


def _prever(rules: HouseRules) -> PayoffBlock:
    """Return the block for Prever: a win, and a loss by each set.

    One column serves both if they are equal.
    """
    first, second, back = rules.prever_set_multipliers
    apart = first != 1 and not rules.prever_set_on_win
    single_column = (
        message_template("chips")
        if first == 1
        else message("1st ×{first}", first=first),
    )
    columns = (
        (message_template("won"), message("lost ×{first}", first=first))
        if apart
        else single_column
    )
    return PayoffBlock(
        message_template("Prever, alone"),
        "§8, §29",
        (
            message_template("wins with"),
            message_template("loses with"),
            *columns,
            message("2nd ×{second}", second=second),
            message("back ×{back}", back=back),
        ),
        tuple(
            (won, lost, *(f"{chips}" for chips in amounts))
            for won, lost, amounts in _prever_rows(rules, apart)
        ),
        (_sets_in_words(rules, apart),),
    )


def _prever_rows(
    rules: HouseRules, apart: bool
) -> Iterable[tuple[str, str, tuple[int, ...]]]:
    """Yield points that win, points that lose, and the chips of each column."""
    for chips, won, lost in _bands("prever"):
        losses = [chips * times for times in rules.prever_set_multipliers]
        yield won, lost, ((chips, *losses) if apart else tuple(losses))


def _sets_in_words(rules: HouseRules, apart: bool) -> str:
    if rules.prever_set_on_win:
        return message_template("The sets also multiply a win.")
    if apart:
        return message_template("The sets only multiply a loss (§8).")
    return message_template(
        "The second three and going back only multiply a loss (§8)."
    )


def _ladder(rules: HouseRules) -> list[Challenge]:
    """Return the challenges that the house allows."""
    steps = list(CHALLENGES)
    return steps[: steps.index(rules.max_challenge) + 1]


def _challenges(rules: HouseRules) -> PayoffBlock:
    ladder = _ladder(rules)
    return PayoffBlock(
        message_template("Challenges on the hand"),
        "§13",
        tuple(CHALLENGE_NAMES[step] for step in ladder),
        (tuple(f"×{CHALLENGES[step]}" for step in ladder),),
        (message_template("Applied last. Values and the Pagat aren’t affected."),),
    )


def _values(rules: HouseRules) -> PayoffBlock:
    return PayoffBlock(
        message_template("Values, from each of the three"),
        "§17, §18, §21",
        (),
        tuple(
            (VALUES[code].name, VALUES[code].holding, f"{chips}")
            for code, chips in rules.values
        ),
        (
            message_template(
                "One trump value and one five-counter value, added together."
            ),
        ),
    )


def _pagat(rules: HouseRules) -> PayoffBlock:
    silent, announced = rules.pagat_chips
    ladder = _ladder(rules)
    return PayoffBlock(
        message_template("Pagat, last trick"),
        "§15",
        (
            message_template("silent"),
            message_template("called"),
            *(CHALLENGE_NAMES[step] for step in ladder),
        ),
        (
            (
                f"{silent}",
                f"{announced}",
                *(f"{announced * CHALLENGES[step]}" for step in ladder),
            ),
        ),
        remarks_of(rules)["pagat"],
    )


def _valat(rules: HouseRules) -> PayoffBlock:
    rows = [("", *(f"{chips}" for chips in rules.valat_chips))]
    if rules.valat_prever_chips != rules.valat_chips:
        rows.append(
            (
                message_template("in a Prever"),
                *(f"{chips}" for chips in rules.valat_prever_chips),
            )
        )
    return PayoffBlock(
        message_template("Valat, every trick"),
        "§16",
        ("", message_template("silent"), message_template("called")),
        tuple(rows),
        (VALAT[_place(rules)], _voids_pagat(rules)),
    )


def _place(rules: HouseRules) -> tuple[bool, bool]:
    return rules.valat_replaces_game, rules.challenge_multiplies_valat


def _voids_pagat(rules: HouseRules) -> str:
    if rules.called_valat_voids_pagat:
        return message_template(
            "A Valat that’s made, or called and lost, voids the Pagat."
        )
    return message_template("A made Valat voids the Pagat.")


def _faults(rules: HouseRules) -> PayoffBlock:
    rows = []
    for code in ON_THE_CARD:
        fault = FAULTS[code]
        name = fault.name.with_capital()
        rows.append(
            (
                joined((name, REDIRECTS), " ") if fault.redirects(rules) else name,
                fault.section,
                f"{fault.each(rules)}",
            )
        )
    return PayoffBlock(
        message_template("Faults, to each of the others"),
        "§22–§31",
        (),
        tuple(rows),
        (
            *_redirection(rules),
            message_template(
                "Declared but not held: it’s given back, with nothing more to pay if "
                "admitted before the first card."
            ),
            message_template(
                "Led off out of turn: the player who should have led also pays. Both "
                "pay the other two."
            ),
            message_template(
                "Wrong card called: the hand is void and the Povinost moves on. A "
                "silent holder of the right card also pays."
            ),
            *remarks_of(rules)["faults"],
        ),
    )


def _redirection(rules: HouseRules) -> Iterable[str]:
    """Yield the effects of a fault with the sign, in addition to its price."""
    yield (
        message(
            "{redirects} The violator also collects nothing, pays what the partner "
            "is due and covers the partner’s loss (§30).",
            redirects=REDIRECTS,
        )
    )
    if rules.solo_violator_pays_win:
        yield message(
            "{redirects} A violator who won alone pays the losers what was won.",
            redirects=REDIRECTS,
        )
    if rules.soloist_pays_innocent_defenders:
        yield message(
            "{redirects} A beaten soloist still pays the innocent defenders.",
            redirects=REDIRECTS,
        )
