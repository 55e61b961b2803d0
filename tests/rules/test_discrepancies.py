"""What may explain a sheet that does not balance: found, ranked, said in words."""

from dataclasses import replace

import pytest

from rules.discrepancies import Cause, Explanation, against_hands, applied
from rules.sheet import SeatCount, Tally
from rules.spjst import CHIP_SET
from tests.messages import message
from tests.rules.sheets import explain, sheet

NAMES = ("Marie", "Josef", "Anna", "Karl")
MINUS = "\N{MINUS SIGN}"


def said(found: tuple[Explanation, ...]) -> list[str]:
    return [explanation.named(NAMES) for explanation in found]


def first(tally: Tally, start_chips: int = 100) -> str:
    return explain(tally, start_chips=start_chips)[0].named(NAMES)


# The words


def test_swapped_digits_are_said_with_the_name() -> None:
    (found, *_) = explain(sheet(154, 45, 100, 92))

    assert (found.kind, found.seat, found.field) == (Cause.SWAPPED, 2, "held")
    assert (found.written, found.meant) == (45, 54)
    words = "has 54 instead of 45, the sheet is right: two digits may be switched."
    assert found.named(NAMES) == f"If Josef {words}"
    assert found.message == f"If seat 2 {words}"


def test_a_name_may_hold_a_brace() -> None:
    (found, *_) = explain(sheet(154, 45, 100, 92))

    assert found.named(("", "J{0}{who}", "", "")).startswith("If J{0}{who} has 54")


def test_the_longer_numbers_are_searched_too() -> None:
    assert first(sheet(113, 96, 104, 69)) == (
        "If Marie has 131 instead of 113, the sheet is right: two digits may be switched."
    )


def test_a_misread_digit() -> None:
    assert first(sheet(171, 89, 104, 96)) == (
        "If Marie has 111 instead of 171, the sheet is right: 1 may have been read "
        "as 7."
    )
    assert first(sheet(131, 95, 104, 69)) == (
        "If Josef has 96 instead of 95, the sheet is right: 6 may have been read as 5."
    )


def test_a_digit_read_as_an_eight_is_spoken_right() -> None:
    assert first(sheet(118, 96, 104, 87)) == (
        "If Marie has 113 instead of 118, the sheet is right: 3 may have been read "
        "as 8."
    )


def test_a_minus_read_as_a_plus_where_points_start_at_nothing() -> None:
    tally = sheet(16, 8, 4, -20, start=0)

    assert first(tally, 0) == (
        f"If Anna has {MINUS}4 instead of 4, the sheet is right: "
        "a minus may have been read as a plus."
    )


def test_a_plus_read_as_a_minus() -> None:
    tally = sheet(-16, 8, -4, -20, start=0)

    assert first(tally, 0) == (
        f"If Marie has 16 instead of {MINUS}16, the sheet is right: "
        "a plus may have been read as a minus."
    )


def test_a_score_written_for_the_chips_without_its_minus() -> None:
    (found, *_) = explain(sheet(190, 150, 90, 30))

    assert (found.kind, found.seat, found.field) == (Cause.MINUS, 4, "score")
    assert (found.written, found.meant) == (30, -30)


def test_a_forgotten_loan_is_the_poorest_players_first() -> None:
    assert said(explain(sheet(190, 150, 90, 20)))[:2] == [
        message(
            "If {who} borrowed {loan} and it wasn’t written down, the sheet is right.",
            who="Karl",
            loan=50,
        ),
        message(
            "If {who} borrowed {loan} and it wasn’t written down, the sheet is right.",
            who="Anna",
            loan=50,
        ),
    ]


def test_whoever_holds_most_may_have_borrowed_too() -> None:
    """He won it back; three are more likely, and he is named all the same."""
    seats = [each.seat for each in explain(sheet(250, 100, 52, 48))]
    assert seats == [4, 3, 2, 1]


def test_a_loan_that_the_table_noted_is_first_its_borrowers_who_won() -> None:
    tally, owed = sheet(250, 100, 52, 48), (50, 0, 0, 0)
    found = explain(tally, owed=owed)
    assert said(found)[0] == (
        "If Marie borrowed 50 instead of 0, the sheet is right: the table noted 50 "
        "borrowed."
    )
    assert applied(tally, found[0]).balances
    twice = explain(sheet(250, 100, 52, (48, 100)), owed=(0, 0, 0, 50))
    assert said(twice)[0] == (
        "If Karl borrowed 50 instead of 100, the sheet is right: the table noted 50 "
        "borrowed."
    )


