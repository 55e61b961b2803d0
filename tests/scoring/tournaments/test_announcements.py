"""Announcements: up once, down once, said in the log."""

import pytest

from scoring.core.writes import ActionRefused
from scoring.models import Announcement, Change, Tournament
from scoring.tournaments.announcements import announce, take_down
from scoring.tournaments.tournaments import finish
from tests import builders as build
from tests.log_texts import log_text
from tests.messages import message
from tests.words import USED_BEFORE

pytestmark = pytest.mark.django_db
BY = build.command()


def test_it_is_up_once_and_taken_down_once(tournament: Tournament) -> None:
    for key in ("a", "a", "b"):  # sent twice, and the same words from another desk
        announce(tournament=tournament, actor=BY, key=key, text=" Supper\n at 7:30 ")
    made = Announcement.objects.get()
    assert made.text == message("Supper at 7:30")
    for _ in range(2):
        take_down(announcement=made, actor=BY)
    said = Change.objects.filter(what="announce").order_by("pk")
    assert [each.text for each in said] == [
        log_text("announcement.posted", text="Supper at 7:30"),
        log_text("announcement.removed", text="Supper at 7:30"),
    ]
    announce(tournament=tournament, actor=BY, key="c", text="Supper at 7:30")
    assert tournament.announcements.filter(ended_at=None).count() == 1


def test_they_come_down_when_the_tournament_is_finished(
    tournament: Tournament,
) -> None:
    build.verified_sheet(build.published_round(tournament).sheets.get())
    for key in ("Supper at 7:30", "The cups at 9"):
        announce(tournament=tournament, actor=BY, key=key, text=key)
    finish(tournament=tournament, actor=BY)
    assert not tournament.announcements.filter(ended_at=None).exists()
    said = Change.objects.filter(text__startswith="removed the announcement: ")
    assert said.count() == 2


@pytest.mark.parametrize("text", ["", " \n", "x" * 201, "Supper\0"])
def test_what_nobody_can_read_is_refused(tournament: Tournament, text: str) -> None:
    with pytest.raises(ActionRefused) as refused:
        announce(tournament=tournament, actor=BY, key="a", text=text)
    assert refused.value.field == "text"


def test_more_than_a_hall_reads_is_refused(tournament: Tournament) -> None:
    for n in range(6):
        announce(tournament=tournament, actor=BY, key=f"k{n}", text=f"Word {n}")
    with pytest.raises(ActionRefused, match="announcements\\. Remove one first\\."):
        announce(tournament=tournament, actor=BY, key="k7", text="Word 7")


def test_another_tournaments_key_makes_nothing(tournament: Tournament) -> None:
    announce(tournament=tournament, actor=BY, key="a", text="Supper")
    other = build.tournament(tournament.club, name="Another")
    with pytest.raises(ActionRefused, match=USED_BEFORE):
        announce(tournament=other, actor=BY, key="a", text="Supper")
