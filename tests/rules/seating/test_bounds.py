"""`least_possible` never says more than the truth: small fields tried out in full."""

from itertools import combinations, permutations

from rules.seating import Request, RoundSeats, draw, report_on
from tests.in_turn import in_turn
from tests.rules.seating.evenings import evening, repeats_in


def all_rounds(players):
    """Every way to seat a round, sit-outs included, seats aside."""
    everybody = frozenset(range(1, players + 1))
    for bench in combinations(sorted(everybody), players % 4):
        for tables in all_tables(everybody - set(bench)):
            yield RoundSeats(tables, bench)


def all_tables(people):
    if not people:
        yield ()
        return
    first = min(people)
    for mates in combinations(sorted(people - {first}), 3):
        for rest in all_tables(people - {first, *mates}):
            yield ((first, *mates), *rest)


def fair(rounds, players):
    sat = dict.fromkeys(range(1, players + 1), 0)
    for seats in rounds:
        fewest = min(n for who, n in sat.items() if who not in seats.sit_out)
        if any(sat[who] > fewest for who in seats.sit_out):
            return False
        for who in seats.sit_out:
            sat[who] += 1
    return True


def fewest_repeats(players, rounds):
    """By trying everything; the first round is as good as any other."""
    options = list(all_rounds(players))
    evenings = [(options[0],)]
    for _ in range(rounds - 1):
        evenings = [(*so_far, nxt) for so_far in evenings for nxt in options]
        evenings = [each for each in evenings if fair(each, players)]
    return min(map(repeats_in, evenings))


@in_turn(
    "players, rounds",
    [
        (5, 2),
        (5, 3),
        (5, 4),
        (6, 2),
        (6, 3),
        (6, 4),
        (7, 2),
        (7, 3),
        (7, 4),
        (8, 2),
        (8, 3),
        (9, 2),
    ],
)
def test_small_fields_against_all_there_is(players, rounds):
    fewest = fewest_repeats(players, rounds)

    report = draw(evening(players, rounds)).report

    assert report.repeats == fewest
    assert report.least_possible <= fewest


def test_a_next_round_against_all_there_is():
    played = draw(evening(9, 2)).rounds
    request = evening(9, 1, played=played)
    choices = [s for s in all_rounds(9) if fair((*played, s), 9)]
    fewest = min(repeats_in((*played, seats)) for seats in choices)

    report = draw(request).report

    assert report.least_possible <= fewest == report.repeats


def test_the_affine_plane_is_as_tight_as_can_be():
    """16 people, 5 rounds: everybody has met everybody; a sixth round repeats fully."""
    five = draw(evening(16, 5)).rounds

    report = draw(evening(16, 1, played=five)).report

    assert report.repeats == report.least_possible == 24
    assert report.none_avoidable


def test_a_bound_that_is_missed_is_not_called_unavoidable():
    result = draw(evening(14, 6))
    report = result.report

    assert report.least_possible < report.repeats
    assert not report.none_avoidable
    assert report_on(evening(14, 6), result.rounds) == report


def test_all_seat_orders_of_a_table_are_the_same_to_the_bound():
    seats = [RoundSeats((order, (5, 6, 7, 8))) for order in permutations((1, 2, 3, 4))]

    least = {report_on(evening(8, 1), [each]).least_possible for each in seats}

    assert least == {0}


def test_fewer_may_meet_again_where_pairs_meet_three_times():
    """Twelve in three rounds: three pairs never part, and all others meet once."""
    others = ("abcdef", "deafbc", "cfbead")
    seats = [
        RoundSeats(tuple((*"UVWXYZ"[i : i + 2], *row[i : i + 2]) for i in (0, 2, 4)))
        for row in others
    ]
    report = report_on(Request(tuple("UVWXYZabcdef"), rounds=3, seed=1), seats)
    again = sum(len(meeting.rounds) - 1 for meeting in report.repeated)
    assert (again, report.repeats, report.least_possible) == (6, 9, 9)
    assert report.most_meetings == 3
