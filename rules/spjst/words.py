"""Sentences of a hand's settlement, each once, with named values.

The phone computes independently and gets this table, so that both produce the same
words. A player is written "seat N"; a page puts the name there.
"""

from rules.messages import Sentences, sayer

_PLAIN = (
    "{more} − {less} = {difference}, + {plus} = {sum}, × {times} = {product} → {chips}"
)
_THREE = "{chips} to each of the other three."
_TWO = "{chips} to each of the other two."

SENTENCES = Sentences(
    __name__,
    {
        "value": "{who} declared {value} ({holding}): {chips} from each of the other three.",
        # the game
        "game.down": f"{_PLAIN}. The last digit is dropped (5 or more would round up).",
        "game.up": f"{_PLAIN}. The last digit is dropped, and 5 or more rounds up.",
        "game.tie": "The bidder’s side loses a tie.",
        "set": "Prever, {set}: × {times} = {chips}.",
        "set.idle": "Prever, {set}: this only multiplies a loss.",
        "challenge": "{challenge}: × {times} = {chips}.",
        # Valat and Pagat
        "valat.called.made": "{who} called the Valat and took every trick: {chips}.",
        "valat.called.lost": (
            "{who} called the Valat but didn’t take every trick: {chips}."
        ),
        "valat.silent.made": (
            "{who} took every trick, a Valat that wasn’t called: {chips}."
        ),
        "valat.instead": "The Valat replaces the game.",
        "pagat.called.made": "{who} called the Pagat and made it in the last trick: {chips}.",
        "pagat.called.lost": "{who} called the Pagat but lost it: {chips}.",
        "pagat.silent.made": "{who} made the Pagat in the last trick without a call: {chips}.",
        "pagat.silent.lost": "{who} lost the Pagat in the last trick without a call: {chips}.",
        "pagat.called.partner.made": "{who} called the Pagat, and the holder’s own partner took it in the last trick. In this house it is made: {chips}.",
        "pagat.called.partner.lost": "{who} called the Pagat, and the holder’s own partner took it in the last trick. It is lost: {chips}.",
        "pagat.silent.partner.made": "{who} had the Pagat in the last trick without a call, and the holder’s own partner took it. In this house it is made: {chips}.",
        "pagat.silent.partner.lost": "{who} had the Pagat in the last trick without a call, and the holder’s own partner took it. It is lost: {chips}.",
        # redirection
        "covers.win": "{who} ({fault}) pays what {partners} should get from {losers}.",
        "covers.loss": "{who} ({fault}) pays what {partners} lost.",
        "shares.win": "{who} ({fault}) pays {share} of the {chips} that {partners} should get from {losers}.",
        "shares.loss": "{who} ({fault}) pays {share} of the {chips} that {partners} lost.",
        "odd": "The odd chip falls on {who}, who comes first in order of play.",
        "won.alone": "{who} ({fault}) won alone and pays {losers} instead of collecting.",
        # penalties and rulings
        "fault.misdeal": f"{{who}} misdealt: {_THREE}",
        "fault.discard_count": f"{{who}} discarded too many or too few cards: {_THREE}",
        "fault.short_hand": f"{{who}} had the wrong number of cards: {_THREE}",
        "fault.renege": f"{{who}} didn’t follow suit (renege): {_THREE}",
        "fault.pagat_card_count": f"{{who}} called the Pagat with the wrong number of cards: {_THREE}",
        "fault.discarded_king": f"{{who}} discarded a King: {_THREE}",
        "fault.discarded_trump": f"{{who}} discarded a trump face down: {_THREE}",
        "fault.illegal_value": f"{{who}} declared {{value}} without holding it: {_THREE}",
        "fault.wrong_trump": f"{{who}} called the wrong card: {_THREE}",
        "fault.wrong_trump.both": f"{{who}} called the wrong card: {_TWO}",
        "fault.wrong_trump.second": f"{{who}} held the right card but said nothing: {_TWO}",
        "fault.wrong_povinost.both": f"{{who}} led off out of turn: {_TWO}",
        "fault.wrong_povinost.second": f"{{who}} should have led off but let another player do it: {_TWO}",
        "fault.false_pagat": f"{{who}} called the Pagat without holding it: {_THREE}",
        "fault.false_pagat.holder": "{who} called the Pagat without holding it: {chips} to its holder, {holder}.",
        "ruling": "Judge’s ruling: {reason}",
        # facts without a payment
        "void": (
            "The hand is void because {who} called the wrong card and loses the "
            "Povinost. The Povinost moves on, and the hand isn’t repeated (§31)."
        ),
        "back.void": (
            "The hand is void, so {who} gives back {value}: {chips} to each "
            "of the other three (§31)."
        ),
        "back.late": (
            "{who} didn’t hold {value} and gives it back: {chips} to each "
            "of the other three (§30)."
        ),
        "back.early": (
            "{who} didn’t hold {value} and gives it back: {chips} to each "
            "of the other three. It was admitted before the first card, so "
            "nothing more is paid (§30)."
        ),
        "call.undeclared_value": (
            "The call of the Valat is void because a value "
            "wasn’t declared (§12). The hand is scored without "
            "it."
        ),
        "call.illegal_declaration": (
            "The call of the Valat is void because a value "
            "was declared wrongly (§30). The hand is scored "
            "without it."
        ),
        "lapsed.game": (
            "The card points aren’t counted because the Valat replaces the game (§16)."
        ),
        "lapsed.challenge": (
            "The challenge isn’t counted because it doesn’t multiply "
            "the Valat under these house rules (§13)."
        ),
        "lapsed.pagat.made": (
            "The Pagat isn’t counted because the Valat was made (§16)."
        ),
        "lapsed.pagat.lost": (
            "The Pagat isn’t counted because the called Valat was lost (§16)."
        ),
        "lapsed.pagat.standoff": "The holder’s own partner took the Pagat in the last trick. In this house it is a standoff, and nothing is paid (§15).",
        "kept.one": "{item}: {who} ({fault}) collects nothing, so {losers} keeps {chips} (§30).",
        "kept.many": "{item}: {who} ({fault}) collects nothing, so {losers} keep {chips} each (§30).",
    },
)

say = sayer(SENTENCES)
