"""Data for tests: explicit defaults, every fact by keyword."""

import time
from collections.abc import Callable, Sequence
from datetime import date
from io import BytesIO
from itertools import count as endless
from typing import Any
from unittest import mock

from django.core import signing
from django.db.models import Max
from django.utils import timezone
from django.utils.text import slugify
from PIL import Image

from clubs.forms import SHOWN
from clubs.images import Picture, emblem_of
from clubs.models import Club, Player, Role, User
from clubs.players import add_player, last_number, new_player, season_on
from rules.sheet import SeatCount
from scoring.core.writes import Actor, keep_fund
from scoring.desk.branding import change_look
from scoring.draw import manual_seating, rounds
from scoring.draw.seats import make_draft, write_missed
from scoring.games.game_choice import usual_facts
from scoring.games.labels import USUAL_GAME
from scoring.models import (
    Count,
    Draw,
    Entry,
    Merge,
    Phone,
    Photo,
    Round,
    Sheet,
    Standings,
    Tournament,
    UndoRecord,
    Webhook,
)
from scoring.models.log_messages import LogMessage
from scoring.people import merges
from scoring.results import stored
from scoring.rollups.updates import follow
from scoring.sheets import counts, hand_writes, phones, photos
from scoring.sheets.counts import CountResult
from scoring.sheets.hand_writes import HandWriteResult, SentHand
from scoring.sheets.hands import hands_in_force, moved_on
from scoring.sheets.sheet import life_of

DAY = date(2026, 11, 20)
NAMES = (
    "Marie Kubala",
    "Josef Marek",
    "Anna Svoboda",
    "Karel Novak",
    "Emil Hruska",
    "Vlasta Zajicek",
    "Frank Janek",
    "Rose Krenek",
    "Adolf Sebesta",
    "Ludmila Orsak",
    "Henry Matula",
    "Agnes Polasek",
    "Willie Kostecka",
    "Albina Vrana",
    "Jerry Bartos",
    "Lillian Cerny",
)
EVEN = (131, 96, 104, 69)  # a plain sheet: the four make 400
COLOURS = [  # the same sheet by colour, all chips of a table
    {"blue": 10, "red": 5, "white": 6},
    {"blue": 6, "red": 6, "white": 6},
    {"blue": 7, "red": 6, "white": 4},
    {"blue": 4, "red": 4, "white": 9},
]

_serial = endless(1)


def _key(what: str) -> str:
    return f"{what}-{next(_serial)}"


def club(slug: str = "lodge-24", **facts: Any) -> Club:
    return Club.objects.create(
        slug=slug, **{"name": "SPJST Lodge 24", "town": "West, Texas", **facts}
    )


