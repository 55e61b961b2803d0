"""Access to tournaments: who can see and change them."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest

from clubs.access import Member, club_at, member_of, role_in
from clubs.i18n import message
from clubs.models import Club, Role
from scoring.core.writes import Actor
from scoring.models import Round, Tournament

SCOREKEEPER = Role.Kind.SCOREKEEPER
DIRECTOR = Role.Kind.DIRECTOR
OWNER = Role.Kind.OWNER


@dataclass(frozen=True, slots=True)
class DeskAccess:
    """A tournament, and the member who works in it."""

    member: Member
    tournament: Tournament

    @property
    def actor(self) -> Actor:
        return Actor.at_desk(self.member.user)


def desk_of(
    request: HttpRequest, club: str, tournament: str, at_least: str = SCOREKEEPER
) -> DeskAccess:
    """Return a tournament for a user who works in its club.

    Raises the exceptions of `member_of`; Http404 for a tournament the club doesn't
    have, and for an event of past results, which has no desk.
    """
    member = member_of(request, club, at_least)
    return DeskAccess(member, _with_rounds(_tournament(member.club, tournament)))


def published(request: HttpRequest, club: str, tournament: str) -> Tournament:
    """Return a tournament as in `published_page`, with its rounds and sheets.

    Raises Http404 for an event of past results, which has none.
    """
    return _with_rounds(published_page(request, club, tournament))


def published_page(request: HttpRequest, club: str, tournament: str) -> Tournament:
    """Return a tournament for the public; a private one only for members."""
    page = _tournament(club_at(club), tournament)
    if not page.public and role_in(page.club, request.user) is None:
        raise Http404(message("That event doesn’t exist."))
    return page


def round_of(tournament: Tournament, number: int) -> Round:
    """Return a round by its number, also a draft, for the desk. Raises Http404."""
    rnd = tournament.rounds.filter(number=number).first()
    if rnd is None:
        raise Http404(message("Round {number} doesn’t exist.", number=number))
    rnd.tournament = tournament
    return rnd


def published_round(tournament: Tournament, number: int) -> Round:
    """Return a published round. Raises Http404 for a draft."""
    rnd = round_of(tournament, number)
    if not rnd.is_published:
        raise Http404(message("Round {number} isn’t published.", number=number))
    return rnd


def _with_rounds(tournament: Tournament) -> Tournament:
    if tournament.old_list_id:
        raise Http404(
            message("This event comes from past results, so there are no score sheets.")
        )
    return tournament


def _tournament(club: Club, slug: str) -> Tournament:
    try:
        return club.tournaments.get(slug=slug)
    except Tournament.DoesNotExist:
        raise Http404(message("That event doesn’t exist.")) from None
