"""Import of an event from its open file, through the services, with new calculations.

The imported event is exported again and compared with the file, number by number. If
anything differs, nothing is imported, unless a director accepts the file's totals as
they are: then it becomes an event of past results. Runs in one transaction.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import Any
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from clubs.i18n import PersonName, guessed, joined, message
from clubs.models import Club, Player
from clubs.players import last_number, names_changed, new_player
from rules.prizes import Split, amounts, fund, shared
from scoring.core.quotas import refuse_beyond
from scoring.core.writes import ActionRefused, Actor, log
from scoring.draw.seats import free_codes
from scoring.exports import card_evening_reader
from scoring.exports import card_evening_schema as file
from scoring.exports.card_evening_differences import differences_from
from scoring.games import games_here
from scoring.games.game_adapter import sizes_of
from scoring.games.table_rules import rules_at
from scoring.models import (
    Adjustment,
    Count,
    Edition,
    Entry,
    Hand,
    HandRuling,
    OldList,
    Round,
    Seat,
    Sheet,
    SitOut,
    Tournament,
)
from scoring.models.descriptions import ENTRY
from scoring.models.log_messages import log_message
from scoring.models.seats import as_columns
from scoring.models.signed import seal
from scoring.past_results import importer
from scoring.past_results.event_parser import Fact, ImportPlan, PastEvening
from scoring.past_results.import_drafts import refuse_more
from scoring.past_results.importer import lock_list
from scoring.people.duplicates import remember_apart
from scoring.people.entry_lists import Candidate, LineKind, Planned, ToEnter, plan_in
from scoring.people.name_parsing import LARGEST_NUMBER, Listed
from scoring.results import stored
from scoring.sheets import counts
from scoring.sheets.sheet import seat_counts, sheet_at
from scoring.tournaments import tournaments

PARTS = ("given_name", "family_name")
YEARS = range(1900, 2101)  # as in the forms
LONGEST_FILE_NAME = 200


class Differs(Exception):
    """The results calculated here differ from the file; each place is listed."""

    def __init__(self, differences: Sequence[str]) -> None:
        super().__init__(*differences)
        self.differences = tuple(differences)


# --- Preview --------------------------------------------------------------------


@transaction.atomic
def keep_draft(*, club: Club, actor: Actor, name: str, content: bytes) -> OldList:
    """Store a file as a draft; the same file again returns the existing one.

    Raises ActionRefused if it was already imported, or the club can't have another
    one.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    digest = hashlib.sha256(content).hexdigest()
    existing = club.old_lists.filter(digest=digest).first()
    if existing is None:
        refuse_more(club)
        return OldList.objects.create(
            club=club,
            kind=OldList.Kind.EVENING,
            name=name[-LONGEST_FILE_NAME:],
            digest=digest,
            sheets=content.decode(),
            by=actor.user,
            by_name=actor.name,
        )
    if existing.state != OldList.State.DRAFT:
        raise ActionRefused(
            message("This file has already been imported. Nothing was imported again."),
            "file",
        )
    return existing


def evening_in(old_list: OldList) -> file.Evening:
    """Return the event in a draft's file."""
    return card_evening_reader.read(str(old_list.sheets).encode())


def refuse_twice(club: Club, evening: file.Evening) -> None:
    """Raise ActionRefused if the club already has this event."""
    existing = club.tournaments.filter(file_id=UUID(evening.id)).first()
    if existing:
        text = message("This event is already here: {name}.", name=existing.name)
        raise ActionRefused(text, "file")


def refuse_unfit(evening: file.Evening) -> None:
    """Raise ActionRefused for data that the format allows, but no form of this site."""
    if date.fromisoformat(evening.date).year not in YEARS:
        raise ActionRefused(message("date: Enter a year from 1900 to 2100."))
    for n, entry in enumerate(evening.entries):
        if int(entry.number.removeprefix("H")) > LARGEST_NUMBER:
            text = message(
                "{place}: The largest start number is {most}.",
                place=f"entries[{n}].number",
                most=LARGEST_NUMBER,
            )
            raise ActionRefused(text)


def plan_of_people(club: Club, evening: file.Evening) -> list[Planned]:
    """Match each entry with players, as in a pasted list; lines are places in the file.

    If the file has public names, everyone is doubtful, because many share a short name.
    """
    people = [
        Listed(n, entry.name, entry.lodge or "")
        for n, entry in enumerate(evening.entries)
        if not entry.number.startswith("H")
    ]
    plan = plan_in(club, people)
    if evening.names == "full":
        return plan
    return [_asked(planned) for planned in plan]


