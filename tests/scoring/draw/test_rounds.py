"""A round from draft to published, swapped, cancelled or back."""

import pytest
from django.utils import timezone

from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused
from scoring.desk import clocks
from scoring.draw import manual_seating, rounds
from scoring.draw import seats as seat_store
from scoring.draw.seats import make_draft
from scoring.models import (
    Change,
    Clock,
    Entry,
    Hand,
    Loan,
    Phone,
    Photo,
    Round,
    Sheet,
    SitOut,
    Tournament,
)
from scoring.people import entries
from scoring.results.standings_table import table_of
from scoring.sheets import phones
from scoring.tournaments import tournaments
from tests import builders as build
from tests.log_texts import log_text
from tests.messages import message

pytestmark = pytest.mark.django_db

BY = build.command()


def people(tournament: Tournament, count: int) -> list[Entry]:
    return build.entries(tournament, count)


def draft(tournament: Tournament, *tables: list[Entry]) -> Round:
    return manual_seating.seat_by_hand(tournament=tournament, actor=BY, tables=tables)


def seated(rnd: Round) -> list[list[str]]:
    """Names of each table, in seat order."""
    return [
        [seat.entry.name for seat in sheet.seats.order_by("position")]
        for sheet in rnd.sheets.order_by("table")
    ]


def audit(tournament: Tournament) -> list[str]:
    """What is kept and does not follow from the facts, read anew."""
    return list(differences_in(Tournament.objects.get(pk=tournament.pk)))


def why(rnd: Round) -> dict[str, str]:
    return {each.entry.name: each.why for each in rnd.sit_outs.all()}


# --- Seats by hand --------------------------------------------------------------


def test_seats_stay_in_the_order_they_were_given(tournament: Tournament) -> None:
    four = people(tournament, 4)
    rnd = draft(tournament, [four[2], four[0], four[3], four[1]])

    assert seated(rnd) == [[four[i].name for i in (2, 0, 3, 1)]]
    assert (rnd.number, rnd.state) == (1, Round.State.DRAFT)


def test_a_table_needs_four(tournament: Tournament) -> None:
    with pytest.raises(ActionRefused, match="Table 1 has 3 players, but it needs four"):
        draft(tournament, people(tournament, 3))


def test_nobody_sits_twice(tournament: Tournament) -> None:
    five = people(tournament, 5)
    with pytest.raises(ActionRefused, match=r"Marie Kubala \(1\) is seated twice"):
        draft(tournament, five[:4], [five[0], *five[1:4]])


def test_no_table_at_all_is_refused(tournament: Tournament) -> None:
    with pytest.raises(ActionRefused, match="at least one table"):
        draft(tournament)


def test_seating_again_replaces_the_drafts(tournament: Tournament) -> None:
    eight = people(tournament, 8)
    draft(tournament, eight[:4])
    rnd = draft(tournament, eight[4:])

    assert list(tournament.rounds.all()) == [rnd]
    assert seated(rnd) == [[entry.name for entry in eight[4:]]]


def test_the_same_form_sent_twice_seats_once(tournament: Tournament) -> None:
    four = people(tournament, 4)
    sent = {"tournament": tournament, "actor": BY, "tables": [four], "key": "form-1"}
    first = manual_seating.seat_by_hand(**sent)
    rounds.publish(rnd=first, actor=BY)

    assert manual_seating.seat_by_hand(**sent) == first
    assert tournament.rounds.count() == 1


def test_house_players_are_made_when_they_are_seated(tournament: Tournament) -> None:
    three = people(tournament, 3)
    rnd = draft(tournament, [*three, Entry(house=1, name="House player 1")])

    house = rnd.seats.get(position=4)
    assert house.entry.label == "H1"
    assert house.credit is None


def test_nothing_is_seated_in_a_finished_tournament(tournament: Tournament) -> None:
    four = people(tournament, 4)
    build.verified_sheet(build.published_round(tournament).sheets.get())
    tournaments.finish(tournament=tournament, actor=BY)

    with pytest.raises(ActionRefused, match="finished"):
        draft(tournament, four)


