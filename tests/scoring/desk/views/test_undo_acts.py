"""Large acts are undone as a whole: every row as before, or a reason why not."""

import html
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.http import HttpResponse
from django.utils import timezone

from clubs.models import Player
from scoring.core.undo import forget_old
from scoring.draw import draws, manual_seating, rounds
from scoring.draw.reseat import question_of
from scoring.draw.reseat_proposals import proposal_of
from scoring.models import (
    Answer,
    Change,
    Entry,
    Letter,
    SignUp,
    Tournament,
    TwoPeople,
    UndoRecord,
)
from scoring.people import check_in, entries, players
from scoring.signups import name_signups, personal_links, rsvps
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of
from tests.scoring.emails.conftest import mailed, with_mail

__all__ = ["with_mail"]
pytestmark = pytest.mark.django_db
BUTTON = re.compile(r'action="(/desk/[^"]+/undo/\d+/)"')
UNDONE = message("Undone. Everything is as it was before.")
State = Entry.State
# Draws, the log and what is reckoned stay or grow; versions tell phones of both.
LEFT_OUT = {
    *("Change", "Position", "UndoRecord", "Draw"),
    *("Standings", "StandingsRow", "Tally"),
}
COUNTERS = {"version", "public_version"}


def all_rows(tournament: Tournament) -> dict[str, list[dict[str, Any]]]:
    """Every row of the site but those that only grow."""
    models = [*apps.get_app_config("scoring").get_models(), Player]
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name not in COUNTERS}
            for row in model._base_manager.order_by("pk").values()
        ]
        for model in models
        if model.__name__ not in LEFT_OUT
    }


# --- The acts: each arranges first, and gives what the press is ---------------

Press = Callable[[], HttpResponse]


def enters_list(crew: Crew, own: Tournament) -> Press:
    """Four new people, one of the club, and one who was asked."""
    known = build.player(crew.club, "Marie Kubala")
    asked = build.player(crew.club, "Josef Novak")
    Answer.objects.create(
        tournament=own, player=asked, state="asked", since=timezone.now()
    )
    text = "Emil Hruska\nRose Krenek\nAnna Orsak\nVlasta Sulak"
    return sends_list(crew, own, f"{text}\n{known.name}\n{asked.name}")


def sends_list(crew: Crew, own: Tournament, text: str, **more: str) -> Press:
    preview = crew.post("director", at(own, "entries-paste"), {"text": text})
    form = preview.context["form"]
    sent = {"text": form["text"].value(), "key": form["key"].value(), **more}
    return lambda: crew.post("director", at(own, "entries-confirm"), sent)


def picks_players(crew: Crew, own: Tournament) -> Press:
    people = build.players(crew.club, ["Marie Kubala", "Josef Novak"])
    sent = {"who": [player.pk for player in people], "key": "picks"}
    return lambda: crew.post("director", at(own, "entries-pick"), sent)


def changes_by_list(crew: Crew, own: Tournament) -> Press:
    """A list applied to entries: their lodges."""
    made = build.entries(own, 5)
    text = "\n".join(f"{each.number} {each.name}, Lodge 66" for each in made)
    preview = crew.post("director", at(own, "entries-paste"), {"text": text})
    form, changes = preview.context["form"], preview.context["changes"]
    sent = {"text": form["text"].value(), "key": form["key"].value()}
    sent["change"] = [*changes.offered]
    return lambda: crew.post("director", at(own, "entries-confirm"), sent)


def marks_all_here(crew: Crew, own: Tournament) -> Press:
    build.entries(own, 3, state=State.EXPECTED)
    build.entries(own, 1)
    return lambda: crew.post("director", at(own, "entries-all-here"))


def marks_no_shows(crew: Crew, own: Tournament) -> Press:
    """One of three has answered, and one waits for a spot."""
    Tournament.objects.filter(pk=own.pk).update(places=3)
    made = build.entries(own, 3, state=State.EXPECTED)
    waits = build.player(crew.club, "Waldy Kubena")
    for player, state in ((made[0].player, "in"), (waits, "waiting")):
        Answer.objects.create(
            tournament=own, player=player, state=state, since=timezone.now()
        )
    named = " ".join(str(each.pk) for each in made)
    return lambda: crew.post("director", at(own, "door-no-shows"), {"named": named})


