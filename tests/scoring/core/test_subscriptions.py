"""Subscribers of the log: each change once, none is jumped over, none from a file."""

from threading import Event, Thread
from typing import Any

import pytest
from django.db import connection, connections, transaction
from pytest_django import Settings

from clubs.models import Club
from scoring.core import subscriptions
from scoring.core.subscriptions import enqueue_missed, follow_changes, subscribe
from scoring.core.writes import lock, log
from scoring.models import Change, Position, Tournament
from scoring.models.log_messages import log_message
from tests import builders as build

BY = build.command()
OPENED = str(log_message("club.opened"))


def posted(text: str) -> str:
    return str(log_message("announcement.posted", text=text))


class Reader:
    """A subscriber that notes what it is handed, or fails."""

    def __init__(self) -> None:
        self.changes: list[tuple[str, str]] = []
        self.is_broken = False

    def __call__(self, row: Tournament | Club, changes: list[Change]) -> None:
        if self.is_broken:
            raise ZeroDivisionError
        self.changes += [(str(row), each.text) for each in changes]

    @property
    def texts(self) -> list[str]:
        return [text for _, text in self.changes]


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    """The only one who follows: announcements, and what a club renames."""
    monkeypatch.setattr(subscriptions, "SUBSCRIBERS", [])
    made = Reader()
    subscribe("reader", "announcement")(made)
    subscribe("reader", "club.opened", scope="club")(made)
    return made


def announce(tournament: Tournament, text: str, what: str = "announcement") -> Change:
    with transaction.atomic():
        message = log_message("announcement.posted", text=text)
        return log(BY, what, message, tournament=lock(tournament))


@transaction.atomic
def announce_and_undo(tournament: Tournament) -> None:
    announce(tournament, "one")
    raise ZeroDivisionError


@transaction.atomic
def open_club(club: Club) -> None:
    log(BY, "club", log_message("club.opened"), club=club)


@pytest.mark.django_db
def test_each_change_of_a_kind_is_handed_over_once(
    tournament: Tournament, reader: Reader
) -> None:
    announce(tournament, "one")
    announce(tournament, "a hand", what="hand")
    with transaction.atomic():
        announce(tournament, "two")
        announce(tournament, "three")
    assert reader.texts == [posted("one"), posted("two"), posted("three")]
    follow_changes.call("tournament", tournament.pk)
    assert len(reader.texts) == 3
    with transaction.atomic():
        log(BY, "club", log_message("club.opened"), club=tournament.club)
    assert reader.changes[-1][0] == str(tournament.club)


@pytest.mark.django_db
def test_one_that_fails_is_tried_again_and_keeps_nobody_else(
    tournament: Tournament, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Reader()
    subscribe("other", "announcement")(other)
    reader.is_broken = True
    monkeypatch.setattr(subscriptions, "enqueue", lambda *task: None)
    announce(tournament, "one")
    with pytest.raises(ZeroDivisionError):
        follow_changes.call("tournament", tournament.pk)
    assert (reader.texts, other.texts) == ([], [posted("one")])
    reader.is_broken = False
    follow_changes.call("tournament", tournament.pk)
    assert reader.texts == other.texts == [posted("one")]


@pytest.mark.django_db
def test_every_hour_whatever_was_missed_is_followed(
    tournament: Tournament, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    put = subscriptions.enqueue
    monkeypatch.setattr(subscriptions, "enqueue", lambda *task: None)
    announce(tournament, "one")
    with transaction.atomic():
        log(BY, "club", log_message("club.opened"), club=tournament.club)
    asked: list[Any] = []
    monkeypatch.setattr(subscriptions, "enqueue", lambda *task: asked.append(task[1:]))
    enqueue_missed()
    assert asked == [("club", tournament.club_id), ("tournament", tournament.pk)]
    monkeypatch.setattr(subscriptions, "enqueue", put)
    enqueue_missed()
    assert len(reader.texts) == 2
    asked.clear()
    monkeypatch.setattr(subscriptions, "enqueue", lambda *task: asked.append(task))
    enqueue_missed()
    assert not asked


@pytest.mark.django_db
def test_what_is_off_misses_what_is_logged_until_it_is_on(
    tournament: Tournament, reader: Reader, settings: Settings
) -> None:
    settings.SITE_URL = ""
    other = Reader()
    subscribe("other", "announcement", needs=["SITE_URL"])(other)
    announce(tournament, "one")
    enqueue_missed()
    settings.SITE_URL = "https://tarok.example.org"
    announce(tournament, "two")
    assert other.texts == [posted("two")]


@pytest.mark.django_db
def test_a_change_that_is_undone_is_not_followed(
    tournament: Tournament, reader: Reader
) -> None:
    with pytest.raises(ZeroDivisionError):
        announce_and_undo(tournament)
    announce(tournament, "two")
    assert reader.texts == [posted("two")]


@pytest.mark.django_db
def test_positions_go_with_their_tournament(
    tournament: Tournament, reader: Reader
) -> None:
    announce(tournament, "one")
    assert Position.objects.get(tournament=tournament).club == tournament.club
    Position.objects.filter(tournament=tournament).update(change=0)
    subscriptions.skip_changes_of(tournament.club)
    follow_changes.call("tournament", tournament.pk)
    assert reader.texts == [posted("one")]
    subscriptions.skip_changes()
    assert [each.club for each in Position.objects.all()] == [None]


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_commits_late_is_not_jumped_over(
    tournament: Tournament, reader: Reader
) -> None:
    """One connection has an id and has not committed yet; another one is faster."""
    is_logged, may_commit = Event(), Event()

    def write_slowly() -> None:
        try:
            with transaction.atomic():
                message = log_message("announcement.posted", text="late")
                log(BY, "announcement", message, tournament=lock(tournament))
                log(BY, "club", log_message("club.opened"), club=tournament.club)
                is_logged.set()
                may_commit.wait(20)
        finally:
            connections.close_all()

    def follow() -> None:
        try:
            follow_changes.call("tournament", tournament.pk)
            follow_changes.call("club", tournament.club_id)
        finally:
            connections.close_all()

    other = build.tournament(tournament.club, name="Another")
    slow, task = Thread(target=write_slowly), Thread(target=follow)
    slow.start()
    assert is_logged.wait(20)
    if connection.vendor == "postgresql":  # SQLite lets one write at a time
        announce(other, "early")  # with a higher id
        assert reader.texts == [posted("early")]
        with pytest.MonkeyPatch.context() as patch:  # so may two of one club
            patch.setattr(subscriptions, "enqueue", lambda *task: None)
            open_club(tournament.club)
    task.start()
    task.join(0.5)
    assert task.is_alive()  # it waits for the lock
    may_commit.set()
    slow.join(20)
    task.join(20)
    announce(tournament, "later")
    is_faster = connection.vendor == "postgresql"
    assert sorted(reader.texts) == sorted(
        [posted("late"), posted("later"), OPENED]
        + is_faster * [posted("early"), OPENED]
    )