@pytest.mark.parametrize("loan", [50, 60])
def test_a_loan_that_the_hands_speak_of_is_first_its_borrowers_who_won(
    loan: int,
) -> None:
    by_hands = (200, 100, 52, 48)
    found = explain(sheet(200 + loan, 100, 52, 48), by_hands=by_hands)
    assert [(each.kind, each.seat) for each in found[:2]] == [
        (Cause.HANDS, 1),
        (Cause.LOAN_FORGOTTEN, 1),
    ]


@pytest.mark.parametrize(
    ("seats", "kind", "meant", "why"),
    [
        (
            (13, 96, 104, 69),
            Cause.OMITTED,
            131,
            message("a digit may have been left out"),
        ),
        (
            (131, 95, 5, 69),
            Cause.OMITTED,
            105,
            message("a digit may have been left out"),
        ),
        (
            (1131, 96, 104, 69),
            Cause.DOUBLED,
            131,
            message("a digit may have been typed twice"),
        ),
        (
            (131, 96, 104, 669),
            Cause.DOUBLED,
            69,
            message("a digit may have been typed twice"),
        ),
        (
            (131, 131, 104, 69),
            Cause.NEIGHBOR,
            96,
            message("the neighbor’s number may have been written here by mistake"),
        ),
    ],
)
def test_a_digit_too_few_or_many_and_the_neighbors_number(
    seats: tuple[int, ...], kind: Cause, meant: int, why: str
) -> None:
    found = explain(sheet(*seats))
    (true, *_) = [each for each in found if (each.kind, each.meant) == (kind, meant)]
    assert true.message.endswith(f"the sheet is right: {why}.")


def test_the_number_of_both_neighbors_is_offered_to_both() -> None:
    found = explain(sheet(131, 104, 104, 69))
    neighbors = [each.seat for each in found if each.kind == Cause.NEIGHBOR]
    assert neighbors == [3, 2]
    chips = [FULL, FULL, FULL, FULL | {"red": 5}]
    counted = explain(by_colour(*chips), chips=chips)
    assert Cause.NEIGHBOR not in {each.kind for each in counted}


def test_a_loan_of_another_size_is_named_for_who_has_next_to_nothing() -> None:
    assert first(sheet(163, 131, 163, 3)) == message(
        "If {who} borrowed {loan} and it wasn’t written down, the sheet is right.",
        who="Karl",
        loan=60,
    )


def test_a_club_may_lend_other_sums() -> None:
    odd = sheet(190, 140, 90, 5)

    assert Cause.LOAN_FORGOTTEN not in {each.kind for each in explain(odd)}
    assert explain(odd, loan=25)[0].kind == Cause.LOAN_FORGOTTEN


def test_a_second_loan_forgotten() -> None:
    found = explain(sheet(193, 150, 97, (60, 50)))

    assert (
        "If Karl borrowed 100 in all instead of 50, the sheet is right: a second "
        "loan may have been forgotten."
    ) in said(found)


def test_a_loan_taken_off_twice() -> None:
    assert first(sheet(153, 131, 53, (63, 50))) == message(
        "{who}: if the loan of {loan} was already subtracted or paid back, the sheet "
        "is right.",
        who="Karl",
        loan=50,
    )


def test_a_loan_written_twice() -> None:
    assert first(sheet(153, 131, 53, (113, 100))) == (
        "If Karl borrowed 50 instead of 100, the sheet is right: a loan may have "
        "been written twice."
    )


def test_a_loan_added_to_the_chips() -> None:
    assert first(sheet(190, 100, 90, (120, 50))) == (
        "If Karl holds 70 instead of 120, the sheet is right: the loan of 50 may "
        "have been added instead of subtracted."
    )


def test_a_loan_written_with_a_minus() -> None:
    assert first(sheet(190, 150, 90, (20, -50))) == (
        "If Karl borrowed 50, the sheet is right: the minus before a loan may be missing."
    )


def test_held_and_borrowed_exchanged() -> None:
    tally = sheet(190, 150, 90, (50, 20))
    found = explain(tally)[0]

    assert found.named(NAMES) == message(
        "If {who} holds {held} and borrowed {borrowed}, not the other way around, "
        "the sheet is right.",
        who="Karl",
        held=20,
        borrowed=50,
    )
    assert applied(tally, found).seats[3] == SeatCount(20, 50)