def emblem(size: tuple[int, int] = (120, 120)) -> tuple[Picture, Picture]:
    """An emblem, made anew as a sent one is."""
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    image.paste("#7b1e2e", (size[0] // 4, size[1] // 4, size[0], size[1]))
    out = BytesIO()
    image.save(out, "PNG")
    return emblem_of(BytesIO(out.getvalue()))


def look(club: Club, colour: str = "#7b1e2e", thanks: str = "") -> Club:
    """The club with an emblem, a colour and a line for the hall."""
    change_look(
        club=club, actor=command(), colour=colour, thanks=thanks, emblem=emblem()
    )
    club.refresh_from_db()
    return club


def user(username: str = "anna", **facts: Any) -> User:
    """An account; its password is its name with "-password"."""
    return User.objects.create_user(
        username,
        password=f"{username}-password",
        **{"name": f"{username.title()} Hlavac", **facts},
    )


def member(club: Club, kind: str = Role.Kind.SCOREKEEPER, username: str = "") -> User:
    """An account with a role in the club; called after the role unless named."""
    made = user(username or kind)
    Role.objects.create(club=club, user=made, kind=kind)
    return made


def actor(user: User) -> Actor:
    return Actor.at_desk(user)


def command() -> Actor:
    """Whoever is no account: a command."""
    return Actor(None, "a command", "command")


def log_text(text: str) -> LogMessage:
    """A text for the log as no service writes it, without a code."""
    message = LogMessage(text, text, {})
    message.code = ""
    return message


def player(club: Club, name: str = "Marie Kubala", lodge: str = "") -> Player:
    return add_player(club=club, name=name, lodge=lodge)


def players(club: Club, names: Sequence[str]) -> list[Player]:
    """Several at once, with the club's next numbers."""
    first = last_number(club) + 1
    return Player.objects.bulk_create(
        new_player(club, number, name) for number, name in enumerate(names, first)
    )


def webhook(club: Club) -> Webhook:
    """An address that is called from now on."""
    now = timezone.now()
    facts = {"address": "https://lodge.example/", "made_at": now, "waits_until": now}
    return Webhook.objects.create(club=club, **facts)


def merged(club: Club, kept: str = "Rose Janek", gone: str = "Rose J.") -> Merge:
    """Two new players who turned out to be one."""
    one, other = player(club, kept), player(club, gone)
    return merges.merge(target=one, duplicate=other, actor=command(), key=_key("merge"))


def tournament(club: Club, **facts: Any) -> Tournament:
    """As if somebody made it; nobody is asked whether he may."""
    facts = {"name": "Fall Tarok", "date": DAY, "place": "the hall", **facts}
    made = Tournament(club=club, **usual_facts(facts.get("game", USUAL_GAME)) | facts)
    made.slug = made.slug or slugify(made.name)
    made.season = season_on(club, made.date)
    made.save()
    Standings.objects.create(tournament=made)
    return made


def entries(tournament: Tournament, number: int = 4, **facts: Any) -> list[Entry]:
    """So many people who are here, with the next start numbers."""
    known = Entry.everybody.filter(tournament=tournament, house=None)
    first = (known.aggregate(last=Max("number"))["last"] or 0) + 1
    numbers = range(first, first + number)
    people = players(tournament.club, [_name(n) for n in numbers])
    made = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            number=n,
            player=player,
            **{"state": Entry.State.HERE, "lot": n, **_called(player), **facts},
        )
        for n, player in zip(numbers, people, strict=True)
    )
    keep_fund(tournament)
    return made


def _called(player: Player) -> dict[str, Any]:
    parts = ("name", "given_name", "family_name", "name_guessed")
    return {part: getattr(player, part) for part in parts}


def _name(number: int) -> str:
    """Of whoever has this start number."""
    times, which = divmod(number - 1, len(NAMES))
    return f"{NAMES[which]} {times + 1}" if times else NAMES[which]


def published_round(
    tournament: Tournament, tables: int | Sequence[Sequence[Entry]] = 1
) -> Round:
    """The next round, open: tables as given, or so many filled by start number.

    Whoever is seated has come. Its rows are as `opened_round` leaves them; nobody is
    asked whether they may be, or told.
    """
    seated = _seated(tournament, tables)
    rnd = make_draft(tournament, rounds.next_number(tournament), seated)
    rnd.state, rnd.published_at = Round.State.OPEN, timezone.now()
    rnd.save()
    write_missed(rnd)
    if rnd.number > 1:
        stored.refresh(tournament, actor=command(), reason="")
        follow(tournament.pk)
    return rnd


def opened_round(
    tournament: Tournament, tables: int | Sequence[Sequence[Entry]] = 1
) -> Round:
    """The same as a director seats and opens it, with all that follows from it."""
    by, seated = command(), _seated(tournament, tables)
    draft = manual_seating.seat_by_hand(tournament=tournament, actor=by, tables=seated)
    return rounds.publish(rnd=draft, actor=by)


def _seated(
    tournament: Tournament, tables: int | Sequence[Sequence[Entry]]
) -> Sequence[Sequence[Entry]]:
    if isinstance(tables, int):
        people = list(tournament.entries.filter(house=None).order_by("number"))
        if len(people) < 4 * tables:
            people += entries(tournament, 4 * tables - len(people))
        tables = [people[4 * n : 4 * n + 4] for n in range(tables)]
    seated = [each.pk for table in tables for each in table]
    tournament.entries.filter(pk__in=seated).update(state=Entry.State.HERE)
    return tables


def over(rnd: Round) -> Round:
    """The round is over as it stands, whatever is missing: as if read from a file."""
    rnd.closed_at = timezone.now()
    rnd.save()
    return rnd


def moved(tournament: Tournament) -> Draw:
    """A smallest change that moved nobody."""
    nobody: dict[str, Any] = {"players": [], "house": [], "apart": [], "played": []}
    facts = {**nobody, "kind": "smallest", "season": True, "numbers": [1], "now": []}
    report = {"moves": [], "sit_outs": {}}
    return Draw.objects.create(
        tournament=tournament, seed=1, input=facts, report=report
    )


