"""Sentences of a Mariás settlement, with named values."""

from functools import lru_cache

from rules.messages import Sentences, sayer

SUITS = Sentences(
    __name__,
    {"hearts": "hearts", "bells": "bells", "acorns": "acorns", "leaves": "leaves"},
)
DOUBLINGS = Sentences(
    __name__,
    {"1": "doubled", "2": "redoubled", "3": "tutti", "4": "retutti"},
)

SENTENCES = Sentences(
    __name__,
    {
        "conceded": (
            "{soloist} bid a game, and no one added or doubled anything, so it "
            "counts as won without being played."
        ),
        "game": "{soloist} took {own} points, and {partners} took {other}.",
        "game.marriages": (
            "{soloist} has {own} + {own_marriages} for marriages = "
            "{own_total} points, and {partners} have {other} + "
            "{other_marriages} for marriages = {other_total}."
        ),
        "game.chips": "Game: {chips}.",
        "hundred.silent": "{who} reached a hundred without announcing it: {points} + {marriage} for one marriage = {total}.",
        "hundred.silent.all": "{who} reached a hundred without announcing it: {points} + {marriage} for marriages = {total}.",
        "hundred.instead": "The hundred replaces the game.",
        "hundred.made": "{who} announced a hundred and made it: {points} + {marriage} for one marriage = {total}.",
        "hundred.spoiled": (
            "{who} announced a hundred but showed a second marriage "
            "before reaching it, so it’s lost despite {points} + "
            "{marriage} for one marriage = {total}."
        ),
        "hundred.lost": (
            "{who} announced a hundred but missed it: {points} + "
            "{marriage} for one marriage = {total}."
        ),
        "hundred.lost.plain": (
            "{who} announced a hundred but missed it: {total} points and no marriage."
        ),
        "hundred.chips.silent": "Silent hundred: {chips}.",
        "hundred.chips.called": "Announced hundred: {chips}.",
        "above.add": (
            "Tens above a hundred ({total} points in all): {steps}. The "
            "amount is {base} × (1 + {steps}) = {chips}."
        ),
        "above.double": (
            "Tens above a hundred ({total} points in all): {steps}. Each "
            "one doubles the amount: {base} × {times} = {chips}."
        ),
        "short.add": (
            "Tens short of a hundred: {tens}. The amount is {base} × {tens} = {chips}."
        ),
        "short.double": (
            "Tens short of a hundred: {tens}. Each one after the first "
            "doubles the amount: {base} × {times} = {chips}."
        ),
        "tens": (
            "{who} reached {total} points in all. Tens above a hundred: {steps} "
            "× {base} = {chips}."
        ),
        "seven.called.made": "{who} announced the Seven and won the last trick with it.",
        "seven.called.lost": (
            "{who} announced the Seven but didn’t win the last trick with it."
        ),
        "seven.silent.made": "{who} won the last trick with the trump Seven.",
        "seven.silent.lost": (
            "{who} played the trump Seven to the last trick but lost it."
        ),
        "seven.chips.called": "Announced Seven: {chips}.",
        "seven.chips.silent": "Silent Seven: {chips}.",
        "double_seven.made": "{who} announced the double Seven and won the last two tricks with Sevens.",
        "double_seven.lost": (
            "{who} announced the double Seven but didn’t win the "
            "last two tricks with Sevens."
        ),
        "double_seven.chips": "Double Seven: {chips}.",
        "betl.made": "{who} played betl and lost every trick.",
        "betl.lost": "{who} played betl but took a trick.",
        "betl.chips": "Betl: {chips}.",
        "durch.made": "{who} played durch and won every trick.",
        "durch.lost": "{who} played durch but didn’t win every trick.",
        "durch.chips": "Durch: {chips}.",
        "open": "Open: {base} × {times} = {chips}.",
        "hearts": "Hearts are trump: {base} × {times} = {chips}.",
        "doubled": "{doubled}: {base} × {times} = {chips}.",
        "dealer": (
            "{who} dealt and sat out. Under these house rules, the dealer pays "
            "and collects with the partners."
        ),
    },
)
# The same few sentences are needed again and again.
say = lru_cache(maxsize=1 << 14)(sayer(SENTENCES))
