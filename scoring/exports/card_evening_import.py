"""An evening comes in from its open file: written through the services, reckoned anew.

What then stands here is exported again and held against the file, number by number. Where
anything differs nothing comes in, unless a director takes the file's totals as they are:
then it is an evening of an old list. Belongs in one transaction; stopped, nothing is left.
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

from clubs.i18n import PersonName, guessed, message, together
from clubs.models import Club, Player
from clubs.players import last_number, names_changed, new_player
from rules.prizes import Split, amounts, fund, shared
from scoring.core.quotas import refuse_beyond
from scoring.core.writes import ActionRefused, Actor, log
from scoring.draw.seats import free_codes
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
from scoring.past_results.event_parser import Fact, PastEvening, Wanted
from scoring.past_results.import_drafts import refuse_more
from scoring.past_results.importer import lock_list
from scoring.people.duplicates import remember_apart
from scoring.people.entry_lists import Candidate, Kind, Planned, ToEnter, plan_in
from scoring.people.name_parsing import LARGEST_NUMBER, Listed
from scoring.results import stored
from scoring.sheets import counts
from scoring.sheets.sheet import seat_counts, sheet_at
from scoring.tournaments import tournaments

PARTS = ("given_name", "family_name")
YEARS = range(1900, 2101)  # as the forms have them
LONGEST_FILE_NAME = 200


class Differs(Exception):
    """What is reckoned here is not what the file says; each place is named."""

    def __init__(self, differences: Sequence[str]) -> None:
        super().__init__(*differences)
        self.differences = tuple(differences)


# --- Looked at ------------------------------------------------------------------


@transaction.atomic
def keep_draft(*, club: Club, by: Actor, name: str, content: bytes) -> OldList:
    """Keep a file that was read, to look at; the same file again is the one there is.

    Raises Refused where it is in already.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    digest = hashlib.sha256(content).hexdigest()
    same = club.old_lists.filter(digest=digest).first()
    if same is None:
        refuse_more(club)
        return OldList.objects.create(
            club=club,
            kind=OldList.Kind.EVENING,
            name=name[-LONGEST_FILE_NAME:],
            digest=digest,
            sheets=content.decode(),
            by=by.user,
            by_name=by.name,
        )
    if same.state != OldList.State.DRAFT:
        raise ActionRefused(
            message("This file has already been imported. Nothing was imported again."),
            "file",
        )
    return same


def evening_in(kept: OldList) -> file.Evening:
    """The evening of a file that is looked at."""
    return file.read(str(kept.sheets).encode())


def refuse_twice(club: Club, evening: file.Evening) -> None:
    """Raises Refused where the club has this very evening."""
    here = club.tournaments.filter(file_id=UUID(evening.id)).first()
    if here:
        text = message("This event is already here: {name}.", name=here.name)
        raise ActionRefused(text, "file")