def undo_record(tournament: Tournament) -> UndoRecord:
    """An act that changed nothing."""
    facts = {"kind": UndoRecord.ActKind.ALL_HERE, "number": 1, "change": 0, "seat": 0}
    return UndoRecord.objects.create(
        tournament=tournament, by_name="Anna", rows={}, letters=[], **facts
    )


def open_sheet(tournament: Tournament) -> Sheet:
    """Table 1 of a new open round of one table."""
    return published_round(tournament).sheets.get(table=1)


def recorded(sheet: Sheet, by: Actor, **sent: Any) -> HandWriteResult:
    """A hand that somebody sends, by the fields of a SentHand."""
    return hand_writes.record(sheet=sheet, actor=by, sent=SentHand(**sent))


def nets_of(sheet: Sheet) -> tuple[int, ...]:
    """Chips won or lost by each seat in all hands in force."""
    return moved_on(sheet, hands_in_force(sheet))


def phone(sheet: Sheet, seat: int | None = 1, name: str = "") -> Phone:
    """A phone at a table; the first keeps the score."""
    key = f"{next(_serial):032x}"
    return phones.join(sheet=sheet, key=key, seat=seat, name=name, asks=False)


def photo(sheet: Sheet) -> Photo:
    """A picture of the sheet, as small as can be."""
    content = BytesIO()
    Image.new("L", (4, 3)).save(content, "JPEG")
    return photos.attach(
        sheet=sheet,
        actor=command(),
        picture=Picture(content.getvalue(), 4, 3),
        key=_key("photo"),
    )


def seats(
    held: Sequence[int] = EVEN,
    borrowed: Sequence[int] | None = None,
    ruled: Sequence[int] | None = None,
) -> list[SeatCount]:
    nothing = (0,) * len(held)
    borrowed, ruled = borrowed or nothing, ruled or nothing
    return [SeatCount(*each) for each in zip(held, borrowed, ruled, strict=True)]


def counted(
    sheet: Sheet, by: User | None = None, held: Sequence[int] = EVEN, **facts: Any
) -> Count:
    """A count by somebody, saved as it stands."""
    return counts.count(
        sheet=sheet,
        actor=actor(by) if by else command(),
        seats=facts.pop("seats", None) or seats(held),
        **{"seen": seen(sheet), "key": _key("count"), **facts},
    ).count


def confirmed(sheet: Sheet, by: User | None = None, **facts: Any) -> CountResult:
    """The latest count confirmed; by a file where nobody is named."""
    witness = Count.Witness.ACCOUNT if by else Count.Witness.IMPORT
    return counts.confirm(
        sheet=sheet,
        actor=actor(by) if by else command(),
        **{"seen": seen(sheet), "key": _key("verify"), "witness": witness, **facts},
    )


def verified_sheet(
    sheet: Sheet,
    held: Sequence[int] = EVEN,
    by: User | None = None,
    second: User | None = None,
) -> Count:
    """Counted and verified; by a file unless people are named."""
    counted(sheet, by, held)
    return confirmed(sheet, second).count


def seen(sheet: Sheet) -> int:
    """Number of the last count, as somebody who looks now has seen it."""
    return life_of(Sheet.objects.get(pk=sheet.pk)).last_number


def corrected(
    sheet: Sheet, held: Sequence[int] = (130, 97, 104, 69), by: User | None = None
) -> Count:
    """New numbers for a verified sheet, waiting for a second person."""
    return counts.correct(
        sheet=sheet,
        actor=actor(by) if by else command(),
        seats=seats(held),
        seen=seen(sheet),
        key=_key("correct"),
        reason="Two stacks were mixed up",
    ).count


def change_rows(
    change: Callable[[list[dict[str, Any]]], object], **which: object
) -> None:
    """The rows of kept standings changed behind everybody's back."""
    standings = Standings.objects.get(**which)
    rows = standings.list_rows()
    change(rows)
    standings.store_rows(rows, {})
    standings.save()


def form_shown(seconds: int) -> str:
    """What a form for people from the street carries that was shown so long ago."""
    moment = time.time() - seconds
    with mock.patch.object(signing.time, "time", return_value=moment):
        return SHOWN.sign("form")