def _asked(planned: Planned) -> Planned:
    """Make a match doubtful, so that the user must choose."""
    known = (Candidate(planned.player),) if planned.player else planned.candidates
    return replace(
        planned, kind=LineKind.DOUBTFUL, player=None, candidates=known, likeliest=""
    )


# --- Import ---------------------------------------------------------------------


@transaction.atomic
def take(*, old_list: OldList, actor: Actor, people: Sequence[ToEnter]) -> Tournament:
    """Import the complete event of a file.

    Raises ActionRefused, and Differs if the results calculated here differ; then
    nothing is imported.
    """
    fresh = _to_take(old_list)
    evening = evening_in(old_list)
    writer = _Writer(fresh, evening, actor)
    tournament = writer.write(people)
    if differences := [*differences_from(evening, tournament)]:
        raise Differs(differences)
    return tournament


@transaction.atomic
def take_totals(
    *, old_list: OldList, actor: Actor, people: Sequence[ToEnter]
) -> Tournament:
    """Import only the file's places and totals, as an event of past results."""
    fresh, evening = _to_take(old_list), evening_in(old_list)
    refuse_unfit(evening)
    if not evening.standings:
        raise ActionRefused(message("This file has no standings."))
    names = _names_for_list(evening)
    known: dict[str, int] = {}
    for person in people:
        number = evening.entries[person.listed.line].number
        if person.player:
            known[names[number]] = person.player.pk
    facts = tuple(
        Fact(
            names[row.entry],
            row.place,
            row.total,
            row.half_points / 2 if row.half_points is not None else None,
            row.rounds_played,
        )
        for row in evening.standings
    )
    game = _known_game(evening)
    by_points = evening.ranking.by == "table_points"
    day = date.fromisoformat(evening.date)
    past = PastEvening(day, evening.name, facts)
    wanted = ImportPlan(game, evening.start_chips, by_points, (past,), known)
    importer.take(old_list=fresh, actor=actor, wanted=wanted)
    tournament: Tournament = fresh.tournaments.get()
    return tournament


def _names_for_list(evening: file.Evening) -> dict[str, str]:
    """Return names by number; equal names get their numbers in parentheses."""
    entries_per_name: dict[str, int] = {}
    for entry in evening.entries:
        entries_per_name[entry.name] = entries_per_name.get(entry.name, 0) + 1
    return {
        entry.number: entry.name
        if entries_per_name[entry.name] == 1
        else f"{entry.name[:70]} ({entry.number})"
        for entry in evening.entries
    }


def _to_take(old_list: OldList) -> OldList:
    """Return the locked draft. Raises ActionRefused if it was already imported."""
    fresh = lock_list(old_list)
    if fresh.state != OldList.State.DRAFT:
        raise ActionRefused(
            message("This file has already been imported. Nothing was imported again.")
        )
    return fresh


def _known_game(evening: file.Evening) -> str:
    if evening.game not in games_here():
        text = message(
            "game: This site doesn’t have the game {game}.", game=evening.game
        )
        raise ActionRefused(text)
    return evening.game


