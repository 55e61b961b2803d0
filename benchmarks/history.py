"""A club of thirty years, and what it costs: `python -m benchmarks.history`.

400 evenings of 40 people, 2,000 players, 320,000 hands, all made up, as they would stand
after thirty years; and the database knows its own sizes, as it does once anybody has run
ANALYZE. Of each page its queries, milliseconds of processor (the median) and kilobytes, once
what follows from all evenings is kept.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from statistics import median

from django.core.management import call_command
from django.db import connection
from django.http.response import HttpResponseBase
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from benchmarks.backups import changes, confirm, hands
from benchmarks.site import FOLDER, TIMES
from clubs.models import Club, Player
from scoring.backups.create import make
from scoring.history.record_book import derived, held_by
from scoring.models import Change, Count, Entry, Hand, Sheet, Tournament
from scoring.people import players
from scoring.people.duplicates import may_be_one
from scoring.results import stored
from scoring.rollups.updates import follow
from scoring.sheets.hands import hands_in_force
from scoring.tournaments import tournaments
from tests import builders
from tests.fields import play_round

EVENINGS, PLAYERS, PEOPLE, ROUNDS, HANDS = 400, 2_000, 40, 4, 20
FIRST_EVENING = date(1996, 9, 13)
EVERY = timedelta(weeks=4)
REGULARS = 15  # who come every time; the others a few years each
YEARS_OF_ONE = 80  # evenings within which somebody comes, more or less
FIRST = (
    "Marie Josef Vlasta Emil Rosalie Karel Agnes Willie Albina Jerry Lillian Leon Anna "
    "Frank Bessie Louis Frances Rudy Emma Stanley Georgia Eugene Hattie Alvin Dorothy "
    "Ladislav Helen Raymond Lydie Victor Martha Edwin Annie Adolph Julia Daniel Olga"
)
LAST = (
    "Kubala Marek Hlavac Janek Vrana Bartos Cerny Kostecka Krenek Mikulec Petr Sulak "
    "Hruska Polasek Zapalac Drozd Urban Fojtik Machala Nemec Orsak Pavlas Rehak Sefcik "
    "Tydlacka Valenta Wotipka Zbranek Blaha Chovanec Dusek Foltyn Gajdos Holub Jurek "
    "Kopecky Labaj Motal Novosad Ondrasek Psencik Rozacky Skrivanek Trojacek Vitek"
)
ENDINGS = ("", "", "", "ik", "ek", "sky", "a", "ova", "cik")


class History:
    """The club, its people and its evenings; smaller ones for tests."""

    def __init__(self, evenings: int = EVENINGS, people: int = PLAYERS) -> None:
        self.chance = random.Random(1996)
        self.club: Club = builders.club("thirty-years", name="Lodge of Thirty Years")
        self.players = builders.players(self.club, [*self._names(people)])
        for number in range(evenings):
            self._evening(number, evenings)

    def _names(self, how_many: int) -> Iterator[str]:
        firsts, lasts = FIRST.split(), LAST.split()
        for _ in range(how_many):
            first, last = self.chance.choice(firsts), self.chance.choice(lasts)
            if self.chance.random() < 0.05:
                first = f"{first[0]}."
            yield f"{first} {last}{self.chance.choice(ENDINGS)}"

    def _evening(self, number: int, of: int) -> None:
        day = FIRST_EVENING + number * EVERY * EVENINGS / of
        tournament = builders.tournament(
            self.club, name=f"Tarok, {day:%B %Y} {number}", date=day, rounds_planned=4
        )
        entries = Entry.objects.bulk_create(
            Entry(
                tournament=tournament,
                number=n,
                player=player,
                name=player.name,
                state=Entry.State.HERE,
                lot=n,
            )
            for n, player in enumerate(self._who_come(number, of), start=1)
        )
        for rnd in range(1, ROUNDS + 1):
            self.chance.shuffle(entries)
            play_round(tournament, rnd, entries, self.chance)
        self._write_down(tournament)
        stored.refresh(tournament, actor=builders.command(), reason="an evening")
        tournaments.finish(tournament=tournament, actor=builders.command())
        follow(tournament.pk)

    def _who_come(self, number: int, of: int) -> list[Player]:
        """The regulars, and those whose years these are."""
        others = self.players[REGULARS:]
        middle = number / of * len(others)
        width = len(others) * YEARS_OF_ONE / EVENINGS
        near = [
            player
            for at, player in enumerate(others)
            if abs(at - middle) <= max(width / 2, PEOPLE)
        ]
        return self.players[:REGULARS] + self.chance.sample(near, PEOPLE - REGULARS)

    def _write_down(self, tournament: Tournament) -> None:
        sheets = list(Sheet.objects.filter(round__tournament=tournament))
        of_sheets = {"sheet__in": sheets}
        Hand.objects.bulk_create(hands(sheets, self.chance, HANDS), batch_size=500)
        Change.objects.bulk_create(changes(tournament, sheets, HANDS), batch_size=500)
        confirm(Count.objects.filter(**of_sheets))


def analyzed() -> None:
    """As after ANALYZE, which anybody may run."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def processor(work: Callable[[], object]) -> float:
    """Milliseconds of processor, the median of some runs after one that warms up."""
    work()
    took = []
    for _ in range(TIMES):
        start = time.process_time()
        work()
        took.append((time.process_time() - start) * 1000)
    return median(took)


