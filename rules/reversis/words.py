"""Sentences of a Reversis settlement, with named values."""

from rules.messages import Sentences, sayer

CARDS = Sentences(
    __name__,
    {"JH": "Quinola", "AD": "the ♦A", "AS": "the ♠A", "AH": "the ♥A", "AC": "the ♣A"},
)

SENTENCES = Sentences(
    __name__,
    {
        # the pools
        "new_pool": (
            "There is no pool, so each player pays {each} into a new one, "
            "and {dealer}, the dealer, pays {more} instead."
        ),
        "new_pool.won": (
            "The last pool was won, so each player pays {each} into a "
            "new one, and {dealer}, the dealer, pays {more} instead."
        ),
        "stake": "{dealer} deals and adds {chips} to the latest pool: {before} + {chips} = {after}.",
        "pool.placed": "{who} placed Quinola and wins the latest pool, {pool}.",
        "pool.reversis": "{who} made the reversis after playing Quinola in the first nine tricks and wins the latest pool, {pool}.",
        "remise.forced": "{who} had to play Quinola and pays a remise of {pool}, as much as the latest pool holds.",
        "remise.led": "{who} led Quinola and pays a remise of {pool}, as much as the latest pool holds.",
        "remise.returned": (
            "{who} placed Quinola but failed the espagnolette. "
            "Instead of winning the latest pool, they pay a remise of "
            "{pool}, as much as it holds."
        ),
        "remise.broken": "{who} played Quinola in the first nine tricks of a broken reversis and pays a remise of {pool}, as much as the latest pool holds.",
        "remise.first": "This is the first remise, so the latest pool is doubled to {double}.",
        "remise.double": "Under these house rules, the latest pool is doubled to {double}.",
        "remise.next": "This isn’t the first remise, so it becomes a new pool.",
        "leftover.share": (
            "The session ends with {total} in the pools, and each "
            "player gets a quarter: {share}."
        ),
        "leftover.odd": (
            "The rest is given out one chip at a time. {dealer}, who dealt last, "
            "gets the first."
        ),
        "leftover.dealer": (
            "The session ends, and the {total} in the pools go to "
            "{dealer}, who dealt last."
        ),
        # Aces and Quinola
        "placed": "{holder} placed {card}, and {to} took the trick.",
        "forced": "{to} led, and {holder} had to play {card}.",
        "led": "{holder} led {card}, and {to}, who won the hand, claimed it.",
        "returned": (
            "{holder} placed {card} but failed the espagnolette, so {to} "
            "gets back twice what it cost."
        ),
        "amount": "The price is {base}.",
        "amount.opposite": (
            "The price is {base} × 2 = {chips}, because the two sit "
            "opposite each other."
        ),
        "amount.last": "The price is {base} × 2 = {chips} in the last two tricks.",
        "amount.opposite.last": (
            "The price is {base} × 2 × 2 = {chips} in the last "
            "two tricks, between players who sit opposite each "
            "other."
        ),
        "twice": "2 × {got} = {chips}.",
        # the hand
        "party": "{winner} comes first with the fewest points, {least}, and {loser} comes last with the most, {most}.",
        "party.espagnolette": (
            "{winner} took no tricks in the espagnolette and so "
            "wins the hand. Of the others, {loser} comes last with "
            "the most points, {most}."
        ),
        "party.failed": (
            "{loser} took a trick in the espagnolette and so loses the "
            "hand. Of the others, {winner} comes first with the fewest "
            "points, {least}."
        ),
        "tie": (
            "If points are tied, the player with fewer tricks comes first, then the "
            "dealer, then the next players in order of play."
        ),
        "party.amount": "{base} + {talon} for the talon = {chips}.",
        "party.opposite": (
            "({base} + {talon} for the talon) × 2 = {chips}, because "
            "the two sit opposite each other."
        ),
        # the reversis
        "reversis": (
            "{who} took all eleven tricks (the reversis): {near} from each neighbor "
            "and {far} from the player opposite."
        ),
        "reversis.espagnolette": (
            "{who} took all eleven tricks (the reversis). "
            "{alone}, who played the espagnolette, pays for "
            "everyone: {near} + {far} + {near} = {chips}."
        ),
        "broken": "{who} took the first nine tricks, and {breaker} broke the reversis: {chips}.",
        "broken.quinola": "{breaker} broke the reversis with Quinola, which {who} forced.",
        # facts without a payment
        "returned.all": (
            "{who} took the first nine tricks. Nothing is paid for Aces "
            "and Quinola played in them, and any payments are returned."
        ),
        "unclaimed": (
            "{holder} led {card}, and no one claimed it, so nothing is paid for it."
        ),
        "own": "{holder} led {card} and also won the hand, so nothing is paid for it.",
        "absolved": (
            "{who} played the espagnolette and broke the reversis, which "
            "cancels every penalty."
        ),
        "apart": (
            "{who} played the espagnolette, and another player broke the "
            "reversis, so the espagnolette isn’t paid."
        ),
    },
)
say = sayer(SENTENCES)