class _Writer:
    """Writes one event; each part as the services would leave it."""

    def __init__(self, old_list: OldList, evening: file.Evening, actor: Actor) -> None:
        self.old_list, self.evening, self.actor = old_list, evening, actor
        self.club = old_list.club
        # The counts of a file are verified by no account.
        self.reader = Actor(None, actor.name, Count.Source.IMPORT)
        self.entries: dict[str, Entry] = {}
        self.players: list[int] = []
        self.refusals: list[str] = []  # hands and counts, each with its place

    def write(self, people: Sequence[ToEnter]) -> Tournament:
        refuse_unfit(self.evening)
        _known_game(self.evening)
        refuse_twice(self.club, self.evening)
        seasons = {*self.club.seasons.values_list("pk", flat=True)}
        self.tournament = self._tournament()
        self._refuse_sizes()
        self._enter(people)
        with stored.compute_once(self.tournament, self.actor):
            for n, rnd in enumerate(self.evening.rounds):
                self._round(rnd, f"rounds[{n}]")
            self._rule()
            self._refuse_all()
        self._finish()
        fresh = Tournament.objects.select_related("club", "season").get(
            pk=self.tournament.pk
        )
        self._log(fresh, seasons)
        return fresh

    def _tournament(self) -> Tournament:
        if self.evening.time_zone not in available_timezones():
            raise ActionRefused(message("time_zone: There’s no such time zone."))
        facts = _facts_of(self.evening, self.club.zone)
        try:
            with transaction.atomic():
                tournament = tournaments.create(
                    club=self.club, actor=self.actor, **facts
                )
        except ValidationError as wrong:
            refusals: list[str] = []
            for name, texts in wrong.message_dict.items():
                refusals += [f"{name}: {text}" for text in texts]
            raise ActionRefused(joined(refusals, "; ")) from None
        return tournament

    def _enter(self, people: Sequence[ToEnter]) -> None:
        """Create all entries, with existing or new players."""
        players = self._players(people)
        for n, file_entry in enumerate(self.evening.entries):
            entry = Entry(
                tournament=self.tournament,
                player=players.get(n),
                **{
                    "state": Entry.State.HERE,
                    **_facts(file_entry),
                    **_number(file_entry.number),
                },
            )
            entry.call(self._name(file_entry, players.get(n)))
            self.entries[file_entry.number] = entry
        Entry.objects.bulk_create(self.entries.values())
        for file_entry in self.evening.entries:
            if file_entry.substitute_for:
                entry = self.entries[file_entry.number]
                entry.substitute_for = self.entries[file_entry.substitute_for]
                entry.substitute_from = file_entry.substitute_from
                entry.save(update_fields=["substitute_for", "substitute_from"])

    def _players(self, people: Sequence[ToEnter]) -> dict[int, Player]:
        """Return players by place in the file; new ones get the club's next numbers."""
        club = Club.objects.select_for_update(no_key=True).get(pk=self.club.pk)
        new = [person.listed for person in people if person.player is None]
        refuse_beyond(club, "players", more=len(new))
        last = last_number(club)
        created = Player.objects.bulk_create(
            new_player(
                club,
                last + n,
                self._name(self.evening.entries[listed.line], None),
                listed.lodge,
            )
            for n, listed in enumerate(new, start=1)
        )
        if any(not player.name_guessed for player in created):
            names_changed(club)
        self.players = [player.pk for player in created]
        players = {
            listed.line: player for listed, player in zip(new, created, strict=True)
        }
        players |= {p.listed.line: p.player for p in people if p.player}
        pairs = [
            (players[person.listed.line], other)
            for person in people
            for other in person.not_these
        ]
        remember_apart(pairs, self.actor)
        return players

    def _name(self, entry: file.Entry, player: Player | None) -> PersonName:
        """Return the name in the file; or a player's own, if the file's are public."""
        if player and self.evening.names == "shown":
            return player.person_name
        given_name, family = entry.given_name or "", entry.family_name or ""
        if given_name or family:
            name = PersonName(entry.name, given_name, family, guessed=False)
            if name.fits:
                return name
        return guessed(entry.name, family_first=self.club.writes_family_first)

    def _refuse_sizes(self) -> None:
        """Raise ActionRefused for all tables of a size that the game doesn't have."""
        sizes = sizes_of(self.tournament)
        refusals = [
            message(
                "{place}: This game can’t be played at a table of {n}.",
                place=f"rounds[{m}].tables[{n}].seats",
                n=len(table.seats),
            )
            for m, rnd in enumerate(self.evening.rounds)
            for n, table in enumerate(rnd.tables)
            if len(table.seats) not in sizes
        ]
        if refusals:
            raise ActionRefused(joined(refusals, "\n"))

    def _round(self, rnd_file: file.Round, place: str) -> None:
        current_time = timezone.now()
        rnd = Round.objects.create(
            tournament=self.tournament,
            number=rnd_file.number,
            state=Round.State.OPEN,
            published_at=current_time,
        )
        codes = free_codes(len(rnd_file.tables))
        sheets = Sheet.objects.bulk_create(
            Sheet(round=rnd, table=table.number, code=code)
            for table, code in zip(rnd_file.tables, codes, strict=True)
        )
        Seat.objects.bulk_create(
            Seat(
                sheet=sheet,
                round=rnd,
                position=position,
                entry=self.entries[seat.entry] if seat.entry else None,
                credit=self.entries[seat.credit] if seat.credit else None,
            )
            for sheet, table in zip(sheets, rnd_file.tables, strict=True)
            for position, seat in enumerate(table.seats, start=1)
        )
        SitOut.objects.bulk_create(
            SitOut(
                round=rnd,
                entry=self.entries[sit_out.entry],
                credit=self.entries[sit_out.credit] if sit_out.credit else None,
                why=sit_out.why,
            )
            for sit_out in rnd_file.sit_outs
        )
        for n, table in enumerate(rnd_file.tables):
            self._table(rnd_file.number, table, f"{place}.tables[{n}]")
        Round.objects.filter(pk=rnd.pk).update(
            state=rnd_file.state,
            closed_at=current_time if rnd_file.closed else None,
            reason=rnd_file.reason or "",
        )

    def _table(self, number: int, table: file.Table, place: str) -> None:
        sheet = sheet_at(self.tournament, number, table.number)
        hands = Hand.objects.bulk_create(self._hands(sheet, table, place))
        by_number = {hand.number: hand for hand in hands}
        by_number |= {hand.number: hand for hand in hands if not hand.voided_at}
        HandRuling.objects.bulk_create(
            HandRuling(
                sheet=sheet,
                hand=by_number[ruling.hand],
                section=ruling.section or "",
                key=uuid4().hex,
                **as_columns("chips", ruling.chips),
                **self._ruled(ruling),
            )
            for ruling in table.rulings
        )
        if table.count:
            # Read again: it has hands and rulings now.
            fresh = sheet_at(self.tournament, number, table.number)
            self._count(fresh, table.count, f"{place}.count")

    def _hands(self, sheet: Sheet, file_table: file.Table, path: str) -> Iterator[Hand]:
        """Yield hands settled again in order; void ones don't affect the next."""
        table, state = rules_at(sheet), None
        in_order = sorted(enumerate(file_table.hands), key=lambda pair: pair[1].number)
        for n, hand in in_order:
            moved: dict[str, Any] = as_columns("net", (0,) * table.seats)
            try:
                problems = table.problems(hand.record, state, hand.rules)
                if problems and hand.void is None:
                    raise ActionRefused(str(problems[0].message))
                if not problems:
                    settled = table.settle(hand.record, state)
                    moved = table.columns_of(settled)
                    state = settled.state if hand.void is None else state
            except ActionRefused as refused:
                place = f"{path}.hands[{n}].record"
                self.refusals.append(joined([place, refused.message], ": "))
            yield Hand(
                sheet=sheet,
                key=f"file-{n}",
                number=hand.number,
                record=hand.record,
                dealer=hand.dealer,
                note=hand.note or "",
                engine=hand.rules[:20],
                void_reason=(hand.void or "")[:200],
                voided_at=timezone.now() if hand.void else None,
                by=self.actor.user,
                by_name=self.actor.name,
                **moved,
            )

    def _count(self, sheet: Sheet, file_count: file.Count, place: str) -> None:
        seats = seat_counts(file_count.held, file_count.borrowed, file_count.ruled)
        key = f"file-{sheet.pk}-{uuid4().hex[:8]}"
        try:
            count = counts.count(
                sheet=sheet,
                actor=self.reader,
                seats=seats,
                seen=0,
                key=key,
                reason=file_count.reason or "",
                may_rule=True,
            ).count
            if file_count.in_force:
                counts.confirm(
                    sheet=sheet,
                    actor=self.reader,
                    seen=count.number,
                    key=f"{key}-2",
                    witness=Count.Witness.IMPORT,
                    again=seats,
                )
        except ActionRefused as refused:
            self.refusals.append(joined([place, refused.message], ": "))

    def _refuse_all(self) -> None:
        """Raise ActionRefused with all impossible hands and counts, one per line."""
        if self.refusals:
            raise ActionRefused(joined(self.refusals, "\n"))

    def _rule(self) -> None:
        """Create the rulings on players, including withdrawn ones."""
        for adjustment in self.evening.adjustments:
            Adjustment.objects.create(
                tournament=self.tournament,
                entry=self.entries[adjustment.entry],
                other=self.entries[adjustment.other] if adjustment.other else None,
                chips=adjustment.chips,
                section=adjustment.section or "",
                key=uuid4().hex,
                **self._ruled(adjustment),
            )

    def _ruled(self, ruling: file.HandRuling | file.Adjustment) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "reason": ruling.reason,
            "by": self.actor.user,
            "by_name": self.actor.name,
        }
        if ruling.taken_back:
            facts |= {
                "reversed_at": timezone.now(),
                "reversed_by_name": self.actor.name,
                "reversal_reason": ruling.taken_back,
            }
        return facts

    def _finish(self) -> None:
        """Finish the event with the declared version: its number and its time."""
        file_edition = self.evening.edition
        if file_edition is None:
            return
        tournaments.finish(tournament=self.tournament, actor=self.actor)
        rows = Tournament.objects.filter(pk=self.tournament.pk)
        rows.update(finished_at=file_edition.declared_at)
        edition = Edition.objects.get(tournament=self.tournament)
        edition.number, edition.at = file_edition.number, file_edition.declared_at
        edition.reason = file_edition.reason or ""
        seal(edition)
        edition.save()
        self._keep_fees()

    def _keep_fees(self) -> None:
        """Find how many fees were in the fund, if the file doesn't list who paid.

        Its prizes by percent reveal it, because each fee changes their sum.
        """
        money, people = self.evening.money, self.evening.entries
        prizes_in_file = {
            row.entry: row.prize for row in self.evening.standings if row.prize
        }
        if (
            not money
            or not prizes_in_file
            or any(person.paid is not None for person in people)
        ):
            return
        tournament: Any = Tournament.objects.get(pk=self.tournament.pk)
        rows = stored.stored_rows(tournament)
        places = [(row["entry"], row["place"]) for row in rows]
        prizes = {
            self.entries[number].pk: coins for number, coins in prizes_in_file.items()
        }
        for fees in range(len(people) + 1):
            fund_total = fund(
                fees, tournament.fee, tournament.prize_extra, tournament.prize_kept
            )
            split = amounts(Split(tournament.prize_kind), tournament.prizes, fund_total)
            if sum(split) < sum(prizes.values()):
                continue
            if {share.key: share.amount for share in shared(places, split)} == prizes:
                tournament.origin["fees_paid"] = fees
                tournament.save(update_fields=["origin"])
                return

    def _log(self, tournament: Tournament, seasons: set[int]) -> None:
        old_list, new = self.old_list, self.club.seasons.exclude(pk__in=seasons)
        tournament.came_with = old_list
        tournament.save(update_fields=["came_with"])
        text = log_message("open_file.imported", file=old_list.name)
        log(self.actor, "import", text, tournament=tournament)
        old_list.state, old_list.sheets, old_list.choices = OldList.State.IN, [], {}
        old_list.made = {
            "players": sorted(self.players),
            "seasons": [*new.values_list("pk", flat=True)],
            "evenings": 1,
        }
        old_list.save()


