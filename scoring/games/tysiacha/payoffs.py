"""The payoff card of Tysiacha, from a tournament's house rules."""

from collections.abc import Iterator

from rules.messages import message, message_template, plural_message
from rules.tysiacha.house import HOUSE, HouseRules
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, title_of

Remarks = Iterator[str]

CARDS = (
    (message_template("Ace"), "11"),
    (message_template("Ten"), "10"),
    (message_template("King"), "4"),
    (message_template("Queen"), "3"),
    (message_template("Jack"), "2"),
    (message_template("Nine"), "0"),
)
MARRIAGES = {
    "hearts": message_template("♥ Hearts"),
    "diamonds": message_template("♦ Diamonds"),
    "clubs": message_template("♣ Clubs"),
    "spades": message_template("♠ Spades"),
    "aces": message_template("All four Aces"),
}

# By whether the bid is lost, and whether each partner scores half of it.
CONCEDING = {
    (True, True): message_template(
        "Conceding costs the bid, and each partner scores half the bid."
    ),
    (True, False): message_template(
        "Conceding costs the bid, and each partner scores {chips}."
    ),
    (False, True): message_template(
        "Conceding costs nothing, and each partner scores half the bid."
    ),
    (False, False): message_template(
        "Conceding costs nothing, and each partner scores {chips}."
    ),
}
# By whether zeros must be consecutive, and whether the soloist has them too.
ZEROS = {
    (True, True): message_template(
        "A player with no points in {limit} deals in a row: −{chips}."
    ),
    (True, False): message_template(
        "A partner with no points in {limit} deals in a row: −{chips}."
    ),
    (False, True): message_template(
        "A player with no points in {limit} deals: −{chips}."
    ),
    (False, False): message_template(
        "A partner with no points in {limit} deals: −{chips}."
    ),
}


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """Return the one-page card for these house rules."""
    right = (
        (message_template("The thousand"), _game(rules)),
        (message_template("Close to it"), _endgame(rules)),
        (message_template("Fines"), _fines(rules)),
    )
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(
            _cards(rules),
            _marriages(rules),
            _words(message_template("Scoring"), _scores(rules)),
        ),
        right=tuple(
            block
            for title, remarks in right
            if (block := _words(title, remarks)) and block.remarks
        ),
    )


def _words(title: str, remarks: Remarks) -> PayoffBlock:
    return PayoffBlock(title, "", (), (), tuple(remarks))


def _cards(rules: HouseRules) -> PayoffBlock:
    return PayoffBlock(
        message_template("Cards"),
        message_template("points"),
        (),
        CARDS,
        (message_template("The cards make 120 points in all."),),
        named=True,
    )


def _marriages(rules: HouseRules) -> PayoffBlock:
    rows = tuple(
        (name, f"{rules.marriage_chips[code]}")
        for code, name in MARRIAGES.items()
        if code in rules.marriage_chips
    )
    return PayoffBlock(
        message_template("Marriages"), message_template("points"), (), rows, named=True
    )


def _scores(rules: HouseRules) -> Remarks:
    yield message(
        "Bids start at {bid_min} and go up in steps of {bid_step}.",
        bid_min=rules.bid_min,
        bid_step=rules.bid_step,
    )
    if rules.soloist_scores == "bid":
        yield message_template("The soloist scores the bid, or loses it.")
    else:
        yield message_template("The soloist scores all points taken, or loses the bid.")
    if rules.round_to > 1:
        rounded = (
            message_template(
                "All points taken are rounded to the nearest {unit}. Halves are "
                "rounded up."
            )
            if rules.round_soloist
            else message_template(
                "Partners’ points are rounded to the nearest "
                "{unit}. Halves are rounded up."
            )
        )
        yield message(rounded, unit=rules.round_to)
    if rules.blind_times > 1:
        yield message(
            "A bid made before looking counts ×{blind_times}.",
            blind_times=rules.blind_times,
        )
    if rules.concede != "no":
        code = (rules.concede == "bid", rules.concede_half)
        yield message(CONCEDING[code], chips=rules.concede_chips)
    if rules.talon_scores:
        yield message_template("A dealer who sits out scores the cards of the widow.")
    else:
        yield message_template("A dealer who sits out scores nothing.")


def _game(rules: HouseRules) -> Remarks:
    yield message(
        "{target} or more wins. If two reach it, the higher wins.", target=rules.target
    )
    if rules.score_by == "stake":
        yield message(
            "Every other player pays the winner {stake}. Points aren’t paid.",
            stake=rules.stake,
        )
    if rules.game_chips and rules.score_by == "points":
        yield message(
            "The winner of a game also gets {game_chips}.",
            game_chips=rules.game_chips,
        )
    if rules.after_win == "stop":
        yield message_template("After a win, the round is over.")
    else:
        yield message_template("After a win, a new game begins at 0.")


def _endgame(rules: HouseRules) -> Remarks:
    barrel, deals = rules.barrel_at, rules.barrel_deals
    if rules.endgame == "stop":
        yield message(
            "A player with {at} or more scores only as the soloist.", at=barrel
        )
    if rules.endgame != "barrel":
        return
    yield message(
        "A player who reaches {at} is on the barrel. Anything above it is lost.",
        at=barrel,
    )
    yield plural_message(
        "On the barrel, only the soloist scores, and only for a win. A player with "
        "no win after {n} deal falls: −{chips}.",
        "On the barrel, only the soloist scores, and only for a win. A player with "
        "no win after {n} deals falls: −{chips}.",
        deals,
        chips=rules.barrel_chips,
    )
    if rules.barrel_lost == "falls":
        yield message_template(
            "A soloist who loses a bid on the barrel pays it and leaves the barrel."
        )
    else:
        yield message_template("A bid that’s lost on the barrel costs nothing.")
    if rules.barrel_for == "newest":
        yield message_template("A newcomer throws the others off.")
    if rules.falls_to_zero:
        yield message(
            "Fall no. {falls_to_zero} costs the whole total.",
            falls_to_zero=rules.falls_to_zero,
        )


def _fines(rules: HouseRules) -> Remarks:
    if rules.bolt_limit:
        code = (rules.bolts_in_a_row, rules.soloist_bolts)
        yield message(ZEROS[code], limit=rules.bolt_limit, chips=rules.bolt_chips)
    if rules.concede_limit and rules.concede != "no":
        yield message(
            "Concession no. {concede_limit}: −{fine_chips}.",
            concede_limit=rules.concede_limit,
            fine_chips=rules.fine_chips,
        )
    if rules.dump_at:
        yield message(
            "A player at exactly {dump_at}, above or below 0, goes back to 0.",
            dump_at=rules.dump_at,
        )
