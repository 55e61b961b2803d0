"""The players of a club: find, list, add, change and erase them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count as Number
from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.i18n import PersonName, joined, message, typed_name
from clubs.i18n.person_names import key_of
from clubs.models import Club, Pictures, Player, User
from clubs.name_search import by_name, matches, plain_name, unaccented
from clubs.players import (
    ERASED,
    add_player,
    change_player,
    erase_name,
    living,
    living_of,
    one_person,
    write_guesses,
)
from scoring.core.names import hides, public_name
from scoring.core.quotas import refuse_beyond
from scoring.core.writes import (
    USED_ELSEWHERE,
    ActionRefused,
    Actor,
    find_duplicate,
    keep_fund,
    log,
    merge_facts,
)
from scoring.models import (
    Change,
    Entry,
    MailAddress,
    PersonalLink,
    Round,
    Seat,
    SignUp,
    Tally,
    Tournament,
)
from scoring.models.descriptions import ENTRY, FORM, PLAYER, FieldDescription
from scoring.models.log_messages import log_message
from scoring.people import entries, erasure
from scoring.people.duplicates import known_namesakes, remember_apart
from scoring.printing import jobs

NAME = ("name", "given_name", "family_name")
# For sign-ups by name: the source of a sign-up, and the log entry that a director
# confirmed who the person is.
BY_NAME, SIGNED_UP = "sign-up", "signed-up"
TIME_ZONE = "time-zone"  # the log entry of a change of the club's time zone


class PlayerListRow(NamedTuple):
    """A player in a list of all, with the number of their tournaments."""

    number: int
    name: str
    lodge: str
    tournaments: int
    key: str = ""  # sort key of the name
    guessed: bool = False  # whether the family name is unconfirmed


def players_of(
    club: Club, typed: str = "", *, full: bool = False
) -> list[PlayerListRow]:
    """Return players with a public result by public name, or full name with `full`.

    A result is a seat in a public tournament or a row in past results. Typed parts
    match the beginning of any word of name and lodge. Two queries.
    """
    sat = Seat.objects.filter(credit=OuterRef("pk"), round__state__in=Round.COUNTING)
    public_entries = Entry.objects.filter(
        Exists(Tally.objects.filter(entry=OuterRef("pk"))) | Exists(sat),
        tournament__in=club.tournaments.filter(public=True),  # a join would be slow
        ranked=True,
    )
    lines = [
        line._replace(name=visible_name, key=_key(line, visible_name))
        for pk, line in _lines(club, public_entries)
        if line.tournaments and (full or not hides(club, pk))
        if (visible_name := line.name if full else public_name(line.name, club, pk))
    ]
    found = [
        line
        for line in lines
        if not typed or matches(typed, f"{line.name} {line.lodge}")
    ]
    return sorted(found, key=lambda player: (player.key, player.number))


def players_with_entries(club: Club, typed: str = "") -> list[PlayerListRow]:
    """Return all the club's players by name; two queries.

    Typed parts match the beginning of any word of name and lodge, or the number.
    """
    found = [
        line
        for _, line in _lines(club, Entry.objects.filter(tournament__club=club))
        if not typed or matches(typed, f"{line.number} {line.name} {line.lodge}")
    ]
    return sorted(found, key=lambda player: (player.key, player.number))


def entries_in_public(player: Player) -> QuerySet[Entry]:
    """Return a player's entries whose results are public."""
    sat = Seat.objects.filter(credit=OuterRef("pk"), round__state__in=Round.COUNTING)
    return Entry.objects.filter(
        Q(tally__isnull=False) | Exists(sat),
        player=player,
        ranked=True,
        tournament__public=True,
    )


def played_in_public(player: Player) -> bool:
    """Return whether a player has a public page; one query."""
    return entries_in_public(player).exists()


def _lines(
    club: Club, played_entries: QuerySet[Entry]
) -> list[tuple[int, PlayerListRow]]:
    """Return all players of the club with their keys, each with the number of entries.

    Two plain queries: a join took half a second after thirty years of data.
    """
    played = dict(
        played_entries.order_by().values_list("player").annotate(Number("pk"))
    )
    players = club.players.filter(erased_at=None).order_by()
    facts = ("pk", "number", "lodge", "name_guessed", *NAME)
    return [
        (
            pk,
            PlayerListRow(
                number, parts[0], lodge, played.get(pk, 0), key_of(*parts), guess
            ),
        )
        for pk, number, lodge, guess, *parts in players.values_list(*facts)
    ]


def _key(line: PlayerListRow, visible_name: str) -> str:
    """Return the sort key of the name that is displayed."""
    return line.key if visible_name == line.name else key_of(str(visible_name))


