"""Final standings are kept as declared; what changes them later is a new edition."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused
from scoring.models import Edition, Entry, Tournament
from scoring.people import entries
from scoring.people.players import erase
from scoring.results.standings_table import table_of
from scoring.results.versions import edition_page, mark_of
from scoring.sheets import rulings
from scoring.tournaments import tournaments
from tests import builders as build
from tests.log_texts import log_text
from tests.markup import flowing

pytestmark = pytest.mark.django_db
OTHER = (97, 130, 104, 69)  # the first two the other way round


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """One round of one table, verified and finished."""
    made = build.tournament(club, rounds_planned=1)
    build.verified_sheet(build.open_sheet(made))
    return tournaments.finish(tournament=made, actor=build.command())


def numbers(tournament: Tournament) -> list[int]:
    return list(tournament.editions.values_list("number", flat=True))


def corrected(tournament: Tournament) -> None:
    sheet = tournament.rounds.get().sheets.get()
    build.corrected(sheet, OTHER)
    build.confirmed(sheet)


def test_finishing_keeps_the_first_edition(tournament: Tournament) -> None:
    edition = tournament.editions.get()

    assert edition.number == 1
    assert edition.rows == tournament.standings.list_rows()
    assert edition.by_name == "a command"
    assert list(differences_in(tournament)) == []


def test_finishing_twice_is_one_edition(tournament: Tournament) -> None:
    tournaments.finish(tournament=tournament, actor=build.command())

    assert numbers(tournament) == [1]


def test_before_the_finish_nothing_is_kept(club: Club) -> None:
    made = build.tournament(club)
    build.verified_sheet(build.open_sheet(made))

    assert not Edition.objects.exists()
    assert mark_of(made) is None


def test_a_correction_publishes_the_next(tournament: Tournament) -> None:
    sheet = tournament.rounds.get().sheets.get()
    build.corrected(sheet, OTHER)
    assert numbers(tournament) == [1]  # it waits for its second person
    build.confirmed(sheet)

    newest = tournament.editions.last()
    assert newest.number == 2
    assert newest.reason == log_text(
        "reason.corrected", round="1", table="1", why="Two stacks were mixed up"
    )
    assert list(differences_in(tournament)) == []


def test_it_says_who_went_from_where_to_where(tournament: Tournament) -> None:
    corrected(tournament)
    page = edition_page(tournament, 2)
    josef, marie = page.changes  # Anna stays second

    assert page.moved == 2
    assert mark_of(tournament).moved == 2
    assert (josef.name, josef.old_place, josef.new_place) == ("Josef Marek", 3, 1)
    assert (marie.old_total, marie.new_total) == (131, 97)
    (change,) = marie.rounds
    assert (change.round, change.old, change.new) == (1, 131, 97)
    assert change.address.endswith("/rounds/1/tables/1/")


def test_every_change_of_an_edition_shows_what_was_before(
    tournament: Tournament, client: Client
) -> None:
    josef = tournament.rounds.get().seats.get(position=2).entry
    rulings.adjust(
        entry=josef, actor=build.command(), chips=1, reason="late call", key="one"
    )
    path = reverse("scoring:edition", args=[tournament.club.slug, tournament.slug, 2])
    page = flowing(client.get(path))
    lines = page.partition('<ul class="line-list">')[2].partition("</ul>")[0]
    assert lines.count("<li>") == 1
    for said in ("0 → +1", "place 3 → <b>3 </b><br>", "total 96 → <b>97</b>"):
        assert said in lines


def test_a_ruling_publishes_the_next_and_taking_it_back_another(
    tournament: Tournament,
) -> None:
    entry = tournament.entries.first()
    ruling = rulings.adjust(
        entry=entry, actor=build.command(), chips=-40, reason="left early", key="one"
    )
    rulings.reverse(adjustment=ruling, actor=build.command(), reason="a mix-up")

    assert numbers(tournament) == [1, 2, 3]
    first, second, third = tournament.editions.all()
    assert (second.reason, second.by_name) == ("Ruling: left early", "a command")
    assert third.reason == log_text("reason.ruling_undone", why="a mix-up")
    assert first.rows == third.rows
    (change,) = [c for c in edition_page(tournament, 2).changes if c.new_rulings]
    assert (change.old_rulings, change.new_rulings) == (0, -40)


def test_a_write_that_moves_nothing_publishes_nothing(tournament: Tournament) -> None:
    tournaments.change(
        tournament=tournament, actor=build.command(), place="the hall, 2"
    )

    assert numbers(tournament) == [1]


def test_another_order_of_equals_is_no_edition(club: Club) -> None:
    """Who share a place stand by start number; nobody's place or chips change."""
    made = build.tournament(club, rounds_planned=1, tie_breaks=[])
    build.verified_sheet(build.open_sheet(made), (100, 100, 100, 100))
    tournaments.finish(tournament=made, actor=build.command())
    first = made.entries.get(number=1)
    facts = {"name": first.name, "lodge": first.lodge, "number": 9}
    entries.change(entry=first, actor=build.command(), **facts)

    assert [line.entry for line in table_of(made).lines][-1] == first.pk
    assert numbers(made) == [1]
    assert list(differences_in(made)) == []


