"""Access to a club: which roles a user has and what each role can see and do.

Something the user can't see is a 404; something visible but not allowed is a 403. A
visitor sees the club; only members see its desk.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import ResolverMatch, reverse
from django.utils.cache import add_never_cache_headers
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from clubs.i18n import message
from clubs.models import Club, Role, User


class SignedInRequest(HttpRequest):
    """A request to a view behind `login_required`, whose user is signed in."""

    user: User


class ClubViewer(AuthenticationMiddleware):
    """Middleware that finds the user of a session.

    Without a session cookie the user is anonymous, and no session is looked up.
    """

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            request.user = AnonymousUser()


class ClubClosed(Exception):
    """A club and its desk are closed, except for the page that reopens the club."""

    def __init__(self, club: Club) -> None:
        super().__init__(club.slug)
        self.club = club


class DemoIsReadOnly(Exception):
    """A user without a role in the demo club tries to change something there."""


class SignInFirst(Exception):
    """A visitor asks for a page of the desk; `SignInMiddleware` handles this."""


@dataclass(frozen=True, slots=True)
class Member:
    """A user with a role in a club, asking for one of its pages."""

    club: Club
    user: User
    role: Role

    @property
    def is_guest(self) -> bool:
        return self.role.is_guest

    @property
    def is_director(self) -> bool:
        return self.role.includes(Role.Kind.DIRECTOR)

    @property
    def is_owner(self) -> bool:
        return self.role.includes(Role.Kind.OWNER)


View = TypeVar("View", bound=Callable[..., HttpResponse])


def open_to_guests(view: View) -> View:
    """Mark a page of the desk that anyone can read in the demo club.

    Goes above the view's other decorators. Not for pages with tokens, personal links,
    email addresses, invitations, backups or someone's own data.
    """
    view.is_open_to_guests = True  # type: ignore[attr-defined]  # read in `_guest_of`
    return view


def is_open_to_guests(match: ResolverMatch | None) -> bool:
    """Return whether the page at an address is marked with `open_to_guests`."""
    return getattr(match and match.func, "is_open_to_guests", False)


def role_in(club: Club, user: User | AnonymousUser) -> Role | None:
    """Return the user's role in the club; a superuser is an owner everywhere."""
    if not user.is_authenticated:
        return None
    role = club.roles.filter(user=user.pk).first()
    if role is None and user.is_superuser:
        return Role(club=club, user=user, kind=Role.Kind.OWNER)
    return role


def club_at(slug: str) -> Club:
    """Return the club at a public address.

    Raises Http404, also for a club that is shut.
    """
    club = _club(slug)
    if club is None or club.is_shut:
        raise Http404("There is no club at this address.")
    return club


def member_of(
    request: HttpRequest, slug: str, at_least: str, *, closed: bool = False
) -> Member:
    """Return the member who asks, with a role that includes `at_least`.

    In the demo club everyone without a role is a guest: a director who can only read.

    Raises SignInFirst for a visitor, Http404 for a user without a role in this club (or
    if there is no such club), PermissionDenied if the role is too small, and ClubClosed
    unless the page also works in a `closed` club. For a guest, raises DemoIsReadOnly on
    a change and Http404 on a page that isn't `open_to_guests`.
    """
    if not request.user.is_authenticated:
        return _guest_of(request, slug, SignInFirst())
    role = (
        Role.objects.select_related("club")
        .filter(club__slug=slug, user=request.user.pk)
        .first()
    )
    if role is None and request.user.is_superuser and (club := _club(slug)):
        role = role_in(club, request.user)
    if role is None:
        return _guest_of(request, slug, Http404("There is no such desk."))
    if role.club.closes_at and not closed:
        raise ClubClosed(role.club)
    if not role.includes(at_least):
        raise PermissionDenied(f"This needs the role of a {at_least}.")
    request.club_role = role  # type: ignore[attr-defined]  # for the templates
    return Member(role.club, request.user, role)


def _guest_of(request: HttpRequest, slug: str, refusal: Exception) -> Member:
    """Return a guest who can read the demo club's desk.

    Raises `refusal` in every other club.
    """
    club = _club(slug)
    if club is None or not club.is_demo:
        raise refusal
    if request.method not in ("GET", "HEAD"):
        raise DemoIsReadOnly
    if not is_open_to_guests(request.resolver_match):
        raise Http404("This page of the demo isn't open to guests.")
    guest = User(name=message("guest"))
    role = Role(club=club, user=guest, kind=Role.Kind.DIRECTOR)
    request.club_role = role  # type: ignore[attr-defined]  # for the templates
    return Member(club, guest, role)


def _club(slug: str) -> Club | None:
    return Club.objects.filter(slug=slug).first()


def htmx_of(request: HttpRequest) -> HtmxDetails:
    """Return htmx's details of a request; false if htmx didn't send it."""
    return request.htmx  # type: ignore[attr-defined]  # django-htmx puts it there


def operator_of(request: HttpRequest) -> User:
    """Return the site admin who asks for a page of the whole site.

    Raises SignInFirst for a visitor, Http404 for every user who isn't a site admin.
    """
    if not request.user.is_authenticated:
        raise SignInFirst
    if not request.user.is_superuser:
        raise Http404("There is no such page.")
    return request.user


class SignInMiddleware:
    """Middleware that sends visitors of the desk to the sign-in page and back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if (role := getattr(request, "club_role", None)) and role.is_guest:
            # Members get a different page at the same address, so a guest's must not be
            # cached.
            add_never_cache_headers(response)
        return response

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponse | None:
        if isinstance(exception, ClubClosed):
            way = reverse("scoring:club-close", args=[exception.club.slug])
            return (
                HttpResponseClientRedirect(way) if htmx_of(request) else redirect(way)
            )
        if isinstance(exception, DemoIsReadOnly):
            return render(request, "clubs/demo_read_only.html", status=403)
        if not isinstance(exception, SignInFirst):
            return None
        if htmx := htmx_of(request):
            # htmx asks for part of a page: redirect the whole page, not only that part.
            page = urlsplit(htmx.current_url_abs_path or "/")
            login_url = redirect_to_login(page.path).url
            return HttpResponseClientRedirect(login_url)
        return redirect_to_login(request.get_full_path())


def client_address(request: HttpRequest) -> str:
    """Return the client's IP address, as seen by our https proxy if there is one.

    The result leaves out the network interface that a link-local address can carry
    (%eth0).
    """
    if settings.HTTPS:
        forwarded = request.headers.get("X-Forwarded-For", "")
        if last := forwarded.rpartition(",")[2].strip():
            return last[:45].partition("%")[0]
    return request.META.get("REMOTE_ADDR", "")[:45].partition("%")[0]
