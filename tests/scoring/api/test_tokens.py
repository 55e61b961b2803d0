"""Tokens: made once, known by a hash, withdrawn, ended; what the log says of them."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from clubs.models import Club, User
from config.logging_config import SECRET
from scoring.api import tokens
from scoring.api.tokens import EVERYBODY, TokenScope
from scoring.backups.create import make as make_backup
from scoring.core.writes import ActionRefused
from scoring.models import ApiToken, Change
from scoring.people import players
from tests import builders as build
from tests.log_texts import log_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(club: Club) -> User:
    return build.member(club, "owner")


def made(club: Club, owner: User, **facts: Any) -> tuple[ApiToken, str]:
    usual = {"name": "Web page", "names": True, "drafts": False, "days": 90}
    return tokens.make(club=club, user=owner, **{**usual, "key": "form", **facts})


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Sets the clock."""
    return lambda moment: monkeypatch.setattr(timezone, "now", lambda: moment)


def lines() -> list[str]:
    return [*Change.objects.filter(what="program").values_list("text", flat=True)]


def test_a_token_is_made_and_only_its_hash_is_kept(club: Club, owner: User) -> None:
    token, word = made(club, owner)
    assert re.fullmatch(r"valat_[\w-]{43}", word)
    assert tokens.reader_of(word) == TokenScope(club.pk, names=True)
    with connection.cursor() as cursor:
        for table in ("scoring_apitoken", "scoring_change"):
            cursor.execute(f'SELECT * FROM "{table}"')
            assert word.removeprefix("valat_") not in str(cursor.fetchall())
    assert (token.by, token.by_name) == (owner, owner.name)
    assert lines()[-1] == log_text(
        "program.admitted", name="Web page", what="full names"
    )
    assert SECRET.sub("…", f"/api/v1/clubs/?token={word}&x") == (
        "/api/v1/clubs/?token=valat_…&x"
    )


def test_a_form_sent_twice_makes_one_and_shows_it_for_some_minutes(
    club: Club, owner: User, at: Callable[[datetime], None]
) -> None:
    first, word = made(club, owner)
    assert made(club, owner) == (first, word)
    at(first.at + tokens.SHOWN_FOR)
    assert made(club, owner) == (first, "")
    at(first.at)
    assert made(club, owner) == (first, word)
    tokens.withdraw(first, owner)
    assert made(club, owner) == (first, "")
    assert ApiToken.objects.count() == 1
    other = build.club("other")
    _, theirs = made(other, owner)
    assert theirs != word
    assert tokens.reader_of(theirs) == TokenScope(other.pk, names=True)


def test_what_is_withdrawn_or_has_ended_opens_nothing(
    club: Club, owner: User, at: Callable[[datetime], None]
) -> None:
    token, word = made(club, owner)
    _, later = made(club, owner, name="Later", key="later", days=365)
    at(token.ends_at)
    assert tokens.reader_of(word) is None
    assert tokens.reader_of(later) is not None
    assert [t.name for t in tokens.tokens_of(club)[0]] == ["Later"]
    at(token.at)
    assert tokens.reader_of(word) is not None
    tokens.withdraw(token, owner)
    tokens.withdraw(token, owner)
    assert lines().count(log_text("program.withdrawn", name="Web page")) == 1
    for wrong in (word, "", "valat_", word[:-1], word.upper(), token.hashed):
        assert tokens.reader_of(wrong) is None
    assert tokens.tokens_of(club)[1] == [token]


def test_of_a_closed_club_nothing_is_read_until_it_is_open_again(
    club: Club, owner: User
) -> None:
    _, word = made(club, owner)
    Club.objects.update(closes_at=timezone.now() + timedelta(days=14))
    assert tokens.reader_of(word) is None
    Club.objects.update(closes_at=None)
    assert tokens.reader_of(word) is not None


def test_a_reader_is_everybody_in_other_clubs(club: Club) -> None:
    reader = TokenScope(club.pk, names=True, drafts=True)
    assert reader.for_club(club.pk) is reader
    assert reader.for_club(club.pk + 1) is EVERYBODY


def test_the_log_has_a_line_for_each_day_of_use(
    club: Club,
    owner: User,
    at: Callable[[datetime], None],
    django_assert_num_queries: Any,
) -> None:
    Club.objects.update(time_zone="America/Chicago")
    _, word = made(club, owner, drafts=True)
    read = (
        "the API token “Web page” read data for the first time today: full names, "
        "events that aren’t public"
    )
    before_midnight = datetime(2026, 11, 27, 5, 59, tzinfo=UTC)
    at(before_midnight)
    tokens.reader_of(word)
    with django_assert_num_queries(1):
        tokens.reader_of(word)
    assert lines().count(read) == 1
    at(before_midnight + timedelta(minutes=2))
    tokens.reader_of(word)
    tokens.reader_of(word)
    assert lines().count(read) == 2
    line = Change.objects.filter(text=read).first()
    assert (line.by_name, line.source, line.club) == ("a program", "program", club)
    assert str(ApiToken.objects.get().used_on) == "2026-11-27"


def test_one_name_is_one_program_and_there_are_not_very_many(
    club: Club, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = made(club, owner)
    with pytest.raises(ActionRefused, match="already uses this name") as refused:
        made(club, owner, name="WEB PAGE", key="other")
    assert refused.value.field == "name"
    tokens.withdraw(first, owner)
    made(club, owner, key="again")
    monkeypatch.setattr(tokens, "MOST", 1)
    with pytest.raises(ActionRefused, match="1 programs already have tokens"):
        made(club, owner, name="One more", key="more")


def test_a_token_that_reads_nothing_more_is_none(club: Club, owner: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        ApiToken.objects.create(
            club=club,
            name="x",
            hashed="x",
            reads_names=False,
            reads_drafts=False,
            ends_at=timezone.now(),
        )


def test_an_erased_name_is_gone_from_tokens_and_their_lines(
    club: Club, owner: User
) -> None:
    marie = build.player(club, "Marie Kubala")
    token, word = made(club, owner, name="Marie Kubala’s table")
    tokens.reader_of(word)
    players.erase(player=marie, actor=build.command())
    token.refresh_from_db()
    assert "Kubala" not in f"{token.name} {lines()}"
    assert tokens.reader_of(word) is not None


@pytest.mark.django_db(transaction=True)
def test_no_backup_has_a_token(club: Club, owner: User, tmp_path: Path) -> None:
    """A site that comes back would let in again whoever was shut out since."""
    token, _ = made(club, owner)
    for name, what in (("site.zip", None), ("club.zip", club)):
        make_backup(tmp_path / name, what)
        assert b"apitoken" not in (tmp_path / name).read_bytes()
    assert ApiToken.objects.get() == token
