"""Addresses whose names are allauth's: it leads people to them by these names.

Its own list of addresses is not taken in, so that nothing of it is reached that has no
page of ours.
"""

from django.urls import path

from clubs.views import accounts, mail, second_factor

urlpatterns = [
    path("sign-in/", accounts.sign_in, name="account_login"),
    path("accounts/", accounts.account, name="mfa_index"),
    path("accounts/again/", accounts.password_again, name="account_reauthenticate"),
    # by mail
    path("accounts/sign-up/", mail.sign_up, name="account_signup"),
    path("accounts/email/", mail.email, name="account_email"),
    path(
        "accounts/confirm/", mail.confirm_sent, name="account_email_verification_sent"
    ),
    path("accounts/confirm/<str:key>/", mail.confirm, name="account_confirm_email"),
    path("accounts/forgot/", mail.forgot, name="account_reset_password"),
    path("accounts/forgot/sent/", mail.forgot_sent, name="account_reset_password_done"),
    path(
        "accounts/forgot/<slug:uidb36>/<str:key>/",
        mail.password_by_mail,
        name="account_reset_password_from_key",
    ),
    # the second factor
    path("accounts/code/", second_factor.code, name="mfa_authenticate"),
    path("accounts/second-factor/on/", second_factor.turn_on, name="mfa_activate_totp"),
    path(
        "accounts/second-factor/off/",
        second_factor.turn_off,
        name="mfa_deactivate_totp",
    ),
    path(
        "accounts/recovery-codes/",
        second_factor.recovery_codes,
        name="mfa_view_recovery_codes",
    ),
    path(
        "accounts/recovery-codes/new/",
        second_factor.new_codes,
        name="mfa_generate_recovery_codes",
    ),
]