def guessed_players(club: Club) -> list[Player]:
    """Return players with unconfirmed given and family names, minors first."""
    players = club.players.filter(erased_at=None, name_guessed=True)
    return sorted(
        players,
        key=lambda player: (not player.is_minor, player.person_name.key, player.number),
    )


def player_at(club: Club, number: int) -> Player | None:
    """Return a player of the club by number, unless their name was erased."""
    return club.players.filter(number=number, erased_at=None).first()


def kept_number(club: Club, number: int) -> int | None:
    """Return the number of the player this one was merged into, or None."""
    found = Player.everybody.filter(club=club, number=number).first()
    if found is None or found.merged_into is None:
        return None
    return living_of(found).number


def is_only_entry(entry: Entry) -> bool:
    """Return whether this is the only entry of its player."""
    if entry.player_id is None:
        return False
    others = Entry.everybody.filter(player=entry.player_id).exclude(pk=entry.pk)
    return not others.exists()


def first_timers_class(entry: Entry) -> str:
    """Return the class of first-timers if it suits the entry's player, or ""."""
    names = entry.tournament.class_names
    name = next((n for n in names if unaccented(n).startswith("first")), "")
    if not name or name in entry.classes or entry.player_id is None:
        return ""
    others = Entry.objects.filter(player=entry.player_id).exclude(pk=entry.pk)
    return "" if others.exists() else name


@transaction.atomic
def add(
    *,
    club: Club,
    actor: Actor,
    name: str,
    lodge: str,
    key: str,
    not_these: Iterable[Player] = (),
    namesakes: int | None = None,
) -> Player:
    """Add a player, who is none of `not_these`; a form sent twice adds one.

    `namesakes` is how many players of the club have the name or nearly, as displayed on
    a page. Raises Conflict if another one was added since.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if duplicate := find_duplicate(key):
        player = club.players.filter(number=_number(duplicate.new)).first()
        if duplicate.club_id != club.pk or player is None:
            raise ActionRefused(USED_ELSEWHERE)
        return player
    if namesakes is not None:
        not_these = known_namesakes(
            club, name, lodge, listed=namesakes, form_field="name"
        )
    refuse_beyond(club, "players", field="name")
    person_name = typed_name(name, family_first=club.writes_family_first)
    player = add_player(club=club, name=person_name, lodge=lodge)
    remember_apart([(player, other) for other in not_these], actor)
    text = log_message("player.added", number=player.number, name=player.name)
    log(actor, "player", text, club=club, key=key, new=str(player.number))
    return player


@transaction.atomic
def change(
    *, player: Player, actor: Actor, original: Player | None = None, **facts: Any
) -> Player:
    """Change a player's name, lodge, display of the name or consent to photos.

    Entries keep the name of their day. Prints with the old name are removed if the
    displayed name changes. Raises ActionRefused, and Conflict if someone changed the
    same fact since `original`.
    """
    fresh = living(player)
    if fresh.erased_at:
        raise ActionRefused(
            message("This person has been erased. The name can’t be restored.")
        )
    facts = merge_facts(fresh, original, facts)
    facts |= _as_told(fresh, facts)
    is_minor = facts.get("is_minor", fresh.is_minor)
    if is_minor and facts.get("pictures") == Pictures.AGREES:
        reason = message("For a minor, a parent or guardian decides.")
        raise ActionRefused(reason, "pictures")
    old = _in_words(fresh)
    visibility, called = (fresh.shown, fresh.is_minor), fresh.person_name
    changed = change_player(player=fresh, **facts)
    parted_otherwise = replace(changed.person_name, whole="") != replace(
        called, whole=""
    )
    if parted_otherwise:
        part_entries(changed)
    is_named_otherwise = parted_otherwise or visibility != (
        changed.shown,
        changed.is_minor,
    )
    if is_named_otherwise:
        forget_prints(changed.club)
    if old != _in_words(changed):
        text = log_message("player.changed", old=old)
        log(
            actor,
            "player",
            text,
            club=player.club,
            old=old,
            new=_in_words(changed),
            data={"names": is_named_otherwise},
        )
    return changed


@transaction.atomic
def correct_entry(
    *, entry: Entry, actor: Actor, player_too: bool = False, **facts: Any
) -> Entry:
    """Change an entry, and with `player_too` also the club's list and the season.

    The player's lodge changes only if it equaled the entry's, or if the entry has one
    now: an entry without a lodge never clears the player's. Raises ActionRefused for a
    number in use or facts that `entries.set_facts` refuses, and Conflict if someone
    changed the same fact.
    """
    had = entry.lodge
    changed = entries.change(entry=entry, actor=actor, **facts)
    player = changed.player
    if player_too and player:
        follows = changed.lodge or had == player.lodge
        lodge = changed.lodge if follows else player.lodge
        change(player=player, actor=actor, name=changed.name, lodge=lodge)
    return changed


def _as_told(player: Player, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a name typed as “Novák, Jan”, whose comma tells them."""
    if facts.get("name", player.name) == player.name:
        return {}
    person_name = typed_name(
        facts["name"], family_first=player.club.writes_family_first
    )
    return {} if person_name.guessed else parts_of(person_name)


