"""Which money a club counts in, and its evenings."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from clubs.models import Club
from scoring.audit.integrity import wrong_fund
from scoring.core.writes import keep_fund
from scoring.models import Change, Tournament
from scoring.tournaments import tournaments
from tests import builders
from tests.messages import message
from tests.sent_forms import as_sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = builders.club()
    client.force_login(builders.member(club, "owner"))
    return club


def address(club: Club) -> str:
    return reverse("scoring:currency", args=[club.slug])


def sent(client: Client, club: Club, **typed: str) -> str:
    club.refresh_from_db()
    data = {"key": typed.pop("key", "k"), "currency": "CZK"}
    answer = client.post(address(club), data | typed, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def currency_of(tournament: Tournament) -> tuple[str, int]:
    tournament.refresh_from_db()
    return tournament.currency, tournament.fee


def test_without_amounts_nothing_is_asked(client: Client, club: Club) -> None:
    tournament = builders.tournament(club)
    assert message("Currency saved.") in sent(client, club)
    club.refresh_from_db()
    assert club.currency == "CZK"
    assert currency_of(tournament) == ("CZK", 0)
    [change] = Change.objects.filter(club=club, what="settings")
    assert (change.old, change.new) == ("USD", "CZK")


def test_once_there_are_amounts_it_asks(client: Client, club: Club) -> None:
    paid = builders.tournament(club, fee=750)
    shown = sent(client, club)
    assert (
        message(
            "Some events already have amounts. Choose which ones switch to the new "
            "currency."
        )
        in shown
    )
    assert (
        message(
            "Amounts aren’t converted: 7.50 stays 7.50. Events without any amounts "
            "always switch to the new currency."
        )
        in shown
    )
    assert 'value="CZK" selected' in shown
    club.refresh_from_db()
    assert club.currency == "USD"
    assert currency_of(paid) == ("USD", 750)


@pytest.mark.parametrize(
    ("evenings", "running", "over"),
    [("new", "USD", "USD"), ("open", "CZK", "USD"), ("all", "CZK", "CZK")],
)
def test_a_finished_evening_keeps_its_own_unless_all_are_meant(
    client: Client, club: Club, evenings: str, running: str, over: str
) -> None:
    first = builders.tournament(club, fee=750)
    last = builders.tournament(
        club, name="Spring Tarok", fee=500, finished_at=timezone.now()
    )
    sent(client, club, evenings=evenings)
    assert currency_of(first) == (running, 750)
    assert currency_of(last) == (over, 500)
    changed = Change.objects.filter(tournament=first, what="settings")
    assert [change.new for change in changed] == ["CZK"] * (running == "CZK")


def test_the_figure_stays_where_coins_are_others(client: Client, club: Club) -> None:
    whole = builders.tournament(
        club, fee=700, prize_kind="fixed", prizes=[10_000, 5_000]
    )
    sent(client, club, currency="JPY", evenings="open")
    assert currency_of(whole) == ("JPY", 7)
    assert whole.prizes == [100, 50]
    sent(client, club, currency="KWD", evenings="open", key="l")
    assert currency_of(whole) == ("KWD", 7000)


def test_an_amount_that_the_new_money_has_not_is_refused(
    client: Client, club: Club
) -> None:
    half = builders.tournament(club, fee=750)
    shown = sent(client, club, currency="JPY", evenings="open")
    assert "Fall Tarok has $7.50, but JPY doesn’t have coins that small." in shown
    club.refresh_from_db()
    assert club.currency == "USD"
    assert currency_of(half) == ("USD", 750)


def test_evenings_follow_later_too(client: Client, club: Club) -> None:
    paid = builders.tournament(club, fee=750)
    sent(client, club, evenings="new")
    assert currency_of(paid) == ("USD", 750)
    sent(client, club, evenings="all", key="l")
    assert currency_of(paid) == ("CZK", 750)


def test_two_owners_at_once(client: Client, club: Club) -> None:
    mine = as_sent(client, address(club), currency="CZK")
    untouched = as_sent(client, address(club))
    sent(client, club, currency="EUR")
    assert client.post(address(club), untouched).status_code == 302
    club.refresh_from_db()
    assert club.currency == "EUR"
    (conflict,) = client.post(address(club), mine).context["form"].conflicts
    assert conflict.editor == "Owner Hlavac"
    club.refresh_from_db()
    assert club.currency == "EUR"


def test_what_is_no_currency_is_refused(client: Client, club: Club) -> None:
    assert message("Choose one of the options.") in sent(client, club, currency="$")


def test_a_new_evening_takes_the_clubs(club: Club) -> None:
    Club.objects.update(currency="CZK")
    club.refresh_from_db()
    made = tournaments.create(
        club=club, actor=builders.command(), name="Tarok", date=builders.DAY
    )
    assert made.currency == "CZK"


def test_a_fee_in_other_money_is_not_taken_over(client: Client, club: Club) -> None:
    last = builders.tournament(club, fee=750)
    new = reverse("scoring:tournament-new", args=[club.slug])
    like = f"{new}?like={last.slug}"
    assert client.get(like).context["form"]["fee"].value() == "7.50"
    Club.objects.update(currency="CZK")
    assert client.get(like).context["form"]["fee"].value() == ""


def test_the_settings_say_it(client: Client, club: Club) -> None:
    shown = client.get(reverse("clubs:settings", args=[club.slug])).content.decode()
    assert "US Dollar (USD)" in shown
    assert address(club) in shown


@pytest.mark.parametrize("evenings", ["new", "all"])
def test_the_audit_knows_of_it(client: Client, club: Club, evenings: str) -> None:
    paid = builders.tournament(club, fee=750)
    plain = builders.tournament(club, name="Spring Tarok")
    for each in (paid, plain):
        keep_fund(each)
    sent(client, club, evenings=evenings)
    for each in (paid, plain):
        assert list(wrong_fund(each)) == []
    Tournament.objects.update(currency="JPY")
    assert list(wrong_fund(plain)) == [
        "settings, currency: JPY, and CZK when it was last written"
    ]
