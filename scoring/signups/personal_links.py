"""A person's own address: made, opened, renewed, closed.

It can be printed again, for it follows from the row's word and the site's key; a copy of
the database alone has nobody's address. Opening it changes nothing: programs that look
through mails open addresses too.
"""

import secrets
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Count, Max, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubs.models import Club, Player
from clubs.players import living, living_of, one_person
from scoring.core.writes import Actor, lock, log
from scoring.models import Entry, MailAddress, PersonalLink, Tournament
from scoring.models.log_messages import log_message
from scoring.signups import mailbox_notices

SALT = "scoring.coming.links"
WORD, SIGNATURE = 22, 16  # characters


def token_of(link: PersonalLink) -> str:
    """What stands in the address: the word, and the site's signature of it."""
    return signed(link.word, SALT)


def path_of(link: PersonalLink) -> str:
    """The address, without the site's own name."""
    return reverse("scoring:me", args=[token_of(link)])


def signed(word: str, salt: str) -> str:
    """A word of the database with the site's signature for one purpose: a token."""
    signature = salted_hmac(salt, word, algorithm="sha256").hexdigest()
    return word + signature[:SIGNATURE]


def word_from_token(token: str, salt: str) -> str | None:
    """The word of a token that this site signed for this purpose; None of any other."""
    word = token[:WORD]
    ours = signed(word, salt)
    return word if secrets.compare_digest(token.encode(), ours.encode()) else None


def opened(token: str) -> PersonalLink | None:
    """The link of a token, with player and club; None where it is nobody's, or closed."""
    word = word_from_token(token, SALT)
    if word is None:
        return None
    links = PersonalLink.objects.filter(closed_at=None, player__erased_at=None)
    link = links.select_related("player__club").filter(word=word).first()
    return None if link and link.player.club.is_shut else link


def link_of(player: Player) -> PersonalLink | None:
    """The link that somebody has now."""
    return player.links.filter(closed_at=None).first()


@transaction.atomic
def give(*, player: Player, actor: Actor, anew: bool = False) -> PersonalLink:
    """A person's link, made where there is none.

    With `anew` the one before is closed, along with the email address given with it.
    """
    player = living(player)
    old = link_of(player)
    if old and not anew:
        return old
    if anew:
        _close(player, actor)
    link = PersonalLink.objects.create(player=player, made_by=actor.user)
    text = log_message("link.made", name=player.name)
    if old:
        text = log_message("link.replaced", name=player.name)
    log(actor, "link", text, club=player.club)
    return link


def give_all(*, tournament: Tournament, actor: Actor) -> int:
    """A link for everybody entered who has none; says how many were made."""
    entered = Entry.objects.filter(tournament=tournament, house=None)
    players = Player.objects.filter(entries__in=entered)
    return give_to_players(players, tournament=tournament, actor=actor)


@transaction.atomic
def give_to_players(
    players: QuerySet[Player], *, tournament: Tournament, actor: Actor
) -> int:
    """Create a link for each of these players of the club who has none, and count them."""
    club = lock(tournament).club
    having = PersonalLink.objects.filter(closed_at=None).values("player")
    living_players = players.filter(club=club, erased_at=None)
    linkless = list(living_players.exclude(pk__in=having).distinct())
    PersonalLink.objects.bulk_create(
        PersonalLink(player=player, made_by=actor.user) for player in linkless
    )
    if linkless:
        text = log_message(
            "link.made_for_all",
            n=len(linkless),
        )
        log(actor, "link", text, club=club)
    return len(linkless)


def paths_of(tournament: Tournament) -> dict[int, str]:
    """The paths of everybody entered who has a link, by their players; one query."""
    entered = Entry.objects.filter(tournament=tournament)
    links = PersonalLink.objects.filter(closed_at=None, player__entries__in=entered)
    return {link.player_id: path_of(link) for link in links.distinct()}


def paths_of_players(players: Iterable[Player]) -> dict[int, str]:
    """Return the path of each player who has a link, by the player's key; one query."""
    pks = [player.pk for player in players]
    links = PersonalLink.objects.filter(closed_at=None, player__in=pks)
    return {link.player_id: path_of(link) for link in links}


def state_of_links(club: Club) -> str:
    """Another one once somebody of the club gets a link, or loses one; one query."""
    links = PersonalLink.objects.filter(player__club=club)
    numbers = links.aggregate(last=Max("pk"), closed=Max("closed_at"), open=Count("pk"))
    return " ".join(map(str, numbers.values()))


@transaction.atomic
def request_erasure(*, link: PersonalLink, actor: Actor, wants: bool) -> None:
    """Whoever has it asks to be taken out of all names, or does not any more.

    A director is told, for a card with the code may lie about. Said twice is once.
    """
    fresh = PersonalLink.objects.select_for_update().get(pk=link.pk)
    if bool(fresh.wants_out_at) == wants:
        return
    fresh.wants_out_at = timezone.now() if wants else None
    fresh.save(update_fields=["wants_out_at"])
    player = living_of(fresh.player)
    number = player.number
    text = log_message("erasure.withdrawn", number=number)
    if wants:
        text = log_message("erasure.asked", number=number)
    log(actor, "link", text, club=player.club)


@transaction.atomic
def close(*, player: Player, actor: Actor) -> None:
    """From now on nobody's address opens this person's page. Twice is once.

    The email address that was given with the link goes along.
    """
    player = living(player)
    if _close(player, actor):
        text = log_message("link.closed", name=player.name)
        log(actor, "link", text, club=player.club)


def _close(player: Player, actor: Actor) -> bool:
    """Close the links of a person and remove the mailbox, which opens the page as well.

    Anyone who found a link could have given that mailbox. Links of players who were
    merged into this one open the same page, so they close too.
    """
    people = one_person(player)
    links = PersonalLink.objects.filter(player__in=people, closed_at=None)
    closed = links.update(closed_at=timezone.now())
    addresses = MailAddress.objects.filter(player__in=people)
    for address in addresses.select_related("player__club"):
        mailbox_notices.notify_link_closed(address)
        address.delete()
        text = log_message("email.deleted", name=address.player.name)
        log(actor, "mail", text, club=player.club)
    return bool(closed)
