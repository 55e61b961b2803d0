"""What the desk does with people is part of the list of who comes, as an answer is."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.utils import timezone

from clubs.models import Player
from scoring.core.writes import ActionRefused, Actor
from scoring.models import Answer, Change, Entry, Letter, MailAddress, Tournament
from scoring.people import bulk_actions, check_in, entries
from scoring.signups import rsvps
from scoring.signups.rsvps import coming_to
from tests import builders
from tests.drill.figures import size
from tests.sign_up_model import SignUpModel

pytestmark = pytest.mark.django_db
BY = builders.command()
HOUR = timedelta(hours=1)
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)


@pytest.fixture
def evening() -> Tournament:
    return builders.tournament(builders.club(), asks=True, places=1)


@pytest.fixture
def people(evening: Tournament) -> list[Player]:
    return builders.players(evening.club, list(builders.NAMES[:6]))


def come(evening: Tournament, player: Player, **wishes: bool) -> None:
    by = Actor(None, player.name, source="link")
    rsvps.set_going(tournament=evening, player=player, actor=by, **wishes)


def states(evening: Tournament) -> dict[str, str]:
    return {
        comer.player.name.split()[0]: comer.state.value
        for comer in coming_to(evening).comers
    }


def entry_of(evening: Tournament, player: Player) -> Entry:
    return evening.entries.select_related("tournament").get(player=player)


def remove(evening: Tournament, player: Player) -> None:
    entries.remove(entry=entry_of(evening, player), actor=BY)


def set_absent(evening: Tournament, player: Player) -> None:
    entries.set_state(entry=entry_of(evening, player), actor=BY, state="absent")


def mark_absent(evening: Tournament, player: Player) -> None:
    check_in.update_entry(
        entry=entry_of(evening, player), actor=BY, state=Entry.State.ABSENT
    )


def withdraw(evening: Tournament, player: Player) -> None:
    pk = entry_of(evening, player).pk
    bulk_actions.do_several(
        tournament=evening, actor=BY, entry_ids=[pk], doing="withdraw"
    )


def mark_no_shows(evening: Tournament, player: Player) -> None:
    pk = entry_of(evening, player).pk
    check_in.no_shows(tournament=evening, actor=BY, named=[pk])


@pytest.mark.parametrize(
    "act", [remove, set_absent, mark_absent, withdraw, mark_no_shows]
)
def test_a_person_the_desk_takes_out_stays_out_and_the_next_gets_an_offer(
    evening: Tournament, people: list[Player], act: Callable[..., None]
) -> None:
    marie, josef = people[:2]
    come(evening, marie)
    come(evening, josef)
    act(evening, marie)
    assert states(evening) == {"Marie": "out", "Josef": "offered"}
    # At once, and as they are kept; the clock has nothing to add.
    kept = dict(Answer.objects.values_list("player__name", "state"))
    assert kept == {marie.name: "out", josef.name: "offered"}
    rsvps.update_waitlists()
    assert states(evening) == {"Marie": "out", "Josef": "offered"}
    assert not evening.entries.filter(player=marie).exclude(state="absent").exists()
    come(evening, josef)
    assert states(evening)["Josef"] == "in"


def test_the_offer_is_mailed_in_the_act_of_the_desk(
    evening: Tournament, people: list[Player], settings: object
) -> None:
    settings.MAIL, settings.SITE_URL = True, "https://valat.example"
    MailAddress.objects.create(
        player=people[1],
        email="josef@example.org",
        wishes=["offer"],
        given_at=timezone.now(),
        confirmed_at=timezone.now(),
    )
    come(evening, people[0])
    come(evening, people[1])
    remove(evening, people[0])
    assert Letter.objects.filter(kind=Letter.Kind.OFFER).count() == 1


def test_an_undone_absence_is_a_yes_again(
    evening: Tournament, people: list[Player]
) -> None:
    come(evening, people[0])
    set_absent(evening, people[0])
    entry = entry_of(evening, people[0])
    entries.set_state(entry=entry, actor=BY, state="expected", expected="absent")
    assert states(evening) == {"Marie": "in"}
    assert Answer.objects.get().state == "in"


def test_an_entry_by_the_desk_is_a_yes(
    evening: Tournament, people: list[Player]
) -> None:
    come(evening, people[0])
    come(evening, people[1])
    entries.add(tournament=evening, actor=BY, player=people[1])
    assert Answer.objects.get(player=people[1]).state == "in"
    remove(evening, people[1])
    assert states(evening) == {"Marie": "in", "Josef": "out"}


def test_an_entry_at_the_door_taken_back_leaves_the_turn_in_the_line(
    evening: Tournament, people: list[Player]
) -> None:
    for player in people[:4]:
        come(evening, player)
    step = check_in.enter(
        tournament=evening, actor=BY, paid=False, key="k", player=people[1]
    )
    assert states(evening)["Josef"] == "in"
    come(evening, people[4])  # somebody else's answer writes the list in between
    check_in.take_back(entry=step.entry, actor=BY, is_new_player=False)
    assert coming_to(evening).rsvp_of(people[1]).line == 1
    rsvps.update_waitlists()
    assert coming_to(evening).rsvp_of(people[1]).line == 1


def test_an_offer_of_somebody_at_the_door_is_not_kept_longer_after_a_sleep(
    evening: Tournament, people: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    come(evening, people[0])
    come(evening, people[1])
    remove(evening, people[0])
    rsvps.extend_expired_offers()
    check_in.enter(tournament=evening, actor=BY, paid=False, key="k", player=people[1])
    assert rsvps.extend_expired_offers(timezone.now() + 3 * rsvps.OFFERED) == 0


def test_a_stand_by_whom_the_desk_takes_out_stands_by_again(
    evening: Tournament, people: list[Player]
) -> None:
    come(evening, people[0], if_needed=True)
    entries.add(tournament=evening, actor=BY, player=people[0])
    remove(evening, people[0])
    assert [comer.player for comer in coming_to(evening).spare] == [people[0]]


def test_somebody_removed_once_it_has_begun_stays_out_when_it_is_a_draft_again(
    evening: Tournament, people: list[Player]
) -> None:
    rnd = builders.published_round(evening, 1)
    Entry.objects.create(tournament=evening, player=people[0], number=50, name="x")
    Answer.objects.create(
        tournament=evening, player=people[0], state="in", since=timezone.now()
    )
    remove(evening, people[0])
    rnd.state = "draft"
    rnd.save()
    rsvps.update_waitlist(tournament=evening)
    assert not evening.entries.filter(player=people[0]).exists()


def test_going_home_after_the_first_round_changes_no_answer(
    evening: Tournament, people: list[Player]
) -> None:
    come(evening, people[0])
    builders.published_round(evening, 1)
    entry = entry_of(evening, people[0])
    entries.set_state(entry=entry, actor=BY, state="left")
    assert Answer.objects.get().state == "in"


def test_an_act_of_the_desk_is_one_line_of_the_log_and_the_offer_another(
    evening: Tournament, people: list[Player]
) -> None:
    come(evening, people[0])
    come(evening, people[1])
    last = Change.objects.order_by("pk").last().pk
    remove(evening, people[0])
    made = Change.objects.filter(pk__gt=last).order_by("pk")
    assert [change.what for change in made] == ["answer", "entry"]


ACTS = ("come", "come", "stay", "enter", "door", "take back", "remove", "away", "back")


@pytest.mark.parametrize("seed", range(size(2, 8)))
def test_a_walk_at_random_with_a_desk_is_the_models(
    people: list[Player],
    evening: Tournament,
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Answers by link, acts of the desk and the clock, in any order."""
    Tournament.objects.update(places=2)
    evening.refresh_from_db()
    chance, now = Random(seed), [NOON]
    monkeypatch.setattr(timezone, "now", lambda: now[0])
    model = SignUpModel(2, rsvps.OFFERED)
    for step in range(60):
        now[0] += timedelta(minutes=chance.choice([1, 20, 400, 1440]))
        rsvps.update_waitlist(tournament=evening)
        model.tick(now[0])
        act, player = chance.choice(ACTS), chance.choice(people)
        _do(act, evening, player, model, now[0], f"{step}")
        said = {comer.player.pk: comer.state for comer in coming_to(evening).comers}
        assert said == model.states(), (step, act, player)
        line = [c.player.pk for c in coming_to(evening).waiting if c.line]
        assert line == model.waiting(), (step, act, player)
        entered = evening.entries.exclude(state="absent").values_list("player", flat=1)
        assert set(entered) == {*model.inside, *model.door}, (step, act, player)


