"""Records, the all-time list and pins against plain counting of the same evenings."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rules.history import (
    OF_ONE_EVENING,
    Evening,
    Kind,
    Played,
    PlayedHand,
    PlayedRound,
    all_time,
    best_between,
    club_records,
    next_pin,
    pins,
)

NAMES = "ABCDE"


def evening(year: int = 2020, **played: tuple[int, list[int] | None]) -> Evening:
    """Place and the nets of the rounds of everybody, by name; None: not known."""
    return Evening(year, [_played(name, *each) for name, each in played.items()])


def _played(name: str, place: int, nets: list[int] | None) -> Played:
    if nets is None:
        return Played(name, place, None, None, None)
    rounds = [PlayedRound(n, 1, net) for n, net in enumerate(nets, 1)]
    won = max(nets, default=0)
    hand = PlayedHand(won + 1, 1, 1, 7) if won > 0 else None
    return Played(name, place, sum(nets), len(nets), rounds, hand, bool(hand))


EVENINGS = st.dictionaries(
    st.sampled_from(NAMES),
    st.tuples(st.integers(1, 4), st.none() | st.lists(st.integers(-3, 3), max_size=3)),
)


@st.composite
def histories(draw: st.DrawFn) -> list[Evening]:
    """Some evenings, three a year."""
    every = enumerate(draw(st.lists(EVENINGS, max_size=7)))
    return [evening(2020 + at // 3, **played) for at, played in every]


def values(evenings: list[Evening], kind: Kind) -> dict[object, int]:
    """What everybody, or each evening, has of a kind: counted as a child would."""
    came = {
        name: [
            (at, each.year, one)
            for at, each in enumerate(evenings)
            for one in each.played
            if one.player == name
        ]
        for name in NAMES
    }
    if kind is Kind.FIELD:
        return {None: max((len(each.played) for each in evenings), default=0)}
    return {name: _value(kind, own, len(evenings)) for name, own in came.items()}


def _value(kind: Kind, own: list, evenings: int) -> int | None:
    chips = {
        Kind.ROUND: [r.net for *_, one in own for r in one.rounds or ()],
        Kind.HAND: [one.hand.net for *_, one in own if one.hand],
        Kind.EVENING: [o.net for *_, o in own if o.net is not None and o.counted],
    }
    if kind in chips:
        return max(chips[kind], default=None)
    if kind is Kind.EVENINGS:
        return len(own)
    if kind is Kind.ROUNDS:
        return sum(one.counted or 0 for *_, one in own)
    if kind is Kind.WINS:
        return sum(one.place == 1 for *_, one in own)
    if kind is Kind.YEAR_WINS:
        years = [year for _, year, one in own if one.place == 1]
        return max(map(years.count, years), default=0)
    here = {at: one for at, _, one in own}
    row: list[bool] = []
    if kind is Kind.PRESENT:
        row = [at in here for at in range(evenings)]
    elif kind is Kind.PODIUMS:
        row = [one.place <= 3 for one in here.values()]
    else:
        for one in here.values():
            row += (
                [False] if one.rounds is None else [r.net > 0 for r in one.rounds or ()]
            )
    words = "".join("x" if each else " " for each in row).split()
    return max(map(len, words), default=0)


@given(histories())
def test_who_holds_a_record_has_most_at_any_time(evenings: list[Evening]) -> None:
    for upto in range(len(evenings) + 1):
        known = evenings[:upto]
        found = club_records(known)
        for kind in Kind:
            counted = values(known, kind)
            least = 1 if kind is Kind.FIELD else 2
            if kind in (Kind.ROUND, Kind.EVENING):
                least = -99
            enough = [v for v in counted.values() if v is not None and v >= least]
            chain = found.reigns[kind]
            assert bool(chain) == bool(enough), kind
            if chain:
                most = max(enough)
                assert chain[-1].value == most, kind
                assert chain[-1].holders == {
                    name for name, v in counted.items() if v == most
                }, kind


@given(histories())
def test_each_record_is_beaten_or_shared_by_the_next(evenings: list[Evening]) -> None:
    for kind, chain in club_records(evenings).reigns.items():
        for old, new in pairwise(chain):
            shared = kind not in OF_ONE_EVENING and old.holders < new.holders
            assert old.value < new.value or (shared and old.value == new.value), kind
            assert old.since < new.since == old.until, kind
        assert not chain or chain[-1].until is None


@given(histories(), st.integers(0, 8), st.integers(0, 8))
def test_the_best_of_some_evenings_and_since_when(
    evenings: list[Evening], first: int, end: int
) -> None:
    tops = club_records(evenings).tops
    for kind in OF_ONE_EVENING:
        best, before = best_between(tops[kind], first, end)
        high = [marks[0].value if marks else None for marks in tops[kind]]
        asked = [v for v in high[first:end] if v is not None]
        assert {mark.value for mark in best} == ({max(asked)} if asked else set())
        if asked:
            as_high = [
                at
                for at, v in enumerate(high[:first])
                if v is not None and v >= max(asked)
            ]
            assert before == (as_high[-1] if as_high else None)


@given(histories())
def test_the_all_time_list_adds_up(evenings: list[Evening]) -> None:
    for line in all_time(evenings):
        counted = {
            kind: values(evenings, kind)[line.player]
            for kind in (Kind.EVENINGS, Kind.ROUNDS, Kind.WINS)
        }
        assert [line.evenings, line.rounds, line.wins] == [*counted.values()]
    known = [one for each in evenings for one in each.played if one.net is not None]
    assert sum(line.net for line in all_time(evenings)) == sum(o.net for o in known)


def test_a_record_that_passes_between_two_keeps_its_history() -> None:
    """A 5, B as much, A 7 and 9; A improves the number of evenings B has too."""
    evenings = [
        evening(A=(1, [5]), B=(2, [-5])),
        evening(A=(2, [-5]), B=(1, [5])),
        evening(A=(1, [7, 9]), C=(2, [-7, -9])),
        evening(A=(1, [1]), B=(2, [-1])),
    ]
    rounds = club_records(evenings).reigns[Kind.ROUND]
    assert [(each.value, each.holders, each.since, each.until) for each in rounds] == [
        (5, {"A", "B"}, 0, 2),
        (9, {"A"}, 2, None),
    ]
    assert (rounds[1].marks[0].round, rounds[1].marks[0].table) == (2, 1)
    came = club_records(evenings).reigns[Kind.EVENINGS]
    assert [(each.value, each.holders, each.since, each.until) for each in came] == [
        (2, {"A", "B"}, 1, 2),
        (4, {"A"}, 2, None),
    ]


def test_unknown_rounds_make_no_record_and_say_since_when_all_are_known() -> None:
    evenings = [
        evening(A=(1, [5]), B=(2, [-5])),
        evening(A=(1, None), B=(2, None)),
        evening(A=(2, [-5]), B=(1, [5])),
    ]
    found = club_records(evenings)
    assert found.complete[Kind.ROUND] == found.complete[Kind.ROUNDS] == 2
    assert found.complete[Kind.WINS] == 0
    assert found.complete[Kind.HAND] is None, "B has none on the last evening"
    assert found.reigns[Kind.WINS][-1].holders == {"A"}
    assert club_records(evenings[:2]).complete[Kind.EVENING] is None


def test_pins_are_earned_at_25_50_and_every_fifty() -> None:
    came = [["A", "B"]] * 25 + [["A"]] * 130
    assert [(each.evenings, each.player, each.at) for each in pins(came)] == [
        (25, "A", 24),
        (25, "B", 24),
        (50, "A", 49),
        (100, "A", 99),
        (150, "A", 149),
    ]
    assert [next_pin(n) for n in (0, 24, 25, 49, 50, 99, 100, 149, 150)] == [
        25,
        25,
        50,
        50,
        100,
        100,
        150,
        150,
        200,
    ]


@given(histories(), st.sampled_from(Kind))
def test_a_record_stood_before_an_evening_as_if_no_more_had_come(
    evenings: list[Evening], kind: Kind
) -> None:
    records = club_records(evenings)
    for end in range(len(evenings) + 1):
        assert records.until(kind, end) == club_records(evenings[:end]).reigns[kind]
