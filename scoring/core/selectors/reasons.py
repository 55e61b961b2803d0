"""Reasons that the site writes itself where a person may write one.

They are kept in English; whoever reads is told them in his language.
"""

from django.utils.translation import gettext_noop

from clubs.wording.retold import retold

# Of a count, for a ruling on a hand: one after the other, or alone.
RULED_ON_HAND = gettext_noop("Ruling on hand {number}: {why}")
TAKEN_BACK_ON_HAND = gettext_noop("Took back the ruling on hand {number}: {why}")
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
PUBLISHED = gettext_noop("Round {round} was published.")
TAKEN_BACK = gettext_noop("Round {round} was taken back.")
SEATS_CHANGED = gettext_noop("Seats were changed.")
SETTINGS_CHANGED = gettext_noop("The settings changed.")

WRITTEN = (
    *(RULED_ON_HAND, TAKEN_BACK_ON_HAND, CHANGED_BEFORE, CHOSEN_OF_TWO, CORRECTED),
    *(RULING, RULING_BACK, SITE_UPDATED, FILE_READ, AGAIN, PUBLISHED, TAKEN_BACK),
    *(SEATS_CHANGED, SETTINGS_CHANGED),
)


def reason_retold(reason: str) -> str:
    """A reason as it was typed, or in the reader's language where the site wrote it."""
    return retold(reason, WRITTEN)