def pages(history: History) -> dict[str, Callable[[], HttpResponseBase]]:
    """What everybody opens, and the desk's list of players."""
    club, everybody, desk = history.club, Client(), Client()
    desk.force_login(builders.member(club, "director", username="history"))
    season, last = club.seasons.all()[0], club.tournaments.order_by("-date")[0]
    regular = history.players[0].number

    def at(name: str, *more: object) -> str:
        return reverse(f"scoring:{name}", args=[club.slug, *more])

    return {
        "club": lambda: everybody.get(at("club")),
        "players": lambda: everybody.get(at("club-players")),
        "player of thirty years": lambda: everybody.get(at("player", regular)),
        "whom he met": lambda: everybody.get(at("player-met", regular)),
        "his hands": lambda: everybody.get(at("player-hands", regular)),
        "hands of the club": lambda: everybody.get(at("club-hands")),
        "records": lambda: everybody.get(at("records")),
        "honours": lambda: everybody.get(at("honours")),
        "all-time list": lambda: everybody.get(at("all-time")),
        "season": lambda: everybody.get(at("season", season.slug)),
        "place in the season": lambda: everybody.get(
            at("season-place", season.slug, regular)
        ),
        "tournament": lambda: everybody.get(at("tournament", last.slug)),
        "desk": lambda: desk.get(at("desk")),
        "players at the desk": lambda: desk.get(at("players")),
    }


def works(history: History) -> dict[str, Callable[[], object]]:
    """What is asked of the database besides."""
    evening = history.club.tournaments.order_by("-date")[0]
    sheets = list(Sheet.objects.filter(round__tournament=evening))
    return {
        "records anew": lambda: derived(held_by(history.club)[0]),
        "duplicates": lambda: may_be_one(history.club),
        "backup of a round": lambda: backed_up(evening),
        "an evening’s hands": lambda: [hands_in_force(sheet) for sheet in sheets],
        "all in one": lambda: list(
            Hand.objects.filter(
                sheet__in=sheets, voided_at=None, replaced_by=None
            ).values_list("pk")
        ),
    }


def backed_up(evening: Tournament) -> None:
    """What is made by itself where a round opens or closes."""
    made = FOLDER / "round.zip"
    make(made, evening)
    made.unlink()


def plant(player: Player) -> None:
    """Somebody in words: entered each evening, and the scorekeeper of each fourth sheet
    of his."""
    of_him = Sheet.objects.filter(seats__entry__player=player).order_by("pk")
    for sheet in of_him.values_list("pk", flat=True)[::4]:
        signed = {"sheet": sheet, "by": None}
        for model in (Change, Hand):
            model.objects.filter(**signed).update(by_name=player.name)
        first = Hand.objects.filter(sheet=sheet, number=0)
        first.update(note=f"{player.name} slept")
    Change.objects.bulk_create(
        Change(
            club=player.club,
            tournament=entry.tournament,
            by_name="a command",
            what="entry",
            text=f"entered {entry.number} {entry.name}",
        )
        for entry in player.entries.select_related("tournament")
    )


def erased(history: History) -> tuple[float, float]:
    """Milliseconds of processor to erase a regular, and the longest transaction's."""
    _, measured, watched = regulars = history.players[:3]
    for player in regulars:
        plant(player)
    by = builders.command()
    players.erase(player=regulars[0], actor=by)
    start = time.process_time()
    players.erase(player=measured, actor=by)
    took = time.process_time() - start
    longest = began = 0.0
    with CaptureQueriesContext(connection) as asked:
        players.erase(player=watched, actor=by)
    for query in asked:
        began = 0.0 if query["sql"].startswith("BEGIN") else began
        began += float(query["time"])
        if query["sql"] == "COMMIT":
            longest = max(longest, began)
    return took * 1000, longest * 1000


def main(size: str = "") -> None:
    call_command("migrate", verbosity=0)
    start = time.perf_counter()
    history = History(*map(int, size.split("x"))) if size else History()
    analyzed()
    made = time.perf_counter() - start
    print(f"{Hand.objects.count()} hands of {Tournament.objects.count()} evenings")
    print(f"made up in {made:.0f} s")
    print(f"\n{'page':<26}{'queries':>8}{'ms':>9}{'KB':>8}")
    for name, ask in pages(history).items():
        ask()
        with CaptureQueriesContext(connection) as asked:
            answer = ask()
        assert answer.status_code == 200, (name, answer.status_code)
        kilobytes = len(answer.getvalue()) / 1000
        print(f"{name:<26}{len(asked):>8}{processor(ask):>9.1f}{kilobytes:>8.1f}")
    print(f"\n{'work':<26}{'ms':>17}")
    for name, work in works(history).items():
        print(f"{name:<26}{processor(work):>17.1f}")
    took, longest = erased(history)
    print(f"{'erasing a regular':<26}{took:>17.1f}")
    print(f"{'  its longest transaction':<26}{longest:>17.1f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