def refuse_unfit(evening: file.Evening) -> None:
    """Raises Refused for what the format allows and no form of this site accepts."""
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
    """Whom each entry means, as of a pasted list; a line is a place in the file.

    Of a file with names as they are shown everybody is asked about, for many are shown
    alike.
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
    """Nobody by himself: whoever it may be is to be chosen."""
    known = (Candidate(planned.player),) if planned.player else planned.candidates
    return replace(
        planned, kind=Kind.DOUBTFUL, player=None, candidates=known, likeliest=""
    )


# --- Taken in -------------------------------------------------------------------


@transaction.atomic
def take(*, kept: OldList, by: Actor, people: Sequence[ToEnter]) -> Tournament:
    """The evening of a file, whole. Raises Refused, and Differs where it is reckoned
    otherwise here; then nothing is kept.
    """
    fresh = _to_take(kept)
    evening = evening_in(kept)
    writer = _Writer(fresh, evening, by)
    made = writer.write(people)
    if differences := [*differences_from(evening, made)]:
        raise Differs(differences)
    return made


@transaction.atomic
def take_totals(*, kept: OldList, by: Actor, people: Sequence[ToEnter]) -> Tournament:
    """Only what the file says of places and totals: an evening of an old list."""
    fresh, evening = _to_take(kept), evening_in(kept)
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
    wanted = Wanted(game, evening.start_chips, by_points, (past,), known)
    importer.take(old_list=fresh, by=by, wanted=wanted)
    made: Tournament = fresh.tournaments.get()
    return made


def _names_for_list(evening: file.Evening) -> dict[str, str]:
    """By number; two of one name are told apart by their numbers."""
    seen: dict[str, int] = {}
    for entry in evening.entries:
        seen[entry.name] = seen.get(entry.name, 0) + 1
    return {
        entry.number: entry.name
        if seen[entry.name] == 1
        else f"{entry.name[:70]} ({entry.number})"
        for entry in evening.entries
    }


def _to_take(kept: OldList) -> OldList:
    """The row, locked. Raises Refused where it is in already."""
    fresh = lock_list(kept)
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
    """Writes one evening; each part as the services leave it."""

    def __init__(self, kept: OldList, evening: file.Evening, by: Actor) -> None:
        self.kept, self.evening, self.by = kept, evening, by
        self.club = kept.club
        # The counts of a file are verified by no account.
        self.reader = Actor(None, by.name, Count.Source.IMPORT)
        self.entries: dict[str, Entry] = {}
        self.players: list[int] = []
        self.refusals: list[str] = []  # hands and counts, each with its place

    def write(self, people: Sequence[ToEnter]) -> Tournament:
        refuse_unfit(self.evening)
        _known_game(self.evening)
        refuse_twice(self.club, self.evening)
        seasons = {*self.club.seasons.values_list("pk", flat=True)}
        self.own = self._tournament()
        self._refuse_sizes()
        self._enter(people)
        with stored.reckoned_once(self.own, self.by):
            for n, rnd in enumerate(self.evening.rounds):
                self._round(rnd, f"rounds[{n}]")
            self._rule()
            self._refuse_all()
        self._finish()
        fresh = Tournament.objects.select_related("club", "season").get(pk=self.own.pk)
        self._log(fresh, seasons)
        return fresh

    def _tournament(self) -> Tournament:
        if self.evening.time_zone not in available_timezones():
            raise ActionRefused(message("time_zone: There’s no such time zone."))
        facts = _facts_of(self.evening, self.club.zone)
        try:
            with transaction.atomic():
                made = tournaments.create(club=self.club, by=self.by, **facts)
        except ValidationError as wrong:
            said = [
                f"{name}: {text}"
                for name, texts in wrong.message_dict.items()
                for text in texts
            ]
            raise ActionRefused(together(said, "; ")) from None
        return made

    def _enter(self, people: Sequence[ToEnter]) -> None:
        """Everybody, with the players they are or become."""
        players = self._players(people)
        for n, told in enumerate(self.evening.entries):
            entry = Entry(
                tournament=self.own,
                player=players.get(n),
                **{"state": Entry.State.HERE, **_facts(told), **_number(told.number)},
            )
            entry.call(self._name(told, players.get(n)))
            self.entries[told.number] = entry
        Entry.objects.bulk_create(self.entries.values())
        for told in self.evening.entries:
            if told.substitute_for:
                entry = self.entries[told.number]
                entry.substitute_for = self.entries[told.substitute_for]
                entry.substitute_from = told.substitute_from
                entry.save(update_fields=["substitute_for", "substitute_from"])

    def _players(self, people: Sequence[ToEnter]) -> dict[int, Player]:
        """By the place of their entry; new ones get the club's next numbers."""
        club = Club.objects.select_for_update(no_key=True).get(pk=self.club.pk)
        new = [person.listed for person in people if person.player is None]
        refuse_beyond(club, "players", more=len(new))
        last = last_number(club)
        made = Player.objects.bulk_create(
            new_player(
                club,
                last + n,
                self._name(self.evening.entries[one.line], None),
                one.lodge,
            )
            for n, one in enumerate(new, start=1)
        )
        if any(not player.name_guessed for player in made):
            names_changed(club)
        self.players = [player.pk for player in made]
        players = {one.line: player for one, player in zip(new, made, strict=True)}
        players |= {p.listed.line: p.player for p in people if p.player}
        pairs = [
            (players[person.listed.line], other)
            for person in people
            for other in person.not_these
        ]
        remember_apart(pairs, self.by)
        return players

    def _name(self, told: file.Entry, player: Player | None) -> PersonName:
        """As the file has it; who is known and only shown there keeps his own."""
        if player and self.evening.names == "shown":
            return player.person_name
        given, family = told.given_name or "", told.family_name or ""
        if given or family:
            name = PersonName(told.name, given, family, guessed=False)
            if name.fits:
                return name
        return guessed(told.name, family_first=self.club.writes_family_first)

    def _refuse_sizes(self) -> None:
        """Raises Refused with every table of a size that the game doesn't have."""
        sizes = sizes_of(self.own)
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
            raise ActionRefused(together(refusals, "\n"))

    def _round(self, told: file.Round, at: str) -> None:
        now = timezone.now()
        rnd = Round.objects.create(
            tournament=self.own,
            number=told.number,
            state=Round.State.OPEN,
            published_at=now,
        )
        codes = free_codes(len(told.tables))
        sheets = Sheet.objects.bulk_create(
            Sheet(round=rnd, table=table.number, code=code)
            for table, code in zip(told.tables, codes, strict=True)
        )
        Seat.objects.bulk_create(
            Seat(
                sheet=sheet,
                round=rnd,
                position=position,
                entry=self.entries[seat.entry] if seat.entry else None,
                credit=self.entries[seat.credit] if seat.credit else None,
            )
            for sheet, table in zip(sheets, told.tables, strict=True)
            for position, seat in enumerate(table.seats, start=1)
        )
        SitOut.objects.bulk_create(
            SitOut(
                round=rnd,
                entry=self.entries[out.entry],
                credit=self.entries[out.credit] if out.credit else None,
                why=out.why,
            )
            for out in told.sit_outs
        )
        for n, table in enumerate(told.tables):
            self._table(told.number, table, f"{at}.tables[{n}]")
        Round.objects.filter(pk=rnd.pk).update(
            state=told.state,
            closed_at=now if told.closed else None,
            reason=told.reason or "",
        )

    def _table(self, number: int, told: file.Table, at: str) -> None:
        sheet = sheet_at(self.own, number, told.number)
        hands = Hand.objects.bulk_create(self._hands(sheet, told, at))
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
            for ruling in told.rulings
        )
        if told.count:
            # Read anew: it has hands and rulings now.
            fresh = sheet_at(self.own, number, told.number)
            self._count(fresh, told.count, f"{at}.count")

    def _hands(self, sheet: Sheet, told: file.Table, at: str) -> Iterator[Hand]:
        """Settled anew, one following on the other; a void one leaves nothing."""
        table, state = rules_at(sheet), None
        in_order = sorted(enumerate(told.hands), key=lambda pair: pair[1].number)
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
                place = f"{at}.hands[{n}].record"
                self.refusals.append(together([place, refused.message], ": "))
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
                by=self.by.user,
                by_name=self.by.name,
                **moved,
            )

    def _count(self, sheet: Sheet, told: file.Count, at: str) -> None:
        seats = seat_counts(told.held, told.borrowed, told.ruled)
        key = f"file-{sheet.pk}-{uuid4().hex[:8]}"
        try:
            made = counts.count(
                sheet=sheet,
                by=self.reader,
                seats=seats,
                seen=0,
                key=key,
                reason=told.reason or "",
                may_rule=True,
            ).count
            if told.in_force:
                counts.confirm(
                    sheet=sheet,
                    by=self.reader,
                    seen=made.number,
                    key=f"{key}-2",
                    witness=Count.Witness.IMPORT,
                    again=seats,
                )
        except ActionRefused as refused:
            self.refusals.append(together([at, refused.message], ": "))

    def _refuse_all(self) -> None:
        """Raises Refused with every hand and count that can't be, one a line."""
        if self.refusals:
            raise ActionRefused(together(self.refusals, "\n"))

    def _rule(self) -> None:
        """Rulings on players, those too that were taken back."""
        for told in self.evening.adjustments:
            Adjustment.objects.create(
                tournament=self.own,
                entry=self.entries[told.entry],
                other=self.entries[told.other] if told.other else None,
                chips=told.chips,
                section=told.section or "",
                key=uuid4().hex,
                **self._ruled(told),
            )

    def _ruled(self, told: file.HandRuling | file.Adjustment) -> dict[str, Any]:
        facts: dict[str, Any] = {
            "reason": told.reason,
            "by": self.by.user,
            "by_name": self.by.name,
        }
        if told.taken_back:
            facts |= {
                "reversed_at": timezone.now(),
                "reversed_by_name": self.by.name,
                "reversal_reason": told.taken_back,
            }
        return facts

    def _finish(self) -> None:
        """Final as it was declared: by its number and at its time."""
        told = self.evening.edition
        if told is None:
            return
        tournaments.finish(tournament=self.own, by=self.by)
        rows = Tournament.objects.filter(pk=self.own.pk)
        rows.update(finished_at=told.declared_at)
        edition = Edition.objects.get(tournament=self.own)
        edition.number, edition.at = told.number, told.declared_at
        edition.reason = told.reason or ""
        seal(edition)
        edition.save()
        self._keep_fees()

    def _keep_fees(self) -> None:
        """How many fees were in the fund, where the file doesn't tell who paid.

        Its prizes by percent say it: each fee more makes them another sum.
        """
        money, people = self.evening.money, self.evening.entries
        told = {row.entry: row.prize for row in self.evening.standings if row.prize}
        if not money or not told or any(each.paid is not None for each in people):
            return
        own: Any = Tournament.objects.get(pk=self.own.pk)
        rows = stored.stored_rows(own)
        places = [(row["entry"], row["place"]) for row in rows]
        prizes = {self.entries[number].pk: coins for number, coins in told.items()}
        for fees in range(len(people) + 1):
            of = fund(fees, own.fee, own.prize_extra, own.prize_kept)
            split = amounts(Split(own.prize_kind), own.prizes, of)
            if sum(split) < sum(prizes.values()):
                continue
            if {share.key: share.amount for share in shared(places, split)} == prizes:
                own.origin["fees_paid"] = fees
                own.save(update_fields=["origin"])
                return

    def _log(self, made: Tournament, seasons: set[int]) -> None:
        kept, new = self.kept, self.club.seasons.exclude(pk__in=seasons)
        made.came_with = kept
        made.save(update_fields=["came_with"])
        text = log_message("open_file.imported", file=kept.name)
        log(self.by, "import", text, tournament=made)
        kept.state, kept.sheets, kept.choices = OldList.State.IN, [], {}
        kept.made = {
            "players": sorted(self.players),
            "seasons": [*new.values_list("pk", flat=True)],
            "evenings": 1,
        }
        kept.save()


