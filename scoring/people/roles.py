"""Roles and the links that give them, with a log line for each change."""

from django.db import transaction

from clubs import accounts, password_resets
from clubs.i18n import joined
from clubs.models import Club, Invitation, PasswordLink, Role, User
from scoring.core.quotas import refuse_beyond
from scoring.core.writes import Actor, find_duplicate, log
from scoring.models.log_messages import LogMessage, log_message


@transaction.atomic
def invite(*, club: Club, kind: str, user: User, key: str = "") -> Invitation:
    """Create an invitation to the club; a form sent twice creates one.

    Raises InvitationSpent for a form that was sent for another club, and ActionRefused
    if the club can't have more accounts.
    """
    if not Invitation.objects.filter(key=key).exclude(key="").exists():
        refuse_beyond(club, "accounts")
    invitation = accounts.invite(club=club, kind=kind, by=user, key=key)
    logged = f"invite-{invitation.pk}"
    if not find_duplicate(logged):
        text = log_message("role.invited", role=Role.Kind(invitation.kind).label)
        _log(user, "invitation", text, club, key=logged)
    return invitation


@transaction.atomic
def close_invitation(invitation: Invitation, user: User) -> None:
    if accounts.close_invitation(invitation):
        role = Role.Kind(invitation.kind).label
        text = log_message("role.invitation_withdrawn", role=role)
        _log(user, "invitation", text, invitation.club)


@transaction.atomic
def join(*, token: str, user: User) -> Role:
    """Use an invitation. Raises InvitationSpent or NameTaken."""
    role = accounts.join(token=token, user=user)
    text = log_message(
        "role.joined",
        role=Role.Kind(role.kind).label,
        username=user.username,
    )
    _log(user, "invitation", text, role.club)
    return role


@transaction.atomic
def change_role(*, role: Role, kind: str, user: User) -> Role:
    """Change the kind of a role. Raises LastOwner or RoleEnded."""
    changed = accounts.change_role(role=role, kind=kind)
    if changed.kind != role.kind:
        text = log_message("role.changed", user=role.user)
        _log(user, "role", text, role.club, old=_in_words(role), new=_in_words(changed))
    return changed


@transaction.atomic
def take_role(*, role: Role, user: User) -> None:
    """End a role. Raises LastOwner."""
    if accounts.take_role(role=role):
        text = log_message("role.ended", user=role.user)
        _log(user, "role", text, role.club, old=_in_words(role))


@transaction.atomic
def make_password_link(*, role: Role, user: User) -> PasswordLink:
    """Return a link for a new password. Raises NotTheirs or LinkSpent."""
    link, is_new = password_resets.make(role=role, user=user)
    if is_new:
        text = log_message("password.link_made", user=role.user)
        _log(user, "password", text, role.club)
    return link


@transaction.atomic
def close_password_link(link: PasswordLink, closing_user: User) -> None:
    if password_resets.close(link):
        user = link.role.user
        text = log_message("password.link_withdrawn", user=user)
        _log(closing_user, "password", text, link.role.club)


@transaction.atomic
def use_password_link(*, token: str, password: str) -> User:
    """Set a new password by a link. Raises LinkSpent."""
    role = password_resets.use(token=token, password=password)
    _log(role.user, "password", log_message("password.set"), role.club)
    return role.user


def _in_words(role: Role) -> str:
    return joined([Role.Kind(role.kind).label])


def _log(
    user: User,
    kind: str,
    message: LogMessage,
    club: Club | None,
    key: str = "",
    old: str = "",
    new: str = "",
) -> None:
    log(Actor.at_desk(user), kind, message, club=club, key=key, old=old, new=new)