def draws_numbers(crew: Crew, own: Tournament) -> Press:
    build.entries(own, 9)
    Tournament.objects.filter(pk=own.pk).update(apart="1, 2\n3, 4, 5")
    return lambda: crew.post("director", at(own, "entries-draw-numbers"))


def withdraws(crew: Crew, own: Tournament) -> Press:
    return does_several(crew, own, "withdraw")


def pays(crew: Crew, own: Tournament) -> Press:
    Tournament.objects.filter(pk=own.pk).update(fee=750)
    return does_several(crew, own, "paid")


def does_several(crew: Crew, own: Tournament, doing: str) -> Press:
    made = build.entries(own, 6)
    sent = {"who": [each.pk for each in made[:4]], "do": doing}
    return lambda: crew.post("director", at(own, "entries-several"), sent)


def reseats(crew: Crew, own: Tournament) -> Press:
    """One of nine has left after the first round was published; a draft waits."""
    by = build.command()
    made = build.entries(own, 9)
    draws.draw(tournament=own, actor=by, whole_evening=True, seed=7)
    own.refresh_from_db()
    rounds.publish(rnd=own.rounds.get(number=1), actor=by)
    seat = own.rounds.get(number=1).seats.filter(sheet__table=1).first()
    assert seat
    assert seat.entry in made
    build.phone(seat.sheet, seat.position, seat.entry.name)
    entries.set_state(entry=seat.entry, actor=by, state=State.LEFT)
    question = question_of(own)
    proposal = proposal_of(question, question.seed)
    sent = {"digest": proposal.digest, "later": "moved", "key": "reseat"}
    return lambda: crew.post("director", at(own, "change-make"), sent)


def discards(crew: Crew, own: Tournament) -> Press:
    build.entries(own, 9)
    draws.draw(tournament=own, actor=build.command(), whole_evening=True, seed=7)
    return lambda: crew.post("director", at(own, "round-discard", 1))


def confirms_sign_up(crew: Crew, own: Tournament) -> Press:
    crew.club.word = "felt"
    crew.club.save()
    Tournament.objects.filter(pk=own.pk).update(asks=True, date=timezone.localdate())
    own.refresh_from_db()
    build.player(crew.club, "Rose Krenec")
    row = name_signups.sign_up(tournament=own, name="Rose Krenek", lodge="", key="rose")
    where = at(own, "sign-up-settle", row.pk)
    return lambda: crew.post("director", where, {"who": "new"})


ACTS = [
    enters_list,
    picks_players,
    changes_by_list,
    marks_all_here,
    marks_no_shows,
    draws_numbers,
    withdraws,
    pays,
    reseats,
    discards,
    confirms_sign_up,
]
Act = Callable[[Crew, Tournament], Press]


def offered(crew: Crew, answer: HttpResponse) -> str:
    """Where the button on the next page leads."""
    assert answer.status_code == 302, re.sub("<[^>]+>", " ", text_of(answer))[-2500:]
    found = BUTTON.findall(text_of(crew.get("director", answer.url)))
    assert len(found) == 1, messages_of(answer)
    return html.unescape(found[0])


@pytest.mark.parametrize("act", ACTS)
def test_every_row_is_as_before(crew: Crew, tournament: Tournament, act: Act) -> None:
    press = act(crew, tournament)
    before = all_rows(tournament)
    address = offered(crew, press())
    assert all_rows(tournament) != before
    lines = Change.objects.count()
    answer = crew.post("director", address)
    assert messages_of(answer) == [UNDONE]
    assert all_rows(tournament) == before
    last = Change.objects.first()
    assert last
    assert last.text.startswith("undid: ")
    assert last.by_name == str(crew.users["director"])
    assert Change.objects.count() == lines + 1
    again = crew.post("owner", address)
    assert messages_of(again)[-1] == message(
        "{name} already undid this.", name=crew.users["director"]
    )
    assert all_rows(tournament) == before


@pytest.mark.parametrize("act", ACTS)
def test_the_button_stays_until_the_next_act(
    crew: Crew, tournament: Tournament, act: Act
) -> None:
    answer = act(crew, tournament)()
    address = offered(crew, answer)
    for _ in range(2):
        assert BUTTON.findall(text_of(crew.get("director", answer.url))) == [address]
    assert not BUTTON.findall(text_of(crew.get("owner", answer.url)))
    first = tournament.entries.filter(house=None).first()
    assert first or act is discards
    entries.add(
        tournament=tournament,
        actor=build.actor(crew.users["director"]),
        name="Jan Vrba",
    )
    assert not BUTTON.findall(text_of(crew.get("director", answer.url)))


