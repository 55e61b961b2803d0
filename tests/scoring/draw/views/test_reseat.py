"""The smallest change on the web: shown, made as shown, handed round."""

import re

import pytest
from django.http import HttpResponse

from scoring.draw import draws, manual_seating, rounds
from scoring.draw.drafts import draft_of
from scoring.draw.draw_input import facts_of
from scoring.models import Draw, Entry, Round, Tournament
from scoring.people import entries
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of

pytestmark = pytest.mark.django_db

BY = build.command()


@pytest.fixture
def tournament(crew: Crew) -> Tournament:
    """Nine people, three rounds drawn, the first published; number 1 has left."""
    made = build.tournament(crew.club)
    people = build.entries(made, 9)
    draws.draw(tournament=made, actor=BY, whole_evening=True, seed=7)
    rounds.publish(rnd=made.rounds.get(number=1), actor=BY)
    seated = made.rounds.get(number=1).seats.values("entry")
    gone = next(e for e in people if {"entry": e.pk} in seated)
    entries.set_state(entry=gone, actor=BY, state=Entry.State.LEFT)
    made.refresh_from_db()
    return made


def page(crew: Crew, tournament: Tournament, more: str = "") -> str:
    return text_of(crew.get("director", at(tournament, "change") + more))


def hidden(found: str, name: str) -> str:
    (value,) = re.findall(rf'name="{name}" (?:value="(\w*)")?', found)
    return value


def make(crew: Crew, tournament: Tournament, found: str) -> HttpResponse:
    names = ("key", "digest", "later")
    data = {name: hidden(found, name) for name in names}
    return crew.post("director", at(tournament, "change-make"), data)


def test_it_is_shown_made_and_handed_round(tournament: Tournament, crew: Crew) -> None:
    found = page(crew, tournament)
    assert message("Nothing has changed yet") in found
    assert "before," in found
    made = make(crew, tournament, found)
    assert messages_of(made) == [
        message("Seats changed. Tell the people who move, or print the list.")
    ]

    draw = Draw.objects.get(input__kind="smallest")
    assert made.url == at(tournament, "change-slip", draw.pk)
    slip = text_of(crew.get("director", made.url))
    assert message("Only these people move") in slip
    assert message("Round {n}", n=1) in slip
    assert message("Round {n}", n=2) not in slip  # a draft: nobody has seen it
    assert message("The seating matches who’s here") in page(crew, tournament)
    assert make(crew, tournament, found).url == made.url


@pytest.mark.parametrize("state", ["left", "absent", "expected"])
@pytest.mark.parametrize("many", [5, 6, 9, 10, 13])
def test_the_pages_of_draws_open_after_somebody_who_sits_out_left(
    many: int, state: str, crew: Crew
) -> None:
    made = build.tournament(crew.club)
    build.entries(made, many)
    draws.draw(tournament=made, actor=BY, whole_evening=True, seed=7)
    rounds.publish(rnd=made.rounds.get(number=1), actor=BY)
    sitter = made.rounds.get(number=1).sit_outs.first().entry
    entries.set_state(entry=sitter, actor=BY, state=state)

    for name in ("change", "draw", "sit-outs", "tournament-desk"):
        assert crew.get("director", at(made, name)).status_code == 200
    answer = make(crew, made, page(crew, made))
    assert crew.get("director", answer.url).status_code == 200
    entries.set_state(entry=sitter, actor=BY, state="here")
    assert message("The seating matches who’s here") not in page(crew, made)


def test_nobody_is_told_of_what_only_drafts_change(
    tournament: Tournament, crew: Crew
) -> None:
    rounds.unpublish(rnd=tournament.rounds.get(number=1), actor=BY)
    found = page(crew, tournament, "?later=moved")
    assert (
        message(
            "Only drafts change. No one has seen them, so you don’t need to tell "
            "anyone."
        )
        in found
    )
    [said] = messages_of(make(crew, tournament, found))
    assert said.startswith(
        message(
            "Only drafts changed. No one has seen those seats, so you don’t need to "
            "tell anyone."
        )
    )


@pytest.fixture
def late(crew: Crew) -> Tournament:
    """Twelve people, three rounds drawn, the first published; four more come late."""
    made = build.tournament(crew.club)
    build.entries(made, 12)
    draws.draw(tournament=made, actor=BY, whole_evening=True, seed=7)
    rounds.publish(rnd=made.rounds.get(number=1), actor=BY)
    build.entries(made, 4)
    return made


def test_people_who_come_late_get_new_draws_and_the_effect_is_shown_first(
    late: Tournament, crew: Crew
) -> None:
    was = {
        seat.entry_id: seat.sheet_id for seat in late.rounds.get(number=1).seats.all()
    }
    found = page(crew, late)
    assert (
        message(
            "Repeats over the whole event: {before} before, {after} after.",
            before=9,
            after=0,
        )
        in found
    )
    assert message("Move as few people as possible: {n} repeats", n=27) in found
    make(crew, late, found)

    now = {
        seat.entry_id: seat.sheet_id for seat in late.rounds.get(number=1).seats.all()
    }
    assert was.items() <= now.items()
    assert repeats_of(late) == 0


