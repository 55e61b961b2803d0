"""Evenings of any game with a bit of everything, played through the services at random."""

from contextlib import suppress
from random import Random
from typing import Any

from clubs.models import Club, User
from rules.record_schema import schema_of
from rules.sheet import SeatCount, as_written
from scoring.core.writes import ActionRefused
from scoring.demo.sheets import deal
from scoring.draw import rounds, substitutes
from scoring.games import games_here
from scoring.games.game_adapter import sizes_of
from scoring.games.table_rules import rules_at
from scoring.models import Count, Entry, Round, Sheet, Tournament
from scoring.people.entries import house_players
from scoring.sheets import counts, hand_rulings, hand_writes, rulings
from scoring.sheets.hand_writes import SentHand
from scoring.sheets.hands import aside_by_hands, newest, state_before, versions_of
from scoring.sheets.hands import totals_of as totals_by_hands
from scoring.sheets.sheet import has_chips, life_of, sheet_at
from scoring.tournaments import tournaments
from tests import builders as build
from tests.rules.games.random_records import record_of
from tests.same_rows import same_rows

GAMES = sorted(games_here())
BY = build.command()
TRIES = 60  # records made by chance until one makes sense
LODGES = ("Star Lodge", "Nový Tábor", "Slavia", "")


def evening(club: Club, game: str, seed: int) -> Tournament:
    """The same on every machine, by game and seed."""
    return Tournament.objects.get(pk=_play(club.pk, game, seed))


@same_rows
def _play(pk: int, game: str, seed: int) -> int:
    club = Club.objects.get(pk=pk)
    chance = Random(f"{game} {seed}")
    made = _tournament(club, game, seed, chance)
    _people(made, chance)
    for number in range(1, made.rounds_planned + 1):
        last = number == made.rounds_planned
        _round(made, chance, whole=not last or chance.random() < 0.7)
    if chance.random() < 0.3 and made.rounds_planned > 1:
        rounds.cancel(rnd=made.rounds.get(number=1), actor=BY, reason="Fire alarm")
    _rule_on_players(made, chance)
    made.refresh_from_db()
    with suppress(ActionRefused):  # a sheet of the last round may wait
        tournaments.finish(tournament=made, actor=BY)
    return made.pk


def _tournament(club: Club, game: str, seed: int, chance: Random) -> Tournament:
    ways = ["best_round", "last_round", "rounds_won", "lot"]
    return build.tournament(
        club,
        name=f"{game} “{seed}” é",
        slug=f"{game.replace('_', '-')}-{seed}",
        game=game,
        rounds_planned=chance.randint(1, 3),
        starts_at=chance.choice((None, "19:30")),
        hands_per_round=chance.choice((None, 12)),
        ranking=chance.choice(("chips", "table_points")),
        tie_breaks=chance.sample(ways, chance.randint(0, 3)),
        drop_worst=chance.choice((0, 0, 1)),
        sit_out_score=chance.choice(("start", "average", "zero")),
        absent_score=chance.choice(("start", "average", "zero")),
        substitute_counts=chance.choice(("replaced", "own", "nobody")),
        teams=chance.choice(("none", "lodges", "named")),
        classes=chance.choice(("", "Women\nJuniors")),
        fee=chance.choice((0, 500)),
        prizes=chance.choice(([], [6_000, 4_000])),
    )


def _people(tournament: Tournament, chance: Random) -> None:
    least = min(sizes_of(tournament))
    people = build.entries(tournament, chance.randint(least, 2 * least + 3))
    for entry in people:
        entry.lodge, entry.paid = chance.choice(LODGES), chance.random() < 0.8
        entry.lot = chance.randrange(2**31)
        if tournament.teams == "named":
            entry.team = chance.choice(("Reds", "Blues", ""))
        if tournament.classes and chance.random() < 0.4:
            entry.classes = ["Women"]
        if chance.random() < 0.1:
            entry.ranked = False
        if chance.random() < 0.1:
            entry.state = Entry.State.ABSENT
        entry.save()


