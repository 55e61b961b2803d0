"""The club's players in the log, and out of everything."""

from collections.abc import Callable

import pytest

from clubs.i18n import short_name
from clubs.models import Club
from scoring.core.writes import ActionRefused, Actor, log
from scoring.draw import rounds
from scoring.models import (
    Adjustment,
    Announcement,
    Change,
    Entry,
    Hand,
    Loan,
    OldList,
    Phone,
    Round,
    Sheet,
    TrayHand,
)
from scoring.people import entries, players
from scoring.sheets import hand_writes, phones, rulings
from scoring.tournaments.announcements import announce
from tests import builders
from tests.log_texts import log_text

pytestmark = pytest.mark.django_db


def add(club: Club, name: str = "Marie Kubala", key: str = "k"):
    return players.add(
        club=club, actor=builders.command(), name=name, lodge="", key=key
    )


def test_a_player_is_added_once_a_form(club: Club) -> None:
    assert add(club) == add(club)
    assert club.players.get().name == "Marie Kubala"
    assert Change.objects.get().text == log_text(
        "player.added", number="1", name="Marie Kubala"
    )


def test_a_key_of_another_club_adds_nobody(club: Club) -> None:
    add(builders.club("other"))
    with pytest.raises(ActionRefused):
        add(club)


def test_a_change_is_logged(club: Club) -> None:
    marie = add(club)
    by = builders.command()
    players.change(player=marie, actor=by, name="Marie Orsak", lodge="L 1")
    row = Change.objects.first()
    assert (row.old, row.new) == ("Marie Kubala", "Marie Orsak, L 1")


def test_erasing_replaces_the_name_everywhere(club: Club) -> None:
    """The longest form of it first, and as a sentence of the log keeps it with its values."""
    tournament = builders.tournament(club)
    marie = add(club, 'Marie "Mimi" Kubala')
    other = add(club, "Josef Marek", key="k2")
    by = builders.command()
    entry = entries.add(tournament=tournament, actor=by, player=marie, lodge="Lodge 88")
    entries.add(tournament=tournament, actor=by, player=other)
    entries.change(entry=entry, actor=by, name="Kubala", lodge="L", number=9)
    late = f"{marie.name} came late"
    rulings.adjust(entry=entry, actor=by, chips=-2, reason=late, key="r")
    announce(tournament=tournament, actor=by, key="a", text=f"{marie.name}: to table 3")
    sheet = builders.open_sheet(tournament)
    rounds.cancel(rnd=sheet.round, actor=by, reason="Kubala was ill")
    OldList.objects.create(club=club, name="1998.csv", digest="1", by_name="x")
    for _ in range(2):
        players.erase(player=marie, actor=by)
    entry.refresh_from_db()
    assert (entry.name, entry.lodge, entry.number) == ("Somebody", "", 9)
    assert Adjustment.objects.get().reason == "Somebody came late"
    assert Round.objects.get().reason == "Somebody was ill"
    assert Announcement.objects.get().text == "Somebody: to table 3"
    everything = " ".join(
        f"{row.text} {row.old} {row.new} {row.said}" for row in Change.objects.all()
    )
    assert [each for each in marie.name.split() if each in everything] == []
    assert not OldList.objects.exists()  # a draft names people in any cell
    assert "Josef Marek" in everything
    assert Entry.objects.filter(name="Josef Marek").exists()


@pytest.mark.parametrize("full", [True, False])
def test_erasing_reaches_what_was_written_at_a_table(full: bool) -> None:
    tournament = builders.tournament(builders.club())
    sheet = builders.open_sheet(tournament)
    _play(sheet, str if full else short_name)  # which phones had once, where clubs did
    marie = tournament.entries.get(number=1).player
    players.erase(player=marie, actor=builders.command())
    josef = "Josef Marek" if full else "Josef M."
    assert [each.name for each in Phone.objects.all()] == ["Somebody", josef]
    hand, waited = Hand.objects.get(), TrayHand.objects.get()
    assert (hand.by_name, hand.note) == ("Somebody", "Somebody slept")
    assert (waited.by_name, waited.settled_by_name) == (josef, "Somebody")
    assert Loan.objects.get().by_name == "Somebody"
    said = " ".join(
        f"{row.by_name} {row.text} {row.old} {row.new}" for row in Change.objects.all()
    )
    assert "Marie" not in said
    assert josef in said


def _play(sheet: Sheet, called: Callable[[str], str]) -> None:
    """Marie keeps the score and does not take what Josef recorded too."""
    for seat in (1, 2):
        phone = phones.join(sheet=sheet, key=str(seat), seat=seat, name="", asks=False)
        Phone.objects.filter(pk=phone.pk).update(name=called(phone.name))
    marie, josef = map(Actor.at_table, Phone.objects.order_by("seat"))
    game = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
    hand = {"sheet": sheet, "record": game, "number": 1}
    builders.recorded(key="one", by=marie, note="Marie Kubala slept", **hand)
    double = builders.recorded(key="two", by=josef, **hand).tray
    hand_writes.resolve_tray_hand(item=double, actor=marie, take="theirs")
    Loan.objects.create(sheet=sheet, key="l", seat=1, chips=10, by_name=marie.name)
    text = f"{marie.name} borrowed 10"
    log(marie, "loan", builders.log_text(text), sheet=sheet)


def test_an_erased_person_stays_erased(club: Club) -> None:
    marie = add(club)
    players.erase(player=marie, actor=builders.command())
    with pytest.raises(ActionRefused, match="erased"):
        players.change(player=marie, actor=builders.command(), name="Marie", lodge="")


def test_another_clubs_words_are_left_alone(club: Club) -> None:
    other = add(builders.club("other"), key="k1")
    players.erase(player=add(club), actor=builders.command())
    other.refresh_from_db()
    assert other.name == "Marie Kubala"
    assert Change.objects.filter(club=other.club).get().text.endswith("Marie Kubala")
