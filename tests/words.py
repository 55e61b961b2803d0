"""What pages say in many places: each of these sentences stands here once."""

from tests.messages import message

# Of a field.
EMPTY = message("This field is required.")
NOT_OFFERED = message("Choose one of the options.")
NO_NUMBER = message("Enter a whole number. For example, 12.")
# Of what is sent.
CHANGED = "Someone changed this while you were editing."
SHEET_CHANGED = "changed this sheet while you were typing."  # after the name of who did
USED_BEFORE = "You already sent this form."
CLOSED = message("The desk closed this page.")
# Of standings.
NO_PLACE = "No one has a place yet"
NET_CHIPS = "Net chips are added up"