# --- Publish and back -------------------------------------------------------------


def test_publishing_says_why_each_of_the_others_has_no_seat(
    tournament: Tournament,
) -> None:
    eight = people(tournament, 8)
    for entry, state in zip(
        eight[4:], ("here", "expected", "absent", "left"), strict=True
    ):
        Entry.objects.filter(pk=entry.pk).update(state=state)
    rnd = rounds.publish(rnd=draft(tournament, eight[:4]), actor=BY)

    names = [entry.name for entry in eight[4:]]
    assert why(rnd) == dict(
        zip(names, ("sit_out", "absent", "absent", "left"), strict=True)
    )


def test_whoever_is_entered_later_came_late(tournament: Tournament) -> None:
    rnd = build.published_round(tournament)
    late = entries.add(tournament=tournament, actor=BY, name="Emil Late", state="here")

    assert rnd.sit_outs.get(entry=late).why == SitOut.Why.LATE


def test_house_players_never_sit_out(tournament: Tournament) -> None:
    four = people(tournament, 4)
    entries.house_players(tournament, 2)
    rnd = rounds.publish(rnd=draft(tournament, four), actor=BY)

    assert not rnd.sit_outs.exists()


def test_publishing_twice_is_once(tournament: Tournament) -> None:
    rnd = draft(tournament, people(tournament, 5)[:4])
    rounds.publish(rnd=rnd, actor=BY)
    rounds.publish(rnd=rnd, actor=BY)

    assert rnd.sit_outs.count() == 1
    assert Change.objects.filter(what="publish").count() == 1


def test_all_drafts_are_published_first_to_last(tournament: Tournament) -> None:
    four = people(tournament, 4)
    for number in (2, 1, 3):
        make_draft(tournament, number, [four])

    published = rounds.publish_all(tournament=tournament, actor=BY)
    assert [rnd.number for rnd in published] == [1, 2, 3]
    assert not tournament.rounds.filter(state="draft").exists()


def test_settings_changed_while_a_page_was_open_hold(tournament: Tournament) -> None:
    draft(tournament, people(tournament, 5)[:4])
    rnd = rounds.publish_all(tournament=tournament, actor=BY)[0]
    build.verified_sheet(rnd.sheets.get())
    second = draft(tournament, list(tournament.entries.all())[1:])
    fresh = Tournament.objects.get(pk=tournament.pk)
    tournaments.change(tournament=fresh, actor=BY, sit_out_score="zero")

    assert second.tournament.sit_out_score == "start", "read before the change"
    rounds.publish(rnd=second, actor=BY)
    assert audit(tournament) == []


def test_an_earlier_draft_comes_first(tournament: Tournament) -> None:
    four = people(tournament, 4)
    make_draft(tournament, 1, [four])
    second = make_draft(tournament, 2, [four])

    with pytest.raises(
        ActionRefused, match=message("Publish the earlier rounds first.")
    ):
        rounds.publish(rnd=second, actor=BY)


def test_a_round_without_records_goes_back_to_draft(tournament: Tournament) -> None:
    four = people(tournament, 5)[:4]
    rnd = rounds.publish(rnd=draft(tournament, four), actor=BY)
    make_draft(tournament, 2, [four])  # which hinders nothing
    rounds.unpublish(rnd=rnd, actor=BY)

    rnd.refresh_from_db()
    assert rnd.state == Round.State.DRAFT
    assert rnd.published_at is None
    assert not rnd.sit_outs.exists()
    assert table_of(tournament).lines == ()


def test_a_counted_round_stays_published(tournament: Tournament) -> None:
    rnd = build.published_round(tournament)
    build.counted(rnd.sheets.get())

    with pytest.raises(
        ActionRefused,
        match=message(
            "Something has already been recorded in this round, so you can only "
            "cancel it."
        ),
    ):
        rounds.unpublish(rnd=rnd, actor=BY)


