"""What the account of a deal of Pebbles says: each sentence once, with named values."""

from rules.sentences import Sentences, sayer

SENTENCES = Sentences(
    __name__,
    {
        "stake": "Everybody who plays puts in the stake: {chips}.",
        "stake.doubled": "The pool is doubled: everybody who plays puts in twice the stake of {stake}, {chips}.",
        "takes": "{who} has the most stones, {stones}, and takes the pool: {pool}.",
        "doubles": "{who} has the most stones, {stones}, and doubles the pool: each of the others puts in {chips} more.",
        "call.made": "{who} called and won: {chips} from each of the others.",
        "call.failed": "{who} called, and {winner} won: {chips} to each of the others.",
        "swept": "The round is over: {who}, who dealt last, has the rest of the pool, {pool}.",
        "waits": "Nobody won: {pool} wait in the pool.",
    },
)
say = sayer(SENTENCES)
