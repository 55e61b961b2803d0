"""The demo club's tournaments: one finished, one in every state, one upcoming."""

import random
from datetime import date
from typing import Any

from django.utils import dateformat

from clubs.models import Club
from rules.sheet import SeatCount
from scoring.core.writes import Actor
from scoring.demo.sheets import DIRECTOR, HELPER, write_sheets
from scoring.draw import draws, rounds
from scoring.models import Count, Entry, Round, Sheet, Tournament
from scoring.people import entry_lists
from scoring.people.entry_lists import ToEnter
from scoring.people.name_parsing import Listed
from scoring.results import stored
from scoring.sheets import counts, hand_rulings, hand_writes, rulings
from scoring.sheets.hand_writes import SentHand
from scoring.sheets.hands import totals_of
from scoring.sheets.sheet import life_of
from scoring.signups import email_addresses, name_signups, rsvps
from scoring.tournaments import tournaments

# The same tournament on every machine.
SEED = 1897
PEOPLE = (
    "Marie Kubala, Star Lodge",
    "Josef Hruška, Star Lodge",
    "Frank Wotipka, Star Lodge",
    "Albina Zapalac, Hillje",
    "Emil Cernosek, Hillje",
    "Rosalie Vrana, Hillje",
    "Henry Matocha, Nový Tábor",
    "Ludmila Šebesta, Nový Tábor",
    "Edwin Pavelka, Nový Tábor",
    "Georgia Marek, Slavia",
    "Alfons Janda, Slavia",
    "Vlasta Dlabaja, Slavia",
    "Raymond Kolaja, Seaton",
    "Annie Šulak, Seaton",
    "Jerome Bartek, Seaton",
    "Beatrice Hlavenka, Seaton",
    "Willie Zetka, Granger",
    "Olga Repa, Granger",
)


# People with an answer other than going, by their number.
NEXT_WEEK = {4: "late", 7: "needed", 9: "out"}


def finished(club: Club, day: date, chance: random.Random) -> None:
    """Create four rounds of sixteen players, all verified, one sheet corrected."""
    tournament = _tarok(club, day, 4, people=16)
    draws.draw(tournament=tournament, actor=DIRECTOR, whole_evening=True, seed=SEED)
    with stored.compute_once(tournament, DIRECTOR):
        rounds.publish_all(tournament=tournament, actor=DIRECTOR)
        write_sheets(tournament, chance)
    sheet = Sheet.objects.get(round__tournament=tournament, round__number=2, table=3)
    _correct(sheet)
    entry = tournament.entries.get(number=5)
    rulings.adjust(
        entry=entry,
        actor=DIRECTOR,
        chips=-5,
        reason="Left round 3 before the last hand was played out (§31, judge's decision)",
        key=f"demo-ruling-{tournament.pk}",
    )
    tournaments.finish(tournament=tournament, actor=DIRECTOR)


def running(club: Club, day: date, chance: random.Random) -> None:
    """Create a tournament of eighteen players that shows every state of a sheet.

    The first round is verified, the second is half entered.
    """
    tournament = _tarok(club, day, 3, people=18)
    draws.draw(tournament=tournament, actor=DIRECTOR, whole_evening=True, seed=SEED)
    first, second = published(tournament, 2)
    for sheet in first.sheets.all():
        _verify(sheet, _counted(sheet, chance))
    finished, waits, wrong, *_ = second.sheets.all()
    _play(finished, chance, 4)
    _rule(finished)
    _verify(finished, _counted(finished, chance))
    _counted(waits, chance)
    _counted(wrong, chance, swapped=True)


def to_come(club: Club, day: date) -> None:
    _tarok(club, day, 4, people=9, state=Entry.State.EXPECTED)


WORD = "valat"  # the club password for sign-ups in the demo club
TO_CONFIRM = (("Ed Pavelka", "Lodge 24"), ("Tillie Marak", "Lodge 88"))


def next_week(club: Club, day: date) -> None:
    """Create an event with RSVPs: twelve spots, and every state of a list."""
    facts = {"rounds_planned": 3, "hands_per_round": 16}
    tournament = create_event(club, "Club night", day, **facts)
    rsvps.set_list(
        tournament=tournament, actor=DIRECTOR, asks=True, places=12, answers_until=None
    )
    people = list(club.players.order_by("number")[:20])
    rsvps.ask(tournament=tournament, players=people, actor=DIRECTOR)
    for number, player in enumerate(people[:17], start=1):
        answer = NEXT_WEEK.get(number, "come")
        actor = Actor(None, player.name, source="demo")
        rsvps.set_rsvp(answer, tournament=tournament, player=player, actor=actor)
    rsvps.set_rsvp("out", tournament=tournament, player=people[1], actor=DIRECTOR)
    email_addresses.set_club(
        club=club, actor=DIRECTOR, guardian_age=club.guardian_age, word=WORD
    )
    for name, lodge in TO_CONFIRM:
        name_signups.sign_up(tournament=tournament, name=name, lodge=lodge, key=name)