def test_a_recorded_hand_keeps_the_round_published(tournament: Tournament) -> None:
    rnd = build.published_round(tournament)
    _hand(rnd.sheets.get())

    with pytest.raises(
        ActionRefused,
        match=message(
            "Something has already been recorded in this round, so you can only "
            "cancel it."
        ),
    ):
        rounds.unpublish(rnd=rnd, actor=BY)


def test_a_loan_keeps_the_round_published(tournament: Tournament) -> None:
    rnd = build.published_round(tournament)
    Loan.objects.create(sheet=rnd.sheets.get(), key="l", seat=1, chips=50)

    with pytest.raises(
        ActionRefused,
        match=message(
            "Something has already been recorded in this round, so you can only "
            "cancel it."
        ),
    ):
        rounds.unpublish(rnd=rnd, actor=BY)


def test_a_picture_keeps_the_round_published(tournament: Tournament) -> None:
    """Also one that was removed: its row stays, and so does its sheet."""
    rnd = build.published_round(tournament)
    Photo.objects.create(
        **{"sheet": rnd.sheets.get(), "key": "p", "name": "p", "width": 3},
        **{"height": 4, "removed_at": timezone.now()},
    )
    with pytest.raises(
        ActionRefused,
        match=message(
            "Something has already been recorded in this round, so you can only "
            "cancel it."
        ),
    ):
        rounds.unpublish(rnd=rnd, actor=BY)


def test_phones_do_not_keep_a_round_published(tournament: Tournament) -> None:
    rnd = build.published_round(tournament)
    phones.join(sheet=rnd.sheets.get(), key="k", seat=1, name="", asks=False)
    rounds.unpublish(rnd=rnd, actor=BY)

    assert rounds.discard(tournament=tournament, actor=BY, number=1) == 1
    assert not Phone.objects.exists()


def test_rounds_go_back_last_first(tournament: Tournament) -> None:
    first = build.published_round(tournament)
    build.published_round(tournament)

    with pytest.raises(
        ActionRefused,
        match=message("A later round is published. Return that round to draft first."),
    ):
        rounds.unpublish(rnd=first, actor=BY)


def _hand(sheet: Sheet) -> None:
    nets = {f"net{n}": 0 for n in (1, 2, 3, 4)}
    Hand.objects.create(
        sheet=sheet, key="hand-1", number=1, record={}, engine="1", **nets
    )


# --- Cancel and discard -----------------------------------------------------------


def test_a_cancelled_round_leaves_the_standings_and_stays_readable(
    tournament: Tournament,
) -> None:
    first, second = build.published_round(tournament), build.published_round(tournament)
    build.verified_sheet(first.sheets.get())
    build.verified_sheet(second.sheets.get(), (100, 100, 100, 100))

    rounds.cancel(rnd=first, actor=BY, reason="Two decks were mixed up")

    totals = [line.total for line in table_of(tournament).lines]
    assert totals == [100, 100, 100, 100]
    sheet = first.sheets.get()
    assert sheet.counts.count() == 2
    assert [seat.score for seat in sheet.seats.all()] == list(build.EVEN)
    first.refresh_from_db()
    assert first.reason == "Two decks were mixed up"
    assert audit(tournament) == []


def test_cancelling_needs_a_reason(tournament: Tournament) -> None:
    with pytest.raises(ActionRefused) as refused:
        rounds.cancel(rnd=build.published_round(tournament), actor=BY, reason="  ")
    assert refused.value.field == "reason"


def test_cancelling_twice_keeps_the_first_reason(tournament: Tournament) -> None:
    rnd = build.published_round(tournament)
    rounds.cancel(rnd=rnd, actor=BY, reason="Fire alarm")
    rounds.cancel(rnd=rnd, actor=BY, reason="Another one")

    rnd.refresh_from_db()
    assert rnd.reason == "Fire alarm"
    assert Change.objects.get(what="cancel").text == log_text(
        "round.canceled", number="1", reason="Fire alarm"
    )
    with pytest.raises(
        ActionRefused,
        match=message(
            "Something has already been recorded in this round, so you can only "
            "cancel it."
        ),
    ):
        rounds.unpublish(rnd=rnd, actor=BY)


