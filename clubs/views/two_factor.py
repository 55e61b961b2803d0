"""Pages to turn two-factor authentication on and off, and to enter a code."""

from typing import Any
from urllib.parse import quote

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.decorators import login_stage_required
from allauth.account.internal.flows.reauthentication import reauthenticate_by_password
from allauth.mfa.base.internal.flows import check_rate_limit, post_authentication
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.flows import generate_recovery_codes
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.flows import deactivate_totp
from allauth.mfa.totp.views import ActivateTOTPView
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs import browsers, login_throttle, two_factor
from clubs.access import SignedInRequest, client_address
from clubs.forms import PlainErrorMessages, PlainForm
from clubs.i18n import lazy_message, message
from clubs.login_throttle import check_throttle
from clubs.models import User
from clubs.views import trusted_browsers
from clubs.views.accounts import PasswordAgainForm
from clubs.views.allauth_adapters import SecondFactor, warn

WRONG, TOO_MANY = "incorrect_code", "too_many_login_attempts"  # allauth's error codes


def code_field(label: str, help_text: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}
        ),
        help_text=help_text,
    )


class TurnOnForm(PlainErrorMessages, ActivateTOTPForm):
    """The first code of the app, which proves that it has the secret."""

    code = code_field(
        lazy_message("Code from the app"), help_text=lazy_message("Six digits.")
    )


class CodeForm(PlainForm):
    """The code after the password, throttled as wrong passwords are.

    Also five tries in five minutes by account: the person already has the password.
    """

    authenticator: Authenticator

    code = code_field(
        lazy_message("Code"),
        help_text=lazy_message(
            "Enter the six digits from the app, or a recovery code."
        ),
    )

    def __init__(
        self, *args: Any, user: User, address: str, known: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        self.who = {"username": user.username, "address": address}
        self.known = known

    def clean_code(self) -> str:
        forget_wrong_ones = check_rate_limit(self.user)
        if wait := login_throttle.begin_attempt(**self.who, known=self.known):
            raise ValidationError(
                message("Too many wrong codes. {wait}", wait=check_throttle(wait)),
                code=TOO_MANY,
            )
        match = two_factor.matching(self.user, self.cleaned_data["code"])
        if match is None:
            raise ValidationError(two_factor.WRONG_CODE, code=WRONG)
        self.authenticator = match
        forget_wrong_ones()
        login_throttle.attempt_succeeded(
            username=self.who["username"], address=self.who["address"]
        )
        return self.cleaned_data["code"]


LOGGED = {WRONG: "wrong code", TOO_MANY: "too many codes"}
guarded = reauthentication_required(app="allauth.mfa")


class TurnOn(ActivateTOTPView):
    """The page to turn on two-factor authentication; signs out all other browsers."""

    form_class = TurnOnForm
    template_name = "mfa/turn_on.html"

    def form_valid(self, form: TurnOnForm) -> HttpResponse:
        response = super().form_valid(form)
        session_key = self.request.session.session_key
        if browsers.sign_out_others(user=self.request.user, session_key=session_key):
            messages.info(self.request, message("You’re signed out everywhere else."))
        return response


turn_on = never_cache(TurnOn.as_view())


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def turn_off(request: SignedInRequest) -> HttpResponse:
    """Turn it off after the password, even if typed recently; twice does no harm."""
    app = two_factor.app_of(request.user)
    if app is None:
        return redirect("clubs:account")
    form = PasswordAgainForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        reauthenticate_by_password(request)
        deactivate_totp(request, app)
        return redirect("clubs:account")
    return render(request, "mfa/turn_off.html", {"form": form})


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@login_stage_required(stage=SecondFactor.key, redirect_urlname="account_login")
def code(request: HttpRequest) -> HttpResponse:
    """Ask for the code after the right password, then sign the user in."""
    stage = request._login_stage  # type: ignore[attr-defined]  # allauth puts it there
    user, address = stage.login.user, client_address(request)
    known = trusted_browsers.is_known(request, user.username)
    form = CodeForm(request.POST or None, user=user, address=address, known=known)
    if request.method == "POST" and form.is_valid():
        post_authentication(request, form.authenticator)
        return stage.exit()
    for error, words in LOGGED.items():
        if form.has_error("code", error):
            warn(words, form.who)
    return render(request, "mfa/code.html", {"form": form})


@never_cache
@require_GET
@guarded
def recovery_codes(request: SignedInRequest) -> HttpResponse:
    """Show the recovery codes once; afterwards only how many are left."""
    codes = two_factor.recovery_codes(request.user)
    if codes is None:
        return redirect("clubs:account")
    unused = codes.get_unused_codes()
    visible = [] if codes.did_view else unused
    codes.mark_as_viewed()
    context = {
        "codes": visible,
        "left": len(unused),
        "file": _as_file(request, visible),
    }
    return render(request, "mfa/recovery_codes.html", context)


@require_POST
@guarded
def new_codes(request: SignedInRequest) -> HttpResponse:
    """Make ten new codes, which replace the old ones."""
    if not two_factor.is_on(request.user):
        return redirect("clubs:account")
    generate_recovery_codes(request)
    return redirect("mfa_view_recovery_codes")


def _as_file(request: HttpRequest, codes: list[str]) -> str:
    """Return the codes as a text file in a data URI, never stored on the server."""
    head = message(
        "Recovery codes for Valat at {address}: {username}",
        username=request.user.username,
        address=request.get_host(),
    )
    hint = message("Each code works once, instead of the code from the app.")
    lines = [head, hint, "", *codes, ""]
    return f"data:text/plain;charset=utf-8,{quote(chr(10).join(lines))}"
