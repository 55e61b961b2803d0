"""A person's personal link: create, open, replace and close it.

The link can be printed again, because it's derived from the row's secret and the site's
key. A copy of the database alone reveals no link. Opening a link changes nothing,
because programs that scan emails open links too.
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
WORD, SIGNATURE = 22, 16  # lengths in characters


def token_of(link: PersonalLink) -> str:
    """Return the token in the address: the link's secret with the site's signature."""
    return signed(link.word, SALT)


def path_of(link: PersonalLink) -> str:
    """Return the path of a personal link, without the site's address."""
    return reverse("scoring:me", args=[token_of(link)])


def signed(word: str, salt: str) -> str:
    """Return a token: a secret from the database with a signature for one purpose."""
    signature = salted_hmac(salt, word, algorithm="sha256").hexdigest()
    return word + signature[:SIGNATURE]


def word_from_token(token: str, salt: str) -> str | None:
    """Return the secret of a token that this site signed for this purpose, or None."""
    word = token[:WORD]
    ours = signed(word, salt)
    return word if secrets.compare_digest(token.encode(), ours.encode()) else None


def opened(token: str) -> PersonalLink | None:
    """Return the open link of a token, with player and club, or None."""
    word = word_from_token(token, SALT)
    if word is None:
        return None
    links = PersonalLink.objects.filter(closed_at=None, player__erased_at=None)
    link = links.select_related("player__club").filter(word=word).first()
    return None if link and link.player.club.is_shut else link


def link_of(player: Player) -> PersonalLink | None:
    """Return the open link of a player, or None."""
    return player.links.filter(closed_at=None).first()


@transaction.atomic
def give(*, player: Player, actor: Actor, anew: bool = False) -> PersonalLink:
    """Return a player's link, creating it if there is none.

    With `anew` the previous link is closed, along with the email address given with it.
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
    """Create a link for every entered player who has none. Return the number."""
    entered = Entry.objects.filter(tournament=tournament, house=None)
    players = Player.objects.filter(entries__in=entered)
    return give_to_players(players, tournament=tournament, actor=actor)


@transaction.atomic
def give_to_players(
    players: QuerySet[Player], *, tournament: Tournament, actor: Actor
) -> int:
    """Create a link for each of these players who has none. Return the number."""
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
    """Return the paths of entered players who have a link, by player key; one query."""
    entered = Entry.objects.filter(tournament=tournament)
    links = PersonalLink.objects.filter(closed_at=None, player__entries__in=entered)
    return {link.player_id: path_of(link) for link in links.distinct()}


def paths_of_players(players: Iterable[Player]) -> dict[int, str]:
    """Return the path of each player who has a link, by the player's key; one query."""
    pks = [player.pk for player in players]
    links = PersonalLink.objects.filter(closed_at=None, player__in=pks)
    return {link.player_id: path_of(link) for link in links}


def state_of_links(club: Club) -> str:
    """Return a text that changes when someone in the club gets or loses a link.

    One query.
    """
    links = PersonalLink.objects.filter(player__club=club)
    numbers = links.aggregate(last=Max("pk"), closed=Max("closed_at"), open=Count("pk"))
    return " ".join(map(str, numbers.values()))


@transaction.atomic
def request_erasure(*, link: PersonalLink, actor: Actor, wants: bool) -> None:
    """Record or withdraw the player's request to be erased.

    The director is asked, because someone else can find a card with the link's code.
    Recording the same request again changes nothing.
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
    """Close a player's link, so that no address opens their page.

    A second time changes nothing. The email address given with the link is removed too.
    """
    player = living(player)
    if _close(player, actor):
        text = log_message("link.closed", name=player.name)
        log(actor, "link", text, club=player.club)


def _close(player: Player, actor: Actor) -> bool:
    """Close the links of a person and remove the mailbox, which opens the page as well.

    Anyone who found a link could have given that mailbox. Links of players who were
    merged into this one open their page too, so those links are closed as well.
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
