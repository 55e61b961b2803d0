"""Two-factor authentication: a code from an app (TOTP), or a recovery code on paper.

The rows are allauth's. Its own `wrap` from a row to its authenticator needs a package
for security keys that the site doesn't have.
"""

from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core.cache import caches
from django.utils.translation import gettext_lazy as _

from clubs.models import User

WRONG_CODE = _(
    "That code isn’t right, or it was already used. Enter the one the app shows now."
)
KINDS = Authenticator.Type


class App(TOTP):
    """An authenticator app on the phone, whose codes each work once."""

    def _mark_code_used(self, code: str) -> bool:
        """Use up a code while it is valid; allauth forgets it after one period."""
        periods = 1 + 2 * app_settings.TOTP_TOLERANCE
        seconds = periods * app_settings.TOTP_PERIOD
        counters: Any = caches["default"]  # our class, with more methods than Django's
        return bool(counters.use_up(self._get_used_cache_key(code), seconds))


def is_on(user: User) -> bool:
    return app_of(user) is not None


def matching(user: User, code: str) -> Authenticator | None:
    """Return the authenticator that a typed code belongs to; uses up the code."""
    for row in Authenticator.objects.filter(user=user).order_by("-type"):
        kind = App if row.type == KINDS.TOTP else RecoveryCodes
        if kind(row).validate_code(code):
            return row
    return None


def recovery_codes(user: User) -> RecoveryCodes | None:
    row = Authenticator.objects.filter(user=user, type=KINDS.RECOVERY_CODES).first()
    return RecoveryCodes(row) if row else None


def codes_left(user: User) -> int:
    codes = recovery_codes(user)
    return len(codes.get_unused_codes()) if codes else 0


def disable(user: User) -> bool:
    """Remove a user's two-factor authentication; return False if there was none.

    For users who lost their phone and recovery codes.
    """
    deleted, _unused = Authenticator.objects.filter(user=user).delete()
    return bool(deleted)


def app_of(user: User) -> Authenticator | None:
    return Authenticator.objects.filter(user=user, type=KINDS.TOTP).first()
