"""Two clubs with an evening under way in each, and an address for every URL name."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from clubs import accounts, password_resets
from clubs.models import Club, Player, Role, User
from scoring.api import tokens, webhooks
from scoring.core.writes import Actor
from scoring.draw import manual_seating, season_plans
from scoring.exports import card_evening_schema
from scoring.exports.card_evening_export import evening_of
from scoring.exports.card_evening_import import keep_draft
from scoring.models import (
    Edition,
    Entry,
    OldList,
    Round,
    SeasonEdition,
    Sheet,
    SignUp,
    Tally,
    Tournament,
)
from scoring.phones import calls
from scoring.printing import jobs
from scoring.rollups.updates import follow_all
from scoring.sheets import hand_rulings, rulings
from scoring.signups import email_addresses, personal_links
from scoring.tournaments.announcements import announce
from tests import builders

PRINT_KEY = "0123456789abcdef" * 2
ROLES = ("visitor", "outsider", "scorekeeper", "director", "owner", "operator")


@dataclass(frozen=True, slots=True)
class Evening:
    """A club: one round being played, one still a draft, one tournament not shown."""

    club: Club
    tournament: Tournament
    hidden: Tournament
    round: Round
    draft: Round
    of: dict[str, Any]

    def address(self, name: str, **other: Any) -> str:
        """Where a page is; `other` replaces parts of its address."""
        own = self.special.get(name, {})
        if name.startswith("scoring:api:"):
            own = {"key": self.tournament.file_id}
        parts = {**self.of, **own, **other}
        wanted = PARTS[name]
        return reverse(name, kwargs={part: parts[part] for part in wanted})

    @property
    def special(self) -> dict[str, dict[str, Any]]:
        """What `pk` and `number` mean on the pages where they are not an entry's."""
        return {
            "scoring:invitation-close": {"pk": self.of["invitation"]},
            "scoring:tournament-embed": {"key": self.tournament.file_id},
            "scoring:season-embed": {"pk": self.tournament.season_id},
            "scoring:season-place": {"number": self.of["placed"]},
            "scoring:role-change": {"pk": self.of["role"]},
            "scoring:role-end": {"pk": self.of["role"]},
            "scoring:password-link-make": {"pk": self.of["role"]},
            "scoring:password-link-close": {"pk": self.of["password_link"]},
            "scoring:password-link": {"token": self.of["password_token"]},
            "scoring:join": {"token": self.of["join"]},
            "scoring:program-withdraw": {"pk": self.of["program"]},
            "scoring:me": {"token": self.of["me"]},
            "scoring:my-app": {"token": self.of["me"]},
            "scoring:my-calendar": {"token": self.of["me"]},
            "scoring:my-mail": {"token": self.of["me"]},
            "scoring:signed-up": {"token": self.of["signed_up"].word},
            "scoring:sign-up-settle": {"pk": self.of["signed_up"].pk},
            "scoring:mail-confirm": {"token": self.of["mail_own"]},
            "scoring:mail-off": {"token": self.of["mail_off"], "wish": "eve"},
            "scoring:me-out": {"token": self.of["me"]},
            "scoring:my-data": {"token": self.of["me"]},
            "scoring:ruling-reverse": {"pk": self.of["ruling"]},
            "scoring:merge-undo": {"pk": self.of["merge"]},
            "scoring:change-slip": {"pk": self.of["moved"]},
            "scoring:act-undo": {"pk": self.of["act"]},
            "scoring:hand-ruling-reverse": {"pk": self.of["hand_ruling"]},
            "scoring:backup-file": {"name": "valat-2026-11-20-194500.zip"},
            "scoring:call-answer": {"pk": self.of["call"]},
            "scoring:announcement-end": {"pk": self.of["announced"]},
            "scoring:tray-settle": {"pk": self.of["waits"]},
            "scoring:sheet-phone": {"pk": self.of["looks_on"]},
            "scoring:sheet-photo": {"pk": self.of["photo"]},
            "scoring:sheet-photo-remove": {"pk": self.of["photo"]},
            "scoring:old-list": {"pk": self.of["old_list"]},
            "scoring:old-list-people": {"pk": self.of["old_list"]},
            "scoring:old-list-take-back": {"pk": self.of["old_list"]},
            "scoring:webhook": {"pk": self.of["webhook"]},
            "scoring:webhook-test": {"pk": self.of["webhook"]},
            "scoring:webhook-secret": {"pk": self.of["webhook"]},
            "scoring:webhook-old-secret": {"pk": self.of["webhook"]},
            "scoring:webhook-withdraw": {"pk": self.of["webhook"]},
            "scoring:open-file-in": {"pk": self.of["open_file"]},
            "scoring:open-file-back": {"pk": self.of["open_file"]},
        }


