"""Who plays: entries, start numbers, here and gone."""

import pytest

from clubs.models import Club
from scoring.core.writes import ActionRefused
from scoring.draw import manual_seating
from scoring.models import Change, Entry, SitOut, Standings, Tournament
from scoring.people import entries
from scoring.sheets import rulings
from scoring.tournaments import tournaments
from tests import builders
from tests.messages import message

pytestmark = pytest.mark.django_db
State = Entry.State


def add(tournament: Tournament, **facts: object) -> Entry:
    return entries.add(tournament=tournament, actor=builders.command(), **facts)


def numbers(tournament: Tournament) -> list[int]:
    return list(tournament.entries.order_by("pk").values_list("number", flat=True))


def test_somebody_new_becomes_a_player_of_the_club(tournament: Tournament) -> None:
    entry = add(tournament, name=" Marie Kubala ", lodge="Lodge 88")
    assert (entry.number, entry.name, entry.lodge) == (1, "Marie Kubala", "Lodge 88")
    assert entry.player.name == "Marie Kubala"
    assert entry.state == State.EXPECTED
    assert entry.lot > 0
    assert Change.objects.filter(what="entry").get().text == "added: 1 Marie Kubala"


def test_a_known_player_is_entered_once(club: Club, tournament: Tournament) -> None:
    marie = builders.player(club, lodge="Lodge 24")
    first = add(tournament, player=marie)
    assert first.lodge == "Lodge 24"
    assert add(tournament, player=marie) == first
    assert tournament.entries.count() == 1


def test_a_form_sent_twice_is_one_entry(club: Club, tournament: Tournament) -> None:
    first = add(tournament, name="Marie Kubala", key="k")
    assert add(tournament, name="Marie Kubala", key="k") == first
    assert club.players.count() == 1


def test_a_form_whose_entry_is_gone_says_so(tournament: Tournament) -> None:
    entry = add(tournament, name="Marie Kubala", key="k")
    entries.remove(entry=entry, actor=builders.command())
    with pytest.raises(ActionRefused, match="You already sent this"):
        add(tournament, name="Marie Kubala", key="k")


def test_a_key_of_another_tournament_enters_nobody(
    club: Club, tournament: Tournament
) -> None:
    other = builders.tournament(club, name="Other")
    add(other, name="Marie Kubala", key="k")
    add(tournament, name="Josef Marek")
    with pytest.raises(ActionRefused):
        add(tournament, name="Marie Kubala", key="k")


def test_a_name_is_needed(tournament: Tournament) -> None:
    with pytest.raises(ActionRefused) as refused:
        add(tournament, name="  ")
    assert refused.value.field == "name"


def test_the_next_number_follows_the_highest(tournament: Tournament) -> None:
    for number in (None, 17, None):
        add(tournament, name="Marie Kubala", number=number)
    assert numbers(tournament) == [1, 17, 18]


def test_a_taken_number_is_refused_and_nothing_is_made(
    club: Club, tournament: Tournament
) -> None:
    add(tournament, name="Marie Kubala", number=3)
    with pytest.raises(ActionRefused, match="Marie Kubala") as refused:
        add(tournament, name="Josef Marek", number=3)
    assert refused.value.field == "number"
    assert club.players.count() == 1


def test_who_comes_late_has_missed_the_rounds_before(tournament: Tournament) -> None:
    builders.published_round(tournament)
    late = add(tournament, name="Willie Late")
    assert SitOut.objects.get(entry=late).why == SitOut.Why.LATE


def test_who_comes_during_a_draft_has_missed_nothing(tournament: Tournament) -> None:
    people = builders.entries(tournament, 4)
    manual_seating.seat_by_hand(
        tournament=tournament, actor=builders.command(), tables=[people]
    )
    late = add(tournament, name="Willie Late")
    assert not SitOut.objects.filter(entry=late).exists()


def test_nobody_enters_a_finished_tournament(tournament: Tournament) -> None:
    builders.verified_sheet(builders.open_sheet(tournament))
    tournaments.finish(tournament=tournament, actor=builders.command())
    with pytest.raises(ActionRefused, match="finished"):
        add(tournament, name="Willie Late")


def test_states_change_and_are_logged_once(tournament: Tournament) -> None:
    entry = add(tournament, name="Marie Kubala")
    for _ in range(2):
        entries.set_state(entry=entry, actor=builders.command(), state=State.HERE)
    entry.refresh_from_db()
    assert entry.state == State.HERE
    row = Change.objects.get(what="state")
    assert (row.text, row.old, row.new) == (
        "1 Marie Kubala: here",
        "expected",
        "here",
    )


def test_all_expected_come_the_absent_do_not(tournament: Tournament) -> None:
    builders.entries(tournament, 2, state=State.EXPECTED)
    builders.entries(tournament, 1, state=State.ABSENT)
    for came in (2, 0):
        assert entries.all_here(tournament=tournament, actor=builders.command()) == came
    assert tournament.entries.filter(state=State.ABSENT).count() == 1
    assert Change.objects.filter(what="state").count() == 1


