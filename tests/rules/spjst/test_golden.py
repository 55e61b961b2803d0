"""The worked cases: records, values, rounds, the chip table, refused records."""

from typing import Any

from rules.spjst import (
    HOUSE,
    Holding,
    HouseRules,
    check,
    declarable,
    first_deal,
    next_deal,
    parse,
    settle,
    write,
)
from rules.spjst.house import prices
from tests.in_turn import in_turn
from tests.rules.spjst.builders import scored
from tests.rules.spjst.cases import cases

SPJST = HouseRules()


@in_turn("case", cases("hands"))
def test_a_hand_comes_to_its_net(case: dict[str, Any]) -> None:
    rules = HOUSE.rules("spjst-2013", case["rules"])
    assert check(case["record"], rules) == (), case["source"]
    settlement = settle(parse(case["record"]), rules)
    items = {item: list(net) for item, net in settlement.net_by_item.items()}
    assert items == case["items"], case["source"]
    assert list(settlement.net) == case["net"], case["source"]


@in_turn("case", cases("hands"))
def test_a_hand_is_written_as_it_was_read(case: dict[str, Any]) -> None:
    hand = parse(case["record"])
    assert parse(write(hand)) == hand


@in_turn("case", cases("refused"))
def test_a_wrong_record_is_refused_where_it_is_wrong(case: dict[str, Any]) -> None:
    fields = {problem.field for problem in check(case["record"], SPJST)}
    assert fields
    for wanted in case["fields"]:
        assert any(
            wanted == field or (field and wanted.startswith((f"{field}.", f"{field}[")))
            for field in fields
        ), fields


@in_turn("case", cases("values"))
def test_twelve_cards_declare_their_dearest_values(case: dict[str, Any]) -> None:
    values = declarable(Holding(**case["holding"]), SPJST.values)
    assert list(values) == case["values"]
    price = prices(SPJST.values)
    assert sum(price[code] for code in values) == case["chips_from_each"]


@in_turn("row", cases("chip_table"))
def test_the_chip_table(row: dict[str, Any]) -> None:
    points = row["points"]
    sign = 1 if row["winner"] == "declarer" else -1
    povinost = {"bid": "povinost", "declarer": 1, "points": points}
    assert scored(povinost).net[1] == -sign * row["povinost"]
    prever = {"bid": "prever", "declarer": 1, "points": points}
    assert scored(prever).net[1] == -sign * row["prever"]
    for number in (2, 3):
        loss = row[f"prever_loss_set{number}"]
        net = scored({**prever, "prever_set": number}).net[1]
        assert net == (-row["prever"] if loss is None else loss)


@in_turn("case", cases("rounds"))
def test_a_round_goes_round_the_table(case: dict[str, Any]) -> None:
    history: list[Any] = []
    totals = [100, 100, 100, 100]
    for played in case["hands"]:
        deal = next_deal(history) if history else first_deal(case["first_povinost"])
        hand = parse(played["record"])
        assert (deal.dealer, deal.povinost) == (played["dealer"], hand.povinost)
        net = settle(hand, SPJST).net
        assert list(net) == played["net"]
        totals = [total + won for total, won in zip(totals, net, strict=True)]
        assert totals == played["totals"]
        history.append(hand)
