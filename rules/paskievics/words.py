"""Sentences of a Paskievics settlement, with named values."""

from rules.messages import Sentences, sayer

SENTENCES = Sentences(
    __name__,
    {
        "declarer": "the declarer’s side",
        "opponents": "the opponents’ side",
        "three": "Three",
        "two": "Two",
        "one": "One",
        "solo": "Solo",
        "game.won": "{side} has {points} of 94 card points, 48 win the game: {bid}, {base}.",
        "game.lost": "{loser} has {points} of 94 card points, 48 are needed: {bid}, {base}.",
        "game.tricks": "{side} took all nine tricks and has won the game: {bid}, {base}.",
        "double.silent": "{side} has {points} of 94 card points, 71 make a double game: {times} × {bid}, {times} × {value} = {base}.",
        "double.made": "{side} announced a double game and made it: {times} × {bid}, {times} × {value} = {base}.",
        "double.failed": "{loser} announced a double game and did not make it: {times} × {bid}, {times} × {value} = {base}.",
        "volat.silent": "{side} took all nine tricks, volát: {times} × {bid}, {times} × {value} = {base}.",
        "volat.made": "{side} announced volát and took all nine tricks: {times} × {bid}, {times} × {value} = {base}.",
        "volat.failed": "{loser} announced volát and did not take all nine tricks: {times} × {bid}, {times} × {value} = {base}.",
        "trull.silent": (
            "{side} has all three honors, the trull, without announcing it: {base}."
        ),
        "trull.made": "{side} announced the trull and has all three honors: {base}.",
        "trull.failed": (
            "{loser} announced the trull and doesn’t have all three honors: {base}."
        ),
        "kings.silent": "{side} has all four Kings without announcing them: {base}.",
        "kings.made": "{side} announced four Kings and has them: {base}.",
        "kings.failed": "{loser} announced four Kings and does not have them all: {base}.",
        "xxi.silent": "{side} caught the XXI with the Skíz without announcing it: {base}.",
        "xxi.made": "{side} announced catching the XXI and caught it with the Skíz: {base}.",
        "xxi.failed": "{loser} announced catching the XXI and did not catch it: {base}.",
        "pagat.silent": "{side} took the last trick with the Pagát without announcing it: {base}.",
        "pagat.lost": "{loser} played the Pagát to the last trick and did not take it: {base}.",
        "pagat.made": "{side} announced the Pagát and took the last trick with it: {base}.",
        "pagat.failed": "{loser} announced the Pagát and did not take the last trick with it: {base}.",
        "tarokks": "{who} declared {count} tarokks: {base}.",
        "trial": (
            "{who} bid Three as the fourth hand without an honor and found none "
            "in the talon: {base}."
        ),
        "kontra": "Kontra: {before} × 2 = {after}.",
        "rekontra": "Rekontra: {before} × 4 = {after}.",
        "szubkontra": "Szubkontra: {before} × 8 = {after}.",
        "hirskontra": "Hirskontra: {before} × 16 = {after}.",
        "mordkontra": "Mordkontra: {before} × 32 = {after}.",
        "round": "A doubled round: {before} × 2 = {after}.",
        "round.next": "The deal after a pass-out: {before} × 2 = {after}.",
        "rounds": "{count} doubled rounds at once: {before} × {times} = {after}.",
        "note.game": (
            "The double game or volát includes the game itself, so the game "
            "isn’t paid separately."
        ),
        "note.own": "{who} lost the XXI to a partner, so no one pays for it.",
        "note.mayor": "{who} lost the XXI and wears the mayor’s hat from now on.",
        "note.volat": "Trull and Kings that {side} did not announce are contained in the volát.",
        "note.doubled": "The next {count} deals are a doubled round.",
        "note.doubled.next": "The next deal that is played counts double.",
    },
)
say = sayer(SENTENCES)
KONTRAS = ("kontra", "rekontra", "szubkontra", "hirskontra", "mordkontra")
