"""Two at once at the door, and two directors who merge: one wins, the other is told."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.audit.integrity import differences_in
from scoring.core.writes import Conflict
from scoring.models import Answer, Change, Entry, Merge, Tournament
from scoring.people import check_in, entries, merges, players
from scoring.signups import rsvps as coming
from tests import builders
from tests.test_races import AT_ONCE, at_once, told

pytestmark = pytest.mark.django_db(transaction=True)
BY = builders.command()


@pytest.fixture
def evening() -> Tournament:
    made = builders.tournament(builders.club(), fee=500)
    builders.entries(made, 5, state="expected")
    return made


def all_but_one_told(answers: list[Any]) -> bool:
    return sum(isinstance(each, Conflict) for each in answers) == AT_ONCE - 1


def test_of_many_who_mark_one_person_one_does(evening: Tournament) -> None:
    entry = evening.entries.get(number=1)
    mark = told(check_in.update_entry, entry=entry, actor=BY, state="here", paid=True)
    assert all_but_one_told(at_once(*[mark] * AT_ONCE))
    assert Change.objects.filter(what="state").count() == 1


def test_a_walk_in_of_all_laptops_is_one_person(evening: Tournament) -> None:
    facts = {"tournament": evening, "actor": BY, "paid": True, "name": "Rose Krenek"}
    answers = at_once(
        *(told(check_in.enter, key=str(n), **facts) for n in range(AT_ONCE))
    )
    assert all_but_one_told(answers)
    assert evening.club.players.filter(name="Rose Krenek").count() == 1


def test_of_many_who_merge_both_ways_one_does(evening: Tournament) -> None:
    one, other = (evening.entries.get(number=n).player for n in (1, 2))
    ways = [(one, other), (other, one)] * (AT_ONCE // 2)
    calls: list[Callable[[], Any]] = [
        told(merges.merge, target=kept, duplicate=gone, actor=BY, key=str(n))
        for n, (kept, gone) in enumerate(ways)
    ]
    assert all_but_one_told(at_once(*calls))
    assert Merge.objects.count() == 1
    assert evening.entries.count() == 4


def test_nobody_is_entered_under_a_name_that_is_merged_away(
    evening: Tournament,
) -> None:
    kept = evening.entries.get(number=1).player
    gone = builders.player(evening.club, "Marie K.")
    at_once(
        told(merges.merge, target=kept, duplicate=gone, actor=BY, key="merge"),
        *[told(entries.add, tournament=evening, actor=BY, player=gone)] * 3,
    )
    if Merge.objects.exists():
        assert not Entry.objects.filter(player=gone).exists()
    assert list(differences_in(evening)) == []


def test_one_merge_sent_many_times_is_one_and_nobody_is_told_otherwise(
    evening: Tournament,
) -> None:
    kept, gone = (builders.player(evening.club, name) for name in ("Rose J", "Rose"))
    merge = told(merges.merge, target=kept, duplicate=gone, actor=BY, key="one")
    assert set(at_once(*[merge] * AT_ONCE)) == {Merge.objects.get()}


def test_of_many_who_say_they_come_the_places_are_taken_once(
    evening: Tournament,
) -> None:
    Tournament.objects.update(asks=True, places=8)  # five are in already
    people = builders.players(evening.club, [f"Guest {n}" for n in range(AT_ONCE)])
    answers = at_once(
        *(
            told(coming.set_going, tournament=evening, actor=BY, player=who)
            for who in people
        )
    )
    states = sorted(answer.state.value for answer in answers)
    assert states == ["in"] * 3 + ["waiting"] * (AT_ONCE - 3)
    evening.refresh_from_db()
    waiting = coming.coming_to(evening).waiting
    assert [comer.line for comer in waiting] == [*range(1, AT_ONCE - 2)]
    assert evening.entries.count() == 8
    once_more = told(coming.set_going, tournament=evening, actor=BY, player=people[0])
    assert len({str(answer) for answer in at_once(*[once_more] * AT_ONCE)}) == 1
    assert Answer.objects.count() == AT_ONCE


def test_nobody_writes_back_a_name_while_it_is_erased(evening: Tournament) -> None:
    for entry in evening.entries.all():
        at_once(
            told(players.erase, player=entry.player, actor=BY),
            *(
                told(entries.set_state, entry=entry, actor=BY, state=state)
                for state in ("here", "left", "absent")
            ),
        )
    assert {each.name for each in evening.entries.all()} == {"Somebody"}
