"""Who comes to an evening: states, entries, places, and a site that sleeps."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from clubs.models import Player, Rhythm
from rules import capacity
from scoring.core.writes import ActionRefused, Actor
from scoring.models import Answer, Change, Entry, Tournament
from scoring.people import entries
from scoring.signups import rsvps
from scoring.signups.rsvps import AWAKE, coming_to
from tests import builders
from tests.log_texts import log_text

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def evening() -> Tournament:
    return builders.tournament(builders.club(), asks=True)


@pytest.fixture
def people(evening: Tournament) -> list[Player]:
    names = ["Marie Kubala", "Josef Marek", "Anna Svoboda", "Karel Novak"]
    return builders.players(evening.club, names)


def link(player: Player) -> Actor:
    return Actor(None, player.name, source="link")


def come(evening: Tournament, *people: Player, **wishes: bool) -> list[str]:
    return [
        rsvps.set_going(tournament=evening, player=one, actor=link(one), **wishes).state
        for one in people
    ]


def away(evening: Tournament, player: Player) -> str:
    by = link(player)
    return rsvps.set_not_going(tournament=evening, player=player, actor=by).state


def states(evening: Tournament, now: datetime | None = None) -> dict[str, str]:
    comers = coming_to(evening, now).comers
    return {comer.player.name.split()[0]: comer.state.value for comer in comers}


def entered(evening: Tournament) -> list[str]:
    return [entry.name.split()[0] for entry in evening.entries.order_by("number")]


def with_places(evening: Tournament, places: int, **facts: Any) -> Tournament:
    until = facts.pop("until", None)
    rsvps.set_list(
        tournament=evening,
        actor=builders.command(),
        asks=True,
        places=places,
        answers_until=until,
    )
    evening.refresh_from_db()
    return evening


def test_who_comes_is_entered_and_expected(
    evening: Tournament, people: list[Player]
) -> None:
    assert come(evening, *people[:2]) == ["in", "in"]
    assert entered(evening) == ["Marie", "Josef"]
    assert {entry.state for entry in evening.entries.all()} == {"expected"}
    assert come(evening, people[0]) == ["in"]
    assert evening.entries.count() == 2


def test_who_stays_away_leaves_the_list(
    evening: Tournament, people: list[Player]
) -> None:
    come(evening, *people[:2])
    assert away(evening, people[0]) == "out"
    assert entered(evening) == ["Josef"]
    assert away(evening, people[2]) == "out"  # never asked, and says so
    assert states(evening) == {"Josef": "in", "Marie": "out", "Anna": "out"}


def test_whoever_paid_keeps_his_entry(
    evening: Tournament, people: list[Player]
) -> None:
    come(evening, people[0])
    evening.entries.update(paid=True)
    assert away(evening, people[0]) == "out"
    entry = evening.entries.get()
    assert (entry.state, entry.paid) == ("absent", True)
    assert come(evening, people[0]) == ["in"]
    entry.refresh_from_db()
    assert entry.state == "expected"


def test_whom_the_desk_entered_is_in(evening: Tournament, people: list[Player]) -> None:
    entries.add(tournament=evening, actor=builders.command(), player=people[0])
    assert states(evening) == {"Marie": "in"}
    assert away(evening, people[0]) == "out"
    assert entered(evening) == []


def test_places_wait_and_go_on(evening: Tournament, people: list[Player]) -> None:
    with_places(evening, 2)
    assert come(evening, *people) == ["in", "in", "waiting", "waiting"]
    assert coming_to(evening).free == 0
    assert away(evening, people[1]) == "out"
    assert states(evening) == {
        "Marie": "in",
        "Anna": "offered",
        "Karel": "waiting",
        "Josef": "out",
    }
    assert entered(evening) == ["Marie"]
    assert come(evening, people[1]) == ["waiting"]  # behind the others
    assert coming_to(evening).rsvp_of(people[1]).line == 2
    assert come(evening, people[2]) == ["in"]
    assert entered(evening) == ["Marie", "Anna"]


def test_an_offer_runs_out_by_the_readers_clock(
    evening: Tournament, people: list[Player]
) -> None:
    with_places(evening, 1)
    come(evening, *people[:3])
    away(evening, people[0])
    late = timezone.now() + rsvps.OFFERED + HOUR
    assert states(evening)["Josef"] == "offered"
    assert states(evening, late) == {
        "Marie": "out",
        "Josef": "waiting",
        "Anna": "offered",
    }
    Answer.objects.update(since=timezone.now() - 2 * HOUR)
    Answer.objects.filter(state="offered").update(until=timezone.now() - HOUR)
    rsvps.update_waitlist(tournament=evening)
    kept = Answer.objects.values_list("player__name", "state")
    assert ("Anna Svoboda", "offered") in kept
    assert ("Josef Marek", "waiting") in kept


def test_an_entry_of_the_desk_takes_an_offered_place(
    evening: Tournament, people: list[Player]
) -> None:
    with_places(evening, 1)
    come(evening, *people[:2])
    entries.add(tournament=evening, actor=builders.command(), player=people[1])
    assert states(evening) == {"Marie": "in", "Josef": "in"}
    assert coming_to(evening).free == 0


def test_only_if_needed_takes_no_place(
    evening: Tournament, people: list[Player]
) -> None:
    with_places(evening, 1)
    assert come(evening, people[0], if_needed=True) == ["in"]
    assert come(evening, people[1]) == ["in"]
    found = coming_to(evening)
    assert [comer.player for comer in found.spare] == [people[0]]
    assert found.tables.people == 1
    assert come(evening, people[1], if_needed=True) == ["in"]  # his place is free again
    assert entered(evening) == []
    assert come(evening, people[0]) == ["in"]
    assert entered(evening) == ["Marie"]


def test_maybe_late_is_kept_and_taken_back(
    evening: Tournament, people: list[Player]
) -> None:
    come(evening, people[0], late=True)
    assert coming_to(evening).rsvp_of(people[0]).late
    come(evening, people[0])
    assert not coming_to(evening).rsvp_of(people[0]).late


def test_the_desk_asks_people_once(evening: Tournament, people: list[Player]) -> None:
    come(evening, people[0])
    by = builders.command()
    assert rsvps.ask(tournament=evening, players=people, actor=by) == 3
    assert rsvps.ask(tournament=evening, players=people, actor=by) == 0
    assert len(coming_to(evening).asked) == 3


def test_a_list_that_is_closed_takes_no_answer(
    evening: Tournament, people: list[Player]
) -> None:
    with_places(evening, 1, until=timezone.now() + HOUR)
    come(evening, *people[:2])
    Tournament.objects.update(answers_until=timezone.now() - HOUR)
    evening.refresh_from_db()
    assert "RSVPs closed at" in rsvps.why_closed(evening)
    builders.published_round(evening, 1)
    with pytest.raises(ActionRefused, match="has begun"):
        come(evening, people[2])
    with pytest.raises(ActionRefused, match="has begun"):
        away(evening, people[0])


def test_who_is_at_the_door_tells_the_desk(
    evening: Tournament, people: list[Player]
) -> None:
    come(evening, people[0])
    evening.entries.update(state=Entry.State.HERE)
    with pytest.raises(ActionRefused, match="already checked in"):
        away(evening, people[0])
    assert states(evening) == {"Marie": "in"}


def test_more_places_are_offered_at_once(
    evening: Tournament, people: list[Player]
) -> None:
    with_places(evening, 1)
    come(evening, *people[:3])
    with_places(evening, 2)
    kept = dict(Answer.objects.values_list("player__name", "state"))
    assert kept["Josef Marek"] == "offered"
    assert kept["Anna Svoboda"] == "waiting"


def test_offers_hold_on_where_the_site_slept(
    evening: Tournament, people: list[Player]
) -> None:
    with_places(evening, 1)
    come(evening, *people[:3])
    away(evening, people[0])
    start = timezone.now()
    Rhythm.objects.create(kind=AWAKE, last_at=start)
    woke = start + 3 * rsvps.OFFERED
    assert states(evening, woke)["Josef"] == "offered"
    assert rsvps.extend_expired_offers(woke) == 1
    row = Answer.objects.get(player=people[1])
    assert row.until == woke + rsvps.AFTER_SLEEP
    assert rsvps.extend_expired_offers(woke + HOUR) == 0
    assert "the site was off" in Change.objects.first().text
    assert states(evening, woke + HOUR)["Josef"] == "offered"


def test_no_offer_lasts_longer_than_the_list(
    evening: Tournament, people: list[Player]
) -> None:
    closes = timezone.now() + 3 * HOUR
    with_places(evening, 1, until=closes)
    come(evening, *people[:2])
    away(evening, people[0])
    assert Answer.objects.get(player=people[1]).until == closes


def test_no_offer_is_kept_longer_after_a_sleep_than_the_list(
    evening: Tournament, people: list[Player]
) -> None:
    start = timezone.now()
    woke = start + 3 * rsvps.OFFERED
    with_places(evening, 1, until=woke + 2 * HOUR)
    come(evening, *people[:2])
    away(evening, people[0])
    Rhythm.objects.create(kind=AWAKE, last_at=start)
    assert rsvps.extend_expired_offers(woke) == 1
    assert Answer.objects.get(player=people[1]).until == woke + 2 * HOUR


def test_after_a_sleep_an_offer_that_ends_within_the_hour_is_kept_longer_too(
    evening: Tournament, people: list[Player]
) -> None:
    with_places(evening, 1)
    come(evening, *people[:2])
    away(evening, people[0])
    start = timezone.now()
    Rhythm.objects.create(kind=AWAKE, last_at=start)
    woke = Answer.objects.get(player=people[1]).until - HOUR / 2
    assert rsvps.extend_expired_offers(woke) == 1


def test_a_spot_that_is_offered_is_not_free(
    evening: Tournament, people: list[Player]
) -> None:
    with_places(evening, 2)
    come(evening, *people[:3])
    away(evening, people[0])
    assert states(evening)["Anna"] == "offered"
    assert coming_to(evening).free == 0


def test_nothing_is_offered_once_the_list_is_closed(
    evening: Tournament, people: list[Player]
) -> None:
    with_places(evening, 1, until=timezone.now() + HOUR)
    come(evening, *people[:2])
    Tournament.objects.update(answers_until=timezone.now() - HOUR)
    evening.refresh_from_db()
    entries.remove(entry=evening.entries.get(), actor=builders.command())
    rsvps.update_waitlist(tournament=evening)
    assert states(evening) == {"Marie": "out", "Josef": "waiting"}


def test_each_answer_stands_in_the_log(
    evening: Tournament, people: list[Player]
) -> None:
    with_places(evening, 1)
    come(evening, *people[:2])
    come(evening, people[2], if_needed=True)
    away(evening, people[0])
    texts = [change.text for change in Change.objects.order_by("pk")]
    assert texts[0].startswith(log_text("rsvp.settings_changed", now="by link, 1 spot"))
    assert log_text("rsvp.coming", name="Marie Kubala") in texts
    assert log_text("rsvp.waiting", name="Josef Marek") in texts
    assert log_text("rsvp.standby", name="Anna Svoboda") in texts
    assert log_text("rsvp.declined", name="Marie Kubala") in texts
    assert log_text("rsvp.offered", name="Josef Marek") in texts
    assert {c.source for c in Change.objects.filter(what="answer")} >= {"link"}


def test_a_walk_at_random_keeps_the_entries_of_who_is_in(
    evening: Tournament, people: list[Player]
) -> None:
    """The rows and the entries are those of a list that is kept in memory."""
    with_places(evening, 2)
    chance, rows = Random(20261125), []
    for _ in range(60):
        who = chance.choice(people)
        comes = chance.random() < 0.6
        (come if comes else away)(evening, who)
        clock = rsvps.clock_of(evening, timezone.now())
        say = capacity.coming if comes else capacity.staying_away
        rows = say(rows, who.name.split()[0], 2, clock)
        expected = {row.who: row.state.value for row in rows}
        assert states(evening) == expected
        inside = {name for name, state in expected.items() if state == "in"}
        assert set(entered(evening)) == inside
