"""Clubs of before had a sign of money, and have a currency's code now."""

from importlib import import_module

import pytest
from django.apps import apps

from clubs.models import Club
from tests import builders

migration = import_module("clubs.migrations.0007_currency")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("sign", "code"), [("$", "USD"), ("Kč", "CZK"), ("€", "EUR"), ("¤", "USD")]
)
def test_a_sign_becomes_its_code(sign: str, code: str) -> None:
    builders.club(currency=sign)
    migration.as_codes(apps, None)
    assert Club.objects.get().currency == code
