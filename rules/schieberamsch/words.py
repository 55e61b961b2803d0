"""What the account of a deal of Schieberamsch says: each sentence once, by its code."""

from rules.sentences import Sentences, sayer

SENTENCES = Sentences(
    __name__,
    {
        "loser": "{who} has the most points, {points}.",
        "loser.skat": "{who} has the most points with the skat, {points} + {skat} = {full}.",
        "loser.more": "{who} has the most points, {points}, and gets the skat: {points} + {skat} = {full}.",
        "tie.both": "{who} has as many as another: each of the two loses all of it.",
        "tie.last_trick": "{who} has as many as another, and alone loses, with the last trick.",
        "tie.share": "{who} has as many as another: half of {full}, rounded up, is {half}.",
        "shove": "1 shove: × 2.",
        "shoves": "{count} shoves: × {times}.",
        "virgin": "A virgin: × 2.",
        "product": "{full} × {times} = {chips}.",
        "march": "{who} took every trick, the march: {score}.",
        "march.shoved": "{who} took every trick, the march: {base} × {times} = {score}.",
        "grand.made": "{who} made a Grand hand: {score}.",
        "grand.lost": "{who} lost a Grand hand: {score}.",
        "grand.lost.twice": "{who} lost a Grand hand: {value} × {times} = {score}.",
        "pairs": "{payee} has {more} and {payer} has {less}: the difference is {chips}.",
        "nobody": "All three have as many points: nobody scores.",
    },
)
say = sayer(SENTENCES)
