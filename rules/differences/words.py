"""What may explain a difference, in words: each sentence once, with named values."""

from rules.sentences import Sentences

# One change that makes it right, {who} being the player.
CHANGES = Sentences(
    __name__,
    {
        "has": "If {who} has {meant}, it is right.",
        "has.instead": "If {who} has {meant} instead of {written}, it is right.",
        "has.instead.why": "If {who} has {meant} instead of {written}, it is right: {why}.",
        "holds.instead.why": "If {who} holds {meant} instead of {written}, it is right: {why}.",
        "exchanged": "If {who} holds {held} and borrowed {borrowed}, not the other way round, it is right.",
        "borrowed.why": "If {who} borrowed {meant}, it is right: {why}.",
        "borrowed.instead.why": "If {who} borrowed {meant} instead of {written}, it is right: {why}.",
        "borrowed.all.why": "If {who} borrowed {meant} in all instead of {written}, it is right: {why}.",
        "loan.forgotten": "If {who} borrowed {loan} and it was not written, it is right.",
        "loan.taken_off": "{who}: if the loan of {loan} was taken off before, or paid back, it is right.",
        "colour": (
            "If {who} has {n} {colour} chip instead of {written}, it is right.",
            "If {who} has {n} {colour} chips instead of {written}, it is right.",
        ),
        "colour.why": (
            "If {who} has {n} {colour} chip instead of {written}, it is right: {why}.",
            "If {who} has {n} {colour} chips instead of {written}, it is right: {why}.",
        ),
        "wrong_colour": (
            "{who}: if {n} {seen} chip is {true}, it is right.",
            "{who}: if {n} {seen} chips are {true}, it is right.",
        ),
        "wrong_colour.all": "{who}: if all {n} {seen} chips are {true}, it is right.",
        "columns": (
            "If {who} has {second} {one} and {n} {two} chip, not {n} {one} and {second} {two}, it is right.",
            "If {who} has {second} {one} and {n} {two} chips, not {n} {one} and {second} {two}, it is right.",
        ),
    },
)
# How it may have come about.
REASONS = Sentences(
    __name__,
    {
        "swapped": "two digits may have changed places",
        "misread": "{true} may have been read as {seen}",
        "copied": "{score} may have been copied from the round before",
        "minus": "a minus may have been read as a plus",
        "plus": "a plus may have been read as a minus",
        "loan.minus": "a loan is written without a minus",
        "loan.second": "a second loan may have been forgotten",
        "loan.twice": "a loan may have been written twice",
        "loan.added": "the loan of {loan} may have been added instead of taken off",
        "colours": "the colours add up to {worth}",
        "one.much": "one {colour} chip may have been counted too many",
        "one.little": "one {colour} chip may have been missed",
        "two.much": "two {colour} chips may have been counted too many",
        "two.little": "two {colour} chips may have been missed",
    },
)
# What is said before it.
HANDS = Sentences(
    __name__,
    {
        "has": "{who} has {score}, the hands say {by_hands}.",
        "counted": "{who} counted {counted}, the recorded hands say {by_hands}.",
    },
)
