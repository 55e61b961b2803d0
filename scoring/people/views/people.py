"""People and permissions of a club: roles, and the links that give them."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from clubs import accounts, password_resets
from clubs.access import Member, member_of
from clubs.clubs import open_invitations, open_password_links, roles_in
from clubs.forms import PlainForm
from clubs.i18n import message
from clubs.models import PasswordLink, Role
from clubs.site_urls import link_address, opens_here_only
from scoring.core.forms import IdempotentForm
from scoring.core.page_context import desk_frame
from scoring.core.writes import USED_ELSEWHERE, ActionRefused
from scoring.people import roles

KINDS = (
    (
        Role.Kind.SCOREKEEPER,
        _(
            "Scorekeeper: counts score sheets, confirms other people’s counts "
            "and prints"
        ),
    ),
    (
        Role.Kind.DIRECTOR,
        _(
            "Director: also runs tournaments, entries, draws, corrections, rulings "
            "and players"
        ),
    ),
    (
        Role.Kind.OWNER,
        _("Owner: also manages people and the club’s settings"),
    ),
)


class InviteForm(IdempotentForm):
    """The kind of role that an invitation gives; a form sent twice creates one link."""

    kind = forms.ChoiceField(
        label=_("Role"),
        choices=KINDS,
        widget=forms.RadioSelect,
        initial=Role.Kind.SCOREKEEPER,
    )


class RoleForm(PlainForm):
    """A new kind of role for a person who has one."""

    kind = forms.ChoiceField(label=_("Role"), choices=Role.Kind.choices)


OWNER = Role.Kind.OWNER
OWN_PASSWORD = _("Change your own password on your account page.")
MORE_THAN_A_MEMBER = _(
    "This account also has a role in another club, or runs the site. Ask the site "
    "admin to create the link."
)


@require_safe
def people(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, OWNER)
    return _page(request, member, InviteForm())


@require_POST
def invite(request: HttpRequest, club: str) -> HttpResponse:
    member = member_of(request, club, OWNER)
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, member, form)
    try:
        invitation = roles.invite(
            club=member.club, user=member.user, **form.cleaned_data
        )
    except accounts.InvitationSpent:
        form.add_error(None, USED_ELSEWHERE)
        return _page(request, member, form)
    except ActionRefused as refused:
        form.add_error(None, refused.message)
        return _page(request, member, form)
    text = message(
        "The link is ready to share. Role: {role}.",
        role=Role.Kind(invitation.kind).label,
    )
    messages.success(request, text)
    return redirect(f"{_address(member)}#invitation-{invitation.pk}")


@require_POST
def invitation_close(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    member = member_of(request, club, OWNER)
    invitation = member.club.invitations.filter(pk=pk).first()
    if invitation is None:
        raise Http404("There is no such invitation.")
    roles.close_invitation(invitation, member.user)
    messages.success(request, message("The link was withdrawn and no longer works."))
    return redirect(_address(member))


@require_POST
def role_change(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    member = member_of(request, club, OWNER)
    role, form = _role(member, pk), RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, message("Choose one of the three roles."))
        return redirect(_address(member))
    try:
        changed = roles.change_role(
            role=role, kind=form.cleaned_data["kind"], user=member.user
        )
    except accounts.LastOwner:
        messages.error(request, _last_owner(role))
    except accounts.RoleEnded:
        messages.error(request, _no_role(role))
    else:
        role_label = Role.Kind(changed.kind).label
        messages.success(
            request,
            message("Role changed. {user}: {role}.", user=role.user, role=role_label),
        )
        if role.user == member.user and not changed.includes(OWNER):
            return redirect("scoring:desk", member.club.slug)
    return redirect(_address(member))


@require_POST
def role_end(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    member = member_of(request, club, OWNER)
    role = member.club.roles.filter(pk=pk).select_related("user").first()
    if role is None:
        if Role.objects.filter(pk=pk).exists():
            raise Http404("It is a role in another club.")
        # Sent twice: the role has already ended.
        return redirect(_address(member))
    try:
        roles.take_role(role=role, user=member.user)
    except accounts.LastOwner:
        messages.error(request, _last_owner(role))
        return redirect(_address(member))
    messages.success(request, _no_role(role))
    if role.user == member.user:
        return redirect("clubs:home")
    return redirect(_address(member))


@require_POST
def password_link_make(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    member = member_of(request, club, OWNER)
    role = _role(member, pk)
    try:
        link = roles.make_password_link(role=role, user=member.user)
    except password_resets.NotTheirs:
        is_own = role.user == member.user
        messages.error(request, OWN_PASSWORD if is_own else MORE_THAN_A_MEMBER)
    except password_resets.LinkSpent:
        messages.error(request, _no_role(role))
    else:
        text = message("The link is ready to share. For: {user}.", user=role.user)
        messages.success(request, text)
        return redirect(f"{_address(member)}#password-{link.pk}")
    return redirect(_address(member))


@require_POST
def password_link_close(request: HttpRequest, club: str, pk: int) -> HttpResponse:
    member = member_of(request, club, OWNER)
    links = PasswordLink.objects.filter(role__club=member.club)
    link = links.select_related("role__user", "role__club").filter(pk=pk).first()
    if link is None:
        raise Http404("There is no such link.")
    roles.close_password_link(link, member.user)
    messages.success(request, message("The link was withdrawn and no longer works."))
    return redirect(_address(member))


def _page(request: HttpRequest, member: Member, form: InviteForm) -> HttpResponse:
    base = link_address(request, member.club)
    links = [
        (invitation, base + reverse("scoring:join", args=[invitation.token]))
        for invitation in open_invitations(member.club)
    ]
    passwords = [
        (link, base + reverse("scoring:password-link", args=[link.token]))
        for link in open_password_links(member.club)
    ]
    context = {
        **desk_frame(member, message("People")),
        "roles": roles_in(member.club),
        "kinds": Role.Kind.choices,
        "links": links,
        "passwords": passwords,
        "only_here": opens_here_only(base),
        "form": form,
    }
    return render(request, "scoring/people/people.html", context)


def _role(member: Member, pk: int) -> Role:
    role = member.club.roles.filter(pk=pk).select_related("user").first()
    if role is None:
        raise Http404("There is no such role.")
    return role


def _last_owner(role: Role) -> str:
    return message(
        "A club needs an owner, and {user} is the only one. Make someone else an "
        "owner first.",
        user=role.user,
    )


def _no_role(role: Role) -> str:
    return message("{user} no longer has a role here.", user=role.user)


def _address(member: Member) -> str:
    return reverse("scoring:people", args=[member.club.slug])
