"""What a hand was for each seat: the chips by origin, the roles, the price of a fault."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rules.hand_stats import NOTHING, Figure, Figures, add_figures, wilson
from rules.ledger import Settlement
from rules.spjst import GAME, HOUSE, HouseRules, parse, settle
from tests.in_turn import in_turn
from tests.rules.spjst.builders import (
    Record,
    bonus,
    fault,
    irregular,
    povinost,
    prever,
    turned,
)
from tests.rules.spjst.cases import cases
from tests.rules.spjst.strategies import houses, records

ROLES = ("bid.", "partner", "defender")
PLAY = ("game", "valat", "pagat")


def made(record: Record, rules: HouseRules) -> tuple[list[Figures], Settlement]:
    hand = parse(record)
    settlement = settle(hand, rules)
    return GAME.figures(hand, settlement, rules), settlement


def of(record: Record, **house: Any) -> list[Figures]:
    return made(record, HOUSE.rules("spjst-2013", house))[0]


def chips(seat: Figures, *begin: str) -> int:
    return sum(each.chips for name, each in seat.items() if name.startswith(begin))


def by_origin(seats: list[Figures]) -> list[int]:
    return [chips(seat, "from.") for seat in seats]


@in_turn("case", cases("hands"))
def test_the_origins_of_a_worked_hand_are_its_items(case: Any) -> None:
    seats, _ = made(case["record"], HOUSE.rules("spjst-2013", case["rules"]))
    assert by_origin(seats) == case["net"]
    for item, net in case["items"].items():
        assert [chips(seat, f"from.{item}") for seat in seats] == net


@given(records, houses())
def test_chips_by_origin_and_by_role_add_up_to_the_net(
    record: Record, rules: HouseRules
) -> None:
    """Whatever is redirected, void or given back: to the chip."""
    seats, settlement = made(record, rules)
    assert by_origin(seats) == list(settlement.net)
    assert [seat.get("hands", NOTHING).chips for seat in seats] == list(settlement.net)
    zeros = (0, 0, 0, 0)
    items = [settlement.net_by_item.get(item, zeros) for item in PLAY]
    assert [chips(seat, *ROLES) for seat in seats] == [
        *map(sum, zip(*items, strict=True))
    ]
    for part in ("kontra.", "pagat.", "valat."):
        assert sum(chips(seat, part) for seat in seats) == 0
    plays = record["bid"] is not None
    for seat in seats:
        roles = [name for name in seat if name.startswith(ROLES)]
        paired = [each for name, each in seat.items() if name.startswith("with.")]
        assert paired == [f for name, f in seat.items() if name.endswith("partner")]
        is_void = any(each["fault"] == "wrong_trump" for each in record["faults"])
        assert len(roles) == (plays and not is_void)
        paid = chips(seat, "from.value") - chips(seat, "value.")
        assert paid <= 0


@given(records, houses(), st.integers(0, 3))
def test_turning_the_seats_turns_the_figures(
    record: Record, rules: HouseRules, by: int
) -> None:
    plain, again = (made(each, rules)[0] for each in (record, turned(record, by)))
    assert again == plain[-by % 4 :] + plain[: -by % 4]


def test_a_prever_by_its_set_and_what_its_defenders_had() -> None:
    """59 points win 5 from each, 47 lose 5, doubled for the second three cards."""
    seats = of(prever(prever_set=2))
    assert seats[1]["bid.prever.2"] == Figure(1, 1, 15, 225)
    assert seats[0]["defender"] == seats[3]["defender"] == Figure(1, 0, -5, 25)
    assert of(prever(prever_set=2, points=47))[1]["bid.prever.2"].chips == -30


def test_partner_and_alone_are_two_things() -> None:
    seats = of(povinost())
    assert seats[0]["bid.povinost.partner"] == seats[2]["partner"] == Figure(1, 1, 3, 9)
    alone = of(povinost(partner=None))[0]
    assert alone["bid.povinost.alone"] == Figure(1, 1, 9, 81)
    assert "bid.povinost.partner" not in alone


def test_kontra_is_what_it_moved_beyond_the_plain_hand() -> None:
    """3 chips became 6, the Pagat’s 4 became 8: given by those who did not bid it."""
    seats = of(povinost(challenge="kontra"))
    assert seats[0]["kontra.got"] == Figure(1, 1, 3, 9)
    assert seats[1]["kontra.given"] == Figure(1, 0, -3, 9)
    both = povinost(
        challenge="kontra", pagat=bonus("opponents", True, False, challenge="kontra")
    )
    assert of(both)[1]["kontra.got"] == Figure(1, 0, -4, 16)
    assert of(both)[1]["kontra.given"] == Figure(1, 0, -3, 9)


def test_bonuses_are_of_the_side_and_against_the_other() -> None:
    seats = of(povinost(pagat=bonus("declarer", True, True)))
    assert seats[2]["pagat.announced"] == Figure(1, 1, 4, 16)
    assert seats[1]["pagat.against"] == Figure(1, 0, -4, 16)
    lost = of(povinost(valat=bonus("opponents", True, False)))
    assert lost[1]["valat.called"] == Figure(1, 0, -40, 1600)
    voids = of(
        povinost(
            pagat=bonus("declarer", False, True), valat=bonus("declarer", True, True)
        )
    )
    assert "pagat.silent" not in voids[0]


def test_a_fault_costs_its_penalty_and_what_it_redirects() -> None:
    """Seat 3 wins 3 with seat 1 and discarded wrongly: nothing for it, 3 to seat 1."""
    seats = of(povinost(faults=irregular(3)))
    assert seats[2]["fault.discard_count"] == Figure(1, 0, -6, 36)
    assert seats[2]["fault.redirected"] == Figure(1, 0, -6, 36)
    others = [seat.get("fault.of_others", NOTHING).chips for seat in seats]
    assert others == [0, 3, 0, 3]
    assert sum(chips(seat, "from.fault") for seat in seats) == 0


def test_values_bring_from_all_but_those_given_back() -> None:
    dream = fault("illegal_value", 2, value="kings")
    declared = {"1": ["taroky"], "2": ["kings"]}
    seats = of(povinost(values=declared, faults=[dream]))
    assert seats[0]["value.taroky"] == Figure(1, 1, 6, 36)
    assert "value.kings" not in seats[1]
    assert seats[1]["fault.illegal_value"].chips == -6


def test_figures_add_up_and_rates_have_their_interval() -> None:
    """Wilson’s interval of 8 in 10, as the books have it: 49 to 94 percent."""
    whole = add_figures(of(povinost(points=points))[0] for points in (59, 47, 53))
    assert whole["bid.povinost.partner"] == Figure(3, 1, -2, 22)
    assert [round(each, 3) for each in wilson(8, 10)] == [0.490, 0.943]
    assert wilson(0, 0) == (0, 1)
    assert round(Figure(4, 0, 8, 40).within, 3) == 2.772  # sd √8, of four
