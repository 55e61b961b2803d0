"""How much of a name everybody reads: by club, by person, and by name alone."""

import pytest

from clubs.i18n.person_names import guessed
from clubs.models import Club, Shown
from clubs.players import change_player, show_as_one
from scoring.core.names import format_name, hides, public_name
from tests import builders
from tests.messages import message

pytestmark = pytest.mark.django_db
MARIE = "Marie Kubala"


@pytest.fixture
def club() -> Club:
    return builders.club()


def again(club: Club) -> Club:
    """As the next page reads it."""
    return Club.objects.get(pk=club.pk)


@pytest.mark.parametrize(
    ("name", "short", "letters"),
    [
        (MARIE, "Marie K.", "M. K."),
        ("J. R. Novák st.", "J. R. N. st.", "J. N."),
        ("Guest 12", "Guest 12", "G. 12"),
        ("Kubala", "Kubala", "K."),
    ],
)
def test_less_and_less_of_a_name(name: str, short: str, letters: str) -> None:
    shown = [format_name(guessed(name), each, 17) for each in Shown]
    assert shown == [
        name,
        short,
        letters,
        message("Player {number}", number=17),
        message("not shown"),
    ]
    assert (
        format_name(guessed(name), Shown.NUMBER) == letters
    )  # a number that nobody knows


def test_nobody_pays_for_what_nobody_asked(
    club: Club, django_assert_num_queries
) -> None:
    marie = builders.player(club)
    with django_assert_num_queries(0):
        assert public_name(MARIE, club, marie.pk) == MARIE
    change_player(player=marie, shown=Shown.INITIALS)
    club = again(club)
    with django_assert_num_queries(2):  # who is shown otherwise; names with their parts
        assert public_name(MARIE, club, marie.pk) == "M. K."
        assert public_name("Josef Marek", club) == "Josef Marek"


def test_a_person_may_ask_for_more_or_less_and_a_minor_for_less(club: Club) -> None:
    marie = builders.player(club)
    Club.objects.update(shown=Shown.NUMBER)
    assert public_name(MARIE, again(club), marie.pk) == message(
        "Player {number}", number=1
    )
    change_player(player=marie, shown=Shown.FULL)
    assert public_name(MARIE, again(club), marie.pk) == MARIE
    change_player(player=marie, is_minor=True)
    assert public_name(MARIE, again(club), marie.pk) == "M. K."  # a guess shows no more
    change_player(player=marie, name_guessed=False)
    assert public_name(MARIE, again(club), marie.pk) == "Marie K."
    change_player(player=marie, shown=Shown.HIDDEN)
    assert hides(again(club), marie.pk)


def test_by_name_alone_nobody_is_shown_more_than_one_of_that_name_wished(
    club: Club,
) -> None:
    one, other = builders.player(club), builders.player(club)
    change_player(player=one, shown=Shown.NUMBER)
    assert public_name(MARIE, again(club)) == message("Player {number}", number=1)
    assert public_name("Marie K.", again(club)) == "M. K."  # of whom, nobody knows
    change_player(player=other, shown=Shown.NUMBER)
    assert public_name(MARIE, again(club)) == "M. K."
    assert public_name(MARIE, again(club), other.pk) == message(
        "Player {number}", number=2
    )
    change_player(player=other, shown=Shown.HIDDEN)
    assert public_name(MARIE, again(club)) == message("not shown")


def test_the_name_of_an_entry_is_the_persons_too(club: Club) -> None:
    entry = builders.entries(builders.tournament(club), 1)[0]
    entry.name = "Mařenka Svobodová"
    entry.save()
    change_player(player=entry.player, shown=Shown.HIDDEN)
    assert public_name("Mařenka Svobodová", again(club)) == message("not shown")
    assert public_name("Somebody", again(club), entry.player.pk) == "Somebody"


def test_two_who_are_one_show_the_less_of_both(club: Club) -> None:
    kept, gone = builders.player(club), builders.player(club, "Marie K.")
    change_player(player=kept, shown=Shown.SHORT)
    change_player(player=gone, shown=Shown.INITIALS, is_minor=True)
    show_as_one(kept, gone)
    for each in (kept, gone):
        each.refresh_from_db()
        assert (each.shown, each.is_minor) == (Shown.INITIALS, True)