def _facts_of(told: file.Evening, zone: ZoneInfo) -> dict[str, Any]:
    """What the tournament is made of, as `tournaments.create` takes it.

    `zone` is the club's: the same moment may have another hour there, and another day.
    """
    ranking, money = told.ranking, told.money
    facts: dict[str, Any] = {
        "name": told.name,
        "date": date.fromisoformat(told.date),
        "place": told.place or "",
        "game": told.game,
        "preset": told.rule_set,
        "house_rules": told.house_rules,
        "start_chips": told.start_chips,
        "with_chips": told.with_chips,
        "rounds_planned": told.rounds_planned,
        "hands_per_round": told.hands_per_round,
        "minutes_per_round": told.minutes_per_round,
        "ranking": ranking.by,
        "tie_breaks": [*ranking.tie_breaks],
        "drop_worst": ranking.worst_rounds_dropped,
        "sit_out_score": ranking.sit_out_scores,
        "absent_score": ranking.missed_round_scores,
        "substitute_counts": ranking.substitute_counts_for,
        "teams": told.teams,
        "team_best": told.team_best,
        "classes": "\n".join(told.classes),
        "file_id": UUID(told.id),
        "origin": _origin_of(told),
    }
    if told.hour:
        start = datetime.fromisoformat(f"{told.date}T{told.hour}")
        moment = start.replace(tzinfo=ZoneInfo(told.time_zone)).astimezone(zone)
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


def _facts(told: file.Entry) -> dict[str, Any]:
    """What the file says of an entry in columns of their own.

    Names, and who plays for whom, are known only once all entries are.
    """
    later = {"number", "name", *PARTS, "substitute_for", "substitute_from"}
    described = {field.column for field in ENTRY.in_open_file(full=True)}
    facts = {name: getattr(told, name) for name in described - later}
    return {
        name: [*fact] if isinstance(fact, tuple) else fact
        for name, fact in facts.items()
        if fact is not None
    }


def _number(label: str) -> dict[str, int]:
    if label.startswith("H"):
        return {"house": int(label[1:])}
    return {"number": int(label)}


def _origin_of(told: file.Evening) -> dict[str, Any]:
    """What of a file is no fact of this site, and is given back with it."""
    parts = file.plain(told)
    names = ("producer", "licence", "club", "season", "time_zone", "extensions")
    origin = {name: parts[name] for name in names if name in parts}
    if told.edition and told.edition.number > 1:
        origin["first_edition"] = told.edition.number
    return origin
