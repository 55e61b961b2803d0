"""Signing in and out, making accounts by a link."""

from allauth.account.models import EmailAddress
from allauth.account.views import LoginView, PasswordChangeView, ReauthenticateView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import (
    require_http_methods,
    require_POST,
    require_safe,
)

from clubs import second_factor
from clubs import session_ends as sessions
from clubs.access import SignedInRequest
from clubs.accounts import InvitationSpent, NameTaken, make_owner
from clubs.clubs import roles_of, setup_invitation
from clubs.models import Club, Invitation, User
from clubs.pages import known_browsers
from clubs.pages.accounts_forms import (
    PasswordAgainForm,
    PasswordForm,
    SetupForm,
    SignInForm,
)
from clubs.sessions import signed_in_as
from clubs.wording import say, say_later

QUICKER = say_later("Somebody took this name a moment ago. Choose another.")


def mail() -> bool:
    """Asked anew by each page."""
    return bool(settings.MAIL)


sign_in = LoginView.as_view(
    form_class=SignInForm,
    template_name="clubs/sign_in.html",
    extra_context={"mail": mail},
)
password = never_cache(
    PasswordChangeView.as_view(
        form_class=PasswordForm,
        template_name="clubs/password.html",
        success_url=reverse_lazy("clubs:account"),
    )
)
password_again = never_cache(
    sensitive_post_parameters()(
        ReauthenticateView.as_view(
            form_class=PasswordAgainForm, template_name="account/password_again.html"
        )
    )
)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    messages.success(request, say("You are signed out."))
    return redirect("clubs:home")


@require_safe
@login_required
def account(request: SignedInRequest) -> HttpResponse:
    """One's own name, address, password, second factor and roles."""
    context = {
        "waiting": EmailAddress.objects.get_new(request.user),
        "second_factor": second_factor.is_on(request.user),
        "codes_left": second_factor.codes_left(request.user),
        "roles": roles_of(request.user),
        "mail": mail(),
        "sessions": signed_in_as(request.user, request.session.session_key),
    }
    return render(request, "account/account.html", context)


@require_POST
@login_required
def session_end(request: SignedInRequest) -> HttpResponse:
    """Sign out one other browser, or all others."""
    user, this = request.user, request.session.session_key
    mark = request.POST.get("browser", "")
    if mark == "others":
        sessions.end_others(user=user, this=this)
        messages.success(request, say("You are signed out everywhere but here."))
    elif sessions.end(user=user, this=this, mark=mark):
        messages.success(request, say("That browser is signed out."))
    else:
        messages.success(request, say("That browser was signed out already."))
    return redirect("clubs:account")


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def setup(request: HttpRequest, code: str) -> HttpResponse:
    """Once, by the code the server printed: the first owner and the first club."""
    invitation = setup_invitation(code)
    if invitation is None:
        raise Http404("There is no such code.")
    if invitation.closed_at:
        return spent(request, invitation, "clubs:home")
    form = SetupForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return _set_up(request, code, form.account(), form.club())
        except InvitationSpent:
            return spent(request, setup_invitation(code), "clubs:home")
        except NameTaken:
            form.add_error(None, QUICKER)
    return render(request, "clubs/setup.html", {"form": form})


def _set_up(request: HttpRequest, code: str, user: User, club: Club) -> HttpResponse:
    make_owner(token=code, user=user, club=club)
    login(request, user)
    known_browsers.note(request)
    messages.success(
        request, say("Welcome, {user}. {club} is yours to run.", user=user, club=club)
    )
    return redirect("scoring:desk", club.slug)


def spent(
    request: HttpRequest, invitation: Invitation | None, own_page: str
) -> HttpResponse:
    """A spent link leads whoever used it to his page, and tells everybody else."""
    used_by = invitation.used_by if invitation else None
    if used_by is not None and used_by == request.user:
        return redirect(own_page)
    return render(request, "clubs/link_spent.html", status=404)
