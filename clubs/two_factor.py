"""The second factor: a code from an app (TOTP), or one of the codes kept on paper.

The rows are allauth's. Its own way from a row to what checks codes (`wrap`) wants a
package for security keys that the site does not have.
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
    """The app on the phone, whose code works once."""

    def _mark_code_used(self, code: str) -> bool:
        """For as long as the code is right; allauth forgets it after one period."""
        periods = 1 + 2 * app_settings.TOTP_TOLERANCE
        seconds = periods * app_settings.TOTP_PERIOD
        counters: Any = caches["default"]  # ours, with more than Django asks of one
        return bool(counters.use_up(self._get_used_cache_key(code), seconds))


def is_on(user: User) -> bool:
    return app_of(user) is not None


def matching(user: User, code: str) -> Authenticator | None:
    """What a typed code belongs to; the code is used up by asking."""
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
    """For somebody who lost phone and codes; False where there was no second factor."""
    deleted, _unused = Authenticator.objects.filter(user=user).delete()
    return bool(deleted)


def app_of(user: User) -> Authenticator | None:
    return Authenticator.objects.filter(user=user, type=KINDS.TOTP).first()
