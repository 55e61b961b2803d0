"""Clubs, the roles in them, and a club's settings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Page, Paginator
from django.db import transaction
from django.db.models import Case, Exists, Manager, OuterRef, Q, QuerySet, When
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from clubs.i18n import message
from clubs.languages import offered
from clubs.locations import Place, countries_of, in_country, towns_of
from clubs.merging import merge_row
from clubs.models import RESERVED_SLUGS, Club, Invitation, PasswordLink, Role, User
from clubs.name_search import unaccented
from clubs.players import guess_anew

CLUBS_A_PAGE = 50
# SPDX license identifiers for the open files of events, which programs know.
LICENCES = {
    "": _("Not specified"),
    "CC0-1.0": _("CC0: anyone, for anything"),
    "CC-BY-4.0": _("CC BY: anyone who credits the club"),
    "CC-BY-SA-4.0": _("CC BY-SA: anyone who credits the club and shares alike"),
    "CC-BY-NC-4.0": _("CC BY-NC: anyone who credits the club, for noncommercial use"),
}


@dataclass(frozen=True, slots=True)
class ClubCard:
    """A club and the reader's role in it; without a role they can only read."""

    club: Club
    role: Role | None


@dataclass(frozen=True, slots=True)
class ClubSearch:
    """The search for clubs; an empty search matches any club.

    `typed`: words from club names and towns, in any order, ignoring case and accents;
    `country` by its code, `town` as the clubs write it.
    """

    typed: str = ""
    country: str = ""
    town: str = ""

    def __bool__(self) -> bool:
        return bool(self.typed or self.country or self.town)


def clubs_for(
    user: User | AnonymousUser, search: ClubSearch, number: str
) -> tuple[Page[Any], list[ClubCard]]:
    """Return a page of the clubs that match, the reader's own first, then by name.

    Two queries, one more for each of words, a country and a signed-in reader.
    """
    roles = {}
    if user.is_authenticated:
        roles = {role.club_id: role for role in Role.objects.filter(user=user)}
    is_others = Case(When(pk__in=roles, then=0), default=1)
    clubs = public_clubs() | Club.objects.filter(pk__in=roles)
    clubs = clubs.order_by(is_others, "name", "pk")
    if search.country:
        clubs = in_country(clubs, search.country)
    if search.town:
        clubs = clubs.filter(town=search.town)
    found = found_clubs(clubs, search)
    page = Paginator(found, CLUBS_A_PAGE).get_page(number)
    if search.typed:
        page.object_list = list(clubs.filter(pk__in=page.object_list))
    return page, [ClubCard(club, _role(club, user, roles)) for club in page]


def found_clubs(clubs: QuerySet[Club], search: ClubSearch) -> Any:
    """Return the clubs that match the typed words, or only their keys, in order."""
    return _find_by_words(clubs, search.typed) if search.typed else clubs


def places_of(search: ClubSearch) -> tuple[list[Place], list[Place]]:
    """Return the countries of clubs, and the towns in the searched country."""
    countries = countries_of(public_clubs())
    if not search.country:
        return countries, []
    return countries, towns_of(in_country(public_clubs(), search.country))


def public_clubs() -> QuerySet[Club]:
    """Return clubs that everyone can see."""
    return Club.objects.filter(waits_since=None, closes_at=None)


def _find_by_words(clubs: QuerySet[Club], typed: str) -> list[int]:
    """Return the keys of clubs that match, in order.

    Among a few thousand names Python finds them faster than the database.
    """
    words = unaccented(typed).split()
    names = clubs.values_list("pk", "name", "town")
    return [
        pk
        for pk, name, town in names
        if all(word in unaccented(f"{name} {town}") for word in words)
    ]


def _role(
    club: Club, user: User | AnonymousUser, roles: dict[int, Role]
) -> Role | None:
    """Return the reader's role in a club; a site admin is an owner everywhere."""
    if club.pk not in roles and user.is_superuser:
        return Role(club=club, user=user, kind=Role.Kind.OWNER)
    return roles.get(club.pk)


def roles_in(club: Club) -> list[Role]:
    """Return all roles in the club: owners, directors, scorekeepers, by name.

    Each has `second_factor`, whether the account uses two-factor authentication.
    """
    order = list(Role.Kind)
    app = Authenticator.objects.filter(
        user=OuterRef("user"), type=Authenticator.Type.TOTP
    )
    roles = club.roles.select_related("user").annotate(second_factor=Exists(app))
    return sorted(
        roles, key=lambda r: (order.index(Role.Kind(r.kind)), str(r.user).casefold())
    )


