"""Signing up for an event by name, with the club password and no account.

A sign-up is “to be confirmed” at the desk and takes no spot before that. The director
chooses which player of the club it is, or adds a new player. A name alone never links a
sign-up to a player.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import compare_digest

from django.db import transaction
from django.db.models import Count as Number
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from clubs.i18n import message
from clubs.models import Club, Player
from clubs.name_search import plain_name
from clubs.players import living_of
from scoring.core.undo import ActKind, recorded
from scoring.core.writes import ActionRefused, Actor, Conflict, lock, log
from scoring.models import Round, SignUp, Tournament
from scoring.models.log_messages import log_message
from scoring.people import entry_lists, players
from scoring.people.entry_lists import NEW, SAME
from scoring.people.name_parsing import Listed
from scoring.people.players import BY_NAME, SIGNED_UP
from scoring.signups import rsvps
from scoring.signups.rsvps import PersonRsvp, coming_to, why_closed

MOST_OPEN = 300  # for one event
KEPT = timedelta(days=14)  # after the event


def may_sign_up(tournament: Tournament) -> bool:
    """Return whether people without an account can sign up for the event by name."""
    is_open = tournament.asks and not why_closed(tournament)
    return bool(is_open and tournament.club.word)


def check_club_password(typed: str, tournament: Tournament) -> bool:
    """Return whether the club password is right, ignoring case, accents and blanks."""
    ours, theirs = (plain_name(word) for word in (tournament.club.word, typed))
    return compare_digest(ours.encode(), theirs.encode())


@transaction.atomic
def sign_up(*, tournament: Tournament, name: str, lodge: str, key: str) -> SignUp:
    """Add a name to the sign-ups to be confirmed; a form sent twice adds only one.

    Raises ActionRefused if sign-up is closed, or too many sign-ups are waiting.
    """
    fresh = lock(tournament)
    if duplicate := SignUp.objects.filter(tournament=fresh, key=key).first():
        return duplicate
    if reason := why_closed(fresh):
        raise ActionRefused(reason)
    if open_for(fresh).count() >= MOST_OPEN:
        raise ActionRefused(
            message("Too many sign-ups are waiting to be confirmed. Tell the director.")
        )
    row = SignUp.objects.create(
        tournament=fresh, name=name, lodge=lodge, key=key, at=timezone.now()
    )
    actor = Actor(None, name, source=BY_NAME)
    text = log_message("signup.received", name=name)
    log(actor, "answer", text, tournament=fresh)
    return row


def open_for(tournament: Tournament) -> QuerySet[SignUp]:
    """Return the sign-ups to be confirmed, oldest first."""
    return tournament.sign_ups.filter(settled_at=None)


def waiting_in(club: Club) -> list[tuple[Tournament, int]]:
    """Return the club's events to come with sign-ups to be confirmed, and how many.

    The next event comes first. One query.
    """
    begun = Round.objects.filter(tournament=OuterRef("pk")).exclude(state="draft")
    waiting = Number("sign_ups", filter=Q(sign_ups__settled_at=None), distinct=True)
    rows = club.tournaments.filter(
        ~Exists(begun), finished_at=None, called_off_at=None
    ).annotate(waiting=waiting)
    found = rows.filter(waiting__gt=0).order_by("date", "pk")
    return [(tournament, tournament.waiting) for tournament in found]


@dataclass(frozen=True, slots=True)
class ToConfirm:
    """A sign-up by name, and the players of the club that it could be."""

    row: SignUp
    offers: Sequence[tuple[str, str]]  # value and label of each choice
    likeliest: str
    namesakes: int  # how many players of the club have exactly this name


def to_confirm(tournament: Tournament) -> list[ToConfirm]:
    """Return the sign-ups to be confirmed, matched with the club's players.

    Matching works as for a pasted entry list.
    """
    rows = list(open_for(tournament))
    if not rows:
        return []
    people = [Listed(n, row.name, row.lodge) for n, row in enumerate(rows, start=1)]
    names = tournament.club.players.filter(erased_at=None).values_list(
        "name", flat=True
    )
    known = Counter(map(plain_name, names))
    found = []
    for row, planned in zip(rows, entry_lists.plan_of(tournament, people), strict=True):
        offers = [offer for offer in planned.offers if offer[0] != entry_lists.SKIP]
        likeliest = planned.likeliest
        if planned.player:  # the name is equal, but it can be another person's
            player = planned.player
            words = message(
                "The same person: {name} (player {number})",
                name=f"{player.name}, {player.lodge}" if player.lodge else player.name,
                number=player.number,
            )
            likeliest = f"{SAME}{player.pk}"
            offers = [(likeliest, words), *offers]
        if likeliest not in dict(offers):
            likeliest = NEW
        namesakes = known[plain_name(row.name)]
        found.append(ToConfirm(row, offers, likeliest, namesakes))
    return found


@transaction.atomic
def confirm(
    *, row: SignUp, actor: Actor, choice: str, namesakes: int | None = None
) -> PersonRsvp | None:
    """Match a sign-up to a player of the club or a new one, and record them as going.

    Without a free spot, the player joins the waitlist. `namesakes` is how many players
    had the name when the page was made, because a new player is none of them. Raises
    Conflict if another one was added since. Return None if someone already settled the
    sign-up. Raises ActionRefused for a choice that wasn't offered, or once the event
    has begun.
    """
    tournament = lock(row.tournament)
    Club.objects.select_for_update(no_key=True).get(pk=tournament.club_id)
    offered = next(
        (offer for offer in to_confirm(tournament) if offer.row.pk == row.pk), None
    )
    if offered is None:
        return None
    if choice not in dict(offered.offers):
        raise ActionRefused(message("Choose who this is."))
    if choice == NEW and namesakes is not None and offered.namesakes > namesakes:
        raise Conflict(
            message(
                "This name is already in the club: {name}. Choose who it is below.",
                name=offered.row.name,
            )
        )
    with recorded(tournament, actor, ActKind.SIGN_UP) as recording:
        recording.number = 1
        player = _player(offered, choice, tournament, actor)
        comer = rsvps.set_going(tournament=tournament, player=player, actor=actor)
        _settle(row, player)
        text = log_message(
            "signup.confirmed",
            typed=row.name,
            name=player.name,
            number=player.number,
        )
        # The log row stores the typed name, so that erasing the player removes it too.
        number = str(player.number)
        log(actor, SIGNED_UP, text, tournament=tournament, old=row.name, new=number)
    return comer


def _player(
    offered: ToConfirm, choice: str, tournament: Tournament, actor: Actor
) -> Player:
    known = tournament.club.players
    if choice != NEW:
        return known.get(pk=int(choice.removeprefix(SAME)))
    others = [pk for pk, _ in offered.offers if pk != NEW]
    alike = known.filter(pk__in=[int(pk.removeprefix(SAME)) for pk in others])
    return players.add(
        club=tournament.club,
        actor=actor,
        name=offered.row.name,
        lodge=offered.row.lodge,
        key="",  # settled only once, but can be repeated after an undo
        not_these=alike,
    )


@transaction.atomic
def refuse(*, row: SignUp, actor: Actor) -> bool:
    """Reject a sign-up of an unknown person. Return False if it was already settled."""
    tournament = lock(row.tournament)
    if not _settle(row, None):
        return False
    text = log_message("signup.declined", name=row.name)
    log(actor, "answer", text, tournament=tournament)
    return True


def resolution_text(row: SignUp) -> str:
    """Return how someone else already settled a sign-up, in one sentence."""
    fresh = SignUp.objects.select_related("player").filter(pk=row.pk).first()
    if fresh and fresh.player:
        name = living_of(fresh.player).name
        return message(
            "Someone already confirmed this sign-up: {name} is going.", name=name
        )
    return message("Someone already rejected this sign-up: {name}", name=row.name)


def _settle(row: SignUp, player: Player | None) -> int:
    rows = SignUp.objects.filter(pk=row.pk, settled_at=None)
    return rows.update(settled_at=timezone.now(), player=player)


def state_of(row: SignUp) -> PersonRsvp | None:
    """Return the RSVP of a confirmed sign-up; None if it isn't confirmed."""
    if row.player is None:
        return None
    return coming_to(row.tournament).rsvp_of(living_of(row.player))


def forget_old(current_time: datetime | None = None) -> None:
    """Delete sign-ups by name two weeks after their event."""
    last = timezone.localdate(current_time) - KEPT
    SignUp.objects.filter(tournament__date__lt=last).delete()
