"""A verification taken back: the count waits again, and what rests on it forbids it."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from clubs.models import User
from scoring.audit.integrity import (
    wrong_results,
    wrong_sheets,
    wrong_standings,
    wrong_tallies,
)
from scoring.core.writes import ActionRefused, Conflict
from scoring.draw import rounds
from scoring.draw.seats import make_draft
from scoring.models import (
    Change,
    Count,
    Draw,
    Round,
    Seat,
    SecondLook,
    Sheet,
)
from scoring.results.stored import stored_rows
from scoring.rollups.hand_stats import ruled_in
from scoring.sheets import counts
from scoring.sheets.hand_writes import is_late
from scoring.sheets.progress import next_waiting, progress_of
from scoring.sheets.sheet import SheetState, history_of, life_of
from scoring.sheets.undo import can_take_back, may_take_back, take_back
from scoring.tournaments import tournaments
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(rnd: Round) -> dict[str, User]:
    """Who counts, who verifies, and a director."""
    club = rnd.tournament.club
    kinds = {"anna": "scorekeeper", "bea": "scorekeeper", "dora": "director"}
    return {name: build.member(club, kind, name) for name, kind in kinds.items()}


@pytest.fixture
def sheet(rnd: Round, people: dict[str, User]) -> Sheet:
    """Table 1, which Anna counted and Bea verified."""
    sheet = rnd.sheets.get(table=1)
    build.verified_sheet(sheet, by=people["anna"], second=people["bea"])
    return sheet


def fresh(sheet: Sheet) -> Sheet:
    return Sheet.objects.select_related("round__tournament").get(pk=sheet.pk)


def taken(sheet: Sheet, by: User, key: str = "back", **more: object) -> Count:
    facts = {"seen": build.seen(sheet), **more}
    return take_back(sheet=fresh(sheet), actor=build.actor(by), key=key, **facts).count


def audited(sheet: Sheet) -> list[str]:
    tournament = sheet.round.tournament
    return [
        *wrong_sheets(Sheet.objects.filter(round__tournament=tournament)),
        *wrong_results(tournament),
        *wrong_standings(tournament),
        *wrong_tallies(tournament),
    ]


def test_its_count_waits_again_and_nothing_is_destroyed(
    sheet: Sheet, people: dict[str, User]
) -> None:
    before = list(Count.objects.values())
    taken(sheet, people["bea"])
    life = life_of(fresh(sheet))
    assert list(Count.objects.values())[:2] == before
    assert (life.state, life.last_number, life.in_force) == (
        SheetState.COUNTED,
        3,
        None,
    )
    assert life.pending == life.counts[0]
    assert life.versions == []
    assert not life.rival
    assert life.current_count == life.counts[0]
    assert set(Seat.objects.filter(sheet=sheet).values_list("score", flat=True)) == {
        None
    }
    assert [said for _, said in history_of(life, ["a", "b", "c", "d"])] == [
        message("undid the verification"),
        "verified",
        "counted",
    ]
    assert audited(sheet) == []
    assert "undid the verification of round" in Change.objects.latest("pk").text


def test_who_counted_still_may_not_verify_and_who_took_it_back_may(
    sheet: Sheet, people: dict[str, User]
) -> None:
    taken(sheet, people["bea"])
    with pytest.raises(
        ActionRefused, match="You counted this sheet, so a second person"
    ):
        build.confirmed(fresh(sheet), people["anna"], witness="account")
    build.confirmed(fresh(sheet), people["bea"], witness="account")
    life = life_of(fresh(sheet))
    assert life.state == SheetState.VERIFIED
    assert life.verified == life.counts[-1]
    assert len(life.versions) == 1
    assert audited(sheet) == []
    taken(sheet, people["bea"], key="twice")
    assert life_of(fresh(sheet)).state == SheetState.COUNTED


def test_it_may_be_counted_anew(sheet: Sheet, people: dict[str, User]) -> None:
    taken(sheet, people["bea"])
    build.counted(fresh(sheet), people["anna"], held=(130, 97, 104, 69))
    build.confirmed(fresh(sheet), people["bea"], witness="account")
    assert life_of(fresh(sheet)).in_force.scores == (130, 97, 104, 69)
    assert not life_of(fresh(sheet)).receipts  # it was never in force otherwise
    assert audited(sheet) == []


def test_the_same_press_twice_is_one(sheet: Sheet, people: dict[str, User]) -> None:
    first = taken(sheet, people["bea"], seen=2)
    assert taken(sheet, people["bea"], seen=2) == first
    assert sheet.counts.count() == 3


def test_a_rival_press_is_told(sheet: Sheet, people: dict[str, User]) -> None:
    taken(sheet, people["bea"], seen=2)
    with pytest.raises(Conflict):
        taken(sheet, people["dora"], key="other", seen=2, directs=True)


def test_the_round_goes_on_and_its_standings_follow(
    sheet: Sheet, people: dict[str, User]
) -> None:
    rnd = sheet.round
    build.verified_sheet(rnd.sheets.get(table=2))
    build.verified_sheet(rnd.sheets.get(table=3))
    rnd.refresh_from_db()
    assert (rnd.state, bool(rnd.closed_at)) == (Round.State.FINISHED, True)
    assert is_late(fresh(sheet))
    whole = stored_rows(rnd.tournament)
    assert whole
    taken(sheet, people["bea"])
    rnd.refresh_from_db()
    assert (rnd.state, rnd.closed_at) == (Round.State.OPEN, None)
    assert stored_rows(rnd.tournament) != whole
    assert not is_late(fresh(sheet))
    assert progress_of(rnd).waiting == [1]
    assert audited(sheet) == []
    build.confirmed(fresh(sheet), people["bea"], witness="account")
    rnd.refresh_from_db()
    assert rnd.state == Round.State.FINISHED
    assert stored_rows(rnd.tournament) == whole
    assert audited(sheet) == []


def test_the_next_to_verify_is_for_others_than_who_counted(
    sheet: Sheet, people: dict[str, User]
) -> None:
    """Not for others than who took it back."""
    taken(sheet, people["bea"])
    rnd, found = sheet.round, progress_of(sheet.round)
    for name in ("anna", "bea"):
        user = people[name]
        own = next_waiting(rnd, 2, user, own_only=True)
        others = next_waiting(rnd, 2, user, own_only=False)
        assert own == found.next_of_own(2, user) == (1 if name == "anna" else None)
        assert others == found.next_for_others_eyes(2, user)


def test_a_ruling_on_it_counts_for_nothing_meanwhile(
    rnd: Round, people: dict[str, User]
) -> None:
    sheet = rnd.sheets.get(table=2)
    ruled = build.seats((131, 96, 104, 60), ruled=(9, 0, 0, 0))
    build.counted(sheet, people["dora"], seats=ruled, reason="Nine lost", may_rule=True)
    build.confirmed(sheet, people["bea"], witness="account")
    assert ruled_in(rnd.tournament)[sheet.pk][0] == 9
    taken(sheet, people["bea"])
    assert sheet.pk not in ruled_in(rnd.tournament)
    assert audited(sheet) == []


def test_it_is_for_who_verified_or_a_director(
    sheet: Sheet, people: dict[str, User]
) -> None:
    life = life_of(sheet)
    allowed = {
        (name, directs): may_take_back(life, people[name].pk, directs=directs)
        for name in people
        for directs in (False, True)
    }
    assert allowed[("bea", False)]
    assert all(allowed[(name, True)] for name in people)
    assert not allowed[("anna", False)]
    with pytest.raises(
        ActionRefused,
        match=message(
            "Someone else verified this sheet. Only a director can undo that."
        ),
    ):
        taken(sheet, people["anna"])
    taken(sheet, people["dora"], directs=True)


def finishes(sheet: Sheet, people: dict[str, User]) -> None:
    for other in sheet.round.sheets.exclude(pk=sheet.pk):
        build.verified_sheet(other)
    tournaments.finish(tournament=sheet.round.tournament, actor=build.command())


def looks_again(sheet: Sheet, people: dict[str, User]) -> None:
    verified = life_of(sheet).verified
    SecondLook.objects.create(count=verified, key="look", by_name="Dora")


def corrects(sheet: Sheet, people: dict[str, User]) -> None:
    build.corrected(sheet, by=people["dora"])


def corrects_and_confirms(sheet: Sheet, people: dict[str, User]) -> None:
    build.corrected(sheet, by=people["dora"])
    build.confirmed(sheet, people["anna"], witness="account")


def withdraws_a_correction(sheet: Sheet, people: dict[str, User]) -> None:
    build.corrected(sheet, by=people["dora"])
    counts.withdraw(
        sheet=fresh(sheet),
        actor=build.actor(people["dora"]),
        seen=build.seen(sheet),
        key="withdrawn",
        reason="Misread",
    )


def publishes_the_next(sheet: Sheet, people: dict[str, User]) -> None:
    build.published_round(sheet.round.tournament, 3)


def draws_by_standing(sheet: Sheet, people: dict[str, User]) -> None:
    tournament = sheet.round.tournament
    seated = list(tournament.entries.order_by("number")[:4])
    draft = make_draft(tournament, 2, [seated])
    draft.draw = Draw.objects.create(
        tournament=tournament, seed=1, input={"standing": [1, 2]}, report={}
    )
    draft.save()


@pytest.mark.parametrize(
    ("happens", "says"),
    [
        (finishes, "The tournament is finished"),
        (
            looks_again,
            message(
                "Someone has already checked this sheet against the paper for the podium "
                "audit. Enter a correction instead."
            ),
        ),
        (corrects, "has a correction that isn’t verified yet"),
        (
            corrects_and_confirms,
            message("This sheet has been corrected. Enter another correction instead."),
        ),
        (
            withdraws_a_correction,
            message("This sheet has been corrected. Enter another correction instead."),
        ),
        (publishes_the_next, "Round 2 has already been published"),
        (draws_by_standing, "Round 2 has already been drawn from the standings"),
    ],
)
def test_it_is_refused_once_something_rests_on_it_and_says_on_what(
    sheet: Sheet,
    people: dict[str, User],
    happens: Callable[[Sheet, dict[str, User]], None],
    says: str,
) -> None:
    assert can_take_back(life_of(sheet), sheet.round, None, directs=True)
    happens(sheet, people)
    now = fresh(sheet)
    assert not can_take_back(life_of(now), now.round, None, directs=True)
    before = list(Count.objects.values())
    with pytest.raises(ActionRefused, match=says):
        taken(sheet, people["dora"], directs=True)
    assert list(Count.objects.values()) == before
    assert audited(sheet) == []


def test_what_was_published_before_does_not_rest_on_it(
    rnd: Round, people: dict[str, User]
) -> None:
    """A whole evening is published at once; a draft that nobody drew by it may stand."""
    tournament = rnd.tournament
    later = build.published_round(tournament, 3)
    seated = list(tournament.entries.order_by("number")[:4])
    make_draft(tournament, 3, [seated])
    sheet = rnd.sheets.get(table=1)
    build.verified_sheet(sheet, by=people["anna"], second=people["bea"])
    taken(sheet, people["bea"])
    assert life_of(fresh(sheet)).state == SheetState.COUNTED
    rounds.cancel(rnd=later, actor=build.command(), reason="Fire alarm")
    build.confirmed(fresh(sheet), people["bea"], witness="account")
    Round.objects.filter(pk=later.pk).update(published_at=timezone.now())
    taken(sheet, people["bea"], key="again")


def test_second_entries_that_differ_are_no_taking_back(
    sheet: Sheet, people: dict[str, User]
) -> None:
    """Typed blind with the old numbers, a correction stays one that waits."""
    build.corrected(sheet, by=people["dora"])
    counts.confirm(
        sheet=fresh(sheet),
        actor=build.actor(people["anna"]),
        seen=build.seen(sheet),
        key="blind",
        witness="blind",
        again=build.seats(),
    )
    life = life_of(fresh(sheet))
    assert life.correction_waits
    assert life.state == SheetState.VERIFIED
    assert life.rival
