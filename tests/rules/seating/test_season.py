"""Who met this season is kept apart, and tonight loses nothing by it."""

from collections import Counter
from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.seating import RoundSeats, draw, report_on
from tests.rules.seating.evenings import evening, repeats_in, times_met


def before(people, seed, share=0.4):
    """Some pairs who met, up to three times."""
    rng = Random(seed)
    return tuple(
        (one, other, 1 + int(rng.random() * 3))
        for one in range(1, people + 1)
        for other in range(1, one)
        if rng.random() < share
    )


def season_repeats(rounds, met):
    """To meet somebody met m times before is m repeats; house players have no season."""
    times = {frozenset(pair): n for *pair, n in met}
    return sum(times.get(pair, 0) * n for pair, n in times_met(rounds).items())


@given(
    st.sampled_from([8, 16, 23, 28, 33]),
    st.integers(1, 3),
    st.integers(0, 10**6),
    st.booleans(),
    st.sampled_from([(4,), (3, 4)]),
)
def test_tonight_stays_as_good_as_without_a_season(players, rounds, seed, house, sizes):
    house = house and sizes == (4,)
    couples = [(1, 2), (3, 7)]
    asked = evening(players, rounds, seed, house=house, apart=couples, sizes=sizes)
    played = draw(replace(asked, rounds=1)).rounds if seed % 2 else ()
    asked = replace(asked, played=played, fixed=((5, 1),))
    met = before(players, seed)

    without, result = draw(asked), draw(replace(asked, met=met))

    for now, then in zip(result.rounds, without.rounds, strict=True):
        assert sorted(map(len, now.tables)) == sorted(map(len, then.tables))
        everybody = [who for table in now.tables for who in table] + [*now.sit_out]
        assert sorted(map(str, everybody)) == sorted(map(str, asked.field))
        assert any(5 in table for table in now.tables[:1]) or 5 in now.sit_out
    ours, theirs = result.report, without.report
    assert ours.repeats == repeats_in((*played, *result.rounds)) == theirs.repeats
    assert len(ours.apart_broken) == len(theirs.apart_broken)
    assert ours.sat_out_early == theirs.sat_out_early == ()
    assert season_repeats(result.rounds, met) <= season_repeats(without.rounds, met)


def test_draws_from_before_there_were_seasons_come_out_as_they_did():
    asked = [
        evening(23, 3, 5),
        evening(40, 5, 1),
        evening(13, 3, 2),
        evening(17, 5, 3, house=True, apart=[(1, 2)]),
        evening(22, 2, 4, sizes=(3, 4)),
    ]
    asked.append(evening(23, 2, 6, played=draw(asked[0]).rounds))

    seats = repr([draw(replace(each, search=1)).rounds for each in asked])

    assert sha256(seats.encode()).hexdigest()[:16] == "b297cf6667aa960e"


@pytest.mark.parametrize("met", [(), ((98, 99, 5),), ((1, 99, 2),)])
def test_who_is_not_here_changes_no_seat(met):
    asked = evening(23, 3, 5)

    assert draw(replace(asked, met=met)) == draw(asked)


@pytest.mark.parametrize(("players", "rounds"), [(16, 2), (28, 4)])
def test_the_season_says_who_plays_which_part_of_a_known_seating(players, rounds):
    """Where nobody can be moved by himself, the first evening is met no more than must."""
    first = draw(evening(players, rounds)).rounds
    met = tuple((*sorted(pair), 1) for pair in times_met(first))
    asked = evening(players, rounds, 2)

    known, fresh = draw(asked).rounds, draw(replace(asked, met=met)).rounds

    assert repeats_in(fresh) == 0
    assert season_repeats(fresh, met) < 0.7 * season_repeats(known, met)


def test_ten_evenings_have_half_the_repeats_or_what_no_draw_can_avoid():
    """40 of 50 people, two rounds an evening; a third meeting is two repeats more."""
    rng = Random(3)
    evenings = [sorted(range(50), key=lambda _: rng.random())[:40] for _ in range(10)]
    counts = {}
    for season in (False, True):
        met = Counter()
        for seed, people in enumerate(evenings):
            asked = replace(evening(40, 2, seed), players=tuple(sorted(people)))
            pairs = tuple((*sorted(pair), n) for pair, n in met.items() if season)
            result = draw(replace(asked, met=pairs))
            assert result.report.repeats == 0
            met += times_met(result.rounds)
        counts[season] = sum(n * (n - 1) // 2 for n in met.values())

    assert counts[True] < counts[False] / 2


def test_the_report_counts_who_meets_somebody_new():
    met = ((1, 2, 1), (1, 3, 1), (1, 4, 2), (5, 6, 1))
    seats = (RoundSeats(((1, 2, 3, 4), (5, 6, 7, "H1"))),)
    asked = replace(evening(7, 1, house=True), met=met)

    season = report_on(asked, seats).season

    assert (season.seated, season.nobody_new, season.meet_new) == (7, (1,), 6)
    assert season.pairs == 6 + 3
    assert {frozenset(pair) for pair in season.again} == {
        *map(frozenset, ((1, 2), (1, 3), (1, 4), (5, 6)))
    }
    assert report_on(evening(7, 1, house=True), seats).season is None
