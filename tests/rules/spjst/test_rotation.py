"""Who deals and who is Povinost next."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.spjst import Deal, Hand, first_deal, next_deal, parse
from tests.rules.spjst.builders import Record, fault


def played(seat: int, **more: object) -> Hand:
    return parse(
        {"povinost": seat, "bid": "povinost", "declarer": seat, "points": 59, **more}
    )


def no_hand(seat: int, *faults: Record) -> Hand:
    return parse({"povinost": seat, "bid": None, "faults": list(faults)})


def out_of_turn(seat: int, rightful: int) -> Hand:
    """`seat` led off and played, though it was `rightful`'s turn."""
    return played(
        rightful,
        declarer=seat,
        faults=[fault("wrong_povinost", seat, rightful=rightful)],
    )


ruled = fault("ruling", transfers=[[1, 2, 3]], reason="as ruled")


@given(st.lists(st.integers(1, 4), min_size=1, max_size=3))
def test_povinost_moves_to_the_right_and_the_dealer_sits_before_it(
    seats: list[int],
) -> None:
    deal = next_deal([played(seat) for seat in seats])
    assert deal == Deal(dealer=seats[-1], povinost=seats[-1] % 4 + 1)


def test_the_first_dealer_sits_before_povinost() -> None:
    assert first_deal(1) == Deal(4, 1)
    assert first_deal(3) == Deal(2, 3)


def test_before_any_hand_the_first_deal_stands() -> None:
    assert next_deal([], Deal(2, 1)) == Deal(2, 1)
    with pytest.raises(ValueError, match="first_deal"):
        next_deal([])


def test_only_the_first_dealer_may_sit_anywhere() -> None:
    assert next_deal([played(1)], Deal(2, 1)) == Deal(1, 2)


def test_a_prever_by_somebody_else_changes_nothing() -> None:
    prever = parse({"povinost": 2, "bid": "prever", "declarer": 4, "points": 59})
    assert next_deal([prever]) == Deal(2, 3)


def test_a_misdeal_is_dealt_again_by_the_same_dealer() -> None:
    assert next_deal([played(1), no_hand(2, fault("misdeal", 1))]) == Deal(1, 2)


def test_a_first_dealer_who_misdeals_deals_again_wherever_he_sits() -> None:
    misdeal = no_hand(1, fault("misdeal", 2))
    assert next_deal([misdeal]) == Deal(2, 1)
    assert next_deal([misdeal, misdeal]) == Deal(2, 1)
    assert next_deal([misdeal, played(1)]) == Deal(1, 2)


def test_a_misdeal_in_the_record_of_the_hand_changes_nothing() -> None:
    assert next_deal([played(1, faults=[fault("misdeal", 4)])]) == Deal(1, 2)


def test_after_a_wrong_trump_povinost_moves_on() -> None:
    void = parse(
        {"bid": "povinost", "declarer": 1, "faults": [fault("wrong_trump", 1)]}
    )
    assert next_deal([void]) == Deal(1, 2)


def test_after_a_bare_ruling_the_deal_stands() -> None:
    assert next_deal([played(1), no_hand(2, ruled)]) == Deal(1, 2)
    assert next_deal([no_hand(1, ruled)], Deal(3, 1)) == Deal(3, 1)


@pytest.mark.parametrize(
    "wrong",
    [
        out_of_turn(2, rightful=1),
        no_hand(1, fault("wrong_povinost", 2, rightful=1)),
    ],
    ids=["played out", "no hand"],
)
def test_after_a_wrong_povinost_the_rightful_player_leads_and_the_other_is_skipped(
    wrong: Hand,
) -> None:
    assert next_deal([wrong]) == Deal(4, 1)
    assert next_deal([wrong, played(1)]) == Deal(2, 3)
    assert next_deal([wrong, played(1), played(3)]) == Deal(3, 4)
    whole = [wrong, played(1), played(3), played(4), played(1)]
    assert next_deal(whole) == Deal(1, 2), "skipped once only"


def test_a_skip_waits_until_its_turn_would_come() -> None:
    wrong = out_of_turn(4, rightful=2)
    assert next_deal([wrong, played(2)]) == Deal(2, 3)
    assert next_deal([wrong, played(2), played(3)]) == Deal(4, 1)


def test_a_misdeal_before_the_skip_uses_nothing_up() -> None:
    wrong, misdeal = out_of_turn(2, rightful=1), no_hand(1, fault("misdeal", 4))
    assert next_deal([wrong, misdeal]) == Deal(4, 1)
    assert next_deal([wrong, misdeal, played(1)]) == Deal(2, 3)
    again = no_hand(3, fault("misdeal", 2))
    assert next_deal([wrong, misdeal, played(1), again]) == Deal(2, 3)
    assert next_deal([wrong, misdeal, played(1), again, played(3)]) == Deal(3, 4)


def test_two_players_out_of_turn_are_both_skipped() -> None:
    wrong = [out_of_turn(2, rightful=1), out_of_turn(3, rightful=1)]
    assert next_deal([*wrong, played(1)]) == Deal(3, 4)


def test_the_same_player_out_of_turn_twice_is_skipped_twice() -> None:
    wrong = [out_of_turn(2, rightful=1), out_of_turn(2, rightful=1)]
    once = [*wrong, played(1), played(3), played(4), played(1)]
    assert next_deal(once) == Deal(2, 3)


def test_a_wrong_povinost_with_a_wrong_trump_keeps_the_rightful_players_turn() -> None:
    record = {
        "bid": "povinost",
        "declarer": 2,
        "faults": [
            fault("wrong_povinost", 2, rightful=1),
            fault("wrong_trump", 2),
        ],
    }
    assert next_deal([parse(record)]) == Deal(4, 1)


def test_whoever_really_led_is_a_fact() -> None:
    assert next_deal([played(1), played(4)]) == Deal(4, 1)


def test_a_forgotten_skip_is_still_owed() -> None:
    history = [out_of_turn(2, rightful=1), played(1), played(2), played(3), played(4)]
    assert next_deal(history) == Deal(4, 1)
    assert next_deal([*history, played(1)]) == Deal(2, 3)
