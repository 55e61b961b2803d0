"""Every sister game's worked cases: records, refusals, rounds, houses."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.fields import SHAPE_CODES
from rules.game import AnyGame, game_named, game_names
from rules.house_rules import HouseRuleError
from rules.labels import SECTIONS
from rules.ledger import Settlement
from tests.in_turn import in_turn

FOLDER = Path(__file__).parents[2] / "cases" / "games"
GAMES = [name for name in game_names() if (FOLDER / f"{name}.json").exists()]
Case = dict[str, Any]


def cases(part: str) -> list[tuple[AnyGame, Case]]:
    return [
        case for name in GAMES for case in cases_of(name, FOLDER / f"{name}.json", part)
    ]


def cases_of(name: str, file: Path, part: str) -> Iterator[tuple[AnyGame, Case]]:
    """The game and each case of this part of the file."""
    for case in json.loads(file.read_text(encoding="utf-8"))[part]:
        yield game_named(name), case


def house(game: AnyGame, case: Case) -> Any:
    return game.house.rules(case["rules"]["preset"], case["rules"]["set"])


def accounts(game: AnyGame, settlement: Settlement) -> dict[str, int]:
    return dict.fromkeys(game.accounts, 0) | settlement.accounts


def stateless(game: AnyGame, record: Case) -> Any:
    """The deal of a record whose state is folded by somebody else."""
    return game.parse({name: each for name, each in record.items() if name != "state"})


def comes_to_what_it_says(game: AnyGame, case: Case) -> None:
    rules = house(game, case)
    found = {(each.code, each.field) for each in game.check(case["record"], rules)}
    assert found == {tuple(each) for each in case["problems"]}, case["source"]
    if found:
        return
    deal = game.parse(case["record"])
    settlement = game.settle(deal, rules)
    moved = (
        (each.item, each.payer, each.payee, each.chips) for each in settlement.lines
    )
    assert Counter(moved) == Counter(map(tuple, case["lines"])), case["source"]
    assert list(settlement.net) == case["net"]
    assert accounts(game, settlement) == case["accounts"]
    assert settlement.state == case.get("state")
    assert game.next_deal([deal], None, rules).dealer == case["next_dealer"]
    assert stateless(game, game.write(deal)) == stateless(game, case["record"])


def says_by_which_section(game: AnyGame, case: Case) -> None:
    """A problem of sense rests on a section of the book; one of shape on none."""
    for problem in game.check(case["record"], house(game, case)):
        if problem.code not in SHAPE_CODES:
            assert problem.section in SECTIONS, (case["id"], problem)
        elif problem.section is not None:
            assert (problem.code, problem.section) == ("wrong_length", "house")


def carries_its_state_on(game: AnyGame, case: Case) -> None:
    rules, seats = house(game, case), case["table"]
    state = game.initial_state(rules, seats)
    totals, deals = [0] * seats, []
    for each in case["deals"]:
        assert game.check(each["record"], rules, state, seats) == ()
        deals.append(game.parse(each["record"]))
        settlement = game.settle(deals[-1], rules, state)
        state = settlement.state
        totals = [a + b for a, b in zip(totals, settlement.net, strict=True)]
        assert list(settlement.net) == each["net"]
        assert totals == each["totals"]
        assert accounts(game, settlement) == each["accounts"]
        assert state == each.get("state")
        assert game.next_deal(deals, None, rules).dealer == each["next_dealer"]


def is_taken_or_refused(game: AnyGame, case: Case) -> None:
    try:
        rules = house(game, case)
    except HouseRuleError as error:
        found = {(each.code, each.field) for each in error.problems}
    else:
        found = set()
        changes = game.house.as_changes(rules)
        assert (
            game.house.rules(game.house.default, json.loads(json.dumps(changes)))
            == rules
        )
    assert found == {tuple(each) for each in case["problems"]}


test_a_record_comes_to_what_the_case_says = in_turn("game, case", cases("cases"))(
    comes_to_what_it_says
)
test_a_round_carries_its_state_on = in_turn("game, case", cases("rounds"))(
    carries_its_state_on
)
test_a_house_is_taken_or_refused = in_turn("game, case", cases("houses"))(
    is_taken_or_refused
)
test_a_problem_says_by_which_section = in_turn("game, case", cases("cases"))(
    says_by_which_section
)
