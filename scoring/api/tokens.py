"""API tokens: programs use them to read more of a club than the public.

Only a token's hash is stored. A token has 256 random bits, so a hash without salt is
enough, and the time of a lookup reveals nothing about other tokens. The log records
when a token was created and withdrawn, and each day it was used; a line for every read
would be the largest part of the log, and useless to owners.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import salted_hmac

from clubs.i18n import joined, message
from clubs.models import Club, User
from scoring.core.writes import ActionRefused, Actor, log
from scoring.models import ApiToken
from scoring.models.log_messages import log_message

BEGINS = "valat_"  # a prefix that makes a leaked token recognizable
SHOWN_FOR = timedelta(minutes=10)  # to the user who sends the same form again
MOST = 20  # active tokens of a club
PROGRAM = Actor(None, "a program", source="program")


@dataclass(frozen=True, slots=True)
class TokenScope:
    """The rights of a reader: more in their own club, public data in all others."""

    club: int = 0  # no row has this key
    names: bool = False
    drafts: bool = False

    def for_club(self, club: int) -> "TokenScope":
        """Return what the reader can read of a club."""
        return self if self.club == club else EVERYBODY


EVERYBODY = TokenScope()


def reader_of(word: str) -> TokenScope | None:
    """Return the rights of a token; None if it isn't valid (any more).

    One query; the first use of a day also logs it. Tokens of a closed club don't work;
    if the club reopens, they work again.
    """
    tokens = _open().filter(hashed=_hash(word), club__closes_at=None)
    token = tokens.select_related("club").first()
    if token is None:
        return None
    today = timezone.localdate(timezone=token.club.zone)
    if token.used_on != today:
        _note_use(token, today)
    return TokenScope(token.club_id, token.reads_names, token.reads_drafts)


@transaction.atomic
def _note_use(token: ApiToken, today: date) -> None:
    """Log a token's use once a day, across all processes."""
    unused = ApiToken.objects.filter(pk=token.pk).exclude(used_on=today)
    if unused.update(used_on=today):
        text = log_message(
            "program.first_read",
            name=token.name,
            what=in_words(token),
        )
        log(PROGRAM, "program", text, club=token.club)


def tokens_of(club: Club) -> tuple[list[ApiToken], list[ApiToken]]:
    """Return active and past tokens, newest first."""
    tokens = list(club.api_tokens.all())
    return [t for t in tokens if is_open(t)], [t for t in tokens if not is_open(t)]


def is_open(token: ApiToken) -> bool:
    return token.withdrawn_at is None and token.ends_at > timezone.now()


def in_words(token: ApiToken) -> str:
    """Return a description of what the token reads that isn't public."""
    parts: Iterable[tuple[bool, str]]
    parts = (
        (token.reads_names, log_message("program.full_names")),
        (token.reads_drafts, log_message("program.private_events")),
    )
    return joined([words for reads, words in parts if reads])


@transaction.atomic
def make(
    *, club: Club, user: User, name: str, names: bool, drafts: bool, days: int, key: str
) -> tuple[ApiToken, str]:
    """Create a token and return it with its secret; a form sent twice makes one.

    The secret is derived from the form's key and the site's secret key, neither of
    which is in the table: a user who submits twice sees it again for some minutes; ""
    after that. Raises ActionRefused.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    word = _word(club, user, key)
    existing = ApiToken.objects.filter(hashed=_hash(word)).first()
    if existing:
        is_fresh = is_open(existing) and timezone.now() < existing.at + SHOWN_FOR
        return existing, word if is_fresh else ""
    _refuse(club, name)
    token = ApiToken.objects.create(
        club=club,
        name=name,
        hashed=_hash(word),
        reads_names=names,
        reads_drafts=drafts,
        ends_at=timezone.now() + timedelta(days=days),
        by=user,
        by_name=str(user),
    )
    text = log_message("program.admitted", name=name, what=in_words(token))
    log(Actor.at_desk(user), "program", text, club=club)
    return token, word


def _refuse(club: Club, name: str) -> None:
    """Check a new token; raises ActionRefused for a used name or one token too many."""
    names = [token.name.casefold() for token in _open().filter(club=club)]
    if name.casefold() in names:
        raise ActionRefused(
            message("Another program already uses this name: {name}", name=name),
            "name",
        )
    if len(names) >= MOST:
        raise ActionRefused(
            message("{n} programs already have tokens. Withdraw one first.", n=MOST)
        )


@transaction.atomic
def withdraw(token: ApiToken, user: User) -> None:
    """Withdraw a token; withdrawing it twice does no harm."""
    open_tokens = ApiToken.objects.filter(pk=token.pk, withdrawn_at=None)
    if open_tokens.update(withdrawn_at=timezone.now()):
        text = log_message("program.withdrawn", name=token.name)
        log(Actor.at_desk(user), "program", text, club=token.club)


def _open() -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(withdrawn_at=None, ends_at__gt=timezone.now())


def _word(club: Club, user: User, key: str) -> str:
    made_of = f"{club.pk} {user.pk} {key}"
    digest = salted_hmac("scoring.api.tokens", made_of, algorithm="sha256").digest()
    return BEGINS + urlsafe_b64encode(digest).decode().rstrip("=")


def _hash(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()