def test_a_draft_is_discarded_not_cancelled(tournament: Tournament) -> None:
    with pytest.raises(
        ActionRefused,
        match=message("This round is a draft. Discard it instead of canceling it."),
    ):
        rounds.cancel(
            rnd=draft(tournament, people(tournament, 4)), actor=BY, reason="x"
        )


def test_discarding_takes_the_drafts_after_it_too(tournament: Tournament) -> None:
    four = people(tournament, 4)
    for number in (1, 2, 3):
        make_draft(tournament, number, [four])

    assert rounds.discard(tournament=tournament, actor=BY, number=2) == 2
    assert [rnd.number for rnd in tournament.rounds.all()] == [1]


def test_discarding_what_is_gone_changes_nothing(tournament: Tournament) -> None:
    rnd = build.published_round(tournament)
    logged = Change.objects.count()

    assert rounds.discard(tournament=tournament, actor=BY, number=rnd.number) == 0
    assert tournament.rounds.get() == rnd
    assert Change.objects.count() == logged


# --- Changing places --------------------------------------------------------------


def test_two_at_different_tables_change_places(tournament: Tournament) -> None:
    eight = people(tournament, 8)
    rnd = build.published_round(tournament, [eight[:4], eight[4:]])
    manual_seating.swap(rnd=rnd, actor=BY, one=eight[1], other=eight[6])

    names = [entry.name for entry in eight]
    assert seated(rnd) == [
        [names[0], names[6], names[2], names[3]],
        [names[4], names[5], names[1], names[7]],
    ]


def test_two_at_one_table_change_seats(tournament: Tournament) -> None:
    four = people(tournament, 4)
    rnd = build.published_round(tournament, [four])
    manual_seating.swap(rnd=rnd, actor=BY, one=four[0], other=four[3])

    assert seated(rnd) == [[four[i].name for i in (3, 1, 2, 0)]]


def test_whoever_gives_up_a_seat_sits_out(tournament: Tournament) -> None:
    five = people(tournament, 5)
    rnd = build.published_round(tournament, [five[:4]])
    manual_seating.swap(rnd=rnd, actor=BY, one=five[4], other=five[0])

    assert why(rnd) == {five[0].name: SitOut.Why.SIT_OUT}
    assert seated(rnd)[0][0] == five[4].name


def test_a_house_player_takes_the_seat_of_somebody_who_left(
    tournament: Tournament,
) -> None:
    four = people(tournament, 4)
    rnd = build.published_round(tournament, [four])
    entries.set_state(entry=four[0], actor=BY, state="left")
    house = entries.house_players(tournament, 1)[0]
    gone = Entry.objects.get(pk=four[0].pk)
    manual_seating.swap(rnd=rnd, actor=BY, one=gone, other=house)

    assert why(rnd) == {four[0].name: SitOut.Why.LEFT}
    assert rnd.seats.get(position=1).credit is None


def test_a_player_takes_the_seat_of_a_house_player(tournament: Tournament) -> None:
    three = people(tournament, 4)
    house = entries.house_players(tournament, 1)[0]
    rnd = build.published_round(tournament, [[*three[:3], house]])
    assert why(rnd) == {three[3].name: SitOut.Why.SIT_OUT}
    manual_seating.swap(rnd=rnd, actor=BY, one=house, other=three[3])

    assert why(rnd) == {}
    assert rnd.seats.get(position=4).credit == three[3]