def test_a_change_leaves_the_player_alone(tournament: Tournament) -> None:
    entry = add(tournament, name="Marie Kubala")
    by = builders.command()
    entries.change(entry=entry, actor=by, name="Marie Orsak", lodge="L 1", number=9)
    entry.refresh_from_db()
    assert (entry.number, entry.name, entry.lodge) == (9, "Marie Orsak", "L 1")
    assert entry.player.name == "Marie Kubala"
    row = Change.objects.filter(what="entry").first()
    assert (row.old, row.new) == ("1 Marie Kubala", "9 Marie Orsak, L 1")


def test_a_change_to_a_taken_number_or_no_name_is_refused(
    tournament: Tournament,
) -> None:
    one, _ = builders.entries(tournament, 2)
    for facts, field in (
        ({"name": one.name, "number": 2}, "number"),
        ({"name": " ", "number": 1}, "name"),
    ):
        with pytest.raises(ActionRefused) as refused:
            entries.change(entry=one, actor=builders.command(), lodge="", **facts)
        assert refused.value.field == field


def test_who_must_not_meet_follows_the_numbers(tournament: Tournament) -> None:
    one, *_ = people = builders.entries(tournament, 9)
    tournament.apart = "1, 7\n2, 3"
    tournament.save()
    entries.change(entry=one, actor=builders.command(), name="A", lodge="", number=20)
    tournament.refresh_from_db()
    assert tournament.apart == "20, 7\n2, 3"
    entries.number_by_lot(tournament=tournament, actor=builders.command())
    tournament.refresh_from_db()
    by_number = {entry.number: entry.pk for entry in tournament.entries.all()}
    groups = [
        {by_number[int(n)] for n in line.split(", ")}
        for line in tournament.apart.splitlines()
    ]
    assert groups == [{people[0].pk, people[6].pk}, {people[1].pk, people[2].pk}]


def test_drawn_numbers_are_1_to_n_each_once(tournament: Tournament) -> None:
    builders.entries(tournament, 12)
    seen = set()
    for _ in range(4):
        entries.number_by_lot(tournament=tournament, actor=builders.command())
        assert sorted(numbers(tournament)) == list(range(1, 13))
        seen.add(tuple(numbers(tournament)))
    assert len(seen) > 1


def test_numbers_stay_once_a_round_is_drawn(tournament: Tournament) -> None:
    builders.published_round(tournament)
    with pytest.raises(
        ActionRefused,
        match=message("Start numbers can’t change after a round is drawn."),
    ):
        entries.number_by_lot(tournament=tournament, actor=builders.command())


def test_an_entry_is_removed_and_the_others_keep_their_numbers(
    tournament: Tournament,
) -> None:
    one, _, _ = builders.entries(tournament, 3)
    for _ in range(2):
        entries.remove(entry=one, actor=builders.command())
    assert numbers(tournament) == [2, 3]
    assert one.player.club.players.count() == 3


def test_who_has_a_seat_or_a_ruling_is_not_removed(tournament: Tournament) -> None:
    builders.published_round(tournament)
    late = add(tournament, name="Willie Late")
    rulings.adjust(
        entry=late, actor=builders.command(), chips=-5, reason="§31", key="ruling"
    )
    for entry in (tournament.entries.first(), late):
        with pytest.raises(ActionRefused, match="left"):
            entries.remove(entry=entry, actor=builders.command())
    assert tournament.entries.count() == 5


def test_a_late_comer_is_removed_from_the_standings_too(tournament: Tournament) -> None:
    builders.verified_sheet(builders.open_sheet(tournament))
    late = add(tournament, name="Willie Late")
    SitOut.objects.filter(entry=late).update(why=SitOut.Why.SIT_OUT)
    entries.stored.refresh(tournament, actor=builders.command(), reason="a test")
    assert len(Standings.objects.get(tournament=tournament).list_rows()) == 5
    entries.remove(entry=late, actor=builders.command())
    assert len(Standings.objects.get(tournament=tournament).list_rows()) == 4


def test_a_removed_entry_changes_no_more(tournament: Tournament) -> None:
    entry = add(tournament, name="Marie Kubala")
    entries.remove(entry=entry, actor=builders.command())
    with pytest.raises(ActionRefused, match="removed"):
        entries.set_state(entry=entry, actor=builders.command(), state=State.HERE)


def test_house_players_are_made_once(tournament: Tournament) -> None:
    first = entries.house_players(tournament, 2)
    assert entries.house_players(tournament, 3)[:2] == first
    assert [entry.label for entry in tournament.entries.exclude(house=None)] == [
        "H1",
        "H2",
        "H3",
    ]
