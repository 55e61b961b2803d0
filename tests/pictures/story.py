"""What happens on the evening that the pictures show, by the services of the desk."""

import os
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.conf import settings

from clubs.models import Club, Role, User
from scoring.backups import emergency_packets
from scoring.core.writes import Actor, log
from scoring.desk import clocks
from scoring.draw import draws, rounds
from scoring.models import Announcement, Call, Entry, Phone, Round, Sheet, Tournament
from scoring.models.log_messages import log_message
from scoring.people import check_in, entries
from scoring.phones import calls, start_chips
from scoring.results.standings_table import table_of
from scoring.sheets import counts, rulings
from scoring.sheets.hands import hands_in_force, moved_on
from scoring.sheets.sheet import life_of
from scoring.tournaments import tournaments
from scoring.tournaments.announcements import announce, take_down
from tests import builders as build
from tests.browser.evening.people import LATE, NO_SHOW, ON_PICTURES, WALK_IN
from tests.pictures.site import PHONES, SEED
from tests.pictures.story_time import clock

LODGES = ("Lodge 24, West", "Lodge 47, Seaton", "Lodge 25, Ennis", "Lodge 80, Holland")
STAYS, TABLE = "Vlasta Zajíček", 3
LEAVES, HURT = "Frank Janek", "Agnes Polášek"
BIDS = (61, 47, 72, 58, 44, 66, 55, 80)
MINUTE = timedelta(minutes=1)
QUIET, UNSENT = 6, 8  # tables whose phone fell silent, and keeps what it has