def test_nobody_else_may(crew: Crew, tournament: Tournament) -> None:
    address = offered(crew, marks_all_here(crew, tournament)())
    assert crew.post("scorekeeper", address).status_code == 403
    assert crew.post("outsider", address).status_code == 404
    assert crew.get("director", address).status_code == 405
    other = build.tournament(crew.club, name="Spring Tarok")
    pk = UndoRecord.objects.get().pk
    assert crew.post("director", at(other, "act-undo", pk)).status_code == 404
    assert tournament.entries.filter(state=State.EXPECTED).count() == 0


# --- What rests on it ---------------------------------------------------------


def first_of(own: Tournament) -> Entry:
    return own.entries.filter(house=None).order_by("number")[0]


def is_seated(crew: Crew, own: Tournament) -> None:
    own.entries.filter(house=None).update(state=State.HERE)
    build.entries(own, 4)
    draws.draw(tournament=own, actor=build.command(), whole_evening=False, seed=7)


def plays(crew: Crew, own: Tournament) -> None:
    build.published_round(own, [build.entries(own, 4)])


def has_paid(crew: Crew, own: Tournament) -> None:
    check_in.update_entry(entry=first_of(own), actor=build.command(), paid=True)


def has_not_paid(crew: Crew, own: Tournament) -> None:
    check_in.update_entry(entry=first_of(own), actor=build.command(), paid=False)


def has_left(crew: Crew, own: Tournament) -> None:
    entries.set_state(entry=first_of(own), actor=build.command(), state=State.LEFT)


def is_renamed(crew: Crew, own: Tournament) -> None:
    first = first_of(own)
    entries.change(
        entry=first, actor=build.command(), name="Someone Else", lodge="", number=1
    )


def is_removed(crew: Crew, own: Tournament) -> None:
    entries.remove(entry=first_of(own), actor=build.command())


def is_removed_with_another_number(crew: Crew, own: Tournament) -> None:
    """Somebody may draw the number they had: then undoing has nothing to restore."""
    people = own.entries.filter(house=None).order_by("pk")
    renumbered = [row for n, row in enumerate(people, start=1) if row.number != n]
    entries.remove(entry=renumbered[0], actor=build.command())


def has_link(crew: Crew, own: Tournament) -> None:
    personal_links.give(player=first_of(own).player, actor=build.command())


def declines(crew: Crew, own: Tournament) -> None:
    waits = Player.objects.get(name="Waldy Kubena")
    rsvps.set_not_going(tournament=own, player=waits, actor=build.command())


def finishes(crew: Crew, own: Tournament) -> None:
    Tournament.objects.filter(pk=own.pk).update(finished_at=timezone.now())


def plays_first_table(crew: Crew, own: Tournament) -> None:
    for sheet in own.rounds.get(number=1).sheets.all():
        build.counted(sheet)


def swaps(crew: Crew, own: Tournament) -> None:
    rnd = own.rounds.get(number=1)
    one, *_, other = rnd.seats.order_by("sheet__table", "position")
    manual_seating.swap(
        rnd=rnd, actor=build.command(), one=one.entry, other=other.entry
    )


def draws_again(crew: Crew, own: Tournament) -> None:
    draws.draw(tournament=own, actor=build.command(), whole_evening=False, seed=8)


