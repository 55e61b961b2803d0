"""Who deals next in a game without a script of its own, on the phone as in `rules`."""

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from rules.game import game_named
from rules.record_schema import schema_of
from scoring.games import phone_of
from tests.browser.deal_form import DealForm
from tests.rules.games.random_records import record_of

FORMS = ("marias", "tapp_tarock")
TURNS = """(sent) => JSON.stringify(JSON.parse(sent).map((records) => {
  const { dealOf, isPlayed, nextDeal } = Table.game;
  const last = records[records.length - 1];
  return [nextDeal(records, null), dealOf(last), isPlayed(last)];
}))"""


@pytest.mark.parametrize("name", FORMS)
def test_the_same_seat_deals_next(screen: Page, name: str) -> None:
    game: Any = game_named(name)
    chance = Random(1897)
    form = DealForm(screen, name)
    for preset in game.house.presets:
        rules = game.house.rules(preset)
        made = [record_of(chance, schema_of(game)) for _ in range(1_000)]
        right = [each for each in made if not game.check(each, rules)]
        assert len(right) > 10
        data = phone_of(name).rules_for_phone(rules)
        form.page.evaluate(
            "(sent) => Table.game.use(JSON.parse(sent))", json.dumps(data)
        )
        assert form.page.evaluate("Table.game.direction") == game.direction
        sent = json.dumps([[each] for each in right])
        answers = json.loads(form.page.evaluate(TURNS, sent))
        for record, (following, own, is_played) in zip(right, answers, strict=True):
            deal = game.parse(record)
            turn = game.next_deal([deal], None, rules)
            assert told(following) == (turn.dealer, turn.sits), record
            assert own["dealer"] == deal.dealer
            assert is_played == (turn.dealer != deal.dealer)  # not where he deals again


def told(turn: Any) -> tuple[int, int | None]:
    return turn["dealer"], turn["sits"]