def named_urls(
    resolver: URLResolver | None = None, space: str = ""
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every URL name of the site, the operator's tables left out, with its parts."""
    for each in (resolver or get_resolver()).url_patterns:
        if isinstance(each, URLPattern):
            yield f"{space}{each.name}", tuple(each.pattern.converters)
        elif each.namespace != "admin":
            inner = f"{space}{each.namespace}:" if each.namespace else space
            outer = tuple(each.pattern.converters)
            for name, parts in named_urls(each, inner):
                yield name, (*outer, *parts)


PARTS = dict(named_urls())


def evening(slug: str = "lodge-24") -> Evening:
    club = builders.look(builders.club(slug))
    # Another id for everything, so that one club's ids are not the other's.
    tournament = builders.tournament(club, name="Fall Tarok")
    hidden = builders.tournament(club, name="Secret Tarok", public=False)
    people = builders.entries(tournament, 8)
    published = builders.published_round(tournament, [people[:4], people[4:]])
    builders.verified_sheet(published.sheets.get(table=2))
    draft = manual_seating.seat_by_hand(
        tournament=tournament, actor=builders.command(), tables=[people[:4]]
    )
    builders.verified_sheet(builders.open_sheet(hidden))
    over = builders.tournament(club, name="Spring Tarok")
    builders.verified_sheet(builders.open_sheet(over))
    for each in (tournament, hidden):
        Edition.objects.create(tournament=each, number=1, rows=[])
    SeasonEdition.objects.create(season=over.season, number=1, formula={}, rows=[])
    season_plans.make(
        season=over.season,
        actor=builders.command(),
        people=[*(each.player for each in people), *[None] * 8],
        rounds_an_evening=2,
        seed=1,
    )
    follow_all()  # what is never committed is never put
    owner = builders.member(club, Role.Kind.OWNER, f"owner-{slug}")
    leaver = builders.user(f"leaver-{slug}")
    helps = accounts.give_role(club=club, user=leaver, kind="scorekeeper")
    of = {
        **_addressed(tournament, people[0], published.sheets.get(table=1)),
        "old_list": _old_list(club, people[0].name).pk,
        "open_file": _open_file(over).pk,
        "placed": Tally.objects.filter(tournament=over)[0].player.number,
        **_announced_and_ruled(tournament, people[0]),
        **_link_for(helps, owner),
        "me": _own_link(people[0].player),
        **_mail_links(people[1].player),
        "signed_up": SignUp.objects.create(
            tournament=tournament, name="Rose Orsak", key=slug, at=timezone.now()
        ),
        **_invitations(club, owner),
        "program": _program(club, owner),
        **_at_the_tables(published, slug),
        "webhook": webhooks.make(
            club=club,
            actor=builders.command(),
            address="https://lodge.example/valat",
            key=slug,
        ).pk,
    }
    return Evening(club, tournament, hidden, published, draft, of)


def _own_link(player: Player) -> str:
    return personal_links.token_of(
        personal_links.give(player=player, actor=builders.command())
    )


def _mail_links(player: Player) -> dict[str, str]:
    """The tokens in mails to somebody who gave an address."""
    address = email_addresses.give(
        player=player,
        actor=builders.command(),
        email="mail@example.org",
        wishes=["eve"],
    )
    return {
        "mail_own": personal_links.signed(address.word, email_addresses.OWN),
        "mail_off": personal_links.signed(address.word, email_addresses.OFF),
    }


def _addressed(tournament: Tournament, entry: Entry, sheet: Sheet) -> dict[str, Any]:
    """What the parts of an address are on most pages."""
    return {
        "club": tournament.club.slug,
        "id": tournament.club_id,
        "version": "0123456789abcdef",
        "tournament": tournament.slug,
        "slug": tournament.season.slug,
        "season": tournament.season.slug,
        "rest": "v0/clubs/",
        "number": 1,
        "table": 1,
        "pk": entry.pk,
        "hand": 1,
        "key": PRINT_KEY,
        "item": PRINT_KEY,
        "token": sheet.token,
        "photo": builders.photo(sheet).pk,
        "uidb36": "1",
        "guide": "director",
        "task": "draw-the-seats",
        "named": "spjst.0123456789abcdef",
        "phone": 1,
        "other": 2,
        "code": accounts.setup_code() or "",
        "digest": tournament.club.emblem_mark,
        "colour": tournament.club.colour[1:],
    }


def _old_list(club: Club, name: str) -> OldList:
    """A file that is looked at, in which somebody may be a known player."""
    given, _, family = name.partition(" ")
    rows = [["", "1.5.1998", "8.5.1998"], [f"{given} {family[:1]}.", "340", "260"]]
    return OldList.objects.create(
        club=club, name="1998.csv", digest=club.slug, sheets=[["1998", rows]]
    )


def _open_file(tournament: Tournament) -> OldList:
    """The open file of an evening, looked at; the club has it already."""
    return keep_draft(
        club=tournament.club,
        actor=builders.command(),
        name="evening.json",
        content=card_evening_schema.canonical_bytes(evening_of(tournament, full=True)),
    )


def _announced_and_ruled(tournament: Tournament, entry: Entry) -> dict[str, Any]:
    """A ruling, an announcement, a change of seats, and two people who were one."""
    by, slug = builders.command(), tournament.club.slug
    ruled = rulings.adjust(
        entry=entry, actor=by, chips=-10, reason="late (§31)", key=f"ruling-{slug}"
    )
    announced = announce(
        tournament=tournament, actor=by, key=f"announced-{slug}", text="Supper at 7:30"
    )
    return {
        "ruling": ruled.pk,
        "announced": announced.pk,
        "moved": builders.moved(tournament).pk,
        "act": builders.undo_record(tournament).pk,
        "merge": builders.merged(tournament.club).pk,
    }


def _link_for(role: Role, owner: User) -> dict[str, Any]:
    """Somebody who forgot his password, and an owner's link for him."""
    link, _ = password_resets.make(role=role, user=owner)
    return {
        "role": role.pk,
        "password_link": link.pk,
        "password_token": link.token,
    }


def _invitations(club: Club, owner: User) -> dict[str, Any]:
    """One to be closed, and one to be used."""
    closed, used = (
        accounts.invite(club=club, kind=Role.Kind.OWNER, by=owner) for _ in range(2)
    )
    return {"invitation": closed.pk, "join": used.token}


def _program(club: Club, owner: User) -> int:
    """One that reads more of the club."""
    token, _ = tokens.make(
        club=club,
        user=owner,
        name="Web page",
        names=True,
        drafts=True,
        days=90,
        key=f"program-{club.slug}",
    )
    return token.pk


def _at_the_tables(rnd: Round, slug: str) -> dict[str, Any]:
    """A table calls, a second phone looks on, and a hand came late."""
    one, two = rnd.sheets.order_by("table")
    misdeal = {"bid": None, "faults": [{"fault": "misdeal", "seat": 4}]}
    builders.recorded(
        sheet=one, by=builders.command(), key=f"hand-{slug}", record=misdeal
    )
    keeper, looks_on = builders.phone(one), builders.phone(one, 2)
    by = Actor.at_table(keeper)
    called = calls.call(
        sheet=one, actor=by, key=f"call-{slug}", reason="rules question"
    )
    late = builders.recorded(sheet=two, by=by, key=f"late-{slug}", record=misdeal)
    ruled = hand_rulings.rule(
        sheet=one,
        actor=builders.command(),
        number=1,
        chips=(2, -2, 0, 0),
        reason="judge",
        key=f"hand-ruling-{slug}",
        seen=0,
    )
    return {
        "hand_ruling": ruled.pk,
        "call": called.pk,
        "looks_on": looks_on.pk,
        "waits": late.tray.pk,
    }


def print_of(evening: Evening) -> None:
    """A print job of the club, failed before it began: nothing is left to run."""
    jobs.write_job(jobs.Job(PRINT_KEY, evening.club.slug, "round-1", "failed"))


def somebody(role: str, club: Club, elsewhere: Club) -> User | None:
    """An account of that role; the outsider owns the other club."""
    if role == "visitor":
        return None
    if role == "operator":
        return builders.user("operator", is_superuser=True, is_staff=True)
    if role == "outsider":
        return builders.member(elsewhere, Role.Kind.OWNER, "outsider")
    return builders.member(club, role)


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@contextmanager
def undone(client: Client) -> Iterator[None]:
    """What is written is taken back, and whoever signed out is there again."""
    cookies = deepcopy(client.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    client.cookies = cookies


@contextmanager
def two_clubs() -> Iterator[tuple[Evening, Evening]]:
    """An evening in each, for as long as a module's tests need them."""
    with transaction.atomic():
        ours, theirs = evening(), evening("lodge-84")
        print_of(ours)
        yield ours, theirs
        transaction.set_rollback(True)
