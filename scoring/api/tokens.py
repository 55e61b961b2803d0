"""Tokens, by which programs read more of a club than everybody: made, withdrawn, used.

Of a token only its hash is kept: it has 256 bits that nobody guesses, so a hash without
salt is enough, and how long it takes to look for one tells nothing of the others. The log
says when one was made and withdrawn, and on each day on which it was used; a line for
every read would be the largest part of the log, and tell an owner no more.
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

BEGINS = "valat_"  # by which a token is known wherever it should not stand
SHOWN_FOR = timedelta(minutes=10)  # to whoever sends the same form again
MOST = 20  # of a club, that may read
PROGRAM = Actor(None, "a program", source="program")


@dataclass(frozen=True, slots=True)
class TokenScope:
    """Who reads: of its own club more than everybody, of all others as everybody."""

    club: int = 0  # no row has this key
    names: bool = False
    drafts: bool = False

    def for_club(self, club: int) -> "TokenScope":
        """What it may read of a club."""
        return self if self.club == club else EVERYBODY


EVERYBODY = TokenScope()


def reader_of(word: str) -> TokenScope | None:
    """Who reads by a token; None where it opens nothing (any more).

    One query; on the first use of a day also the note of it. Of a closed club nobody
    reads anything; taken back, its tokens are good again.
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
    """Once a day, of however many processes."""
    unused = ApiToken.objects.filter(pk=token.pk).exclude(used_on=today)
    if unused.update(used_on=today):
        text = log_message(
            "program.first_read",
            name=token.name,
            what=in_words(token),
        )
        log(PROGRAM, "program", text, club=token.club)


def tokens_of(club: Club) -> tuple[list[ApiToken], list[ApiToken]]:
    """Those that may read, and those that read once; the newest first."""
    tokens = list(club.api_tokens.all())
    return [t for t in tokens if is_open(t)], [t for t in tokens if not is_open(t)]


def is_open(token: ApiToken) -> bool:
    return token.withdrawn_at is None and token.ends_at > timezone.now()


def in_words(token: ApiToken) -> str:
    """What of the club it reads that not everybody does."""
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
    """A token and the word of it; a form sent twice makes one.

    The word follows from the form's key and the site's secret, neither of which stands
    in the table: whoever presses twice is shown the same, some minutes long; "" after
    that. Raises ActionRefused.
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
    """Raises ActionRefused for a name that another has, and for one too many."""
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
    """It opens nothing from now on; twice is once."""
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
