"""Reasons that the site writes itself where a person may write one.

They are kept in English; whoever reads is told them in his language.
"""

from django.utils.translation import gettext_noop

from clubs.wording.retold import retold

# Of a count, for a ruling on a hand: one after the other, or alone.
RULED_ON_HAND = gettext_noop("Ruling on hand {number}: {why}")
TAKEN_BACK_ON_HAND = gettext_noop("Took back the ruling on hand {number}: {why}")
# Of a count that says that the verification before it stands no more.
VERIFICATION_BACK = gettext_noop("The verification was taken back.")
# Of a ruling or a correction that was taken back by one press, just after it was made.
UNDONE = gettext_noop("Undone at once.")
# Of a hand that stood in the tray.
CHANGED_BEFORE = gettext_noop("changed before anybody chose")
CHOSEN_OF_TWO = gettext_noop("chosen of two records")
# Of an edition of final standings.
CORRECTED = gettext_noop("Round {round}, table {table} corrected: {why}")
RULING = gettext_noop("Ruling: {why}")
RULING_BACK = gettext_noop("Ruling taken back: {why}")
SITE_UPDATED = gettext_noop("The site was updated.")
FILE_READ = gettext_noop("Results were read from a file.")
AGAIN = gettext_noop("Reopened, and finished again.")
# Of a season, where tournaments were declared final after it.
ONE_MORE = gettext_noop("Counted too, because it’s final now: {names}.")
SEVERAL_MORE = gettext_noop("Counted too, because they’re final now: {names}.")
# Of a season, where an old list went, or said something else.
TAKEN_BACK = gettext_noop("An old list was taken back.")
LIST_CORRECTED = gettext_noop("The old list was put right: {why}")

# Of others, whose rooms are above this one and say it with `say`.
_OF_ROOMS = (
    gettext_noop("Round {number} was published."),
    gettext_noop("Round {number} was taken back."),
    gettext_noop("canceled round {number}: {reason}"),
    gettext_noop("Seats were changed."),
    gettext_noop("The seats of round {round}, table {table} were corrected."),
    gettext_noop("Two changed places in round {number}"),
    gettext_noop("Two changed places in round {number}: {reason}"),
    gettext_noop("A substitute plays from here on, or does no more."),
    gettext_noop("The settings changed."),
    gettext_noop("The list of players changed."),
    gettext_noop("Entries were merged, or parted again."),
)
WRITTEN = (
    RULED_ON_HAND,
    TAKEN_BACK_ON_HAND,
    VERIFICATION_BACK,
    UNDONE,
    CHANGED_BEFORE,
    CHOSEN_OF_TWO,
    CORRECTED,
    RULING,
    RULING_BACK,
    SITE_UPDATED,
    FILE_READ,
    AGAIN,
    ONE_MORE,
    SEVERAL_MORE,
    TAKEN_BACK,
    LIST_CORRECTED,
    *_OF_ROOMS,
)


def reason_retold(reason: str) -> str:
    """A reason as it was typed, or in the reader's language where the site wrote it."""
    return retold(reason, WRITTEN)
