"""Accounts, invitations and roles.

Accounts are made by invitation; the first owner uses a code that the server prints
once.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from clubs.clubs import is_open
from clubs.models import Club, Invitation, Role, User

# Hooks that `scoring` registers to act in the transactions of this module, because
# clubs don't know tournaments. A first event's function returns the slug of its
# address.
on_club_opened: list[Callable[[Club, User], object]] = []
on_first_event: list[Callable[[Club, User, dict[str, Any]], str]] = []
MOST_WAITING = 200  # clubs of the whole site; more would be a flood


class InvitationSpent(Exception):
    """The link was used, withdrawn, never existed, or its maker lost their role."""


class NameTaken(Exception):
    """The username or the club's address is in use since the form was checked."""


class OneWaits(Exception):
    """The user already has a club waiting for approval, so they can't open another."""


class TooManyWait(Exception):
    """Too many clubs are waiting for the site admin's approval."""


class RoleEnded(Exception):
    """The role was ended by another user since the page was displayed."""


class LastOwner(Exception):
    """A club can't lose its last owner."""


@transaction.atomic
def setup_code() -> str | None:
    """Return the code of the one-time address that makes the first owner.

    The code stays the same until it is used. None once there is an owner.
    """
    if has_owner():
        return None
    open_one = Invitation.objects.filter(club=None, closed_at=None).first()
    return (open_one or Invitation.objects.create(kind=Role.Kind.OWNER)).token


def has_owner() -> bool:
    return User.objects.filter(is_superuser=True).exists()


def list_reachable_admins() -> QuerySet[User]:
    """Return site admins who can sign in and have an email address."""
    admins = User.objects.filter(is_superuser=True, is_active=True)
    return admins.exclude(email="")


def hears_of_waiting_clubs() -> bool:
    """Return whether a club that waits for approval reaches anyone by email.

    One query if users can open clubs (OPEN_CLUBS); otherwise none waits.
    """
    return not settings.OPEN_CLUBS or list_reachable_admins().exists()


def new_account(*, name: str, username: str, password: str) -> User:
    """Return an unsaved account; its form has checked the name and password."""
    user = User(name=name, username=username)
    user.set_password(password)
    return user


@transaction.atomic
def invite(*, club: Club, kind: str, by: User, key: str = "") -> Invitation:
    """Create a link that gives the first person who opens it a role in the club.

    Raises InvitationSpent for a form that was sent for another club.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if key and (existing := Invitation.objects.filter(key=key).first()):
        if existing.club_id != club.pk:
            raise InvitationSpent
        return existing
    return Invitation.objects.create(club=club, kind=kind, made_by=by, key=key)


@transaction.atomic
def close_invitation(invitation: Invitation) -> bool:
    """Withdraw a link that hasn't been used; return False if it is no longer open."""
    closed = Invitation.objects.filter(pk=invitation.pk, closed_at=None).update(
        closed_at=timezone.now()
    )
    return bool(closed)


@transaction.atomic
def join(*, token: str, user: User) -> Role:
    """Use an invitation to a club once. Raises InvitationSpent, NameTaken."""
    invitation = _unused_invitation(token)
    if invitation.club is None or not is_open(invitation):
        raise InvitationSpent
    if user.pk is None:
        _save_new(user)
    role = give_role(club=invitation.club, user=user, kind=invitation.kind)
    _spend(invitation, user)
    return role


@transaction.atomic
def make_owner(
    *, token: str, user: User, club: Club, evening: dict[str, Any] | None = None
) -> str:
    """Create the first owner and the first club, by the code the server printed.

    With the facts of a first event (`evening`), also create it. Returns the slug in the
    event's address, "" without an event. Raises InvitationSpent, NameTaken.
    """
    invitation = _unused_invitation(token)
    if invitation.club:
        raise InvitationSpent
    user.is_superuser = user.is_staff = True
    _save_new(user)
    _save_new(club)
    Role.objects.create(club=club, user=user, kind=Role.Kind.OWNER)
    _spend(invitation, user)
    return _first_evening(club, user, evening)


@transaction.atomic
def open_club(*, user: User, club: Club, evening: dict[str, Any] | None = None) -> str:
    """Open a user's own club, which waits for approval by a site admin.

    `evening` has the facts of a first event, if any; returns the slug in its address,
    or "". The desk is open to the owner immediately so they can prepare, but nothing is
    public. Raises OneWaits, TooManyWait, NameTaken.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    waiting = Club.objects.exclude(waits_since=None)
    if waiting.filter(roles__user=user, roles__kind=Role.Kind.OWNER).exists():
        raise OneWaits
    if waiting.count() >= MOST_WAITING:
        raise TooManyWait
    club.waits_since = timezone.now()
    _save_new(club)
    Role.objects.create(club=club, user=user, kind=Role.Kind.OWNER)
    for follow in on_club_opened:
        follow(club, user)
    return _first_evening(club, user, evening)


def _first_evening(club: Club, user: User, evening: dict[str, Any] | None) -> str:
    """Create the first event and return the slug in its address; "" without one."""
    if evening is None:
        return ""
    return next((create(club, user, evening) for create in on_first_event), "")


@transaction.atomic
def give_role(*, club: Club, user: User, kind: str) -> Role:
    """Give a user a role by invitation; the role can only grow.

    For example, an owner doesn't become a scorekeeper.
    """
    role, created = Role.objects.select_for_update().get_or_create(
        club=club, user=user, defaults={"kind": kind}
    )
    if not created and not role.includes(kind):
        role.kind = kind
        role.save()
    return role


@transaction.atomic
def change_role(*, role: Role, kind: str) -> Role:
    """Change the kind of a role, higher or lower. Raises LastOwner, RoleEnded."""
    fresh = _locked_role(role)
    if fresh is None:
        raise RoleEnded
    if fresh.kind == Role.Kind.OWNER and kind != Role.Kind.OWNER:
        _refuse_last_owner(fresh)
    fresh.kind = Role.Kind(kind)
    fresh.save()
    return fresh


@transaction.atomic
def take_role(*, role: Role) -> bool:
    """End a role but keep the account; return False if the role had already ended.

    Raises LastOwner.
    """
    fresh = _locked_role(role)
    if fresh is None:
        return False
    _refuse_last_owner(fresh)
    fresh.delete()
    return True


def _locked_role(role: Role) -> Role | None:
    """Return the current role, with the club's row locked against other changes."""
    Club.objects.select_for_update(no_key=True).get(pk=role.club_id)
    return Role.objects.filter(pk=role.pk).first()


def _refuse_last_owner(role: Role) -> None:
    owners = Role.objects.filter(club=role.club_id, kind=Role.Kind.OWNER)
    if role.kind == Role.Kind.OWNER and owners.count() == 1:
        raise LastOwner


def _save_new(row: User | Club) -> None:
    """Save a new row; raises NameTaken if the name is in use by now."""
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError:
        raise NameTaken from None


def _unused_invitation(token: str) -> Invitation:
    invitation = (
        Invitation.objects.select_for_update(of=("self",))
        .filter(token=token, closed_at=None)
        .first()
    )
    if invitation is None:
        raise InvitationSpent
    return invitation


def _spend(invitation: Invitation, user: User) -> None:
    invitation.used_by = user
    invitation.closed_at = timezone.now()
    invitation.save()
