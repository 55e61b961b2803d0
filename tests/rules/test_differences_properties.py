"""Any sheet, any slip: what always holds of the explanations of a difference."""

from dataclasses import replace
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from rules.discrepancies import Cause, Explanation, against_hands, applied
from rules.sheet import Tally
from rules.spjst import CHIP_SET
from tests.rules.sheets import explain, sheet

COLOURS = ("blue", "red", "white")


@st.composite
def right_sheets(draw: st.DrawFn, start: int) -> Tally:
    """A sheet that balances: counted chips and loans, or points around 0."""
    if start == 0:
        points = draw(st.lists(st.integers(-40, 40), min_size=3, max_size=3))
        return sheet(*points, -sum(points), start=0)
    cuts = sorted(draw(st.lists(st.integers(0, 400), min_size=3, max_size=3)))
    ends = zip([0, *cuts], [*cuts, 400], strict=True)
    scores = [high - low for low, high in ends]
    loans = draw(st.lists(st.sampled_from([0, 0, 50, 100]), min_size=4, max_size=4))
    # What one seat lost beyond its chips, the next one won.
    debt = draw(st.integers(0, loans[0]))
    scores[0], scores[1] = scores[0] - debt, scores[1] + debt
    return sheet(
        *((score + loan, loan) for score, loan in zip(scores, loans, strict=True))
    )


seats = st.integers(0, 3)
picks = st.integers(0, 11)
LOOKS = {"1": "7", "7": "1", "3": "8", "8": "3", "5": "6", "6": "5"}


def written(tally: Tally, seat: int, **wrong: int) -> Tally:
    changed = list(tally.seats)
    changed[seat] = replace(changed[seat], **wrong)
    return replace(tally, seats=tuple(changed))


def swap_last(number: int) -> int:
    tens, ones = divmod(abs(number) % 100, 10)
    swapped = abs(number) - tens * 10 - ones + ones * 10 + tens
    return swapped if number >= 0 else -swapped


def has(
    found: tuple[Explanation, ...], kind: Cause, seat: int, tally: Tally, right: Tally
) -> bool:
    return any(
        each.kind == kind
        and each.seat == seat + 1
        and applied(tally, each).scores == right.scores
        for each in found
    )


def borrowers(tally: Tally) -> list[int]:
    return [at for at, count in enumerate(tally.seats) if count.borrowed]


def chosen(options: list[Any], pick: int) -> Any:
    """One of the options; the example is dropped where there are none."""
    assume(options)
    return options[pick % len(options)]