def _round(tournament: Tournament, chance: Random, *, whole: bool) -> None:
    here = list(tournament.entries.filter(house=None).exclude(state="left"))
    here = [e for e in here if e.state == "here" and not _played_for(e)]
    sizes = sizes_of(tournament)
    if len(here) < min(sizes):
        here += house_players(tournament, min(sizes) - len(here))
    chance.shuffle(here)
    tables = []
    while len(here) >= min(sizes):
        size = chance.choice([each for each in sizes if each <= len(here)])
        tables.append([here.pop() for _ in range(size)])
    rnd = build.published_round(tournament, tables)
    _stand_in(tournament, rnd, here, chance)
    for table in rnd.sheets.values_list("table", flat=True):
        _sheet(sheet_at(tournament, rnd.number, table), chance, whole=whole)


def _played_for(entry: Entry) -> bool:
    return entry.substitutes.exists()


def _stand_in(
    tournament: Tournament, rnd: Round, out: list[Entry], chance: Random
) -> None:
    """Now and then somebody who sits out plays for somebody who leaves."""
    if not out or chance.random() < 0.5:
        return
    leaver = rnd.seats.order_by("pk").first().entry
    if leaver is None or leaver.house or not leaver.ranked:
        return
    try:
        substitutes.substitute(
            leaver=leaver, actor=BY, stand_in=out[0], start=rnd.number
        )
    except ActionRefused:
        return


def _sheet(sheet: Sheet, chance: Random, *, whole: bool) -> None:
    for n in range(chance.randint(0, 5)):
        record = _record(sheet, chance)
        if record is None:
            continue
        note = "Who was that?" if chance.random() < 0.2 else ""
        sent = SentHand(f"hand-{n}", record, note=note)
        made = hand_writes.record(sheet=sheet, actor=BY, sent=sent).hand
        if made and chance.random() < 0.2:
            why = "Dealt wrong"
            hand_writes.void(
                sheet=sheet, actor=BY, key=f"void-{n}", hand=made.key, reason=why
            )
    _rule_on_a_hand(sheet, chance)
    _count(
        sheet_at(sheet.round.tournament, sheet.round.number, sheet.table), chance, whole
    )


def _record(sheet: Sheet, chance: Random) -> dict[str, Any] | None:
    table = rules_at(sheet)
    if not table.game.has_hands:
        return None
    before = state_before(versions_of(sheet), 10_000)
    for _ in range(TRIES):
        if sheet.round.tournament.game == "spjst":
            record = deal(chance.randint(1, 4), [0.0] * 4, chance)
        else:
            record = record_of(chance, schema_of(table.game))
            record["table"] = table.seats
            record.pop("state", None)
        if not table.problems(record, before):
            try:
                table.columns_of(table.settle(record, before))
            except ActionRefused:
                continue
            return record
    return None


def _rule_on_a_hand(sheet: Sheet, chance: Random) -> None:
    hand = newest(versions_of(sheet), 1)
    if hand is None or chance.random() < 0.6:
        return
    chips = [3, -3] + [0] * (len(hand.net) - 2)
    key = f"ruled-{sheet.pk}"
    made = hand_rulings.rule(
        sheet=sheet,
        actor=BY,
        number=1,
        chips=chips,
        reason="Led out of turn",
        key=key,
        seen=0,
    )
    if chance.random() < 0.4:
        hand_rulings.reverse(ruling=made, actor=BY, reason="It was his lead", seen=0)


def _count(sheet: Sheet, chance: Random, whole: bool) -> None:
    if not whole and chance.random() < 0.3:
        return
    seats, reason = _seats(sheet, chance)
    key = f"chips-{sheet.pk}"
    made = counts.count(
        sheet=sheet,
        actor=BY,
        seats=seats,
        seen=0,
        key=key,
        reason=reason,
        may_rule=True,
    ).count
    if not whole and chance.random() < 0.3:
        return
    second = {"again": seats} if aside_by_hands(sheet) is None else {}
    witness = Count.Witness.BLIND if second else Count.Witness.IMPORT
    by = build.actor(_second()) if second else BY
    counts.confirm(
        sheet=sheet,
        actor=by,
        seen=made.number,
        key=f"{key}-2",
        witness=witness,
        **second,
    )
    if chance.random() < 0.15:
        _correct(sheet, chance)