def test_no_edition_is_without_its_why(club: Club) -> None:
    """Who sat out alone had a place; taken out, the reason and the name stay."""
    made = build.tournament(club, rounds_planned=1)
    build.entries(made, 5)
    build.verified_sheet(build.open_sheet(made))
    tournaments.finish(tournament=made, actor=build.command())
    entries.remove(entry=made.entries.get(number=5), actor=build.command())

    newest = made.editions.last()
    assert (newest.number, newest.by_name) == (2, "a command")
    assert newest.reason == log_text("reason.entries_changed")
    made.refresh_from_db()
    assert mark_of(made).moved == 3  # two behind, and who has no place any more


def test_what_is_refused_publishes_nothing(tournament: Tournament) -> None:
    with pytest.raises(ActionRefused):
        rulings.adjust(
            entry=tournament.entries.first(),
            actor=build.command(),
            chips=0,
            reason="x",
            key="none",
        )

    assert numbers(tournament) == [1]


def test_reopened_and_finished_again_the_numbers_go_on(tournament: Tournament) -> None:
    tournaments.reopen(tournament=tournament, actor=build.command())
    tournaments.finish(tournament=tournament, actor=build.command())
    assert numbers(tournament) == [1]  # it says the same

    reopened = tournaments.reopen(tournament=tournament, actor=build.command())
    build.verified_sheet(build.published_round(reopened).sheets.get())
    assert numbers(tournament) == [1]
    tournaments.finish(tournament=tournament, actor=build.command())

    assert numbers(tournament) == [1, 2]
    assert tournament.editions.last().reason == log_text("reason.finished_again")


def test_an_erased_name_is_in_no_edition(tournament: Tournament) -> None:
    corrected(tournament)
    marie = Entry.objects.get(name="Marie Kubala")
    rulings.adjust(
        entry=marie,
        actor=build.command(),
        chips=-1,
        reason="Marie Kubala left",
        key="m",
    )
    erase(player=marie.player, actor=build.command())

    for number in (1, 2, 3):
        page = edition_page(tournament, number)
        assert "Marie" not in str([page.lines, page.changes, page.edition.reason])
        assert len(page.lines) == 4


def test_the_audit_tells_when_the_newest_edition_differs(
    tournament: Tournament,
) -> None:
    Edition.objects.update(rows=[])

    changed, difference = differences_in(tournament)
    assert "edition 1 is not as it was declared" in changed
    assert "edition 1 is not what the standings say" in difference
    Edition.objects.all().delete()
    (difference,) = differences_in(tournament)
    assert "no edition was kept" in difference