@given(st.sampled_from([0, 100]).flatmap(right_sheets), picks)
def test_swapped_digits_are_found(right: Tally, pick: int) -> None:
    helds = [count.held for count in right.seats]
    swapped = [(seat, swap_last(number)) for seat, number in enumerate(helds)]
    seat, number = chosen(
        [
            (seat, number)
            for seat, number in swapped
            if number != helds[seat] and len(str(number)) == len(str(helds[seat]))
        ],
        pick,
    )
    wrong = written(right, seat, held=number)

    found = explain(wrong, start_chips=right.must_total // 4, limit=None)

    assert has(found, Cause.SWAPPED, seat, wrong, right)


@given(right_sheets(0), seats)
def test_a_lost_minus_is_found(right: Tally, seat: int) -> None:
    wrong = written(right, seat, held=-right.seats[seat].held)
    assume(not wrong.balances)

    found = explain(wrong, start_chips=0)

    assert has(found, Cause.MINUS, seat, wrong, right)


@given(st.sampled_from([0, 100]).flatmap(right_sheets), picks)
def test_a_misread_digit_is_found(right: Tally, pick: int) -> None:
    helds = [str(count.held) for count in right.seats]
    seat, digit = chosen(
        [(seat, digit) for seat in range(4) for digit in LOOKS if digit in helds[seat]],
        pick,
    )
    number = int(helds[seat].replace(digit, LOOKS[digit], 1))
    wrong = written(right, seat, held=number)

    found = explain(wrong, start_chips=right.must_total // 4, limit=None)

    assert has(found, Cause.MISREAD, seat, wrong, right)


@given(right_sheets(100), picks)
def test_a_forgotten_loan_is_found(right: Tally, pick: int) -> None:
    seat = chosen(borrowers(right), pick)
    wrong = written(right, seat, borrowed=0)

    found = explain(wrong, limit=None)

    assert has(found, Cause.LOAN_FORGOTTEN, seat, wrong, right)


@given(right_sheets(100), picks)
def test_a_doubled_or_added_loan_is_found(right: Tally, pick: int) -> None:
    seat = chosen(borrowers(right), pick)
    held, loan = right.seats[seat].held, right.seats[seat].borrowed
    twice = written(right, seat, borrowed=2 * loan)
    added = written(right, seat, held=held + loan)

    assert has(explain(twice, limit=None), Cause.LOAN_DOUBLED, seat, twice, right)
    assert has(explain(added, limit=None), Cause.LOAN_ADDED, seat, added, right)
    if held >= loan:
        netted = written(right, seat, held=held - loan)
        found = explain(netted, limit=None)
        assert has(found, Cause.LOAN_DOUBLED, seat, netted, right)


@given(st.sampled_from([0, 100]).flatmap(right_sheets), seats, st.integers(0, 200))
def test_a_copied_score_is_found_first(right: Tally, seat: int, before: int) -> None:
    loan = right.seats[seat].borrowed
    wrong = written(right, seat, held=before + loan)
    assume(not wrong.balances)
    previous = tuple(before if at == seat else None for at in range(4))

    found = explain(wrong, previous=previous, start_chips=right.must_total // 4)

    assert has(found[:2], Cause.COPIED, seat, wrong, right)


@given(
    st.lists(
        st.fixed_dictionaries({colour: st.integers(0, 20) for colour in COLOURS}),
        min_size=4,
        max_size=4,
    ),
    seats,
    st.sampled_from(COLOURS),
    st.sampled_from([-2, -1, 1, 2]),
)
def test_a_miscounted_colour_is_found(
    chips: list[dict[str, int]], seat: int, colour: str, missed: int
) -> None:
    right = sheet(*map(CHIP_SET.worth, chips))
    assume(chips[seat][colour] + missed >= 0)
    counted = list(chips)
    counted[seat] = chips[seat] | {colour: chips[seat][colour] + missed}
    wrong = replace(sheet(*map(CHIP_SET.worth, counted)), must_total=right.total)

    found = explain(wrong, chips=counted, limit=None)

    assert has(found, Cause.MISCOUNTED, seat, wrong, right)


held = st.integers(-60, 250)
any_sheets = st.tuples(
    st.lists(st.tuples(held, st.integers(-1, 15)), min_size=4, max_size=4),
    st.sampled_from([0, 100]),
).map(
    lambda drawn: sheet(*((held, loan * 10) for held, loan in drawn[0]), start=drawn[1])
)
befores = st.lists(st.none() | held, min_size=4, max_size=4)


@given(any_sheets, befores)
def test_every_explanation_makes_the_sheet_right(
    tally: Tally, previous: list[int | None]
) -> None:
    start = tally.must_total // 4
    for each in explain(tally, previous=previous, start_chips=start, limit=None):
        after = applied(tally, each).seats[each.seat - 1]
        before = tally.seats[each.seat - 1]
        assert applied(tally, each).balances
        assert each.written != each.meant
        # Nobody holds less than no chips; only a score that lost its minus may be so.
        if start and before.held >= 0 and each.kind != Cause.MINUS:
            assert after.held >= 0
        assert "{" not in each.message


@given(any_sheets, befores)
def test_few_are_said_and_the_likeliest_first(
    tally: Tally, previous: list[int | None]
) -> None:
    found = explain(tally, previous=previous, start_chips=tally.must_total // 4)
    odds = [each.odds for each in found]

    assert len(found) <= 5
    assert odds == sorted(odds, reverse=True)
    assert len({each.message for each in found}) == len(found)


@given(any_sheets, befores)
def test_turning_the_seats_turns_the_explanations(
    tally: Tally, previous: list[int | None]
) -> None:
    start = tally.must_total // 4
    turned = replace(tally, seats=tally.seats[1:] + tally.seats[:1])
    before = [*previous[1:], previous[0]]

    found = explain(tally, previous=previous, start_chips=start, limit=None)
    again = explain(turned, previous=before, start_chips=start, limit=None)

    moved = {replace(each, seat=(each.seat - 2) % 4 + 1) for each in found}
    assert moved == set(again)


@given(st.sampled_from([0, 100]).flatmap(right_sheets), befores)
def test_a_sheet_that_balances_needs_no_explanation(
    right: Tally, previous: list[int | None]
) -> None:
    start = right.must_total // 4

    assert explain(right, previous=previous, start_chips=start) == ()


@given(right_sheets(100), st.lists(st.integers(-90, 90), min_size=3, max_size=3))
def test_against_hands_says_exactly_what_differs(
    right: Tally, first_nets: list[int]
) -> None:
    nets = (*first_nets, -sum(first_nets))

    found = against_hands(right.scores, nets, start_chips=100)
    differs = {each.seat for each in found}

    assert differs == {
        seat
        for seat, (score, net) in enumerate(zip(right.scores, nets, strict=True), 1)
        if score != 100 + net
    }