CANT = "This can’t be undone because "
RESTS = [
    (enters_list, is_seated, "seats have been drawn since then."),
    (enters_list, plays, "a round has been published since then."),
    (enters_list, has_paid, "the fee of these people has changed"),
    (enters_list, is_renamed, "these entries have changed since then: Someone Else."),
    (enters_list, is_removed, "some of it has changed since then."),
    (enters_list, has_link, "something else about these people has changed"),
    (enters_list, finishes, "Fall Tarok is finished."),
    (changes_by_list, is_removed, "some of it has changed since then."),
    (marks_all_here, has_left, "these entries have changed since then: "),
    (marks_all_here, is_seated, "seats have been drawn since then."),
    (marks_no_shows, declines, "something else about these people has changed"),
    (draws_numbers, is_seated, "a round has been drawn since then."),
    (
        draws_numbers,
        is_removed_with_another_number,
        "some of it has changed since then.",
    ),
    (withdraws, plays, "a round has been published since then."),
    (pays, has_not_paid, "the fee of these people has changed since then: "),
    (reseats, plays_first_table, "table 1 has already started."),
    (reseats, swaps, "the seats have changed since then."),
    (discards, draws_again, "a round has been drawn since then."),
    (discards, is_removed, "the seats have changed since then."),
    (confirms_sign_up, has_paid, "the fee of these people has changed"),
]


@pytest.mark.parametrize(("act", "rests", "reason"), RESTS)
def test_it_is_refused_where_later_writes_rest_on_it(
    crew: Crew,
    tournament: Tournament,
    act: Act,
    rests: Callable[[Crew, Tournament], None],
    reason: str,
) -> None:
    address = offered(crew, act(crew, tournament)())
    rests(crew, tournament)
    before = all_rows(tournament)
    answer = crew.post("director", address)
    [said] = messages_of(answer)
    assert said.startswith(CANT + reason), said
    assert all_rows(tournament) == before


def test_what_another_did_to_others_is_no_obstacle(
    crew: Crew, tournament: Tournament
) -> None:
    address = offered(crew, enters_list(crew, tournament)())
    entries.add(tournament=tournament, actor=build.command(), name="Jan Vrba")
    assert messages_of(crew.post("director", address)) == [UNDONE]
    assert [entry.name for entry in tournament.entries.all()] == ["Jan Vrba"]


def test_a_sign_up_is_confirmed_again(crew: Crew, tournament: Tournament) -> None:
    press = confirms_sign_up(crew, tournament)
    crew.post("director", offered(crew, press()))
    assert not SignUp.objects.exclude(settled_at=None).exists()
    press()
    assert [entry.name for entry in tournament.entries.all()] == ["Rose Krenek"]
    assert TwoPeople.objects.count() == 1


def test_emails_that_went_out_are_named(
    crew: Crew, tournament: Tournament, with_mail: Any
) -> None:
    """A spot that became free was offered by email."""
    press = marks_no_shows(crew, tournament)
    mailed(Player.objects.get(name="Waldy Kubena"))
    answer = press()
    assert messages_of(answer) == [
        "3 people were marked as no-shows. You can still check them in. This sends 1 "
        "email, which can’t be undone."
    ]
    address = offered(crew, answer)
    Letter.objects.filter(kind="offer").update(is_sent=True, done_at=timezone.now())
    assert messages_of(crew.post("director", address)) == [
        UNDONE,
        message("{n} email has already gone out. Let that person know.", n=1),
    ]
    assert Answer.objects.get(player__name="Waldy Kubena").state == "waiting"


def test_no_name_is_stored_and_an_erased_person_ends_it(
    crew: Crew, tournament: Tournament
) -> None:
    answer = enters_list(crew, tournament)()
    record = UndoRecord.objects.get()
    names = [part for entry in tournament.entries.all() for part in entry.name.split()]
    assert not [name for name in names if name in str(record.rows)]
    address = offered(crew, answer)
    rose = Player.objects.get(name="Rose Krenek")
    players.erase(player=rose, actor=build.command())
    assert crew.post("director", address).status_code == 404
    assert not UndoRecord.objects.exists()


def test_it_ends_after_a_day(crew: Crew, tournament: Tournament) -> None:
    answer = marks_all_here(crew, tournament)()
    address = offered(crew, answer)
    UndoRecord.objects.update(at=timezone.now() - timedelta(hours=25))
    assert messages_of(crew.post("director", address)) == [
        message("This was too long ago to undo.")
    ]
    assert not BUTTON.findall(text_of(crew.get("director", answer.url)))
    forget_old()
    assert not UndoRecord.objects.exists()


def test_an_act_that_changed_nothing_offers_nothing(
    crew: Crew, tournament: Tournament
) -> None:
    build.entries(tournament, 2)
    answer = crew.post("director", at(tournament, "entries-all-here"))
    assert messages_of(answer) == [message("{n} people were marked as here.", n=0)]
    assert not UndoRecord.objects.exists()