def _facts_of(evening: file.Evening, zone: ZoneInfo) -> dict[str, Any]:
    """Return the tournament's facts for `tournaments.create`.

    `zone` is the club's: the event can have another time there, and another date.
    """
    ranking, money = evening.ranking, evening.money
    facts: dict[str, Any] = {
        "name": evening.name,
        "date": date.fromisoformat(evening.date),
        "place": evening.place or "",
        "game": evening.game,
        "preset": evening.rule_set,
        "house_rules": evening.house_rules,
        "start_chips": evening.start_chips,
        "with_chips": evening.with_chips,
        "rounds_planned": evening.rounds_planned,
        "hands_per_round": evening.hands_per_round,
        "minutes_per_round": evening.minutes_per_round,
        "ranking": ranking.by,
        "tie_breaks": [*ranking.tie_breaks],
        "drop_worst": ranking.worst_rounds_dropped,
        "sit_out_score": ranking.sit_out_scores,
        "absent_score": ranking.missed_round_scores,
        "substitute_counts": ranking.substitute_counts_for,
        "teams": evening.teams,
        "team_best": evening.team_best,
        "classes": "\n".join(evening.classes),
        "file_id": UUID(evening.id),
        "origin": _origin_of(evening),
    }
    if evening.hour:
        start = datetime.fromisoformat(f"{evening.date}T{evening.hour}")
        moment = start.replace(tzinfo=ZoneInfo(evening.time_zone)).astimezone(zone)
        facts |= {"date": moment.date(), "starts_at": moment.time()}
    if money:
        facts |= {
            "currency": money.currency,
            "fee": money.fee,
            "prize_extra": money.added,
            "prize_kept": money.kept_back,
            "prize_kind": money.prizes_are,
            "prizes": [*money.prizes],
            "prizes_shown": money.shown,
        }
    return facts


def _facts(entry: file.Entry) -> dict[str, Any]:
    """Return an entry's facts that have columns of their own.

    Names and substitutes are only known once all entries exist.
    """
    later = {"number", "name", *PARTS, "substitute_for", "substitute_from"}
    described = {field.column for field in ENTRY.in_open_file(full=True)}
    facts = {name: getattr(entry, name) for name in described - later}
    return {
        name: [*fact] if isinstance(fact, tuple) else fact
        for name, fact in facts.items()
        if fact is not None
    }


def _number(label: str) -> dict[str, int]:
    if label.startswith("H"):
        return {"house": int(label[1:])}
    return {"number": int(label)}


def _origin_of(evening: file.Evening) -> dict[str, Any]:
    """Return the parts of a file that are only stored to be exported again."""
    parts = file.plain(evening)
    names = ("producer", "licence", "club", "season", "time_zone", "extensions")
    origin = {name: parts[name] for name in names if name in parts}
    if evening.edition and evening.edition.number > 1:
        origin["first_edition"] = evening.edition.number
    return origin