def roles_of(user: User) -> QuerySet[Role]:
    """Return the roles of a user, club by club."""
    return user.roles.select_related("club").order_by("club__name")


def open_invitations(club: Club) -> QuerySet[Invitation]:
    """Return invitation links that can still be used.

    A link ends when its maker is no longer an owner, and after a week (an owner's link
    after a day), because it lies in an inbox until then.
    """
    current_time = timezone.now()
    young = Q(made_at__gt=current_time - Invitation.LASTS_FOR_OWNER) | ~Q(
        kind=Role.Kind.OWNER
    ) & Q(made_at__gt=current_time - Invitation.LASTS)
    owns = Role.objects.filter(
        club=club, user=OuterRef("made_by"), kind=Role.Kind.OWNER
    )
    might = Q(made_by__is_superuser=True) | Exists(owns)
    links = club.invitations.filter(
        might, young, closed_at=None, made_by__is_active=True
    )
    return links.select_related("made_by")


def is_open(invitation: Invitation) -> bool:
    """Return whether an invitation link still works."""
    club = invitation.club
    return bool(club and open_invitations(club).filter(pk=invitation.pk).exists())


def open_password_links(club: Club) -> QuerySet[PasswordLink]:
    """Return links for a new password that still work."""
    links = PasswordLink.objects.filter(
        role__club=club,
        closed_at=None,
        made_at__gt=timezone.now() - PasswordLink.LASTS,
    )
    return links.select_related("role__user", "made_by")


def invitation_to_club(token: str) -> Invitation | None:
    """Return an invitation to a club by its link, open or spent."""
    return (
        Invitation.objects.filter(token=token, club__isnull=False)
        .select_related("club", "used_by")
        .first()
    )


def setup_invitation(code: str) -> Invitation | None:
    """Return the one-time invitation of the first owner, open or spent."""
    return Invitation.objects.filter(token=code, club=None).first()


def normalize_username(typed: str) -> str:
    """Return the username of the account with this username or email address.

    Spelled as its owner first wrote it: case doesn't matter.
    """
    typed = typed.strip()
    users = User.objects.filter(Q(username__iexact=typed) | Q(email__iexact=typed))
    usernames = list(users.order_by("pk").values_list("username", flat=True)[:10])
    named = [
        spelling for spelling in usernames if spelling.casefold() == typed.casefold()
    ]
    return next(
        iter(
            [spelling for spelling in named if spelling == typed] or named or usernames
        ),
        typed,
    )


SETTINGS = (
    "name",
    "town",
    "time_zone",
    "paper",
    "shown",
    "name_order",
    "indexable",
    "phone_address",
    "language",
    "licence",
    "embed_hosts",
)
# Hooks that `scoring` registers for the transaction of a change. Arguments: the club,
# the user, the setting's name, and the old and new values in words.
on_setting_changed: list[Callable[[Club, User, str, str, str], object]] = []
LOGGED = ("shown", "name_order", "embed_hosts", "time_zone")


@transaction.atomic
def change_club(
    *, club: Club, user: User, original: Club | None = None, **facts: Any
) -> Club:
    """Change the club's settings, from their values in `original`.

    Raises ValidationError by field, EditConflict if another user changed the same
    setting.
    """
    fresh = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    facts = merge_row(fresh, original, facts)
    changed = [name for name, value in facts.items() if getattr(fresh, name) != value]
    old = {name: _value(fresh, name) for name in LOGGED}
    for name in changed:
        setattr(fresh, name, facts[name])
    fresh.full_clean()
    fresh.save()
    if "name_order" in changed:
        guess_anew(fresh)
    for name in LOGGED:
        if name in changed:
            for follow in on_setting_changed:
                follow(fresh, user, name, old[name], _value(fresh, name))
    return fresh


def _value(club: Club, name: str) -> str:
    value = getattr(club, name)
    if isinstance(value, bool):
        value = message("yes") if value else message("no")
    if name == "language":
        value = offered().get(value)
    if name == "embed_hosts":
        value = ", ".join(value.split())
    get_display = getattr(club, f"get_{name}_display", lambda: value or message("none"))
    return str(get_display())


def free_slug(rows: Manager[Any], name: str, kind: str) -> str:
    """Return an unused slug of at most 40 characters, made of a name's whole words."""
    base = slugify(name.replace("/", "-")) or kind
    if len(base) > 40:
        base = base[:41].rpartition("-")[0] or base[:40]
    if base in RESERVED_SLUGS:
        base = f"{base}-{kind}"
    used_slugs = set(rows.values_list("slug", flat=True))
    slug, n = base, 2
    while slug in used_slugs:
        slug, n = f"{base}-{n}", n + 1
    return slug