def _second() -> User:
    return User.objects.filter(username="second").first() or build.user("second")


def _correct(sheet: Sheet, chance: Random) -> None:
    fresh = sheet_at(sheet.round.tournament, sheet.round.number, sheet.table)
    life = life_of(fresh)
    assert life.in_force is not None
    if aside_by_hands(fresh) is None:
        return
    held = [s.held for s in map(SeatCount, life.in_force.held)]
    seats = [
        SeatCount(h + move, b, r)
        for h, move, b, r in zip(
            held,
            [1, -1, *[0] * (len(held) - 2)],
            life.in_force.borrowed,
            life.in_force.ruled,
            strict=True,
        )
    ]
    if min(seat.held for seat in seats) < 0 and has_chips(fresh.round.tournament, None):
        return
    key = f"correct-{sheet.pk}"
    made = counts.correct(
        sheet=fresh,
        actor=BY,
        seats=seats,
        seen=life.last_number,
        key=key,
        reason="Two stacks",
    ).count
    fresh = sheet_at(sheet.round.tournament, sheet.round.number, sheet.table)
    counts.confirm(
        sheet=fresh,
        actor=BY,
        seen=made.number,
        key=f"{key}-2",
        witness=Count.Witness.IMPORT,
    )


def _seats(sheet: Sheet, chance: Random) -> tuple[list[SeatCount], str]:
    """What the hands make; by chance where there are none; now and then ruled."""
    scores = list(totals_by_hands(sheet))
    with_chips = has_chips(sheet.round.tournament, None)
    if not sheet.hands.exists() and with_chips:
        move = chance.randint(-60, 60)
        scores[0], scores[-1] = scores[0] + move, scores[-1] - move
    seats = [as_written(s) if with_chips else SeatCount(s) for s in scores]
    if with_chips and chance.random() < 0.3:
        seats[0] = SeatCount(seats[0].held + 50, seats[0].borrowed + 50)
    if chance.random() < 0.15:
        first = seats[0]
        if first.held >= 4 or not with_chips:
            seats[0] = SeatCount(first.held - 4, first.borrowed, 4)
            return seats, "Four chips lay on the floor"
    return seats, ""


def _rule_on_players(tournament: Tournament, chance: Random) -> None:
    ranked = list(tournament.entries.filter(ranked=True)[:2])
    if len(ranked) < 2 or chance.random() < 0.4:
        return
    key = f"player-{tournament.pk}"
    made = rulings.adjust(
        entry=ranked[0], actor=BY, chips=-5, reason="Late", key=key, other=ranked[1]
    )
    if chance.random() < 0.4:
        rulings.reverse(adjustment=made, actor=BY, reason="He was in time")


def evening_with_house_player(club: Club) -> Tournament:
    """An evening in which a house player sits for somebody who left; people sat out."""
    made = build.tournament(club, name="House", slug="house", rounds_planned=2)
    people = build.entries(made, 9)
    chance = Random("house player")
    first = build.published_round(made, [people[:4], people[4:8]])
    stand_in = Entry(house=1, name="House player 1", ranked=False)
    substitutes.substitute(leaver=people[7], stand_in=stand_in, actor=BY, start=2)
    house = made.entries.get(house=1)
    tables = [people[1:5], [*people[5:7], people[8], house]]
    for rnd in (first, build.published_round(made, tables)):
        for table in (1, 2):
            _sheet(sheet_at(made, rnd.number, table), chance, whole=True)
    return tournaments.finish(tournament=Tournament.objects.get(pk=made.pk), actor=BY)
