"""Every form that was taken is answered with a receipt, no other one is."""

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Count, Sheet
from tests import builders as build

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet() -> Sheet:
    return build.open_sheet(build.tournament(build.club()))


def send(client: Client, sheet: Sheet, receipt: str, **other: str):
    tournament = sheet.round.tournament
    at = [tournament.club.slug, tournament.slug, 1, 1]
    held = {f"held{seat}": held for seat, held in enumerate(build.EVEN, start=1)}
    sent = {"key": "form-1", "seen": 0, **held, "receipt": receipt, **other}
    return client.post(reverse("scoring:sheet-count", args=at), sent)


def test_a_form_that_was_taken_has_its_receipt(client: Client, sheet: Sheet) -> None:
    client.force_login(build.member(sheet.round.tournament.club))
    answer = send(client, sheet, "abc123")
    assert answer.status_code == 302
    assert answer.cookies["receipt"].value == "abc123"


def test_what_was_refused_or_never_looked_at_has_none(
    client: Client, sheet: Sheet
) -> None:
    assert "receipt" not in send(client, sheet, "abc123").cookies
    client.force_login(build.member(sheet.round.tournament.club))
    assert "receipt" not in send(client, sheet, "abc123", held1="many").cookies
    assert not Count.objects.exists()


@pytest.mark.parametrize("word", ["", "a b", "x;y", "A" * 41, "é"])
def test_only_a_plain_word_comes_back(client: Client, sheet: Sheet, word: str) -> None:
    client.force_login(build.member(sheet.round.tournament.club))
    answer = send(client, sheet, word)
    assert answer.status_code == 302
    assert "receipt" not in answer.cookies
