"""Two players who are one: everything handed over, and given back exactly."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Club, Player
from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused, Conflict, keep_fund
from scoring.draw import rounds
from scoring.draw.substitutes import substitute
from scoring.models import (
    Answer,
    Change,
    Entry,
    Merge,
    Round,
    SitOut,
    Standings,
    Tournament,
)
from scoring.people import check_in, entries, merges, players
from scoring.sheets import rulings
from tests import builders
from tests.drill.figures import size
from tests.messages import message

pytestmark = pytest.mark.django_db
BY = builders.command()
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
# Told by versions and the log, not facts of the evening; tallies follow, and are audited.
LEFT_OUT = {"Change", "Position", "Merge", "Tally"}
# Each write leaves these behind, a merge and its undo too.
GROWS = {
    "Sheet": {"version", "public_version"},
    "Standings": {
        "version",
        "rows_version",
        "reckoned_at",
        "revision",
        "followed",
        "by",
        "by_name",
        "why",
        "why_message",
    },
}


@dataclass
class Two:
    """Marie Kubala, and Marie K. who is the same."""

    club: Club
    kept: Player
    gone: Player

    def merged(self, key: str = "merge") -> Merge:
        return merges.merge(target=self.kept, duplicate=self.gone, actor=BY, key=key)

    def entered(self, tournament: Tournament, player: Player, **facts: Any) -> Entry:
        made = entries.add(tournament=tournament, actor=BY, player=player, state="here")
        Entry.objects.filter(pk=made.pk).update(**facts)
        made.refresh_from_db()
        return made


@pytest.fixture
def two() -> Two:
    club = builders.club()
    kept = builders.player(club, "Marie Kubala")
    return Two(club, kept, builders.player(club, "Marie K.", "Lodge 88"))


@pytest.fixture
def tournament(two: Two) -> Tournament:
    made = builders.tournament(two.club)
    builders.entries(made, 6)
    return made


def others(tournament: Tournament, number: int = 3) -> list[Entry]:
    return list(tournament.entries.filter(number__lte=number))


def rows() -> dict[str, list[dict[str, Any]]]:
    """Every row that says what happened."""
    models = [*apps.get_app_config("scoring").get_models(), Player]
    return {
        model.__name__: [
            {k: v for k, v in row.items() if k not in GROWS.get(model.__name__, ())}
            for row in model._base_manager.order_by("pk").values()
        ]
        for model in models
        if model.__name__ not in LEFT_OUT
    }


def audited() -> list[str]:
    found = (differences_in(each) for each in Tournament.objects.all())
    return [difference for each in found for difference in each]


def test_entries_of_one_go_to_the_other(two: Two, tournament: Tournament) -> None:
    entry = two.entered(tournament, two.gone)
    Player.objects.filter(pk=two.gone.pk).update(shown="initials", is_minor=True)
    two.merged()
    entry.refresh_from_db()
    assert (entry.player, entry.name) == (two.kept, "Marie K.")
    two.kept.refresh_from_db()
    assert two.kept.lodge == "Lodge 88"
    assert (two.kept.shown, two.kept.is_minor) == ("initials", True)
    assert two.gone not in two.club.players.all()
    assert audited() == []


def test_two_entries_of_one_evening_become_one(
    two: Two, tournament: Tournament
) -> None:
    tournament.apart = "7, 1\n8, 2\n7, 8"
    tournament.classes = "Women\nFirst-timers"
    tournament.save()
    kept = two.entered(tournament, two.kept, state="absent", classes=["First-timers"])
    gone = two.entered(tournament, two.gone, paid=True, classes=["Women"], team="Reds")
    one, two_, three = others(tournament)
    first = builders.published_round(tournament, [[one, two_, three, gone]])
    builders.verified_sheet(first.sheets.get())
    Entry.objects.filter(pk=kept.pk).update(state="here")
    Entry.objects.filter(pk=gone.pk).update(state="left")
    second = builders.published_round(tournament, [[kept, one, two_, three]])
    builders.verified_sheet(second.sheets.get())
    rulings.adjust(entry=gone, actor=BY, chips=-5, reason="late", key="r")
    rulings.adjust(entry=one, other=gone, actor=BY, chips=3, reason="a bet", key="s")
    two.merged()
    kept.refresh_from_db()
    assert (kept.state, kept.paid, kept.team) == ("here", True, "Reds")
    assert kept.classes == ["Women", "First-timers"]
    assert not SitOut.objects.filter(entry__in=[kept, gone]).exists()
    assert gone not in tournament.entries.all()
    places = {row["entry"]: row for row in Standings.objects.get().list_rows()}
    row = places[kept.pk]
    assert (row["total"], row["played"]) == (69 + 131 - 5 - 3, 2)
    assert gone.pk not in places
    tournament.refresh_from_db()
    assert tournament.apart == "7, 1\n7, 2"
    assert audited() == []


@pytest.mark.parametrize("paid", ["kept", "gone", "both", "neither"])
def test_a_payment_is_kept_and_given_back(
    two: Two, tournament: Tournament, paid: str
) -> None:
    Tournament.objects.update(fee=750)
    early, late = datetime(2026, 11, 1, tzinfo=UTC), datetime(2026, 11, 9, tzinfo=UTC)
    for name, at in (("kept", late), ("gone", early)):
        is_his = paid in (name, "both")
        facts = {"paid": is_his, "paid_at": at if is_his else None}
        two.entered(tournament, getattr(two, name), **facts)
    before = rows()["Entry"]
    merge = two.merged()
    one = Entry.objects.get(player=two.kept)
    first = {"kept": late, "neither": None}.get(paid, early)
    assert (one.paid, one.paid_at) == (paid != "neither", first)
    told = Change.objects.filter(what="fee").values_list("text", flat=True)
    twice = (
        ["Marie Kubala paid twice, so one fee is returned"] if paid == "both" else []
    )
    assert [*told] == twice
    assert [*merges.paid_twice(merge)] == [tournament][: len(twice)]
    assert audited() == []
    merges.undo(merge=merge, actor=BY)
    assert rows()["Entry"] == before
    assert audited() == []


def test_a_fee_given_back_since_stays_given_back(
    two: Two, tournament: Tournament
) -> None:
    kept = two.entered(tournament, two.kept)
    paid = two.entered(tournament, two.gone, paid=True, paid_at=NOON)
    merge = two.merged()
    for is_paid in (False, True):
        kept.refresh_from_db()
        check_in.update_entry(entry=kept, actor=BY, paid=is_paid)
    merges.undo(merge=merge, actor=BY)
    facts = Entry.objects.values_list("paid", "paid_at")
    assert facts.get(pk=kept.pk) == (False, None)
    assert facts.get(pk=paid.pk) == (True, NOON)


def test_who_sat_out_was_there(two: Two, tournament: Tournament) -> None:
    """By one of two entries: the other says that the round was missed."""
    kept = two.entered(tournament, two.kept, state="absent")
    two.entered(tournament, two.gone)
    rnd = builders.published_round(tournament, [others(tournament, 4)])
    assert rnd.sit_outs.get(credit=kept).why == "absent"
    two.merged()
    assert rnd.sit_outs.get(credit=kept).why == "sit_out"
    assert audited() == []


def test_two_who_sat_in_one_round_are_two(two: Two, tournament: Tournament) -> None:
    kept, gone = (two.entered(tournament, each) for each in (two.kept, two.gone))
    one, other, _ = others(tournament)
    builders.published_round(tournament, [[kept, one, other, gone]])
    before = rows()
    with pytest.raises(
        ActionRefused, match=r"Fall Tarok: .* both took part in round 1"
    ):
        two.merged()
    assert rows() == before


def test_who_sat_for_the_other_is_another(two: Two, tournament: Tournament) -> None:
    kept, gone = (two.entered(tournament, each) for each in (two.kept, two.gone))
    rnd = builders.published_round(tournament, [[*others(tournament), gone]])
    rnd.seats.filter(entry=gone).update(credit=kept)
    with pytest.raises(ActionRefused, match="round 1"):
        two.merged()


def test_who_is_the_others_substitute_is_another(
    two: Two, tournament: Tournament
) -> None:
    kept = two.entered(tournament, two.kept)
    two.entered(tournament, two.gone, substitute_for=kept, substitute_from=2)
    with pytest.raises(
        ActionRefused,
        match="one substituted for the other, so they can’t be the same person",
    ):
        two.merged()


def test_who_plays_for_one_while_another_plays_for_him_is_another(
    two: Two, tournament: Tournament
) -> None:
    one, other, third = others(tournament)
    gone = two.entered(tournament, two.gone, state="left")
    two.entered(tournament, two.kept, substitute_for=one, substitute_from=1)
    Entry.objects.filter(pk=third.pk).update(substitute_for=gone, substitute_from=1)
    with pytest.raises(
        ActionRefused, match=r"Anna Svoboda plays instead of Marie K\. and"
    ):
        two.merged()

    Entry.objects.filter(pk=third.pk).update(substitute_for=None, substitute_from=None)
    Entry.objects.filter(pk=gone.pk).update(substitute_for=other, substitute_from=1)
    with pytest.raises(ActionRefused, match="back first"):
        two.merged("nobody plays for two")


def test_merged_twice_at_once_one_wins_and_a_form_sent_twice_is_one(two: Two) -> None:
    assert two.merged("a") == two.merged("a")
    with pytest.raises(Conflict, match="have already been merged"):
        two.merged("b")
    with pytest.raises(ActionRefused):
        merges.merge(target=two.kept, duplicate=two.kept, actor=BY, key="c")
    assert Merge.objects.count() == 1


def test_who_was_entered_meanwhile_is_looked_at_again(
    two: Two, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    two.entered(tournament, two.gone)
    monkeypatch.setattr(merges, "_lock", lambda *_: {})  # it was not there yet
    with pytest.raises(
        Conflict,
        match=message(
            "One of these players was just entered in a tournament. Compare them again."
        ),
    ):
        two.merged()


def test_whoever_is_merged_away_is_entered_as_the_other(
    two: Two, tournament: Tournament
) -> None:
    two.merged()
    assert two.entered(tournament, two.gone).player == two.kept
    assert builders.player(two.club, "New").number == two.gone.number + 7


def test_erasing_one_erases_both(two: Two, tournament: Tournament) -> None:
    two.entered(tournament, two.kept)
    two.entered(tournament, two.gone)
    merge = two.merged()
    players.erase(player=two.kept, actor=BY)
    names = Entry.everybody.filter(player__in=[two.kept, two.gone])
    assert set(names.values_list("name", flat=True)) == {"Somebody"}
    both = Player.everybody.filter(pk__in=[two.kept.pk, two.gone.pk])
    assert set(both.values_list("name", "lodge")) == {("Somebody", "")}
    with pytest.raises(ActionRefused, match="erased"):
        merges.undo(merge=merge, actor=BY)


def test_an_undo_waits_for_the_merge_after_it(two: Two) -> None:
    first = two.merged()
    third = builders.player(two.club, "Maria Kubala")
    second = merges.merge(target=third, duplicate=two.kept, actor=BY, key="second")
    with pytest.raises(ActionRefused, match="Undo this merge first: Marie Kubala"):
        merges.undo(merge=first, actor=BY)
    for each in (second, first, first):
        merges.undo(merge=each, actor=BY)
    assert two.club.players.count() == 3


def test_an_undo_is_refused_where_a_seat_was_changed(
    two: Two, tournament: Tournament
) -> None:
    two.entered(tournament, two.kept)
    gone = two.entered(tournament, two.gone)
    rnd = builders.published_round(tournament, [[*others(tournament), gone]])
    merge = two.merged()
    rnd.seats.filter(position=4).update(entry=None, credit=None)
    with pytest.raises(ActionRefused, match="Table 1 in round 1 has changed since"):
        merges.undo(merge=merge, actor=BY)
    assert Merge.objects.get().undone_at is None


def test_what_was_changed_since_stays_after_an_undo(
    two: Two, tournament: Tournament
) -> None:
    kept = two.entered(tournament, two.kept)
    two.entered(tournament, two.gone, team="Reds")
    merge = two.merged()
    Entry.objects.filter(pk=kept.pk).update(team="Blues")
    Player.objects.filter(pk=two.kept.pk).update(lodge="Lodge 5")
    merges.undo(merge=merge, actor=BY)
    for each in (kept, two.kept):
        each.refresh_from_db()
    assert (kept.team, two.kept.lodge) == ("Blues", "Lodge 5")


def test_after_an_undo_the_second_has_missed_what_was_played_since(
    two: Two, tournament: Tournament
) -> None:
    kept = two.entered(tournament, two.kept)
    gone = two.entered(tournament, two.gone, state="left")
    merge = two.merged()
    builders.published_round(tournament, [[*others(tournament), kept]])
    merges.undo(merge=merge, actor=BY)
    assert [each.why for each in gone.sit_outs.all()] == ["left"]
    assert audited() == []


def test_an_entry_others_were_merged_into_is_not_removed(
    two: Two, tournament: Tournament
) -> None:
    kept = two.entered(tournament, two.kept)
    two.entered(tournament, two.gone)
    two.merged()
    with pytest.raises(ActionRefused, match="Marie Kubala has a merged entry"):
        entries.remove(entry=kept, actor=BY)


@contextmanager
def forgotten() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


ROUND = st.sampled_from(["kept", "gone", "nobody"])
STATE = st.sampled_from(["here", "expected", "absent", "left"])
EVENING = st.fixed_dictionaries(
    {
        "who": st.sampled_from(["kept", "gone", "both", "both"]),
        "rounds": st.lists(st.tuples(ROUND, STATE, STATE, st.booleans()), max_size=3),
        "facts": st.tuples(st.booleans(), st.booleans(), STATE, STATE),
        "ruled": st.sampled_from([None, "kept", "gone"]),
        "draft": st.booleans(),
    }
)


def play(two: Two, n: int, evening: dict[str, Any]) -> None:
    """One evening in which at most one of the two sits in any round."""
    tournament = builders.tournament(two.club, name=f"Tarok {n}", apart="1, 4\n4, 5")
    people = builders.entries(tournament, 3)
    who = {
        name: two.entered(tournament, getattr(two, name))
        for name in ("kept", "gone")
        if evening["who"] in (name, "both")
    }
    for sits, *states, verified in evening["rounds"]:
        for each, state in zip(who.values(), states, strict=False):
            Entry.objects.filter(pk=each.pk).update(state=state)
        if sits in who:
            rnd = builders.published_round(tournament, [[*people, who[sits]]])
            if verified:
                builders.verified_sheet(rnd.sheets.get())
    if evening["draft"] and "gone" in who:
        builders.published_round(tournament, [[*people, who["gone"]]])
        rounds.unpublish(rnd=tournament.rounds.last(), actor=BY)
    for each, paid, state in zip(
        who.values(), evening["facts"][:2], evening["facts"][2:], strict=False
    ):
        classes = ["Women"] if paid else []
        rows = Entry.objects.filter(pk=each.pk)
        paid_at = NOON - timedelta(days=each.pk % 3) if paid else None
        rows.update(paid=paid, state=state, classes=classes, fixed_table=2 - paid)
        rows.update(paid_at=paid_at)
    keep_fund(tournament)  # as a service does that takes a fee
    if evening["ruled"] in who:
        ruled = who[evening["ruled"]]
        rulings.adjust(entry=ruled, actor=BY, chips=7, reason="won a bet", key=f"r{n}")


@settings(
    max_examples=size(3, 100),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(EVENING, min_size=1, max_size=2))
def test_merge_and_undo_change_nothing(two: Two, evenings: list[dict]) -> None:
    with forgotten():
        for n, evening in enumerate(evenings):
            play(two, n, evening)
        before = rows()
        assert audited() == []
        merge = two.merged()
        assert audited() == []
        counted = Round.objects.filter(state__in=Round.COUNTING)
        for rnd in counted:  # everybody has one thing in a round, and one only
            sat = list(rnd.seats.exclude(credit=None).values_list("credit", flat=True))
            out = list(rnd.sit_outs.values_list("entry", flat=True))
            assert len({*sat, *out}) == len(sat) + len(out)
            hidden = Entry.everybody.exclude(merged_into=None)
            assert not hidden.filter(pk__in=[*sat, *out]).exists()
        merges.undo(merge=merge, actor=BY)
        assert rows() == before
        assert audited() == []


def test_start_numbers_are_drawn_around_whoever_was_merged(
    two: Two, tournament: Tournament
) -> None:
    two.entered(tournament, two.gone)
    two.entered(tournament, two.kept)
    two.merged()
    entries.number_by_lot(tournament=tournament, actor=BY)
    numbers = tournament.entries.order_by("number").values_list("number", flat=True)
    assert list(numbers) == [1, 2, 3, 4, 5, 6, 7]


def test_who_sat_out_for_another_still_did(two: Two, tournament: Tournament) -> None:
    """As the kept player, and as himself once it is undone."""
    leaver = tournament.entries.get(number=1)
    came = two.entered(tournament, two.gone)
    substitute(leaver=leaver, actor=BY, stand_in=came, start=1)
    four = list(tournament.entries.filter(number__in=(2, 3, 4, 5)))
    rnd = builders.published_round(tournament, [four])
    twin = two.entered(tournament, two.kept)
    before = rows()

    def sat_for() -> tuple[int, str]:
        row = rnd.sit_outs.get(credit=leaver)
        return row.entry_id, row.why

    assert sat_for() == (came.pk, "sit_out")
    merge = two.merged()
    assert sat_for() == (twin.pk, "sit_out")
    merges.undo(merge=merge, actor=BY)
    assert sat_for() == (came.pk, "sit_out")
    assert rows() == before


@pytest.mark.parametrize("name", ["kept", "gone"])
def test_what_either_entry_says_of_playing_and_standby(
    two: Two, tournament: Tournament, name: str
) -> None:
    """Ranked if one is; on standby only if both are."""
    one = two.entered(tournament, two.kept, ranked=name == "kept")
    facts = {"ranked": name == "gone", "if_needed": name == "gone"}
    two.entered(tournament, two.gone, **facts)
    two.merged()
    one.refresh_from_db()
    assert (one.ranked, one.if_needed) == (True, False)


def test_a_lodge_of_ones_own_is_kept(two: Two) -> None:
    Player.objects.filter(pk=two.kept.pk).update(lodge="Lodge 24")
    two.merged()
    two.kept.refresh_from_db()
    assert two.kept.lodge == "Lodge 24"


def test_an_answer_goes_to_the_other_and_back(two: Two, tournament: Tournament) -> None:
    answer = Answer.objects.create(
        tournament=tournament, player=two.gone, state="in", since=NOON
    )
    merge = two.merged()
    answer.refresh_from_db()
    assert answer.player == two.kept
    merges.undo(merge=merge, actor=BY)
    answer.refresh_from_db()
    assert answer.player == two.gone
