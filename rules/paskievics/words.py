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
        "game.won": (
            "{side} has {points} of 94 card points and needs 48 to win: {bid}, {base}."
        ),
        "game.lost": (
            "{loser} has {points} of 94 card points but needs 48 to win: {bid}, {base}."
        ),
        "game.tricks": "{side} took all nine tricks and won the game: {bid}, {base}.",
        "double.silent": (
            "{side} has {points} of 94 card points and needs 71 for a "
            "double game: {times} × {bid}, {times} × {value} = {base}."
        ),
        "double.made": "{side} announced a double game and made it: {times} × {bid}, {times} × {value} = {base}.",
        "double.failed": (
            "{loser} announced a double game but didn’t make it: "
            "{times} × {bid}, {times} × {value} = {base}."
        ),
        "volat.silent": (
            "{side} took all nine tricks (volát): {times} × {bid}, "
            "{times} × {value} = {base}."
        ),
        "volat.made": "{side} announced volát and took all nine tricks: {times} × {bid}, {times} × {value} = {base}.",
        "volat.failed": (
            "{loser} announced volát but didn’t take all nine tricks: "
            "{times} × {bid}, {times} × {value} = {base}."
        ),
        "trull.silent": (
            "{side} has the trull (all three honors) without announcing it: {base}."
        ),
        "trull.made": "{side} announced the trull and has all three honors: {base}.",
        "trull.failed": (
            "{loser} announced the trull but doesn’t have all three honors: {base}."
        ),
        "kings.silent": "{side} has all four Kings without announcing them: {base}.",
        "kings.made": "{side} announced four Kings and has them: {base}.",
        "kings.failed": (
            "{loser} announced four Kings but doesn’t have them all: {base}."
        ),
        "xxi.silent": "{side} caught the XXI with the Skíz without announcing it: {base}.",
        "xxi.made": "{side} announced catching the XXI and caught it with the Skíz: {base}.",
        "xxi.failed": (
            "{loser} announced catching the XXI but didn’t catch it: {base}."
        ),
        "pagat.silent": "{side} took the last trick with the Pagát without announcing it: {base}.",
        "pagat.lost": (
            "{loser} played the Pagát to the last trick but didn’t take it: {base}."
        ),
        "pagat.made": "{side} announced the Pagát and took the last trick with it: {base}.",
        "pagat.failed": (
            "{loser} announced the Pagát but didn’t take the last trick "
            "with it: {base}."
        ),
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
        "note.mayor": "{who} lost the XXI and now wears the mayor’s hat.",
        "note.volat": (
            "The volát includes the trull and Kings that {side} didn’t announce."
        ),
        "note.doubled": "The next {count} deals are a doubled round.",
        "note.doubled.next": "The next deal that is played counts double.",
    },
)
say = sayer(SENTENCES)
KONTRAS = ("kontra", "rekontra", "szubkontra", "hirskontra", "mordkontra")
