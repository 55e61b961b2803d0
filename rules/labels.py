"""Names for codes: items of accounts, sections of books, fields of records.

A code is displayed as itself with its parts separated: “passed out” for `passed_out`.
The names listed here can be translated; a game may add others.
"""

from rules.messages import (
    Sentence,
    Sentences,
    capital,
    in_place,
    joined,
    message_template,
)


def _apart(code: str) -> str:
    return code.replace("_", " ")


# The titles of payments.
_ITEMS = """
    barrel betl bolt bonus broken conceded double double_seven dump durch fall fault
    fine forced game grand hundred kings led leftover march mond new_pool pagat
    pairs partner party placed points pool ramsch remise returned reversis ruling
    seven slam soloist stake talon tarokks tens trial trull valat value volat
"""
TITLES = Sentences(
    __name__, {code: capital(_apart(code)) for code in _ITEMS.split()} | {"xxi": "XXI"}
)
# The sections that a line cites, where the rule sheet doesn't number its paragraphs.
_BOOK = (
    "Automatic concession",
    "Bidding",
    "Bidding 1",
    "Bidding 2",
    "Bidding 4",
    "Bidding 5",
    "Bidding 6",
    "Cards",
    "Discard",
    "Espagnolette",
    "Fragment",
    "Object",
    "Other announcements and doubles",
    "Pay-off",
    "Preliminaries",
    "Quinola and the pool",
    "Score",
    "Side payments",
    "The reversis",
    "Variants",
    "Variants 3",
    "Variants 4",
)
SECTIONS = Sentences(
    __name__, {name: name for name in _BOOK} | {"house": "house rules"}
)
# Fields of records and kinds of deals, as messages about problems name them.
_FIELDS = """
    all_tricks announced annulled barrel betl bid blind bolts bonuses breaker
    by_quinola card caught_by claimed conceded contract deal dealer declarer
    double_seven doubled doublings durch espagnolette falls finish game grand_hand
    holder honours how hundred in_talon kind kings last_trick last_two lost_by made
    marriages mayor mond_caught_by open opponents pagat partner partners passed_out
    played player points pools quinola ramsch remise result reversis seven shoves
    side skat slam soloist spoiled state table talon tarokks thrown_in to totals trial_failed tricks
    trull trump value virgins winner xxi
"""
FIELDS = Sentences(
    __name__,
    {code: _apart(code) for code in _FIELDS.split()}
    | {"honours": "honors", "open": in_place("of a contract", "open")},
)


def field_name(code: str) -> str:
    """Return a field or a kind as a word: “passed out”."""
    return FIELDS.get(code) or _apart(code)


def title_of(item: str) -> Sentence:
    """Return the title of a payment's item: “New pool”, “Pagat”, “XXI”."""
    return TITLES.get(item) or message_template(capital(_apart(item)))


def sections_in_words(sections: str) -> Sentence:
    """Return the sections that a payment cites: “§29, §8”, “Bidding 5”."""
    codes = sections.split(", ")
    return joined(SECTIONS.get(code, code) for code in codes)
