"""Accounts come by invitation; the first owner by a code the server prints once."""

from django.db import transaction
from django.utils import timezone

from clubs.models import Club, Invitation, Role, User


class InvitationSpent(Exception):
    """The link was used, withdrawn, or never was."""


@transaction.atomic
def setup_code() -> str | None:
    """The code of the one-time address that makes the first owner.

    The same code until it is used; None once there is an owner.
    """
    if has_owner():
        return None
    open_one = Invitation.objects.filter(club=None, closed_at=None).first()
    return (open_one or Invitation.objects.create(kind=Role.Kind.OWNER)).token


def has_owner() -> bool:
    return User.objects.filter(is_superuser=True).exists()


@transaction.atomic
def invite(*, club: Club, kind: str, by: User) -> Invitation:
    """A link that gives whoever opens it first a role in the club."""
    return Invitation.objects.create(club=club, kind=kind, made_by=by)


@transaction.atomic
def close_invitation(invitation: Invitation) -> None:
    """Withdraw a link nobody has used."""
    Invitation.objects.filter(pk=invitation.pk, closed_at=None).update(
        closed_at=timezone.now()
    )


@transaction.atomic
def join(*, token: str, user: User) -> Invitation:
    """Use an invitation once. Raises InvitationSpent."""
    invitation = _open_invitation(token)
    if invitation.club:
        give_role(club=invitation.club, user=user, kind=invitation.kind)
    invitation.used_by = user
    invitation.closed_at = timezone.now()
    invitation.save()
    return invitation


@transaction.atomic
def make_owner(*, token: str, user: User, club: Club) -> None:
    """The first owner and the first club, by the code the server printed."""
    invitation = _open_invitation(token)
    user.is_superuser = user.is_staff = True
    user.save()
    club.save()
    Role.objects.create(club=club, user=user, kind=Role.Kind.OWNER)
    invitation.used_by = user
    invitation.closed_at = timezone.now()
    invitation.save()


@transaction.atomic
def give_role(*, club: Club, user: User, kind: str) -> Role:
    """A role only grows by an invitation; an owner does not fall to scorekeeper."""
    role, made = Role.objects.select_for_update().get_or_create(
        club=club, user=user, defaults={"kind": kind}
    )
    if not made and not role.includes(kind):
        role.kind = kind
        role.save()
    return role


@transaction.atomic
def take_role(*, role: Role) -> bool:
    """End a role; False for the last owner, whom the club cannot lose."""
    Club.objects.select_for_update().get(pk=role.club_id)
    owners = Role.objects.filter(club=role.club, kind=Role.Kind.OWNER)
    if role.kind == Role.Kind.OWNER and owners.count() == 1:
        return False
    role.delete()
    return True


def _open_invitation(token: str) -> Invitation:
    invitation = (
        Invitation.objects.select_for_update(of=("self",))
        .filter(token=token, closed_at=None)
        .first()
    )
    if invitation is None:
        raise InvitationSpent
    return invitation