def test_a_score_copied_from_the_round_before_comes_first() -> None:
    found = explain(sheet(112, 96, 104, 79), previous=(88, 96, None, 140))

    assert found[0].named(NAMES) == (
        "If Josef has 105 instead of 96, the sheet is right: 96 may have been copied "
        "from the round before."
    )


# Chips by colour

FULL = {"blue": 6, "red": 6, "white": 10}


def by_colour(*chips: dict[str, int]) -> Tally:
    return sheet(*(CHIP_SET.worth(each) for each in chips))


def test_the_box_tells_which_colour_is_missing() -> None:
    chips = [FULL, FULL, FULL, FULL | {"red": 5}]

    found = explain(by_colour(*chips), chips=chips)

    assert said(found)[:4] == [
        message(
            "If {who} has {n} {colour} chips instead of {written}, the sheet is right.",
            who="Marie",
            n=7,
            colour="red",
            written=6,
        ),
        message(
            "If {who} has {n} {colour} chips instead of {written}, the sheet is right.",
            who="Josef",
            n=7,
            colour="red",
            written=6,
        ),
        message(
            "If {who} has {n} {colour} chips instead of {written}, the sheet is right.",
            who="Anna",
            n=7,
            colour="red",
            written=6,
        ),
        message(
            "If {who} has {n} {colour} chips instead of {written}, the sheet is right.",
            who="Karl",
            n=6,
            colour="red",
            written=5,
        ),
    ]


def test_the_box_tells_which_colour_was_taken_for_another() -> None:
    chips = [FULL, FULL, FULL, {"blue": 8, "red": 4, "white": 10}]

    assert said(explain(by_colour(*chips), chips=chips))[0] == message(
        "{who}: if {n} {seen} chips are {true}, the sheet is right.",
        who="Karl",
        n=2,
        seen="blue",
        true="red",
    )


def test_two_columns_exchanged() -> None:
    one, other = {"blue": 2, "red": 9, "white": 10}, {"blue": 3, "red": 10, "white": 10}
    right = [{"blue": 10, "red": 3}, {"blue": 9, "red": 2}, one, other]
    chips = [{"blue": 3, "red": 10}, *right[1:]]
    wrong = replace(by_colour(*chips), must_total=by_colour(*right).total)

    assert message(
        "If {who} has {second} {one} and {n} {two} chips, not {n} {one} and {second} "
        "{two}, the sheet is right.",
        who="Marie",
        second=10,
        one="blue",
        n=3,
        two="red",
    ) in said(explain(wrong, chips=chips))


def test_colours_added_up_wrongly() -> None:
    chips = [FULL] * 4

    (found, *_) = explain(sheet(100, 90, 100, 100), chips=chips)

    assert found.named(NAMES) == (
        "If Josef has 100 instead of 90, the sheet is right: the colors add up to 100."
    )


def test_a_slip_in_the_number_of_one_colour() -> None:
    chips = [{"white": 21}, {"blue": 10}, {"blue": 20}, {"blue": 7}]

    found = explain(
        Tally(tuple(map(SeatCount, (21, 100, 200, 70))), 21 + 370 - 9),
        chips=chips,
        start_chips=95,
    )

    assert (
        "If Marie has 12 white chips instead of 21, the sheet is right: two digits may be switched."
    ) in said(found)


def test_without_colours_one_chip_is_looked_for_in_the_largest_stacks() -> None:
    assert said(explain(sheet(131, 96, 103, 69))) == [
        "If Marie has 132 instead of 131, the sheet is right: one white chip may "
        "have been missed.",
        "If Anna has 104 instead of 103, the sheet is right: one white chip may have "
        "been missed.",
    ]


# Silence


def test_nothing_is_said_where_nothing_fits() -> None:
    assert explain(sheet(131, 96, 124, 72)) == ()
    assert explain(sheet(37, -11, -19, 3, start=0), start_chips=0) == ()


def test_the_one_thing_that_fits_a_real_sheet() -> None:
    assert said(explain(sheet(16, 8, -4, -18, start=0), start_chips=0)) == [
        "If Josef has 6 instead of 8, the sheet is right: 6 may have been read as 8."
    ]


