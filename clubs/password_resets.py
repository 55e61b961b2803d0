"""Links for a member to set a new password, made by an owner of their club.

Anyone who opens the link can be that account from then on. So an owner can make one
only for a user without a role outside the club; a site admin can make one for everyone.
"""

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from clubs import login_throttle
from clubs.models import PasswordLink, Role, User


class LinkSpent(Exception):
    """The link was used, withdrawn, is too old, or never existed."""


class NotTheirs(Exception):
    """The account has other roles than in this club, or is the user's own."""


def may_make(user: User, role: Role) -> bool:
    """Return whether a user can make a link for the account with this role."""
    if user.pk == role.user_id or not user.is_active:
        return False
    if user.is_superuser:
        return True
    owns = Role.objects.filter(club=role.club_id, user=user, kind=Role.Kind.OWNER)
    elsewhere = Role.objects.filter(user=role.user_id).exclude(club=role.club_id)
    return owns.exists() and not (role.user.is_superuser or elsewhere.exists())


@transaction.atomic
def make(*, role: Role, user: User) -> tuple[PasswordLink, bool]:
    """Return the role's open link, and if it is new. Raises NotTheirs, LinkSpent."""
    fresh = _locked(role)
    if fresh is None:
        raise LinkSpent
    if not may_make(user, fresh):
        raise NotTheirs
    open_one = _open().filter(role=fresh).first()
    return open_one or PasswordLink.objects.create(
        role=fresh, made_by=user
    ), not open_one


@transaction.atomic
def close(link: PasswordLink) -> bool:
    """Withdraw a link; return False if it was no longer open."""
    open_links = PasswordLink.objects.filter(pk=link.pk, closed_at=None)
    return bool(open_links.update(closed_at=timezone.now()))


@transaction.atomic
def use(*, token: str, password: str) -> Role:
    """Set the password, once; sessions with the old one end. Raises LinkSpent.

    The account's email addresses must be confirmed again: the link's maker could have
    used it, and a confirmed address opens this person's pages in other clubs.
    """
    link = opened(token)
    if link is None or _locked(link.role) is None or not close(link):
        raise LinkSpent
    user = link.role.user
    user.set_password(password)
    user.save(update_fields=["password"])
    EmailAddress.objects.filter(user=user).update(verified=False)
    login_throttle.reset_failures(username=user.username)
    return link.role


def opened(token: str) -> PasswordLink | None:
    """Return the link of a token, while its maker still has the right to make it."""
    links = _open().select_related("role__user", "role__club", "made_by")
    link = links.filter(token=token).first()
    if link is None or link.made_by is None:
        return None
    return link if may_make(link.made_by, link.role) else None


def _open():
    since = timezone.now() - PasswordLink.LASTS
    return PasswordLink.objects.filter(closed_at=None, made_at__gt=since)


def _locked(role: Role) -> Role | None:
    rows = Role.objects.select_for_update(of=("self",))
    return rows.select_related("user").filter(pk=role.pk).first()
