"""What somebody needs in the last round, against random finishes and sums of their own."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from rules.scenarios import Need
from scoring.models import Entry, Round, Tournament
from scoring.standings.place_explained import place_of
from tests import builders as build
from tests.drill.figures import say, size

pytestmark = pytest.mark.django_db

EVENINGS = size(12, 250)
FINISHES = size(40, 150)
START, TABLE = 100, 400


@dataclass
class Player:
    """By round the chips of a table; `missed` says what a round not played scores."""

    number: int
    scores: dict[int, int]
    missed: dict[int, str]


@dataclass
class Night:
    """An evening whose last round is on: `open` tables by the numbers at each."""

    tournament: Tournament
    players: dict[int, Player]
    rounds: int
    drop: int
    open: list[list[int]]

    def total(self, player: Player, score: int | None) -> int:
        """At the end, if the last round brings him that."""
        played = dict(player.scores)
        if score is not None:
            played[self.rounds] = score
        own = Fraction(sum(played.values()), len(played)) if played else START
        worth = {"start": START, "average": own, "zero": 0}
        chips = [*played.values(), *(worth[how] for how in player.missed.values())]
        kept = sorted(map(Fraction, chips))[min(self.drop, self.rounds - 1) :]
        return (sum(kept) + Fraction(1, 2)).__floor__()

    def place(self, number: int, scores: dict[int, int]) -> int:
        totals = {
            each.number: self.total(each, scores.get(each.number))
            for each in self.players.values()
        }
        return 1 + sum(total > totals[number] for total in totals.values())


def night(luck: random.Random) -> Night:
    """So many people that some sit out, and some left after round 1."""
    sit_out, absent = (luck.choice(("start", "average", "zero")) for _ in range(2))
    sit_out = luck.choice((sit_out, "average"))
    rounds, drop, many = luck.randint(2, 3), luck.choice((0, 0, 1)), luck.randint(5, 13)
    made = build.tournament(
        build.club(f"club-{luck.getrandbits(40)}"),
        rounds_planned=rounds,
        drop_worst=drop,
        **{"sit_out_score": sit_out, "absent_score": absent},
    )
    here = build.entries(made, many)
    known = {each.number: Player(each.number, {}, {}) for each in here}
    gone: list[Entry] = []
    for number in range(1, rounds + 1):
        if number == 2 and len(here) > 5 and luck.random() < 0.4:
            gone = [here.pop()]
            Entry.objects.filter(pk=gone[0].pk).update(state=Entry.State.LEFT)
        seated = luck.sample(here, len(here) // 4 * 4)
        tables = [seated[at : at + 4] for at in range(0, len(seated), 4)]
        rnd = build.published_round(made, tables)
        for each in here:
            if each not in seated:
                known[each.number].missed[number] = sit_out
        for each in gone:
            known[each.number].missed[number] = absent
        done = len(tables) if number < rounds else luck.randint(0, len(tables) - 1)
        for table, scores in played(rnd, luck, done):
            for each, score in zip(tables[table - 1], scores, strict=True):
                known[each.number].scores[number] = score
    left = [[each.number for each in table] for table in tables[done:]]
    return Night(made, known, rounds, drop, left)


def played(
    rnd: Round, luck: random.Random, done: int
) -> Iterator[tuple[int, Sequence[int]]]:
    for sheet in rnd.sheets.filter(table__lte=done):
        scores = split(luck, TABLE, 4)
        build.verified_sheet(sheet, scores)
        yield sheet.table, scores


def split(luck: random.Random, chips: int, seats: int) -> list[int]:
    """Chips among so many, often most of them to one or two."""
    few = luck.sample(range(seats), luck.randint(1, seats))
    cuts = sorted(luck.randint(0, chips) for _ in few[1:])
    parts = [b - a for a, b in zip([0, *cuts], [*cuts, chips], strict=True)]
    found = [0] * seats
    for at, part in zip(few, parts, strict=True):
        found[at] = part
    return found


def finish(
    evening: Night, luck: random.Random, number: int, score: int
) -> dict[int, int]:
    """The open tables played out; he has just that."""
    scores: dict[int, int] = {}
    for table in evening.open:
        others = [each for each in table if each != number]
        chips = TABLE - score if number in table else TABLE
        scores |= dict(zip(others, split(luck, chips, len(others)), strict=True))
    return scores | {number: score}


def asked(evening: Night) -> Iterator[tuple[int, Need]]:
    """Each answer that somebody still to play gets."""
    for number in (each for table in evening.open for each in table):
        page = place_of(evening.tournament, number)
        assert page
        if page.scenarios and page.scenarios.page:
            first = page.scenarios.first
            for need in (*page.scenarios.page.object_list, *([first] if first else ())):
                yield number, need


def wrong(evening: Night, number: int, need: Need, luck: random.Random) -> str:
    """What an answer said that is not so; empty where it held."""
    for _ in range(FINISHES):
        if need.sure is not None:
            score = luck.choice((need.sure, luck.randint(need.sure, TABLE)))
            scores = finish(evening, luck, number, score)
            if evening.place(number, scores) > need.place:
                return f"sure with {need.sure}, and {scores} lose it"
        if need.out_of_reach:
            scores = finish(evening, luck, number, luck.choice((TABLE, 399, 250)))
            if evening.place(number, scores) <= need.place:
                return f"out of reach, and {scores} win it"
    even = {each: START for table in evening.open for each in table}
    if need.always or need.enough is None:
        return ""
    for chips, is_his in ((int(need.enough), True), (int(need.enough) - 1, False)):
        if (evening.place(number, even | {number: chips}) <= need.place) is not is_his:
            return f"{need.enough} are enough, and {chips} are {is_his and 'not'}"
    return ""


def test_random_finishes_bear_out_every_answer() -> None:
    luck, told = random.Random(27), Counter[str]()
    for _ in range(EVENINGS):
        evening = night(luck)
        for number, need in asked(evening):
            told["answers"] += 1
            told["sure"] += need.sure is not None
            told["out of reach"] += need.out_of_reach
            said = wrong(evening, number, need, luck)
            assert not said, f"{number}, place {need.place}: {said}, {evening}"
    assert told["sure"] > size(20, 500)
    say(", ".join(f"{many} {what}" for what, many in told.items()))


def test_who_sat_out_for_his_own_average_and_has_played_the_last_round() -> None:
    """His average moves though he has nothing more to play."""
    made = build.tournament(build.club(), rounds_planned=2, sit_out_score="average")
    people = build.entries(made, 9)
    first = build.published_round(made, [people[:4], people[4:8]])
    for sheet, scores in zip(
        first.sheets.order_by("table"),
        ((110, 100, 100, 90), (150, 90, 80, 80)),
        strict=True,
    ):
        build.verified_sheet(sheet, scores)
    last = build.published_round(made, [[people[8], *people[1:4]], people[4:8]])
    build.verified_sheet(last.sheets.get(table=1), (200, 70, 70, 60))

    need = needed(made, 5, 1)
    assert need.enough == 250  # 200 and 200 of no. 9, less 150
    assert need.sure == 251


def needed(tournament: Tournament, number: int, place: int) -> Any:
    page = place_of(tournament, number)
    assert page
    assert page.scenarios
    assert page.scenarios.page
    found = [*page.scenarios.page.object_list, page.scenarios.first]
    return next(each for each in found if each and each.place == place)
