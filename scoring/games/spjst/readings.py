"""Contradictions and gaps of the SPJST rule sheet, and the readings played."""

from rules.messages import message_template
from rules.spjst.house import HouseRules
from scoring.games.readings import Reading

PREVER_SETS = {
    False: message_template("Only a loss is multiplied."),
    True: message_template("A win and a loss are both multiplied."),
}
RENEGE = {
    True: message_template(
        "The player pays the penalty, collects nothing and covers the partner."
    ),
    False: message_template("The player pays only the penalty."),
}
FALSE_PAGAT = {
    "each": message_template("Each of the other three gets the penalty."),
    "holder": message_template("Only the player who holds the Pagat gets the penalty."),
}
PARTNER_TAKES_PAGAT = {
    "lost": message_template("The Pagat is lost."),
    "made": message_template("The Pagat is made."),
    "standoff": message_template("Nothing is paid for the Pagat."),
}
FAILED_VALAT = {
    True: message_template("A called Valat that fails voids the Pagat."),
    False: message_template("A called Valat that fails is paid, and so is the Pagat."),
}
VALAT_AND_GAME = {
    True: message_template("The Valat replaces the game."),
    False: message_template("The game and the Valat are both paid."),
}


def readings_of(rules: HouseRules) -> tuple[Reading, ...]:
    """Return the open questions of the sheet, with the readings of these house rules."""
    return (*_of_prices(rules), *_of_names(), *_of_calls(rules))


def _of_prices(rules: HouseRules) -> tuple[Reading, ...]:
    return (
        Reading(
            message_template("What does the game multiply by?"),
            "§7, §29",
            (
                message_template("The headings say “four times” and “three times.”"),
                message_template("The formula multiplies by 2 and by 3."),
            ),
            message_template(
                "Povinost multiplies by 2 and Prever by 3, as in the formula."
            ),
        ),
        Reading(
            message_template("Do the Prever sets multiply a win?"),
            "§8",
            (
                message_template("A loss costs double or triple."),
                message_template(
                    "The quick sheet says double and triple, win or lose."
                ),
            ),
            PREVER_SETS[rules.prever_set_on_win],
        ),
        Reading(
            message_template("What does a renege cost?"),
            "§30",
            (
                message_template("The same as a discarding irregularity."),
                message_template("The quick sheet says the same as a misdeal."),
            ),
            RENEGE[rules.renege_redirects],
        ),
        Reading(
            message_template("Who gets the penalty for a wrong discard?"),
            "§30",
            (
                message_template("Each of the other players gets it."),
                message_template("The quick sheet only says that it costs 2 chips."),
            ),
            message_template("Each of the other three gets the penalty."),
        ),
    )


def _of_names() -> tuple[Reading, ...]:
    return (
        Reading(
            message_template("What are Uni and Beeda?"),
            "§17, §21",
            (
                message_template("The sheet uses Beeda and Ulni for no trumps, too."),
                message_template("The reference page says Uni and Beeda."),
            ),
            message_template("Uni is no trumps. Beeda is one or two trumps."),
        ),
        Reading(
            message_template("What is a Taroky?"),
            "§21",
            (
                message_template("The table of values says 8 or 9 trumps."),
                message_template("The list of key phrases says 10 trumps or more."),
            ),
            message_template("Taroky is 8 or 9 trumps. Velki is 10 or more."),
        ),
        Reading(
            message_template("What is a Rosanne?"),
            "§21",
            (
                message_template("The list of key phrases says four Kings."),
                message_template("The table says four Kings and another five-counter."),
            ),
            message_template(
                "Four Kings are Kings. With a trull card, they’re a Rosanne Pane."
            ),
        ),
    )


def _of_calls(rules: HouseRules) -> tuple[Reading, ...]:
    return (
        Reading(
            message_template("What if the partner takes the Pagat in the last trick?"),
            "§15",
            (
                message_template("The Pagat didn’t take the trick, so it’s lost."),
                message_template("The Pagat’s side took the trick, so it’s made."),
            ),
            PARTNER_TAKES_PAGAT[rules.pagat_taken_by_partner],
        ),
        Reading(
            message_template("Who is paid for a Pagat called without holding it?"),
            "§31",
            (
                message_template("Every other player is paid, as for other penalties."),
                message_template(
                    "Only the holder is paid, because the holder was wronged."
                ),
            ),
            FALSE_PAGAT[rules.false_pagat_to],
        ),
        Reading(
            message_template("Does a called Valat that fails void the Pagat?"),
            "§16",
            (
                message_template("Only a made Valat voids the Pagat."),
                message_template("Any called Valat voids the Pagat."),
            ),
            FAILED_VALAT[rules.called_valat_voids_pagat],
        ),
        Reading(
            message_template("Is the game also paid when there’s a Valat?"),
            "§16",
            (
                message_template("The Valat is paid instead."),
                message_template("The Valat is paid in addition."),
            ),
            VALAT_AND_GAME[rules.valat_replaces_game],
        ),
    )