def parts_of(name: PersonName) -> dict[str, Any]:
    """Return a name and its parts as columns."""
    return {
        "name": name.whole,
        "given_name": name.given,
        "family_name": name.family,
        "name_guessed": name.guessed,
    }


def part_entries(player: Player) -> None:
    """Copy the parts of the player's name to their entries, in each spelling."""
    name = player.person_name
    person_entries = Entry.everybody.filter(player__in=one_person(player))
    for entry_name in {*person_entries.order_by().values_list("name", flat=True)}:
        parts = name if entry_name == name.whole else name.with_spelling(entry_name)
        if parts and (entry_name == name.whole or not name.guessed):
            person_entries.filter(name=entry_name).update(**parts_of(parts))


@transaction.atomic
def confirm_names(*, club: Club, actor: Actor, names: Mapping[int, PersonName]) -> int:
    """Confirm given and family names, by the player's number. Return how many.

    Players whose name has changed since or was confirmed are skipped. A second time
    changes nothing.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    players = club.players.filter(number__in=names, name_guessed=True, erased_at=None)
    found = [p for p in players.order_by("pk") if p.name == names[p.number].whole]
    for player in found:
        player.club = club
        change_player(player=player, **parts_of(names[player.number]))
        part_entries(player)
    if found:
        texts = [_parts_in_words(found_player.person_name) for found_player in found]
        text = log_message(
            "player.names_confirmed",
            n=len(found),
        )
        log(actor, "player", text, club=club, new=joined(texts, "; "))
        forget_prints(club)
    return len(found)


def log_club_setting(club: Club, user: User, name: str, old: str, new: str) -> None:
    """Log a change of a club setting, and apply it to names and prints."""
    if name == "name_order":
        rows = Entry.everybody.filter(tournament__club=club, name_guessed=True)
        guessed = rows.filter(house=None).exclude(name=ERASED)
        write_guesses(guessed, family_first=club.writes_family_first)
    texts = {
        "name_order": log_message("club.name_order", order=new),
        "shown": log_message("club.names_shown", shown=new),
        "embed_hosts": log_message("club.embed_hosts"),
        "time_zone": log_message("club.time_zone", zone=new),
    }
    kind = TIME_ZONE if name == "time_zone" else "settings"
    log(Actor.at_desk(user), kind, texts[name], club=club, old=old, new=new)
    if name in ("name_order", "shown"):  # old prints show names the previous way
        forget_prints(club)


def forget_prints(club: Club) -> None:
    """Remove stored prints with names in them, after the transaction commits."""
    transaction.on_commit(partial(jobs.forget, club.slug), robust=True)


@transaction.atomic
def keep_in(*, player: Player, actor: Actor) -> None:
    """Decline a request to be erased, after the director talked to the person."""
    links = PersonalLink.objects.filter(player__in=one_person(player))
    asked = links.filter(wants_out_at__isnull=False)
    if asked.update(wants_out_at=None):
        number = player.number
        text = log_message("erasure.declined", number=number)
        log(actor, "link", text, club=player.club)


def who_want_out(club: Club) -> list[Player]:
    """Return the players who asked to be erased, oldest request first."""
    asked = PersonalLink.objects.filter(
        wants_out_at__isnull=False, player__club=club, player__erased_at=None
    )
    rows = asked.select_related("player__club").order_by("wants_out_at")
    return list(dict.fromkeys(living_of(link.player) for link in rows))


def erase(*, player: Player, actor: Actor) -> Player:
    """Remove a person's name from everything that the site stores.

    Chips, places and start numbers stay, because they are part of other people's
    results too. Players merged with this one are the same person. After an
    interruption, the removal continues when it's requested again, for anyone in the
    club, or when the site starts.
    """
    erased = _begin_to_erase(player, actor)
    erasure.finish(erased.club)
    forget_prints(erased.club)
    return erased


@transaction.atomic
def _begin_to_erase(player: Player, actor: Actor) -> Player:
    """Erase a person's name; `Player.erasing` lists the names that texts still have."""
    # A request that saves an entry holds its tournament's lock, and would write back
    # the old name.
    tournaments = player.club.tournaments.select_for_update(no_key=True)
    list(tournaments.order_by("pk").values_list("pk"))
    person = one_person(player)
    fresh = person[0]
    if all(record.erased_at for record in person):
        return fresh
    person_entries = Entry.everybody.filter(player__in=person)
    names = {record.name for record in person} | {
        *person_entries.values_list("name", flat=True)
    }
    person_entries.update(**{**ENTRY.blank_values(), **parts_of(PersonName(ERASED))})
    for tournament in Tournament.objects.filter(
        pk__in=person_entries.order_by().values("tournament")
    ):
        keep_fund(tournament)
    sign_ups = _sign_ups_of(person, names)
    names |= {row.name for row in sign_ups} | _names_typed(person, names)
    fresh.erasing = sorted({*names, *fresh.erasing} - {ERASED})
    for record in person:
        erase_name(record, PLAYER.blank_values())
        record.answers.all().delete()
        record.links.all().delete()
        MailAddress.objects.filter(player=record).delete()
    SignUp.objects.filter(pk__in=[row.pk for row in sign_ups]).delete()
    numbers = ", ".join(str(record.number) for record in person)
    text = log_message("erasure.done", numbers=numbers)
    log(actor, "player", text, club=fresh.club)
    return fresh