def _do(
    act: str,
    evening: Tournament,
    player: Player,
    model: SignUpModel,
    now: datetime,
    key: str,
) -> None:
    who, entered = player.pk, model.is_entered(player.pk)
    if act == "come":
        come(evening, player)
        model.come(who, now)
    elif act == "stay":
        by = Actor(None, player.name, source="link")
        stay = {"tournament": evening, "player": player, "actor": by}
        if who in model.door:
            with pytest.raises(ActionRefused, match="already checked in"):
                rsvps.set_not_going(**stay)
        else:
            rsvps.set_not_going(**stay)
            model.stay(who, now)
    elif act == "enter" and not entered:
        entries.add(tournament=evening, actor=BY, player=player)
        model.enter(who, now)
    elif act == "door" and not entered:
        facts = {"paid": False, "key": key, "player": player}
        check_in.enter(tournament=evening, actor=BY, **facts)
        model.enter_at_door(who, now)
    elif act == "take back" and who in model.door:
        entry = entry_of(evening, player)
        check_in.take_back(entry=entry, actor=BY, is_new_player=False)
        model.take_back(who, now)
    elif act == "remove" and entered:
        remove(evening, player)
        model.remove(who, now)
    elif act == "away" and who in {*model.inside, *model.door}:
        mark_absent(evening, player)
        model.mark_away(who, now)
    elif act == "back" and who in model.away:
        entry = entry_of(evening, player)
        entries.set_state(entry=entry, actor=BY, state="expected")
        model.expect(who, now)