def test_the_people_who_get_a_seat_are_named(late: Tournament, crew: Crew) -> None:
    newest = late.entries.order_by("number").last()
    found = page(crew, late)
    assert "New at the tables: " in found
    assert f"{newest.label} {newest.name}" in found.partition("New at the tables: ")[2]


def test_few_people_can_move_in_drafts_instead(late: Tournament, crew: Crew) -> None:
    found = page(crew, late, "?later=moved")
    assert "9 before, 27 after." in found
    assert message("Draw again: {n} repeats", n=0) in found
    make(crew, late, found)

    assert repeats_of(late) == 27


def test_drafts_alone_are_drawn_again_too(late: Tournament, crew: Crew) -> None:
    late.rounds.filter(number=1).update(state=Round.State.FINISHED)
    found = page(crew, late)
    assert message("No one has to move. The published seats stay the same.") in found
    made = make(crew, late, found)

    assert made.url == at(late, "draw")
    assert messages_of(made) == [message("The unpublished rounds were drawn again.")]
    assert make(crew, late, found).url == made.url
    assert late.draws.count() == 2
    assert message("The seating matches who’s here") in page(crew, late)


def test_seats_by_hand_in_drafts_are_not_thrown_away_unasked(
    late: Tournament, crew: Crew
) -> None:
    late.rounds.filter(state=Round.State.DRAFT).update(draw=None)
    assert "27 after." in page(crew, late)


def test_it_is_said_that_changes_by_hand_are_replaced(
    late: Tournament, crew: Crew
) -> None:
    draft = late.rounds.get(number=2)
    one, other = (sheet.seats.first().entry for sheet in draft.sheets.all()[:2])
    manual_seating.swap(rnd=draft, actor=BY, one=one, other=other)
    assert message(
        "Seats you changed by hand in those drafts will be replaced."
    ) in page(crew, late)


def repeats_of(tournament: Tournament) -> int:
    draft = draft_of(facts_of(tournament))
    assert draft
    return draft.report.repeats


def test_later_rounds_may_be_drawn_anew(tournament: Tournament, crew: Crew) -> None:
    found = page(crew, tournament, "?later=anew")
    assert (
        message("The unpublished rounds are drawn again for everyone who is here.")
        in found
    )
    assert "a draft nobody has seen" not in found
    make(crew, tournament, found)

    one, two, _ = tournament.rounds.order_by("number")
    assert one.draw.input["kind"] == "smallest"
    assert two.draw.input.get("kind") is None


def test_what_changed_meanwhile_is_shown_anew(
    tournament: Tournament, crew: Crew
) -> None:
    found = page(crew, tournament)
    build.entries(tournament, 1)
    answer = make(crew, tournament, found)

    assert answer.url == at(tournament, "change") + "?later=anew"
    assert (
        message(
            "Someone arrived, left or played while you were looking. Review the "
            "changes again."
        )
        in messages_of(answer)[0]
    )
    assert not Draw.objects.filter(input__kind="smallest").exists()


def test_a_form_of_something_else_changes_nothing(
    tournament: Tournament, crew: Crew
) -> None:
    answer = crew.post("director", at(tournament, "change-make"), {"digest": "x" * 99})

    assert messages_of(answer) == [
        message("The seats have changed since you opened this page. Review them again.")
    ]


def test_another_draw_is_no_list_of_moves(tournament: Tournament, crew: Crew) -> None:
    other = tournament.draws.get()
    slip = at(tournament, "change-slip", other.pk)
    assert crew.get("director", slip).status_code == 404


def test_the_round_and_everybody_read_why_somebody_sits_out(crew: Crew) -> None:
    tournament = build.tournament(crew.club)
    build.entries(tournament, 9)
    draws.draw(tournament=tournament, actor=BY, whole_evening=True, seed=7)
    rounds.publish(rnd=tournament.rounds.get(number=1), actor=BY)

    why = "drawn at random from 9 players; none of them has sat out this season"
    for name in ("round-desk", "round"):
        assert why in text_of(crew.get("director", at(tournament, name, 1)))


def test_nobody_sees_a_draft_before_it_is_published(crew: Crew) -> None:
    tournament = build.tournament(crew.club)
    people = build.entries(tournament, 4)
    build.published_round(tournament, [people])
    build.entries(tournament, 5, name="Hidden Player")
    draws.draw(tournament=tournament, actor=BY, whole_evening=True, seed=7)
    draft = tournament.rounds.filter(state=Round.State.DRAFT).first()
    sheet = draft.sheets.first()

    club = tournament.club
    seen = [
        crew.get("visitor", address)
        for address in (
            f"/{club.slug}/",
            club.get_absolute_url(),
            tournament.get_absolute_url(),
            at(tournament, "tournament-print"),
            at(tournament, "round", 1),
            at(tournament, "screen"),
        )
    ]
    for answer in seen:
        assert answer.status_code in (200, 302, 404)
        assert "Hidden Player" not in answer.content.decode()
    for address in (
        at(tournament, "round", draft.number),
        sheet.get_absolute_url(),
        f"/t/{sheet.token}/",
        f"/t/{sheet.token}/state/",
    ):
        assert crew.get("visitor", address).status_code in (404, 410)
