"""Tables of a sister game that no browser watches, and two people at the desk.

A phone is what it sends: deals of the worked rounds in tests/cases/games, then the scores.
"""

import json
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from clubs.models import User
from scoring.models import Hand, Sheet, Tournament
from tests import builders as build
from tests.browser.sister_nights import Night
from tests.browser.test_sheet import address, sign_in
from tests.messages import message
from tests.scoring.at_table import Caller, count_of, hand_of, joined

CASES = Path(__file__).parents[1] / "cases" / "games"
MOST_DEALS = 9  # of a worked round: enough for every state, and soon sent
Record = dict[str, Any]


@dataclass
class Evening:
    """What is played, and plain sums of what was written."""

    night: Night
    played: Tournament
    won: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))

    def score(self, sheet: Sheet, scores: list[int]) -> None:
        seats = sheet.seats.order_by("position")
        for seat, score in zip(seats, scores, strict=True):
            self.won[seat.entry.name].append(score)

    def standings(self) -> dict[str, tuple[str, list[int], int]]:
        """By name: the place, each round's points and the total."""
        totals = sorted((sum(won) for won in self.won.values()), reverse=True)

        def place(total: int) -> str:
            shared = "=" if totals.count(total) > 1 else ""
            return f"{1 + totals.index(total)}{shared}"

        return {
            name: (place(sum(won)), won, sum(won)) for name, won in self.won.items()
        }


@cache
def worked(game: str) -> list[Any]:
    return json.loads((CASES / f"{game}.json").read_text())["rounds"]


def deals_for(night: Night, sheet: Sheet) -> list[Record]:
    """A worked round at a table of this size, whatever the house of this night plays."""
    game, rules = night.rules
    rounds = [each for each in worked(night.game) if each["table"] == sheet.size]
    deals = rounds[sheet.table % len(rounds)]["deals"][:MOST_DEALS]
    state, right = game.initial_state(rules, sheet.size), []
    for deal in deals:
        record = {**deal["record"], "table": sheet.size}
        if not game.check(record, rules, state, sheet.size):
            state = game.settle(game.parse(record), rules, state).state
            right.append(record)
    assert len(right) > 2
    assert night.closing is (right[-1].get("kind") == "finish")
    return right


def recorded(evening: Evening, sheet: Sheet) -> list[int]:
    """The deals of a table from its keeper's phone; gives what they make."""
    caller, records = joined(sheet), deals_for(evening.night, sheet)
    for n, record in enumerate(records, start=1):
        said = send(caller, n, record)
    scores = evening.night.scores(records, sheet.size)
    assert said["totals"] == scores
    return scores


def send(caller: Caller, number: int, record: Record) -> dict[str, Any]:
    hand = hand_of(number=number, record=record, dealer=record["dealer"])
    return caller.saved("hands/", **hand)


def keeper_of(sheet: Sheet) -> str:
    """The key of the phone that keeps the score."""
    return str(sheet.phones.get(keeper=True).key)


def handed_in(evening: Evening, sheet: Sheet, scores: list[int]) -> None:
    keeper = Caller(sheet, keeper_of(sheet))
    sent = count_of(held=scores, borrowed=[0] * sheet.size, from_hands=True)
    keeper.saved("counts/", **sent)
    confirmed(sheet)
    evening.score(sheet, scores)


def confirmed(sheet: Sheet) -> None:
    """By another phone at the table."""
    second = joined(sheet, 2)
    assert second.saved("confirm/", seen=build.seen(sheet), seat=2)["agreed"]


@dataclass
class Desk:
    """Two people, one laptop after the other in the same window."""

    evening: Evening
    page: Page
    home: str
    dora: User
    karel: User

    def sits(self, user: User, sheet: Sheet) -> None:
        self.page.set_viewport_size({"width": 1280, "height": 800})
        sign_in(self.page, user, self.home)
        self.page.goto(address(sheet))

    def types(self, scores: list[int]) -> None:
        fields = self.page.locator('input[name^="held"]')
        expect(fields).to_have_count(len(scores))
        for typed, score in zip(fields.all(), scores, strict=True):
            typed.fill(str(score))
        self.page.locator("button[data-save]").click()

    def says(self, text: str) -> None:
        expect(self.page.get_by_text(text).first).to_be_visible()

    def does_not_balance(self, sheet: Sheet) -> None:
        """Its deals are known, its paper says one too many; then it is put right."""
        scores = recorded(self.evening, sheet)
        self.sits(self.dora, sheet)
        self.types([scores[0] + 1, *scores[1:]])
        self.says("was saved as is. It doesn’t balance yet.")
        self.types(scores)
        self.says(f"Table {sheet.table} saved")
        self.verifies(sheet)
        self.evening.score(sheet, scores)

    def only_paper(self, sheet: Sheet) -> None:
        """Nobody recorded its deals; where nothing says the total all is typed twice."""
        night = self.evening.night
        scores = night.scores(deals_for(night, sheet), sheet.size)
        self.sits(self.dora, sheet)
        self.types(scores)
        self.says(f"Table {sheet.table} saved")
        if night.proves:
            self.verifies(sheet)
        else:
            self.sits(self.karel, sheet)
            verify = self.page.get_by_role("button", name="Verify table")
            expect(verify).to_have_count(0)
            self.page.get_by_role(
                "link", name=message("Enter table {table} again", table=sheet.table)
            ).click()
            self.types(scores)
            self.says(f"Table {sheet.table} is verified")
        self.evening.score(sheet, scores)
        assert not Hand.objects.filter(sheet=sheet).exists()

    def verifies(self, sheet: Sheet) -> None:
        self.sits(self.karel, sheet)
        self.page.get_by_role(
            "button", name=message("Verify table {table}", table=sheet.table)
        ).click()
        self.says(f"Table {sheet.table} is verified")
