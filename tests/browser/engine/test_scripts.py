"""The scripts themselves: small words, plain http, and phones of 2018."""

import re

from playwright.sync_api import Page

from scoring.phones.views.files import ENGINE
from tests.browser.table_engine import look
from tests.browser.table_stub import size_as_sent, source_of
from tests.browser.test_twin import NEWER

# All scripts, as they are sent: with any number of seats, what lies in accounts, deals
# that the server settles, and half a kilobyte to say all that in another language.
MOST_BYTES = 11 * 1024  # with a queue of its own for pictures, and news


def test_plain_http_in_a_hall_has_all_but_reopening(page: Page) -> None:
    assert page.evaluate("[isSecureContext, 'randomUUID' in crypto]") == [False, False]
    assert look(page, "[now.keeps, now.joined, now.canReopen]") == [True, True, False]


def test_numbers_and_seats_read_as_players_say_them(page: Page) -> None:
    said = page.evaluate(
        """() => [
          [-12, 0, 3].map(Table.shown),
          [-12, 0, 3].map(Table.signed),
          Table.withNames("Seat 2 pays seat 4; a seat 5 or seats 1", ["A", "$&", "C", "D"]),
        ]"""
    )
    assert said == [
        ["−12", "0", "3"],
        ["−12", "0", "+3"],
        "$& pays D; a seat 5 or seats 1",
    ]


def test_keys_are_32_random_hexadecimal_digits(page: Page) -> None:
    keys = page.evaluate("Array.from({ length: 500 }, Table.newKey)")
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)
    assert len(set(keys)) == 500


def test_the_scripts_are_small_and_plain_enough_for_old_phones() -> None:
    size = size_as_sent(ENGINE)
    print(f"\nthe engine: {size:,} bytes as sent")
    assert size <= MOST_BYTES
    comment = re.compile(r"^ *//.*\n", re.MULTILINE)
    for name in ENGINE:
        assert re.search(NEWER, comment.sub("", source_of(name))) is None, name
