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
        "passed_out": "Everyone passed, so nothing is paid.",
        "game.won": (
            "{who} plays {contract} and takes {points} of 70 points (36 are enough)."
        ),
        "game.lost": (
            "{who} plays {contract} and takes {points} of 70 points, but 36 are needed."
        ),
        "game.tie": (
            "{who} plays {contract} and takes 35 of 70 points. A 35–35 tie is a loss."
        ),
        "contract": "{contract}: {chips}.",
        "solo": "In a solo: {base} × 2 = {chips}.",
        "doubled": "{doubled}: {base} × {times} = {chips}.",
        "slam.called.made": "{who} called the slam and took every trick.",
        "slam.called.lost": "{who} called the slam but didn’t take every trick.",
        "slam.silent.made": "{who} took every trick, a slam that wasn’t called.",
        "slam.chips.called": "Called slam: {chips}.",
        "slam.chips.silent": "Silent slam: {chips}.",
        "slam.times.called": "Called slam, {times} times {contract}: {times} × {base} = {chips}.",
        "slam.times.silent": "Silent slam, {times} times {contract}: {times} × {base} = {chips}.",
        "slam.instead": "The game isn’t counted because the slam replaces it.",
        "pagat.called.won": "{who} announced the Pagat and won the last trick with it.",
        "pagat.called.lost": (
            "{who} announced the Pagat but didn’t win the last trick with it."
        ),
        "pagat.called.partner": (
            "{who} announced the Pagat and lost it in the last "
            "trick to {partner}, a partner. Under the strict "
            "rule, the Pagat is lost."
        ),
        "pagat.silent.won": "{who} won the last trick with the Pagat.",
        "pagat.silent.lost": "{who} played the Pagat to the last trick and lost it to an opponent.",
        "pagat.silent.partner": (
            "{who} played the Pagat to the last trick and lost "
            "it to {partner}, a partner. Under the strict rule, "
            "the Pagat is lost."
        ),
        "pagat.chips.called": "Announced Pagat: {chips}.",
        "pagat.chips.silent": "Silent Pagat: {chips}.",
        "standoff": (
            "{who} played the Pagat to the last trick and lost it to "
            "{partner}, a partner. It’s a standoff, so nothing is paid."
        ),
        "bonus.trull": f"{{who}} was dealt all three cards of the trull: {_EACH}",
        "bonus.two_trull": f"{{who}} was dealt two cards of the trull: {_EACH}",
        "bonus.kings": f"{{who}} was dealt all four Kings: {_EACH}",
        "mond": f"{{who}} took the XXI with the Skus: {_EACH}",
    },
)
say = sayer(SENTENCES)