@dataclass
class Story:
    """A club, the two at its desk, and the evening so far."""

    club: Club
    dora: User
    karel: User
    tournament: Tournament | None = None
    called: Call | None = None
    supper: Announcement | None = None
    chance: random.Random = field(default_factory=lambda: random.Random(SEED))

    @property
    def by(self) -> Actor:
        return Actor.at_desk(self.dora)

    def person(self, name: str) -> Entry:
        return self.tournament.entries.get(name=name)

    def round(self, number: int) -> Round:
        return self.tournament.rounds.get(number=number)

    def sheet(self, number: int, table: int) -> Sheet:
        return Sheet.objects.get(round=self.round(number), table=table)

    # --- Before the first card

    def prepare(self) -> None:
        """The list as it was pasted the day before; one of them is there twice."""
        last = tournaments.create(
            club=self.club,
            actor=self.by,
            name="Summer Tarok",
            date=build.DAY.replace(month=8),
        )
        for name in ("Jiří Růžička", "Anna Svoboda", "Marie Kubalová", "Leon Pavlas"):
            entries.add(tournament=last, actor=self.by, name=name, lodge=LODGES[0])
        self.tournament = tournaments.create(
            club=self.club,
            actor=self.by,
            **{"name": "Fall Tarok", "date": build.DAY, "place": "SPJST Hall, West"},
            **{"rounds_planned": 3, "minutes_per_round": 60, "fee": 1000},
            **{"classes": "Women\nFirst-timers", "with_chips": True},
        )
        tournaments.change(
            tournament=self.tournament, actor=self.by, prizes=[5000, 3000, 2000]
        )
        players = {each.name: each for each in self.club.players.all()}
        for n, name in enumerate(ON_PICTURES):
            entries.add(
                tournament=self.tournament,
                actor=self.by,
                name=name,
                player=players.get(name),
                lodge=LODGES[n % len(LODGES)],
            )

    def arrive(self, names: Iterable[str], *, paid: bool = True) -> None:
        for name in names:
            check_in.update_entry(
                entry=self.person(name), actor=self.by, state="here", paid=paid
            )

    def walk_in(self, name: str) -> Entry:
        step = check_in.enter(
            **{"tournament": self.tournament, "actor": self.by, "paid": True},
            **{"key": f"in-{name}", "name": name, "lodge": LODGES[1], "namesakes": 1},
        )
        return step.entry

    def all_are_here(self) -> None:
        check_in.update_entry(entry=self.person(NO_SHOW), actor=self.by, state="absent")
        expected = self.tournament.entries.filter(state=Entry.State.EXPECTED)
        self.arrive(list(expected.values_list("name", flat=True)))
        self.walk_in(WALK_IN)

    def draw(self) -> None:
        stays = self.person(STAYS)
        draws.draw(
            **{"tournament": self.tournament, "actor": self.by, "whole_evening": True},
            **{"seed": SEED, "fixed": {stays.pk: TABLE}, "apart": "3, 17"},
        )

    # --- Rounds

    def publish(self, number: int, start: str) -> None:
        """Published, printed, and its clock started."""
        rnd = rounds.publish(rnd=self.round(number), actor=self.by)
        message = log_message("print.round", what="score sheets", number=number)
        printed = {"tournament": self.tournament, "new": f"sheets {number}"}
        log(self.by, "print", message, **printed)
        for sheet in rnd.sheets.all():
            start_chips.tick(sheet=sheet, actor=self.by, laid=True)
        clock.set(start)
        clocks.start(rnd=rnd, actor=self.by, key=f"start-{number}", minutes=60)

    def lose_and_gain(self) -> None:
        """Before round 2 one goes home, one comes late, one cannot move any more."""
        entries.set_state(entry=self.person(LEAVES), actor=self.by, state="left")
        self.walk_in(LATE)
        hurt = self.person(HURT)
        entries.change(
            **{"entry": hurt, "actor": self.by, "name": hurt.name, "lodge": hurt.lodge},
            **{"number": hurt.number, "fixed_table": 5, "paid": True},
        )

    def play(self, number: int, how_many: Sequence[int]) -> None:
        """So many hands at each table, by the phone that keeps its score."""
        for table, wanted in enumerate(how_many, start=1):
            sheet = self.sheet(number, table)
            if not wanted:
                continue  # it keeps its score on paper
            keeper = build.phone(sheet, 1 + table % 4)
            self._record(sheet, Actor.at_table(keeper), wanted)

    def _record(self, sheet: Sheet, by: Actor, wanted: int) -> None:
        for n in range(wanted):
            povinost = n % 4 + 1
            record = {
                **{"povinost": povinost, "bid": "povinost", "declarer": povinost},
                "partner": (povinost + n // 4) % 4 + 1,
                "points": BIDS[(n + sheet.table) % len(BIDS)],
            }
            key = f"{sheet.pk}-{n}"
            build.recorded(sheet=sheet, by=by, key=key, record=record)

    def disturb(self, number: int) -> None:
        """A table calls, one fell silent, one cannot send; supper is announced."""
        table = self.sheet(number, 2)
        keeper = Phone.objects.get(sheet=table)
        reason = "A rules question"
        self.called = calls.call(
            sheet=table, actor=Actor.at_table(keeper), key="call", reason=reason
        )
        ago = {QUIET: 4, UNSENT: 9}
        for silent, minutes in ago.items():
            phone = Phone.objects.get(sheet=self.sheet(number, silent))
            phone.seen_at = clock.now() - minutes * MINUTE
            phone.unsent = 2 if silent == UNSENT else 0
            phone.save()
        self.supper = announce(
            tournament=self.tournament,
            actor=self.by,
            key="supper",
            text="Supper at 9:45",
        )

    def calm(self) -> None:
        """The director was at the table, and supper is over."""
        calls.answer(call=self.called, actor=self.by)
        take_down(announcement=self.supper, actor=self.by)

    # --- Sheets

    def count(self, sheet: Sheet, held: Sequence[int], by: User | None = None) -> None:
        build.counted(sheet, by or self.dora, held)

    def verify(self, sheet: Sheet, by: User | None = None) -> None:
        build.confirmed(sheet, by or self.karel)

    def finish_hands(self, number: int, tables: Iterable[int]) -> None:
        """Counted by one of the two, verified by the other."""
        for table in tables:
            sheet = self.sheet(number, table)
            self.count(sheet, self.some(sheet))
            self.verify(sheet)

    def some(self, sheet: Sheet) -> tuple[int, ...]:
        """Four numbers that make 400: what the hands say, or any."""
        if found := hands_in_force(sheet):
            return tuple(100 + net for net in moved_on(sheet, found))
        three = [self.chance.randint(62, 138) for _ in range(3)]
        return (*three, 400 - sum(three))

    def correct(self, number: int, table: int) -> None:
        """Two numbers stood on each other's line."""
        sheet = self.sheet(number, table)
        first, second, *rest = life_of(sheet).in_force.scores
        counts.correct(
            sheet=sheet,
            actor=self.by,
            seats=build.seats((second, first, *rest)),
            seen=build.seen(sheet),
            key="correct",
            reason="Read off the wrong line; the paper and both players say so",
        )

    # --- The end

    def share_the_first_place(self) -> None:
        """A judge gives the second what is missing to the first."""
        first, second, *_ = table_of(self.tournament).lines
        rulings.adjust(
            entry=self.tournament.entries.get(number=second.person.number),
            actor=self.by,
            chips=first.total - second.total,
            section="§17",
            reason="A Pagat that was forgotten on the sheet",
            key="forgotten",
        )

    def keep_packs(self) -> None:
        """One of each round, as the site makes them by itself."""
        for after, told in enumerate(("7:12 pm", "8:24 pm", "9:47 pm")):
            clock.set(f"20 {told}")
            made = clock.now().timestamp()
            name = emergency_packets.store_packet(self.tournament, after, b"%PDF")
            os.utime(settings.DATA_DIR / "packs" / name, (made, made))


def begin() -> Story:
    """The club and its two accounts, nobody entered yet."""
    club = build.club(phone_address=f"http://{PHONES}:8000")
    dora = build.user("dora", name="Dorothy Kasper")
    karel = build.user("karel", name="Leon Mikulec")
    Role.objects.create(club=club, user=dora, kind=Role.Kind.OWNER)
    Role.objects.create(club=club, user=karel, kind=Role.Kind.SCOREKEEPER)
    return Story(club, dora, karel)
