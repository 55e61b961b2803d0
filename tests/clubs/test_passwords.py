"""How passwords are kept: small hashes, one at a time, old ones made anew."""

from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import pytest
from django.conf import LazySettings
from django.contrib.auth.hashers import Argon2PasswordHasher, check_password
from django.urls import reverse

from clubs.management.commands.serve import HASHING
from clubs.passwords import SerializedArgon2Hasher
from config import settings as ours
from tests import builders

SECRET = "felt and gold 7"


@pytest.fixture(autouse=True)
def _real(settings: LazySettings) -> None:
    """The tests' own hashes are quick ones."""
    settings.PASSWORD_HASHERS = ours.PASSWORD_HASHERS


def test_a_hash_is_of_the_smaller_set() -> None:
    assert (
        SerializedArgon2Hasher()
        .encode(SECRET, "salt" * 6)
        .startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    )


@pytest.mark.django_db
def test_a_larger_hash_is_made_anew_at_the_sign_in() -> None:
    anna = builders.user("anna")
    anna.password = Argon2PasswordHasher().encode(SECRET, "salt" * 6)
    anna.save()
    assert not anna.check_password("something else")
    assert "m=102400" in anna.password
    assert anna.check_password(SECRET)
    anna.refresh_from_db()
    assert "m=19456" in anna.password
    assert anna.check_password(SECRET)


def test_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = Lock()
    hashed = Argon2PasswordHasher.verify

    def verify(self, password: str, encoded: str) -> bool:
        assert alone.acquire(blocking=False), "two at once"
        right = hashed(self, password, encoded)
        alone.release()
        return right

    monkeypatch.setattr(Argon2PasswordHasher, "verify", verify)
    encoded = SerializedArgon2Hasher().encode(SECRET, "salt" * 6)
    with ThreadPoolExecutor(4) as threads:
        checks = threads.map(lambda _: check_password(SECRET, encoded), range(12))
        assert all(checks)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("clubs:sign-in", ()),
        ("clubs:password", ()),
        ("clubs:setup", ("a",)),
        ("account_reauthenticate", ()),
        ("account_signup", ()),
        ("scoring:join", "a"),
        ("account_reset_password_from_key", ("a", "b")),
        ("admin:login", ()),
        ("scoring:password-link", "a"),
    ],
)
def test_every_form_with_a_password_waits_for_its_turn(name: str, parts: tuple) -> None:
    assert reverse(name, args=parts).startswith(HASHING)
