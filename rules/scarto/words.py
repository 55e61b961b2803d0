"""What the account of a deal of Scarto says: each sentence once, with named values."""

from rules.sentences import Sentences, sayer

SENTENCES = Sentences(
    __name__,
    {
        "points": "{who} took {points} points: {points} − 26 = {difference}.",
        "stake": "{who} has the lowest total after three deals, {total}: {chips} to each of the other two.",
        "stake.tied": "{who} has the lowest total after three deals, {total}, as {other} has: {chips} to {winner}.",
        "loser": "The game is over: {who} has the lowest total, {total}, and is the loser.",
        "losers": "The game is over: {losers} have the lowest total, {total}, and are the losers.",
        "nobody": "The game is over: all three have the same total, nobody is the loser.",
    },
)
say = sayer(SENTENCES)