def new(
    club: Club,
    title: str,
    day: date,
    people: int,
    state: str = Entry.State.HERE,
    **facts: Any,
) -> Tournament:
    """Create a tournament with this many people, checked in or expected."""
    tournament = create_event(club, title, day, **facts)
    known = {player.name: player for player in club.players.all()}
    lines = enumerate((line.split(", ") for line in PEOPLE[:people]), start=1)
    listed = [Listed(number, name, lodge) for number, (name, lodge) in lines]
    entry_lists.enter(
        tournament=tournament,
        actor=DIRECTOR,
        people=[ToEnter(entry, known.get(entry.name)) for entry in listed],
        key="",
        state=state,
    )
    return tournament


def create_event(club: Club, title: str, day: date, **facts: Any) -> Tournament:
    """Create a tournament without people."""
    return tournaments.create(
        club=club,
        actor=DIRECTOR,
        name=f"{title}, {dateformat.format(day, 'M j, Y')}",
        date=day,
        place="SPJST Hall",
        **{"tie_breaks": ["best_round", "last_round"]} | facts,
    )


def _tarok(club: Club, day: date, rounds_planned: int, **facts: Any) -> Tournament:
    facts |= {"rounds_planned": rounds_planned, "hands_per_round": 16}
    return new(club, "Tarok", day, **facts)


def published(tournament: Tournament, how_many: int) -> list[Round]:
    """Publish the first rounds drawn."""
    drafts = list(tournament.rounds.order_by("number"))[:how_many]
    return [rounds.publish(rnd=draft, actor=DIRECTOR) for draft in drafts]


def _play(sheet: Sheet, chance: random.Random, how_many: int) -> None:
    """Record some hands, so that “Why?” has something to show."""
    for n, povinost in zip(range(how_many), (1, 2, 3, 4) * how_many, strict=False):
        partner = povinost % 4 + 1 if n % 2 else (povinost + 1) % 4 + 1
        record = {
            "povinost": povinost,
            "bid": "povinost",
            "declarer": povinost,
            "partner": partner,
            "points": chance.randint(38, 82),
        }
        if n == 1:
            record |= {"values": {str(partner): ["taroky"]}, "challenge": "kontra"}
        hand_writes.record(
            sheet=sheet, actor=HELPER, sent=SentHand(f"demo-{n}", record)
        )


def _rule(sheet: Sheet) -> None:
    """Add a judge's ruling during play."""
    hand_rulings.rule(
        sheet=sheet,
        actor=DIRECTOR,
        number=2,
        chips=(2, 2, -6, 2),
        section="§30",
        reason="Didn’t follow suit, and it couldn’t be corrected anymore",
        key=f"demo-ruling-{sheet.pk}",
        seen=0,
    )


def _counted(sheet: Sheet, chance: random.Random, swapped: bool = False) -> Count:
    """Save a plausible count from the hands or chance, maybe with swapped digits."""
    scores = totals_of(sheet)
    if scores == [100] * 4:
        moves = [chance.randint(-45, 45) for _ in range(3)]
        scores = [100 + move for move in (*moves, -sum(moves))]
    seats = [SeatCount(held=score) for score in scores]
    if chance.random() < 0.3:
        seats[0] = SeatCount(held=scores[0] + 50, borrowed=50)
    if swapped:
        low = min(range(4), key=lambda seat: scores[seat])
        seats[low] = SeatCount(held=_swap_digits(scores[low]))
    return counts.count(
        sheet=sheet,
        actor=DIRECTOR,
        seats=seats,
        seen=life_of(sheet).last_number,
        key=f"demo-{sheet.pk}",
    ).count


def _swap_digits(score: int) -> int:
    """Return a score with swapped digits, 45 for 54, or 9 more if they are equal."""
    text = str(score)
    swapped = int(text[:-2] + text[-1] + text[-2])
    return swapped if swapped != score else score + 9


def _verify(sheet: Sheet, count: Count) -> None:
    counts.confirm(
        sheet=sheet,
        actor=HELPER,
        seen=count.number,
        key=f"{count.key}-verified",
        witness=Count.Witness.PAPER,
        witness_seat=1,
    )


def _correct(sheet: Sheet) -> None:
    """Correct ten chips counted for the wrong player; both counts stay readable."""
    fresh = Sheet.objects.get(pk=sheet.pk)
    life = life_of(fresh)
    assert life.in_force is not None  # the sheet was just verified
    held = list(life.in_force.scores)
    held[1], held[2] = held[1] + 10, held[2] - 10
    count = counts.correct(
        sheet=fresh,
        actor=DIRECTOR,
        seats=[SeatCount(held=chips) for chips in held],
        seen=life.last_number,
        key=f"demo-correct-{fresh.pk}",
        reason="Ten chips lay between two players and went to the wrong one.",
    ).count
    _verify(Sheet.objects.get(pk=sheet.pk), count)
