"""Signing up by name for an evening to come, with the club's word and no account.

Whoever did stands as “to be confirmed” at the desk and takes no place before that: the
director says who of the club it is, or that it is somebody new. Nobody is joined to a
player by a name alone.
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

MOST_OPEN = 300  # of one evening
KEPT = timedelta(days=14)  # after the evening


def may_sign_up(tournament: Tournament) -> bool:
    """Whether strangers to the site may sign up for it by name."""
    is_open = tournament.asks and not why_closed(tournament)
    return bool(is_open and tournament.club.word)


def check_club_password(typed: str, tournament: Tournament) -> bool:
    """Whether somebody knows the club's word; case, accents and blanks do not matter."""
    ours, theirs = (plain_name(word) for word in (tournament.club.word, typed))
    return compare_digest(ours.encode(), theirs.encode())


@transaction.atomic
def sign_up(*, tournament: Tournament, name: str, lodge: str, key: str) -> SignUp:
    """Put a name on the list of those to be confirmed; a form sent twice is one.

    Raises ActionRefused where the list is closed, or too many wait already.
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
    """Who is to be confirmed, the first first."""
    return tournament.sign_ups.filter(settled_at=None)


def waiting_in(club: Club) -> list[tuple[Tournament, int]]:
    """The club's evenings to come where somebody is to be confirmed, and how many; the
    next first. One query.
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
    """Somebody who signed up by name, and who of the club that may be."""

    row: SignUp
    offers: Sequence[tuple[str, str]]  # what may be chosen, and in words
    likeliest: str
    namesakes: int  # of the club, by the very name


def to_confirm(tournament: Tournament) -> list[ToConfirm]:
    """All who are to be confirmed, each beside the club's players, as in a pasted list."""
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
        if planned.player:  # the same name, which still may be another's
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
    """Who signed up is one of the club, or somebody new, and comes: in, or in line.

    `namesakes` is how many players had the name as the page was made; somebody new is
    none of them. Raises Conflict where one more came in since.

    None where somebody settled it already. Raises ActionRefused for a choice that is none, or
    once the evening began.
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
        # Whoever is erased is so by all the names he typed (`players.erase`).
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
        key="",  # settled once; undone, it may be confirmed again
        not_these=alike,
    )


@transaction.atomic
def refuse(*, row: SignUp, actor: Actor) -> bool:
    """Nobody the club knows, or a joke; False where somebody settled it already."""
    tournament = lock(row.tournament)
    if not _settle(row, None):
        return False
    text = log_message("signup.declined", name=row.name)
    log(actor, "answer", text, tournament=tournament)
    return True


def resolution_text(row: SignUp) -> str:
    """What somebody else made of it, for whoever comes too late to."""
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
    """How it stands for whoever was confirmed; None before, and for nobody."""
    if row.player is None:
        return None
    return coming_to(row.tournament).rsvp_of(living_of(row.player))


def forget_old(current_time: datetime | None = None) -> None:
    """Two weeks after an evening nobody asks any more who signed up for it by name."""
    last = timezone.localdate(current_time) - KEPT
    SignUp.objects.filter(tournament__date__lt=last).delete()
