"""URLs with the names that allauth redirects to.

allauth's own URL list isn't included, so only pages that we have designed can be
reached.
"""

from django.urls import path

from clubs.views import accounts, email, two_factor

urlpatterns = [
    path("sign-in/", accounts.sign_in, name="account_login"),
    path("accounts/", accounts.account, name="mfa_index"),
    path("accounts/again/", accounts.password_again, name="account_reauthenticate"),
    # by email
    path("accounts/sign-up/", email.sign_up, name="account_signup"),
    path("accounts/email/", email.email, name="account_email"),
    path(
        "accounts/confirm/", email.confirm_sent, name="account_email_verification_sent"
    ),
    path("accounts/confirm/<str:key>/", email.confirm, name="account_confirm_email"),
    path("accounts/forgot/", email.forgot, name="account_reset_password"),
    path(
        "accounts/forgot/sent/", email.forgot_sent, name="account_reset_password_done"
    ),
    path(
        "accounts/forgot/<slug:uidb36>/<str:key>/",
        email.password_by_mail,
        name="account_reset_password_from_key",
    ),
    # two-factor authentication
    path("accounts/code/", two_factor.code, name="mfa_authenticate"),
    path("accounts/second-factor/on/", two_factor.turn_on, name="mfa_activate_totp"),
    path(
        "accounts/second-factor/off/",
        two_factor.turn_off,
        name="mfa_deactivate_totp",
    ),
    path(
        "accounts/recovery-codes/",
        two_factor.recovery_codes,
        name="mfa_view_recovery_codes",
    ),
    path(
        "accounts/recovery-codes/new/",
        two_factor.new_codes,
        name="mfa_generate_recovery_codes",
    ),
]
