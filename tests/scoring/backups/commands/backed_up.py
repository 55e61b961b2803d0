"""A site with a row in every table, what stands in a database, and changed backups."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from allauth.account.models import EmailAddress, EmailConfirmation
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.utils import timezone

from clubs.models import Club, Invitation, PasswordLink, Role
from scoring.backups.archive import MANIFEST, Manifest, new_archive
from scoring.backups.schema import LEFT_OUT
from scoring.core.writes import keep_fund
from scoring.draw import season_plans
from scoring.models import (
    Announcement,
    Answer,
    ApiToken,
    Call,
    Clock,
    Cost,
    Count,
    Edition,
    HandRuling,
    Letter,
    Loan,
    MailAddress,
    Merge,
    OldList,
    OldResult,
    PersonalLink,
    Phone,
    SeasonEdition,
    SeasonEvening,
    SecondLook,
    SignUp,
    Tournament,
    TrayHand,
    TwoPeople,
    Webhook,
    WebhookTry,
)
from scoring.sheets import rulings
from tests import builders as build

RECORD = {
    "povinost": 1,
    "bid": "povinost",
    "declarer": 1,
    "partner": 2,
    "points": 60,
}


def full_site() -> Tournament:
    """An evening under way, with one row at least of everything there is."""
    club = build.look(build.club(name="Lóže č. 24 “West”"))
    tournament = build.tournament(
        club, house_rules={"values": {}}, tie_breaks=["best_round", "lot"]
    )
    build.entries(tournament, 9)
    verified, played = build.published_round(tournament, 2).sheets.all()
    owner, helper = build.member(club, Role.Kind.OWNER), build.member(club)
    build.verified_sheet(verified, by=owner, second=helper)
    build.corrected(verified, by=owner)
    build.over(verified.round)
    build.confirmed(verified, helper)  # which keeps standings, and tallies
    _at_the_table(played)
    rulings.adjust(
        entry=tournament.entries.first(),
        actor=build.actor(owner),
        chips=-10,
        reason="late (§31)",
        key="ruling-1",
    )
    asked = {"players": [2**53 + 1], "house": [], "apart": [], "played": []}
    tournament.draws.create(
        seed=-(2**63), input=asked, report={"odds": 0.1, "said": ["č", None, {}]}
    )
    Invitation.objects.create(club=club, kind=Role.Kind.DIRECTOR, made_by=owner)
    _the_desks(tournament, owner)
    _the_operators(owner)
    return tournament


def _the_desks(tournament: Tournament, user: Any) -> None:
    who = {"by": user, "by_name": user.name}
    sheet = tournament.rounds.get(number=1).sheets.last()
    Clock.objects.create(
        round=sheet.round, minutes=45, started_at=timezone.now(), paused=30
    )
    Announcement.objects.create(
        tournament=tournament, key="say", text="Supper", by_name=user.name
    )
    build.photo(sheet)
    HandRuling.objects.create(
        sheet=sheet,
        hand=sheet.hands.last(),
        chips1=5,
        chips2=-5,
        chips3=0,
        chips4=0,
        reason="Led out of turn",
        key="ruling-2",
        **who,
    )
    rows = tournament.standings.list_rows()
    Edition.objects.create(tournament=tournament, number=1, rows=rows, **who)
    SeasonEdition.objects.create(
        season=tournament.season, number=1, formula={}, rows=[], **who
    )
    other = tournament.club.seasons.create(
        **{"name": "24 months", "slug": "24-months", "beside": True},
        **{"starts": build.DAY, "ends": build.DAY, "reopened_why": "a slip"},
    )
    SeasonEvening.objects.create(season=other, tournament=tournament, weight=50)
    season_plans.make(
        season=tournament.season,
        actor=build.actor(user),
        people=[None] * 16,
        rounds_an_evening=2,
    )
    OldList.objects.create(club=tournament.club, name="1998.csv", digest="1", **who)
    OldResult.objects.create(entry=tournament.entries.last(), total=340)
    SecondLook.objects.create(count=Count.objects.first(), key="look", **who)
    kept, gone = (entry.player for entry in tournament.entries.all()[:2])
    undone = {"undone_at": timezone.now(), "undone_by_name": user.name}
    Merge.objects.create(
        club=tournament.club,
        kept=kept,
        gone=gone,
        moved={"entries": [], "merged": [], "lodge": []},
        key="merge",
        **who,
        **undone,
    )
    TwoPeople.objects.create(one=kept, other=gone, by_name=user.name)
    now = timezone.now()
    Answer.objects.create(
        tournament=tournament, player=kept, state="offered", since=now, until=now
    )
    PersonalLink.objects.create(player=kept, made_by=user)
    address = MailAddress.objects.create(
        player=kept, email="marie@example.org", wishes=["eve"], given_at=now
    )
    SignUp.objects.create(
        tournament=tournament, name="Rose", key="sign-up", at=now, player=kept
    )
    Letter.objects.create(to=address, tournament=tournament, kind="eve", asked_at=now)
    Cost.objects.create(tournament=tournament, what="The hall", coins=4_000)
    keep_fund(tournament)
    ApiToken.objects.create(
        club=tournament.club, name="Web page", reads_names=True, ends_at=now, **who
    )
    webhook = Webhook.objects.create(
        club=tournament.club,
        address="https://lodge.example/",
        made_at=now,
        waits_until=now,
    )
    WebhookTry.objects.create(
        webhook=webhook, tournament=tournament, kind="evening.changed", due_at=now
    )


def _at_the_table(sheet: Any) -> None:
    first = build.recorded(sheet=sheet, by=build.command(), key="hand-1", record=RECORD)
    changed = build.recorded(
        sheet=sheet,
        by=build.command(),
        key="hand-2",
        record={**RECORD, "points": 40},
        replaces="hand-1",
        reason="The points were the other side's",
    )
    assert first.hand
    assert changed.hand
    phone = Phone.objects.create(
        sheet=sheet, key="0" * 32, name="Marie", keeper=True, writes=True
    )
    build.counted(sheet, phone=phone)
    Loan.objects.create(sheet=sheet, key="loan", seat=2, chips=50, by_name="Marie")
    Call.objects.create(sheet=sheet, key="call", reason="a ruling", by_name="Marie")
    for key, record in (("late", RECORD), ("void", None)):
        TrayHand.objects.create(
            sheet=sheet,
            key=key,
            why=TrayHand.Why.LATE,
            number=2,
            record=record,
            replaces=changed.hand,
            by_name="Marie",
        )


def _the_operators(user: Any) -> None:
    address = EmailAddress.objects.create(user=user, email="o@example.org")
    EmailConfirmation.objects.create(email_address=address, key="k" * 64)
    PasswordLink.objects.create(role=user.roles.get(), made_by=user)
    Authenticator.objects.create(user=user, type="totp", data={"secret": "A" * 32})
    group = Group.objects.create(name="helpers")
    permission = Permission.objects.get(codename="change_club")
    group.permissions.add(permission)
    user.groups.add(group)
    user.user_permissions.add(permission)
    LogEntry.objects.create(
        user=user,
        content_type=ContentType.objects.get_for_model(Club),
        object_repr="x",
        action_flag=CHANGE,
    )


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table that is backed up, as the database itself has it."""
    found = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            table = model._meta.db_table
            if table not in LEFT_OUT:
                names = ", ".join(f'"{f.column}"' for f in model._meta.concrete_fields)
                cursor.execute(f'SELECT {names} FROM "{table}" ORDER BY 1')
                found[table] = cursor.fetchall()
    return found


def changed(
    path: Path,
    new: Path,
    *,
    parts: Callable[[dict[str, bytes]], object] = lambda parts: None,
    facts: Callable[[dict[str, Any]], object] = lambda facts: None,
) -> Path:
    """A copy of a backup with other parts or facts, and checksums that fit them."""
    new.unlink(missing_ok=True)
    with ZipFile(path) as file:
        content = {name: file.read(name) for name in file.namelist()}
    said = json.loads(content.pop(MANIFEST))
    parts(content)
    with new_archive(new) as archive:
        for name, text in content.items():
            archive.add(name, [text])
        said["files"] = {
            name: {"bytes": part.bytes, "sha256": part.sha256}
            for name, part in archive.files.items()
        }
        facts(said)
        archive.finish(Manifest.read(json.dumps(said).encode()))
    return new
