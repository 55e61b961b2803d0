"""What the card of payoffs says of Tysiacha, from a tournament's house rules."""

from collections.abc import Iterator

from rules.tysiacha import PRESET_NAMES, PRESETS
from rules.tysiacha.house import HouseRules
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, title_of

Said = Iterator[str]

CARDS = (
    *(("Ace", "11"), ("Ten", "10"), ("King", "4")),
    *(("Queen", "3"), ("Jack", "2"), ("Nine", "0")),
)
MARRIAGES = {
    "hearts": "♥ Hearts",
    "diamonds": "♦ Diamonds",
    "clubs": "♣ Clubs",
    "spades": "♠ Spades",
    "aces": "All four Aces",
}


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    right = (
        ("The thousand", _game(rules)),
        ("Close to it", _endgame(rules)),
        ("Fines", _fines(rules)),
    )
    return PayoffCard(
        heading,
        title_of(rules, PRESETS, PRESET_NAMES),
        left=(_cards(rules), _marriages(rules), _words("Score", _scores(rules))),
        right=tuple(
            block
            for title, said in right
            if (block := _words(title, said)) and block.remarks
        ),
    )


def _words(title: str, said: Said) -> PayoffBlock:
    return PayoffBlock(title, "", (), (), tuple(said))


def _cards(rules: HouseRules) -> PayoffBlock:
    return PayoffBlock("Cards", "points", (), CARDS, ("120 in all.",), named=True)


def _marriages(rules: HouseRules) -> PayoffBlock:
    rows = tuple(
        (name, f"{rules.marriage_chips[code]}")
        for code, name in MARRIAGES.items()
        if code in rules.marriage_chips
    )
    return PayoffBlock("Marriages", "points", (), rows, named=True)


def _scores(rules: HouseRules) -> Said:
    yield f"Bids from {rules.bid_min}, in steps of {rules.bid_step}."
    if rules.soloist_scores == "bid":
        yield "The soloist scores what he bid, or loses it."
    else:
        yield "The soloist scores all he took, or loses what he bid."
    if rules.round_to > 1:
        who = "All that is taken counts" if rules.round_soloist else "Partners score"
        yield f"{who} to the nearest {rules.round_to}, halves up."
    if rules.blind_times > 1:
        yield f"A bid before looking counts ×{rules.blind_times}."
    if rules.concede != "no":
        costs = "the bid" if rules.concede == "bid" else "nothing"
        each = "half the bid" if rules.concede_half else rules.concede_chips
        yield f"Conceding costs {costs}; each partner scores {each}."
    if rules.talon_scores:
        yield "A dealer who sits out scores the cards of the widow."
    else:
        yield "A dealer who sits out scores nothing."


def _game(rules: HouseRules) -> Said:
    yield f"{rules.target} or more wins; of two the higher."
    if rules.score_by == "stake":
        yield f"Each other seat pays the winner {rules.stake}; points move nothing."
    if rules.game_chips and rules.score_by == "points":
        yield f"The winner of a game gets {rules.game_chips} besides."
    if rules.after_win == "stop":
        yield "Then the round is over."
    else:
        yield "Then a new game begins at 0."


def _endgame(rules: HouseRules) -> Said:
    at, deals = rules.barrel_at, rules.barrel_deals
    if rules.endgame == "stop":
        yield f"From {at} on only the soloist scores."
    if rules.endgame != "barrel":
        return
    yield f"Who reaches {at} is on the barrel: what is above goes back."
    times = "deal" if deals == 1 else "deals"
    yield (
        f"There only the soloist scores, and only if he wins; after {deals} {times} he"
        f" falls: −{rules.barrel_chips}."
    )
    if rules.barrel_lost == "falls":
        yield "A bid that is lost there is paid and costs the barrel."
    else:
        yield "A bid that is lost there costs nothing."
    if rules.barrel_for == "newest":
        yield "A newcomer throws the others off."
    if rules.falls_to_zero:
        yield f"Fall no. {rules.falls_to_zero} costs the whole total."


def _fines(rules: HouseRules) -> Said:
    if rules.bolt_limit:
        row = " in a row" if rules.bolts_in_a_row else ""
        who = "anybody" if rules.soloist_bolts else "a partner"
        yield (
            f"{rules.bolt_limit} deals without a point{row}, of {who}:"
            f" −{rules.bolt_chips}."
        )
    if rules.concede_limit and rules.concede != "no":
        yield f"Concession no. {rules.concede_limit}: −{rules.fine_chips}."
    if rules.dump_at:
        yield f"Exactly {rules.dump_at}, above or below 0: back to 0."
