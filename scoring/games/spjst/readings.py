"""Where the SPJST rule sheet contradicts itself or is silent, and what is played."""

from rules.messages import say_later
from rules.spjst.house import HouseRules
from scoring.games.readings import Reading

PREVER_SETS = {
    False: say_later("Only a loss is multiplied."),
    True: say_later("A win and a loss are both multiplied."),
}
RENEGE = {
    True: say_later(
        "The player pays the penalty, collects nothing and covers the partner."
    ),
    False: say_later("The player pays only the penalty."),
}
FALSE_PAGAT = {
    "each": say_later("Each of the other three gets the penalty."),
    "holder": say_later("Only the player who holds the Pagat gets the penalty."),
}
PARTNER_TAKES_PAGAT = {
    "lost": say_later("The Pagat is lost."),
    "made": say_later("The Pagat is made."),
    "standoff": say_later("Nothing is paid for the Pagat."),
}
FAILED_VALAT = {
    True: say_later("A called Valat that fails voids the Pagat."),
    False: say_later("A called Valat that fails is paid, and so is the Pagat."),
}
VALAT_AND_GAME = {
    True: say_later("The Valat replaces the game."),
    False: say_later("The game and the Valat are both paid."),
}


def readings_of(rules: HouseRules) -> tuple[Reading, ...]:
    """Return the open questions of the sheet, with the readings of these house rules."""
    return (*_of_prices(rules), *_of_names(), *_of_calls(rules))


def _of_prices(rules: HouseRules) -> tuple[Reading, ...]:
    return (
        Reading(
            say_later("What does the game multiply by?"),
            "§7, §29",
            (
                say_later("The headings say “four times” and “three times.”"),
                say_later("The formula multiplies by 2 and by 3."),
            ),
            say_later("Povinost multiplies by 2 and Prever by 3, as in the formula."),
        ),
        Reading(
            say_later("Do the Prever sets multiply a win?"),
            "§8",
            (
                say_later("A loss costs double or triple."),
                say_later("The quick sheet says double and triple, win or lose."),
            ),
            PREVER_SETS[rules.prever_set_on_win],
        ),
        Reading(
            say_later("What does a renege cost?"),
            "§30",
            (
                say_later("The same as a discarding irregularity."),
                say_later("The quick sheet says the same as a misdeal."),
            ),
            RENEGE[rules.renege_redirects],
        ),
        Reading(
            say_later("Who gets the penalty for a wrong discard?"),
            "§30",
            (
                say_later("Each of the other players gets it."),
                say_later("The quick sheet only says that it costs 2 chips."),
            ),
            say_later("Each of the other three gets the penalty."),
        ),
    )


def _of_names() -> tuple[Reading, ...]:
    return (
        Reading(
            say_later("What are Uni and Beeda?"),
            "§17, §21",
            (
                say_later("The sheet uses Beeda and Ulni for no trumps, too."),
                say_later("The reference page says Uni and Beeda."),
            ),
            say_later("Uni is no trumps. Beeda is one or two trumps."),
        ),
        Reading(
            say_later("What is a Taroky?"),
            "§21",
            (
                say_later("The table of values says 8 or 9 trumps."),
                say_later("The list of key phrases says 10 trumps or more."),
            ),
            say_later("Taroky is 8 or 9 trumps. Velki is 10 or more."),
        ),
        Reading(
            say_later("What is a Rosanne?"),
            "§21",
            (
                say_later("The list of key phrases says four Kings."),
                say_later("The table says four Kings and another five-counter."),
            ),
            say_later(
                "Four Kings are Kings. With a trull card, they’re a Rosanne Pane."
            ),
        ),
    )


def _of_calls(rules: HouseRules) -> tuple[Reading, ...]:
    return (
        Reading(
            say_later("What if the partner takes the Pagat in the last trick?"),
            "§15",
            (
                say_later("The Pagat didn’t take the trick, so it’s lost."),
                say_later("Its side took the trick, so it’s made."),
            ),
            PARTNER_TAKES_PAGAT[rules.pagat_taken_by_partner],
        ),
        Reading(
            say_later("Who is paid for a Pagat called without holding it?"),
            "§31",
            (
                say_later("Every other player is paid, as for other penalties."),
                say_later("Only the holder is paid, because the holder was wronged."),
            ),
            FALSE_PAGAT[rules.false_pagat_to],
        ),
        Reading(
            say_later("Does a called Valat that fails void the Pagat?"),
            "§16",
            (
                say_later("Only a made Valat voids the Pagat."),
                say_later("Any called Valat voids the Pagat."),
            ),
            FAILED_VALAT[rules.called_valat_voids_pagat],
        ),
        Reading(
            say_later("Is the game also paid when there’s a Valat?"),
            "§16",
            (
                say_later("The Valat is paid instead."),
                say_later("The Valat is paid in addition."),
            ),
            VALAT_AND_GAME[rules.valat_replaces_game],
        ),
    )