def _sign_ups_of(person: Sequence[Player], names: Iterable[str]) -> list[SignUp]:
    """Return the person's sign-ups by name, and unconfirmed ones by such a name."""
    rows = SignUp.objects.filter(tournament__club=person[0].club)
    nobodys = _plainly(rows.filter(player=None), "name", names)
    return list(rows.filter(Q(player__in=person) | Q(name__in=nobodys, player=None)))


def _names_typed(person: Sequence[Player], names: Iterable[str]) -> set[str]:
    """Return the names the person signed up with, from the log.

    The sign-ups themselves are deleted soon.
    """
    changes = Change.objects.filter(club=person[0].club)
    numbers = [str(record.number) for record in person]
    confirmed = changes.filter(what=SIGNED_UP, new__in=numbers)
    answers_by_name = changes.filter(what="answer", source=BY_NAME)
    typed = _plainly(answers_by_name, "by_name", names)
    return typed | {*confirmed.values_list("old", flat=True)}


def _plainly(rows: QuerySet[Any], field: str, names: Iterable[str]) -> set[str]:
    """Return stored texts that equal a name except for case, accents and order."""
    plain = {plain_name(name) for name in names}
    written_names = rows.order_by().values_list(field, flat=True).distinct()
    return {name for name in written_names if plain_name(name) in plain}


def _in_words(player: Player) -> str:
    description = f"{player.name}, {player.lodge}" if player.lodge else player.name
    if not player.name_guessed:
        description = f"{description} ({_parts_in_words(player.person_name)})"
    visibility = player.get_shown_display() or log_message("player.shown_as_club")
    if player.is_minor:
        description = log_message(
            "player.minor_shown", who=description, shown=visibility
        )
    elif player.shown:
        description = log_message("player.shown", who=description, shown=visibility)
    pictures = words_on_pictures(player.pictures, player)
    description = (
        log_message("player.pictures", who=description, words=pictures)
        if pictures
        else description
    )
    known = [(fact, getattr(player, fact.column)) for fact in other_facts()]
    facts = [PLAYER.in_words(fact, value) for fact, value in known if value]
    return joined([description, *facts]) if facts else description


def player_columns() -> list[str]:
    """Return the columns of a player that people edit."""
    return [field.column for field in PLAYER.going_to(FORM)]


def other_facts() -> list[FieldDescription]:
    """Return facts of a player that people edit, without those the log words itself."""
    own_facts = {*NAME, "lodge", "shown", "is_minor", "pictures"}
    return [fact for fact in PLAYER.going_to(FORM) if fact.column not in own_facts]


def words_on_pictures(pictures: str, player: Player) -> str:
    """Return the person's statement about photos in the log's words; "" for none."""
    club = player.club.name
    if pictures == Pictures.GUARDIAN:
        return message(
            "As a parent or guardian, I agree that {club} may show photos in which this "
            "young player can be seen.",
            club=club,
        )
    if pictures == Pictures.AGREES:
        return message(
            "I agree that {club} may show photos in which I can be seen.", club=club
        )
    return message("Do not show photos in which I can be seen.") if pictures else ""


def in_pictures(tournament: Tournament) -> tuple[list[str], list[str]]:
    """Return the players who may be shown in photos, and the others; by name."""
    people = Player.objects.filter(entries__tournament=tournament, erased_at=None)
    agreed: list[str] = []
    others: list[str] = []
    for player in by_name(people.distinct()):
        (agreed if player.in_pictures else others).append(player.name)
    return agreed, others


def _parts_in_words(name: PersonName) -> str:
    """Return which part of a name is which, for the log."""
    if not name.given:
        return log_message("player.family_only", family=name.family)
    if not name.family:
        return log_message("player.given_only", given=name.given)
    return log_message("player.given_and_family", given=name.given, family=name.family)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 0
