"""Records in words: what each is called, and what exactly it counts."""

from clubs.wording import chips, say_later, signed
from rules.history import Kind

CHIPS = (Kind.ROUND, Kind.HAND, Kind.EVENING)
# Of each kind its name and its definition, in the order in which a page has them.
WORDS = {
    Kind.ROUND: (
        say_later("Highest round"),
        say_later("Most chips above the start chips in one round at a table."),
    ),
    Kind.HAND: (
        say_later("Largest hand"),
        say_later("Most chips that a hand brought somebody, of the hands recorded."),
    ),
    Kind.EVENING: (
        say_later("Highest evening"),
        say_later(
            "Most chips above the start chips in all rounds of an evening that count,"
            " with rulings."
        ),
    ),
    Kind.WINS: (
        say_later("Most evenings won"),
        say_later("A shared first place is a win for all who share it."),
    ),
    Kind.YEAR_WINS: (
        say_later("Most evenings won in a year"),
        say_later("First places of one calendar year, shared ones too."),
    ),
    Kind.PODIUMS: (
        say_later("Most evenings in a row among the first three"),
        say_later("Of the evenings somebody came to; others are passed over."),
    ),
    Kind.ROUNDS_UP: (
        say_later("Most rounds in a row above the start chips"),
        say_later(
            "Rounds at a table, from one evening to the next; a round sat out is passed"
            " over."
        ),
    ),
    Kind.EVENINGS: (
        say_later("Most evenings"),
        say_later("Evenings with a place in the standings."),
    ),
    Kind.ROUNDS: (
        say_later("Most rounds"),
        say_later("Rounds at a table that count."),
    ),
    Kind.PRESENT: (
        say_later("Most evenings in a row"),
        say_later("Evenings of the club in this game, without missing one."),
    ),
    Kind.FIELD: (
        say_later("Largest field"),
        say_later("Most players with a place on one evening."),
    ),
}


def title_of(kind: Kind) -> str:
    return str(WORDS[kind][0])


def definition_of(kind: Kind) -> str:
    return str(WORDS[kind][1])


def value_text(kind: Kind, value: int) -> str:
    """Chips above the start chips with their sign, everything else as a number."""
    return signed(value) if kind in CHIPS else chips(value)
