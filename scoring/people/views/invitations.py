"""Links that one person gave to another: to join a club, or set a new password."""

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from clubs import password_resets
from clubs.accounts import InvitationSpent, NameTaken
from clubs.clubs import invitation_to_club, is_open
from clubs.i18n import message
from clubs.models import Invitation, Role, User
from clubs.views import trusted_browsers
from clubs.views.accounts import QUICKER, AccountForm, NewPasswordForm, spent
from scoring.people import roles

JOIN = "scoring/people/join.html"
FORM = "account/new_password.html"
NOTICE = "account/email/password_by_owner"


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def join_club(request: HttpRequest, token: str) -> HttpResponse:
    """Join a club by an owner's link, with an existing account or a new one."""
    invitation = invitation_to_club(token)
    if invitation is None or invitation.club is None:
        raise Http404("There is no such invitation.")
    desk = reverse("scoring:desk", args=[invitation.club.slug])
    if not is_open(invitation):
        return spent(request, invitation, desk)
    context = {"invitation": invitation, "club": invitation.club}
    if request.user.is_authenticated:
        if request.method == "POST":
            return _join(request, invitation, request.user, desk)
        return render(request, JOIN, context)
    form = AccountForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return _join(request, invitation, form.account(), desk)
        except NameTaken:
            form.add_error("username", QUICKER)
    return render(request, JOIN, {**context, "form": form})


def _join(
    request: HttpRequest, invitation: Invitation, user: User, desk: str
) -> HttpResponse:
    try:
        role = roles.join(token=invitation.token, user=user)
    except InvitationSpent:
        return spent(request, invitation_to_club(invitation.token), desk)
    if not request.user.is_authenticated:
        trusted_browsers.sign_in(request, user)
    text = message(
        "You now have a role. {club}: {role}.",
        club=invitation.club,
        role=Role.Kind(role.kind).label,
    )
    messages.success(request, text)
    return redirect(desk)


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def password_link(request: HttpRequest, token: str) -> HttpResponse:
    """Set a new password by an owner's link; the person then signs in with it."""
    link = password_resets.opened(token)
    if link is None:
        return render(request, FORM, {"token_fail": True}, status=404)
    user = link.role.user
    form = NewPasswordForm(request.POST or None, user=user)
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data["password1"]
        try:
            roles.use_password_link(token=token, password=chosen)
        except password_resets.LinkSpent:
            return render(request, FORM, {"token_fail": True}, status=404)
        get_adapter().send_notification_mail(NOTICE, user, {"club": link.role.club})
        text = message(
            "Sign in as {username} with the new password.", username=user.username
        )
        messages.success(request, text)
        return redirect("clubs:sign-in")
    return render(request, FORM, {"form": form, "who": user})
