"""Who may see and write what of a tournament."""

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
    """A tournament for somebody who works in its club.

    Raises as `member_of` does; Http404 for a tournament the club has not, and for an
    evening of an old list: there is nothing to do at its desk.
    """
    member = member_of(request, club, at_least)
    return DeskAccess(member, _with_rounds(_tournament(member.club, tournament)))


def published(request: HttpRequest, club: str, tournament: str) -> Tournament:
    """A tournament for everybody, with its rounds and sheets; as `published_page`.

    Raises Http404 for an evening of an old list, which has none.
    """
    return _with_rounds(published_page(request, club, tournament))


def published_page(request: HttpRequest, club: str, tournament: str) -> Tournament:
    """A tournament for everybody; one not shown to the public only for members."""
    page = _tournament(club_at(club), tournament)
    if not page.public and role_in(page.club, request.user) is None:
        raise Http404(message("That event doesn’t exist."))
    return page


def round_of(tournament: Tournament, number: int) -> Round:
    """A round by its number, drafts too: for the desk. Raises Http404."""
    rnd = tournament.rounds.filter(number=number).first()
    if rnd is None:
        raise Http404(message("Round {number} doesn’t exist.", number=number))
    rnd.tournament = tournament
    return rnd


def published_round(tournament: Tournament, number: int) -> Round:
    """A round everybody may see. Raises Http404 for a draft."""
    rnd = round_of(tournament, number)
    if not rnd.is_published:
        raise Http404(message("Round {number} isn’t published.", number=number))
    return rnd


def _with_rounds(tournament: Tournament) -> Tournament:
    if tournament.old_list_id:
        raise Http404(message("From past results: there are no score sheets."))
    return tournament


def _tournament(club: Club, slug: str) -> Tournament:
    try:
        return club.tournaments.get(slug=slug)
    except Tournament.DoesNotExist:
        raise Http404(message("That event doesn’t exist.")) from None
