"""Who comes only if needed sits out before all others, in each kind of draw."""

from collections import Counter
from random import Random

import pytest

from rules.seating import Request, RoundSeats, draw, reasons
from rules.seating.request import BEFORE_ALL, Sat, level


def outs_of(rounds: tuple[RoundSeats[int], ...]) -> Counter[int]:
    return Counter(who for seats in rounds for who in seats.sit_out)


@pytest.mark.parametrize("sizes", [(4,), (3, 4), (5,), (3,)])
@pytest.mark.parametrize("seed", range(4))
def test_they_sit_out_first_and_by_turn(sizes: tuple[int, ...], seed: int) -> None:
    rng = Random(f"{sizes} {seed}")
    for _ in range(4):
        people = tuple(range(rng.randint(5, 27)))
        spare = tuple(rng.sample(people, rng.randint(1, min(5, len(people)))))
        asked = Request(
            players=people,
            rounds=rng.randint(1, 4),
            seed=rng.randrange(1000),
            sat_out=tuple(rng.choices(people, k=5)),
            sizes=sizes,
            if_needed=spare,
        )
        made = draw(asked)
        assert made.report.sat_out_early == ()
        outs = outs_of(made.rounds)
        for seats in made.rounds:
            others = len(seats.sit_out) - len(set(seats.sit_out) & set(spare))
            assert len(set(seats.sit_out) & set(spare)) == min(
                len(spare), len(seats.sit_out)
            ), (seats, others)
        turns = [outs[who] for who in spare]
        assert max(turns) - min(turns) <= 1  # by turn among themselves


def test_nobody_sits_out_where_tables_are_even() -> None:
    made = draw(Request(tuple(range(16)), rounds=3, seed=1, if_needed=(3,)))
    assert not outs_of(made.rounds)
    assert made.report.repeats == 0  # and the known seats are still found


def test_later_rounds_go_on_from_those_played() -> None:
    first = draw(Request(tuple(range(17)), rounds=1, seed=1, if_needed=(3, 5)))
    asked = Request(
        tuple(range(17)), rounds=1, seed=2, played=first.rounds, if_needed=(3, 5)
    )
    assert {*outs_of(first.rounds), *outs_of(draw(asked).rounds)} == {3, 5}


def test_their_turn_is_kept_as_one_before_all() -> None:
    turns = level((1, 2), (1,), (), if_needed=(2,))
    assert turns == {1: Sat(0, 1), 2: Sat(-BEFORE_ALL, 0)}
    seats = RoundSeats(((1, 3, 4, 5),), (2,))
    [[reason]] = reasons((), (), [seats], if_needed=(2,))
    assert (reason.who, reason.times, reason.early) == (2, 0, False)
