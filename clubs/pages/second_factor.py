"""A second factor: turned on and off by its owner, asked for after the password."""

from urllib.parse import quote

from allauth.account.decorators import reauthentication_required
from allauth.account.internal.decorators import login_stage_required
from allauth.account.internal.flows.reauthentication import reauthenticate_by_password
from allauth.mfa.base.internal.flows import post_authentication
from allauth.mfa.recovery_codes.internal.flows import generate_recovery_codes
from allauth.mfa.totp.internal.flows import deactivate_totp
from allauth.mfa.totp.views import ActivateTOTPView
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from clubs import second_factor
from clubs import session_ends as sessions
from clubs.access import SignedInRequest
from clubs.pages import known_browsers
from clubs.pages.accounts_forms import PasswordAgainForm, client_address
from clubs.pages.adapters import SecondFactor, warn
from clubs.pages.second_factor_forms import TOO_MANY, WRONG, CodeForm, TurnOnForm
from clubs.wording import say

LOGGED = {WRONG: "wrong code", TOO_MANY: "too many codes"}

guarded = reauthentication_required(app="allauth.mfa")


class TurnOn(ActivateTOTPView):
    """Who has the password alone, and is signed in with it, is signed out."""

    form_class = TurnOnForm
    template_name = "mfa/turn_on.html"

    def form_valid(self, form: TurnOnForm) -> HttpResponse:
        response = super().form_valid(form)
        this = self.request.session.session_key
        if sessions.end_others(user=self.request.user, this=this):
            messages.info(self.request, say("You are signed out everywhere but here."))
        return response


turn_on = never_cache(TurnOn.as_view())


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def turn_off(request: SignedInRequest) -> HttpResponse:
    """By the password, however lately it was typed. Sent twice, it is off."""
    app = second_factor.app_of(request.user)
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
    """After the right password: the code, then one is signed in."""
    stage = request._login_stage  # type: ignore[attr-defined]  # allauth puts it there
    user, address = stage.login.user, client_address(request)
    known = known_browsers.is_known(request, user.username)
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
    """The codes, once; afterwards how many are left."""
    codes = second_factor.recovery_codes(request.user)
    if codes is None:
        return redirect("clubs:account")
    unused = codes.get_unused_codes()
    shown = [] if codes.did_view else unused
    codes.mark_as_viewed()
    context = {"codes": shown, "left": len(unused), "file": _as_file(request, shown)}
    return render(request, "mfa/recovery_codes.html", context)


@require_POST
@guarded
def new_codes(request: SignedInRequest) -> HttpResponse:
    """Ten others; those on the old paper are worth nothing then."""
    if not second_factor.is_on(request.user):
        return redirect("clubs:account")
    generate_recovery_codes(request)
    return redirect("mfa_view_recovery_codes")


def _as_file(request: HttpRequest, codes: list[str]) -> str:
    """The codes as the address of a text file, which never lies on the server."""
    head = say(
        "Recovery codes for Valat at {address}: {username}",
        username=request.user.username,
        address=request.get_host(),
    )
    how = say("Each works once, instead of the code from the app.")
    lines = [head, how, "", *codes, ""]
    return f"data:text/plain;charset=utf-8,{quote(chr(10).join(lines))}"
