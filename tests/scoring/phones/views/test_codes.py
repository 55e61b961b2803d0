"""The short code typed on the start page."""

import re
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from clubs import login_throttle
from clubs.models import SignInFailure
from scoring.models import Round, Sheet
from scoring.models.rounds import CODE_LETTERS, new_code
from scoring.phones.tokens import MOST, NAME
from tests import builders
from tests.messages import message

pytestmark = pytest.mark.django_db
HOME = reverse("clubs:home")


@pytest.fixture
def sheet() -> Sheet:
    return builders.open_sheet(builders.tournament(builders.club()))


def typed(client: Client, code: str, address: str = "192.0.2.1") -> HttpResponse:
    at = reverse("scoring:code")
    return client.get(at, {"code": code}, REMOTE_ADDR=address)


def is_refused(answer: HttpResponse) -> bool:
    """Back on the start page, with what was typed."""
    return answer.url.startswith(f"{HOME}?code=")


def said(client: Client) -> str:
    return client.get(HOME).content.decode()


def pass_time(**time: int) -> None:
    for row in SignInFailure.objects.all():
        row.last_at -= timedelta(**time)
        row.save()


def test_a_code_opens_the_table_page(client: Client, sheet: Sheet) -> None:
    for code in (sheet.code, sheet.code.lower(), f" {sheet.code[:2]}-{sheet.code[2:]}"):
        answer = typed(client, code)
        assert answer.url == reverse("scoring:table", args=[sheet.token])


@pytest.mark.parametrize("state", [Round.State.FINISHED, Round.State.CANCELLED])
def test_after_the_round_it_opens_the_sheet_that_all_see(
    client: Client, sheet: Sheet, state: str
) -> None:
    Round.objects.update(state=state, reason="The lights went out")
    assert typed(client, sheet.code).url == sheet.get_absolute_url()


def test_a_hidden_tournament_is_not_named(client: Client) -> None:
    hidden = builders.tournament(builders.club(), public=False)
    sheet = builders.open_sheet(hidden)
    Round.objects.update(state=Round.State.FINISHED)
    assert typed(client, sheet.code).url == reverse("scoring:table", args=[sheet.token])


def test_a_drafts_code_opens_nothing(client: Client, sheet: Sheet) -> None:
    Round.objects.update(state=Round.State.DRAFT)
    assert typed(client, sheet.code).url == f"{HOME}?code={sheet.code}"


def test_an_unknown_code_is_said_at_its_field(client: Client) -> None:
    page = client.get(typed(client, "<b>X").url).content.decode()
    field = page[page.index('id="code"') :]
    assert 'value="&lt;b&gt;X"' in field
    assert 'aria-invalid="true"' in field
    assert "No score sheet has the code “&lt;b&gt;X”" in field
    assert page.count("No score sheet has the code “") == 1
    assert "aria-invalid" not in said(client)


def test_after_many_wrong_codes_even_a_right_one_waits(
    client: Client, sheet: Sheet, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = timezone.now()  # and as long as it takes: no second of the wait passes
    monkeypatch.setattr(timezone, "now", lambda: now)
    for _ in range(MOST):
        typed(client, "NOPE")
    for _ in range(3):
        assert is_refused(typed(client, sheet.code))
    assert "Too many wrong codes. Wait 30 seconds, then try again." in said(client)
    somebody_else = typed(client, sheet.code, "192.0.2.2")
    assert somebody_else.url == reverse("scoring:table", args=[sheet.token])


def test_a_wrong_code_is_forgotten_after_half_a_minute(
    client: Client, sheet: Sheet
) -> None:
    table = reverse("scoring:table", args=[sheet.token])
    for _ in range(MOST):
        typed(client, "NOPE")
    pass_time(seconds=31)
    assert typed(client, sheet.code).url == table
    typed(client, "NOPE")
    assert is_refused(typed(client, sheet.code))
    pass_time(minutes=10)
    for _ in range(MOST - 1):
        typed(client, "NOPE")
    assert typed(client, sheet.code).url == table


def test_right_codes_and_no_code_count_for_nothing(
    client: Client, sheet: Sheet
) -> None:
    for _ in range(MOST + 5):
        typed(client, sheet.code)
        typed(client, "")
    assert not SignInFailure.objects.exists()
    assert not is_refused(typed(client, sheet.code))


def test_wrong_codes_and_wrong_passwords_are_counted_apart(
    client: Client, sheet: Sheet
) -> None:
    """Nobody clears or fills the count of codes by signing in by its name."""
    for _ in range(3):
        typed(client, "NOPE")
    login_throttle.begin_attempt(username=NAME, address="192.0.2.1")
    login_throttle.attempt_succeeded(username=NAME, address="192.0.2.1")
    assert SignInFailure.objects.get().failures == 3


def test_a_household_has_many_addresses_and_one_count(
    client: Client, sheet: Sheet
) -> None:
    for n in range(MOST):
        typed(client, "ZZZZZ", f"2001:db8:0:7::{n:x}")
    assert is_refused(typed(client, sheet.code, "2001:db8:0:7:a::1"))
    for other in ("2001:db8:0:8::1", "::ffff:192.0.2.7"):
        assert not is_refused(typed(client, sheet.code, other))


def test_what_lies_in_the_future_makes_nobody_wait(
    client: Client, sheet: Sheet
) -> None:
    for _ in range(MOST):
        typed(client, "NOPE")
    pass_time(days=-1)
    assert not is_refused(typed(client, sheet.code))
    typed(client, "NOPE")
    assert SignInFailure.objects.get().failures == 1


def test_codes_are_longer_where_the_whole_world_may_try_them(
    settings: Settings,
) -> None:
    """Ten open tables, and 65,536 households with two tries a minute each."""
    assert len(new_code()) == 5
    settings.HTTPS = True
    tries_a_day = 65_536 * 2 * 60 * 24
    assert 10 * tries_a_day / len(CODE_LETTERS) ** len(new_code()) < 0.05


def test_the_address_of_a_table_page_opens_it_too(client: Client, sheet: Sheet) -> None:
    """As somebody pastes it: whole, whatever stands before and after it."""
    at = reverse("scoring:table", args=[sheet.token])
    for pasted in (
        f"https://tarok.example{at}",
        f" {at}?x=1 ",
        f"tarok.example{at}#hand",
    ):
        assert typed(client, pasted).url == at
    wrong = typed(client, f"https://tarok.example/t/{'x' * 22}/")
    assert is_refused(wrong)
    assert "x" * 22 in wrong.url
    assert (
        message(
            "That address doesn’t open a table. Type the code from the score sheet."
        )
        in client.get(wrong.url).content.decode()
    )
    field = re.search(r'<input[^>]*id="code"[^>]*>', said(client), re.DOTALL)[0]
    assert len(f"https://tarok.example{at}") <= int(
        re.search(r'maxlength="(\d+)"', field)[1]
    )
