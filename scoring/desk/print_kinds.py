"""What can be printed at the desk of an evening, by the names that forms and addresses use."""

SHEETS, TABLES, NAMES, CARDS = "sheets", "tables", "names", "cards"
TABLE_CARDS, GUIDE, PAYOFFS = "table-cards", "guide", "payoffs"
STANDINGS, PRIZES, REPORT = "standings", "prizes", "report"
CERTIFICATES = "certificates"
OF_EACH_TABLE = (SHEETS, TABLE_CARDS)
OF_ONE_ROUND = (*OF_EACH_TABLE, TABLES)
OF_ROUNDS = (*OF_ONE_ROUND, NAMES)
# Nothing to print until something is reckoned: that is said at once.
OF_RESULTS = (STANDINGS, PRIZES, CERTIFICATES, REPORT)
