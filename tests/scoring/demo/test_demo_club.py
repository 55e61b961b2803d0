"""Taking the demo club away for good."""

import pytest

from clubs.models import Club, Player
from rules.sheet import SeatCount
from scoring.backups import emergency_packets
from scoring.demo import club as demo_club
from scoring.models import Change, Count, Hand, Loan, Sheet, Tournament, TrayHand
from scoring.sheets import counts, rulings
from tests import builders
from tests.log_texts import log_text

pytestmark = pytest.mark.django_db


def lived_in(club: Club) -> Tournament:
    """A tournament with something of every kind in it."""
    tournament = builders.tournament(club)
    sheet = builders.open_sheet(tournament)
    builders.verified_sheet(sheet)
    again = [SeatCount(held) for held in (130, 97, 104, 69)]
    counts.correct(
        sheet=sheet,
        actor=builders.command(),
        seats=again,
        seen=builders.seen(sheet),
        key=f"correct-{club.pk}",
        reason="one chip was Josef’s",
    )
    first = Hand.objects.create(
        sheet=sheet,
        key="1",
        number=1,
        record={},
        engine="spjst-1",
        by_name="Marie",
        net1=0,
        net2=0,
        net3=0,
        net4=0,
    )
    Hand.objects.create(
        sheet=sheet,
        key="2",
        number=1,
        record={},
        engine="spjst-1",
        by_name="Marie",
        net1=0,
        net2=0,
        net3=0,
        net4=0,
        replaces=first,
    )
    Loan.objects.create(sheet=sheet, key="1", seat=1, chips=50)
    TrayHand.objects.create(sheet=sheet, key="3", number=1, why="late", replaces=first)
    late = builders.entries(tournament, 1)[0]
    rulings.adjust(
        entry=late, actor=builders.command(), chips=1, reason="§31", key=f"r{club.pk}"
    )
    builders.published_round(tournament)
    return tournament


def test_everything_of_the_demo_goes_and_nothing_else() -> None:
    demo = builders.club("demo-lodge", is_demo=True)
    own = builders.club()
    lived_in(demo)
    kept = lived_in(own)
    assert demo_club.remove(actor=builders.command())
    assert list(Club.objects.all()) == [own]
    assert list(Tournament.objects.all()) == [kept]
    assert set(Player.objects.values_list("club", flat=True)) == {own.pk}
    assert Sheet.objects.exclude(round__tournament=kept).count() == 0
    assert Count.objects.filter(sheet__round__tournament=kept).count() == 3
    assert Hand.objects.count() == 2
    assert Loan.objects.get().sheet.round.tournament == kept
    assert TrayHand.objects.get().sheet.round.tournament == kept


def test_its_packs_go_too(
    settings, tmp_path, django_capture_on_commit_callbacks
) -> None:
    """Its number may come again, and then they would be another tournament's."""
    settings.DATA_DIR = tmp_path
    demo, own = (
        lived_in(builders.club("demo-lodge", is_demo=True)),
        lived_in(builders.club()),
    )
    for tournament in (demo, own):
        emergency_packets.store_packet(tournament, 1, b"%PDF")
    with django_capture_on_commit_callbacks(execute=True):
        demo_club.remove(actor=builders.command())
    assert [each.name for each in (tmp_path / "packs").iterdir()] == [str(own.pk)]


def test_what_stays_is_a_row_in_the_log() -> None:
    lived_in(builders.club("demo-lodge", is_demo=True))
    demo_club.remove(actor=builders.command())
    assert Change.objects.get().text == log_text("club.demo_removed")


def test_a_second_time_there_is_nothing_to_remove() -> None:
    builders.club("demo-lodge", is_demo=True)
    assert demo_club.remove(actor=builders.command())
    assert not demo_club.remove(actor=builders.command())
    assert Change.objects.count() == 1