def test_moves_in_a_draft_leave_no_sit_outs_behind(tournament: Tournament) -> None:
    five = people(tournament, 5)
    rnd = draft(tournament, five[:4])
    manual_seating.swap(rnd=rnd, actor=BY, one=five[0], other=five[4])
    assert not rnd.sit_outs.exists()

    rounds.publish(rnd=rnd, actor=BY)
    assert why(rnd) == {five[0].name: SitOut.Why.SIT_OUT}


def test_counted_seats_change_only_with_a_reason(tournament: Tournament) -> None:
    eight = people(tournament, 8)
    rnd = build.over(build.published_round(tournament, [eight[:4], eight[4:]]))
    build.verified_sheet(rnd.sheets.get(table=1))

    with pytest.raises(ActionRefused) as refused:
        manual_seating.swap(rnd=rnd, actor=BY, one=eight[0], other=eight[4])
    assert refused.value.field == "reason"

    manual_seating.swap(
        rnd=rnd, actor=BY, one=eight[0], other=eight[4], reason="Sat wrong"
    )
    assert rnd.seats.get(entry=eight[4]).score == build.EVEN[0]
    assert rnd.seats.get(entry=eight[0]).score is None
    assert audit(tournament) == []
    totals = {line.person.name: line.total for line in table_of(tournament).lines}
    assert totals[eight[4].name] == build.EVEN[0]


def test_recorded_hands_need_a_reason_too(tournament: Tournament) -> None:
    eight = people(tournament, 8)
    rnd = build.published_round(tournament, [eight[:4], eight[4:]])
    _hand(rnd.sheets.get(table=1))

    with pytest.raises(ActionRefused, match="Enter a reason"):
        manual_seating.swap(rnd=rnd, actor=BY, one=eight[0], other=eight[4])


def test_the_same_move_sent_twice_is_one(tournament: Tournament) -> None:
    four = people(tournament, 4)
    rnd = build.published_round(tournament, [four])
    for _ in range(2):
        manual_seating.swap(rnd=rnd, actor=BY, one=four[0], other=four[1], key="form-1")

    assert seated(rnd)[0][:2] == [four[1].name, four[0].name]


@pytest.mark.parametrize(("one", "other"), [(0, 0), (4, 5)])
def test_a_move_needs_two_people_and_a_seat(
    tournament: Tournament, one: int, other: int
) -> None:
    six = people(tournament, 6)
    rnd = build.published_round(tournament, [six[:4]])
    with pytest.raises(ActionRefused):
        manual_seating.swap(rnd=rnd, actor=BY, one=six[one], other=six[other])


def test_the_seats_of_a_cancelled_round_stay(tournament: Tournament) -> None:
    four = people(tournament, 4)
    rnd = build.published_round(tournament, [four])
    rounds.cancel(rnd=rnd, actor=BY, reason="Fire alarm")
    with pytest.raises(ActionRefused, match="canceled"):
        manual_seating.swap(rnd=rnd, actor=BY, one=four[0], other=four[1])


def test_a_code_that_is_taken_is_drawn_again(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = build.open_sheet(tournament).code
    drawn = iter((taken, "A3C4D", taken, "A3C4D", "K7RXD"))
    monkeypatch.setattr(seat_store, "new_code", lambda: next(drawn))
    later = build.published_round(tournament, 2)
    assert {sheet.code for sheet in later.sheets.all()} == {"A3C4D", "K7RXD"}


def test_a_round_taken_back_has_no_clock_any_more(tournament: Tournament) -> None:
    rnd = build.published_round(tournament, 1)
    clocks.start(rnd=rnd, actor=BY, key="clock", minutes=30)
    rounds.unpublish(rnd=rnd, actor=BY)
    assert not Clock.objects.exists()


def test_a_round_published_in_between_is_another_stamp(tournament: Tournament) -> None:
    """Where nobody saw a draft, too."""
    before = rounds.draft_stamp(tournament)
    build.published_round(tournament, 1)
    assert not tournament.rounds.filter(state="draft").exists()
    with pytest.raises(rounds.DrawnMeanwhile):
        rounds.refuse_other_drafts(tournament, before)