def test_without_chips_there_are_no_loans_and_no_colours() -> None:
    kinds = {
        each.kind for each in explain(sheet(70, 10, -20, -10, start=0), start_chips=0)
    }

    assert not kinds & {Cause.LOAN_FORGOTTEN, Cause.MISCOUNTED}


# Beside the recorded hands

HANDS = (131, 93, 107, 69)


def beside(*seats: tuple[int, int] | int, hands: tuple[int, ...] = HANDS) -> list[str]:
    return said(explain(sheet(*seats), by_hands=hands))


def test_the_one_seat_unlike_the_hands_is_named_and_nobody_else() -> None:
    assert {each.seat for each in explain(sheet(131, 93, 105, 69))} > {3}
    assert beside(131, 93, 105, 69) == [
        "Anna has 105, but the hands say 107. If Anna has 107, the sheet is right.",
        "If Anna has 107 instead of 105, the sheet is right: two white chips may "
        "have been missed.",
    ]


def test_how_it_came_about_follows() -> None:
    assert beside(113, 93, 107, 69) == [
        "Marie has 113, but the hands say 131. If Marie has 131, the sheet is right.",
        "If Marie has 131 instead of 113, the sheet is right: two digits may be switched.",
    ]


def test_what_the_hands_say_can_be_tried() -> None:
    tally = sheet(131, 93, (155, 50), 69)
    (found, *_) = explain(tally, by_hands=HANDS)

    assert (found.kind, found.seat, found.field) == (Cause.HANDS, 3, "score")
    right = applied(tally, found)
    assert right.seats[2] == SeatCount(157, 50)
    assert right.balances
    assert found.message.startswith(
        "Seat 3 has 105, but the hands say 107. If seat 3 has"
    )


def test_below_no_chips_it_was_borrowed() -> None:
    tally = sheet(140, 130, 140, 10)
    (found, *_) = explain(tally, by_hands=(140, 130, 140, -10))

    assert (found.field, found.written, found.meant) == ("borrowed", 0, 20)
    assert found.named(NAMES) == (
        f"Karl has 10, but the hands say {MINUS}10. If Karl has {MINUS}10, the sheet is right."
    )
    assert applied(tally, found).seats[3] == SeatCount(10, 20)


def test_a_seat_the_hands_put_right_comes_before_one_they_only_doubt() -> None:
    # Josef and Karl are unlike the hands as well, but by something else.
    found = explain(sheet(131, 96, 105, 66), by_hands=HANDS)

    assert found[0].kind == Cause.HANDS
    assert found[0].seat == 3
    assert 1 not in {each.seat for each in found}


def test_of_two_seats_that_would_be_right_neither_is_named() -> None:
    # Marie and Josef have 18 too few, Anna as many too many: 18 are missing.
    found = explain(sheet(113, 75, 125, 69), by_hands=HANDS)

    assert [(each.kind, each.seat) for each in found] == [(Cause.SWAPPED, 1)]


def test_without_hands_that_put_a_seat_right_the_others_stay() -> None:
    (found, *_) = explain(sheet(154, 45, 100, 92), by_hands=(151, 57, 100, 92))

    assert (found.kind, found.seat) == (Cause.SWAPPED, 2)


def test_the_hands_come_within_the_limit() -> None:
    tally = sheet(113, 93, 107, 69)

    (found,) = explain(tally, by_hands=HANDS, limit=1)
    assert found.kind == Cause.HANDS
    assert len(explain(tally, by_hands=HANDS, limit=None)) >= 2


def test_the_hands_say_four_numbers() -> None:
    with pytest.raises(ValueError, match="shorter"):
        explain(sheet(131, 93, 105, 69), by_hands=(131, 93, 107))


# Against the recorded hands


def test_against_hands_names_the_seats_that_differ() -> None:
    found = against_hands((131, 96, 104, 69), (31, -4, 40, -67), start_chips=100)

    assert [each.named(NAMES) for each in found] == [
        message(
            "{who} counted {counted}, but the recorded hands say {by_hands}.",
            who="Anna",
            counted=104,
            by_hands=140,
        ),
        message(
            "{who} counted {counted}, but the recorded hands say {by_hands}.",
            who="Karl",
            counted=69,
            by_hands=33,
        ),
    ]


@pytest.mark.parametrize("nets", [(1, 1, 1, 1), (1, -1, 0)])
def test_against_hands_needs_nets_of_a_table(nets: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="add up to 0"):
        against_hands((100, 100, 100, 100), nets, start_chips=100)
