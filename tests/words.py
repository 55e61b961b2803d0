"""What pages say in many places: each of these sentences stands here once."""

# Of a field.
EMPTY = "Something must stand here."
NOT_OFFERED = "Choose one of those offered."
NO_NUMBER = "A whole number, please, for example 12."
# Of what is sent.
CHANGED = "Somebody changed this meanwhile."
SHEET_CHANGED = "changed this sheet while you typed."  # after the name of who did
USED_BEFORE = "This form was used before."
CLOSED = "The desk closed this page."
# Of standings.
NO_PLACE = "Nobody has a place yet"
NET_CHIPS = "Net chips are added up"
