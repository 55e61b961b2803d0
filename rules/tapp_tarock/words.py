"""Sentences of a Tapp Tarock settlement, with named values."""

from rules.messages import Sentences, sayer

CONTRACTS = Sentences(
    __name__, {"threes": "threes", "unders": "unders", "overs": "overs", "solo": "solo"}
)
BONUSES = Sentences(
    __name__,
    {
        "trull": "all three of the trull",
        "two_trull": "two of the trull",
        "kings": "all four Kings",
    },
)
SIDE_NAMES = Sentences(__name__, {"soloist": "the soloist", "partners": "the partners"})
DOUBLINGS = Sentences(
    __name__,
    {
        "1": "doubled",
        "2": "redoubled",
        "3": "doubled three times",
        "4": "doubled four times",
    },
)

_EACH = "{chips} from each of the other two."

SENTENCES = Sentences(
    __name__,
    {
        "passed_out": "All passed: nothing is paid.",
        "game.won": "{who} plays {contract} and takes {points} of 70 points: 36 are enough.",
        "game.lost": "{who} plays {contract} and takes {points} of 70 points: 36 are needed.",
        "game.tie": "{who} plays {contract} and takes 35 of 70 points: 35 to 35 is lost.",
        "contract": "{contract}: {chips}.",
        "solo": "In a solo: {base} × 2 = {chips}.",
        "doubled": "{doubled}: {base} × {times} = {chips}.",
        "slam.called.made": "{who} called the slam and took every trick.",
        "slam.called.lost": "{who} called the slam and did not take every trick.",
        "slam.silent.made": "{who} took every trick, a slam that was not called.",
        "slam.chips.called": "Called slam: {chips}.",
        "slam.chips.silent": "Silent slam: {chips}.",
        "slam.times.called": "Called slam, {times} times {contract}: {times} × {base} = {chips}.",
        "slam.times.silent": "Silent slam, {times} times {contract}: {times} × {base} = {chips}.",
        "slam.instead": "The game isn’t counted because the slam replaces it.",
        "pagat.called.won": "{who} announced the Pagat and won the last trick with it.",
        "pagat.called.lost": "{who} announced the Pagat and did not win the last trick with it.",
        "pagat.called.partner": "{who} announced the Pagat and lost it in the last trick to {partner}, a partner: under the strict rule, it is lost.",
        "pagat.silent.won": "{who} won the last trick with the Pagat.",
        "pagat.silent.lost": "{who} played the Pagat to the last trick and lost it to an opponent.",
        "pagat.silent.partner": "{who} played the Pagat to the last trick and lost it to {partner}, a partner: under the strict rule, it is lost.",
        "pagat.chips.called": "Announced Pagat: {chips}.",
        "pagat.chips.silent": "Silent Pagat: {chips}.",
        "standoff": "{who} played the Pagat to the last trick and lost it to {partner}, a partner: a stand-off, nothing is paid for it.",
        "bonus.trull": f"{{who}} was dealt all three cards of the trull: {_EACH}",
        "bonus.two_trull": f"{{who}} was dealt two cards of the trull: {_EACH}",
        "bonus.kings": f"{{who}} was dealt all four Kings: {_EACH}",
        "mond": f"{{who}} took the XXI with the Skus: {_EACH}",
    },
)
say = sayer(SENTENCES)
