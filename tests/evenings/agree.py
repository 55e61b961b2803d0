"""What the site says of an evening, held against the model: every place that shows it."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from clubs.i18n import chips as written
from rules.season import PRESETS, Counts, Formula, Places
from scoring.audit.integrity import differences_in
from scoring.audit.ledger import ledger_of
from scoring.audit.podium import podium_of
from scoring.desk.documents.pack import pack_of
from scoring.draw.documents.seats import sit_outs_of, table_sheets
from scoring.draw.seats import seats_in
from scoring.exports.tables import tables_of
from scoring.models import Round, Seat, SitOut, Tournament
from scoring.results.compute import plain
from scoring.results.standings_table import table_of
from scoring.results.stored import stored_rows
from scoring.standings.place_explained import place_of
from scoring.standings.prizes import prizes_of
from scoring.standings.season_standings import SeasonStandings, season_by_game
from tests.evenings.beside import Team
from tests.evenings.model import Evening
from tests.evenings.paper import Line
from tests.evenings.telling import NOW, told, unlike


def differences(tournament: Tournament, model: Evening) -> Iterator[str]:
    """Each thing that the site says otherwise than the model."""
    tournament = Tournament.objects.select_related("club", "season").get(
        pk=tournament.pk
    )
    lines = model.standings()
    yield from _seats(tournament, model)
    yield from _missed(tournament, model)
    yield from _one_result_each(tournament, model)
    yield from _standings(tournament, lines)
    yield from differences_in(tournament)
    yield from _ledger(tournament, model, lines)
    yield from _podium(tournament, lines)  # of nobody where nobody has a place
    yield from _papers(tournament, model, lines)
    yield from _exports(tournament, model, lines)
    yield from _own_pages(tournament, model, lines)
    yield from _prizes(tournament, model, lines)
    yield from _teams_and_classes(tournament, model, lines)
    yield from _season(tournament, model, lines)
    yield from told(tournament, model, lines)


def _seats(tournament: Tournament, model: Evening) -> Iterator[str]:
    rows = Seat.objects.filter(round__tournament=tournament).values_list(
        "round__number",
        "sheet__table",
        "position",
        "entry",
        "credit",
        "score",
    )
    kept = {row[:3]: (row[3] or 0, *row[4:]) for row in rows}
    paper = {
        (rnd.number, label, at): (
            each.who,
            each.whose,
            table.scores[at - 1] if table.scores else None,
        )
        for rnd in model.rounds.values()
        for label, table in rnd.tables.items()
        for at, each in enumerate(table.chairs, start=1)
    }
    for where in sorted({*kept, *paper}):
        yield from unlike(f"seat {where}", paper.get(where), kept.get(where))


def _missed(tournament: Tournament, model: Evening) -> Iterator[str]:
    rows = SitOut.objects.filter(round__tournament=tournament)
    for rnd in model.rounds.values():
        found = rows.filter(round__number=rnd.number)
        kept = sorted(found.values_list("entry", "credit", "why"), key=str)
        paper = [(who, who, why) for who, why in rnd.missed.items()]
        paper += [(who, whose, "sit_out") for who, whose in rnd.benched.items()]
        yield from unlike(f"round {rnd.number} missed", sorted(paper, key=str), kept)


def _one_result_each(tournament: Tournament, model: Evening) -> Iterator[str]:
    """The promise itself, by the rows alone.

    While a seat is free and the round runs, whoever has none may sit there.
    """
    ranked = tournament.entries.filter(ranked=True, house=None)
    for rnd in tournament.rounds.filter(state__in=Round.COUNTING):
        whose = [*rnd.seats.values_list("credit", flat=True)]
        whose += [*rnd.sit_outs.values_list("credit", flat=True)]
        seeks = rnd.state == "open" and rnd.seats.filter(entry=None).exists()
        for entry in ranked:
            number = whose.count(entry.pk)
            if number or not seeks:
                yield from unlike(f"{rnd}, results of {entry}", 1, number)


def _standings(tournament: Tournament, lines: list[Line]) -> Iterator[str]:
    kept = {row["entry"]: row for row in stored_rows(tournament)}
    yield from unlike("ranked", [each.key for each in lines], list(kept))
    for line in lines:
        row = kept.get(line.key)
        if row is None:
            continue
        ours = (line.place, line.tied, line.total, plain(line.points))
        theirs = (row["place"], row["tied"], row["total"], row["points"])
        yield from unlike(f"place of {line.key}", ours, theirs)
        shown = {each["round"]: each for each in row["rounds"]}
        yield from unlike(f"rounds of {line.key}", {*line.results}, {*shown})
        for number, result in line.results.items():
            cell = shown.get(number)
            if cell is None:
                continue
            ours = (result.table, result.why, plain(result.points))
            theirs = (cell["table"], cell["why"], cell["points"])
            yield from unlike(f"round {number} of {line.key}", ours, theirs)
            if abs(cell["chips"] - result.chips) >= 1:
                yield from unlike(f"chips of {line.key}", result.chips, cell["chips"])
        kept_chips = sum(
            e["chips"] for e in row["rounds"] if not e["dropped"] and not e.get("apart")
        )
        yield from unlike(
            f"sum of {line.key}", line.total, kept_chips + row["adjustment"]
        )


def _ledger(tournament: Tournament, model: Evening, lines: list[Line]) -> Iterator[str]:
    ledger = ledger_of(tournament)
    counting = [rnd for rnd in model.rounds.values() if rnd.counts]
    scores = [t.scores for r in counting for t in r.tables.values() if t.scores]
    yield from unlike("ledger in force", sum(map(sum, scores)), ledger.in_force)
    total = sum(line.total for line in lines)
    yield from unlike("ledger's standings", total, ledger.standings)
    yield from unlike("ledger adds up", ledger.standings, ledger.computed)


def _podium(tournament: Tournament, lines: list[Line]) -> Iterator[str]:
    podium = podium_of(tournament)
    top = [(line.place, line.key, line.total) for line in lines if line.place <= 3]
    stands = [(each.place, each.entry.pk, each.total) for each in podium.stands]
    yield from unlike("podium", top, stands)
    for each in podium.stands:
        yield from unlike(f"podium, {each.entry}", each.total, each.added_up)


def _papers(tournament: Tournament, model: Evening, lines: list[Line]) -> Iterator[str]:
    totals = [(str(model.people[each.key].number), each.total) for each in lines]
    pack = pack_of(tournament, address="", time=NOW)  # the printed standings in it
    printed = [(e.person.number, e.total) for e in pack.standings.lines]
    yield from unlike("printed standings", totals, printed)
    yield from _running(tournament, model, pack.lines)
    for rnd in tournament.rounds.filter(state__in=Round.COUNTING):
        found = model.rounds[rnd.number]
        ours = {
            label: [model.label(each.who) for each in table.chairs]
            for label, table in found.tables.items()
        }
        listed = table_sheets(rnd)
        theirs = {each.table: [s.label for s in each.seats] for each in listed}
        yield from unlike(f"{rnd}'s list", ours, theirs)
        page = seats_in(rnd)
        shown = {each.table: [s.label for s in each.seats] for each in page.tables}
        yield from unlike(f"{rnd}'s page", ours, shown)
        out = sorted(model.label(each) for each in found.benched)
        for where, seen in (
            ("list", [each.entry.label for each in sit_outs_of(rnd)]),
            ("page", [each.label for each in page.sit_outs]),
        ):
            yield from unlike(f"who sits out {rnd} by its {where}", out, sorted(seen))


def _running(tournament, model: Evening, shown) -> Iterator[str]:
    """The running list begins with the rounds that are over, averages left out."""
    over = [rnd.number for rnd in model.rounds.values() if rnd.state == "finished"]
    averages = {
        "sit_out": model.sit_out == "average",
        "missed": model.absent == "average",
    }
    numbers = {
        str(each.number): each for each in model.people.values() if not each.house
    }
    for line in shown:
        person = numbers.get(line.number)
        if person is None or not person.ranked or not model.standings():
            continue
        total = Fraction(model.ruled(person.key))
        for number, result in model.results_of(person.key).items():
            out = result.why in ("sit_out", "sat_in")
            average = result.why and averages["sit_out" if out else "missed"]
            if number in over and not average:
                total += result.chips
        yield from unlike(f"pack, {line.number}", written(int(total)), line.total)


def _exports(
    tournament: Tournament, model: Evening, lines: list[Line]
) -> Iterator[str]:
    tables = {each.name: each for each in tables_of(tournament)}
    exported = [(row[0], row[1], row[2], row[5]) for row in tables["standings"].rows()]
    ours = [
        (each.place, each.tied, model.people[each.key].number, each.total)
        for each in lines
    ]
    yield from unlike("exported standings", ours, exported)
    seats = [row[:3] for row in tables["seats"].rows()]
    paper = sorted(
        (rnd.number, label, at)
        for rnd in model.rounds.values()
        for label, table in rnd.tables.items()
        for at in range(1, len(rnd.tables[label].chairs) + 1)
    )
    yield from unlike("exported seats", paper, seats)


def _own_pages(
    tournament: Tournament, model: Evening, lines: list[Line]
) -> Iterator[str]:
    """What a place is explained with adds up to it, for the first and the last."""
    for line in {line.key: line for line in (*lines[:1], *lines[-1:])}.values():
        page = place_of(tournament, model.people[line.key].number)
        if page is None or page.row is None:
            yield f"page of {line.key}: no place"
            continue
        yield from unlike(f"page of {line.key}", line.total, page.row.total)
        told = sum(
            each.chips
            for each in page.reasons
            if each.chips and not each.dropped and not each.apart
        )
        yield from unlike(f"reasons of {line.key}", line.total, told)
    for each in model.people.values():
        if not each.house and not each.gone and each.key not in {x.key for x in lines}:
            page = place_of(tournament, each.number)
            if page is not None and page.row is not None:
                yield f"page of {each.key}: a place, though he has none"
            break


def _prizes(tournament: Tournament, model: Evening, lines: list[Line]) -> Iterator[str]:
    prizes = prizes_of(tournament)
    yield from unlike("fees paid", model.paid, prizes.paid)
    yield from unlike("prize fund", model.fund, prizes.fund)
    yield from unlike("prizes", model.amounts, list(prizes.amounts))
    given = [(int(each.person.number), each.amount) for each in prizes.lines]
    yield from unlike("who gets how much", model.prizes(lines), given)


def _teams_and_classes(
    tournament: Tournament, model: Evening, lines: list[Line]
) -> Iterator[str]:
    beside = table_of(tournament).lists
    theirs = [
        Team(
            " ".join(each.name.split()).casefold(),
            each.place,
            each.tied,
            each.total,
            Fraction(each.points) if model.by_points else Fraction(0),
            frozenset(int(member.person.number) for member in each.counted),
        )
        for each in beside.teams
    ]
    ours = model.team_lines(lines)
    if not model.by_points:
        ours = [replace(each, points=Fraction(0)) for each in ours]
    by_name = sorted(theirs, key=lambda team: team.name)
    yield from unlike("teams", ours, by_name)
    places = [each.place or len(theirs) + 1 for each in theirs]
    yield from unlike("teams in their order", sorted(places), places)
    for each in beside.classes:
        shown = [(x.place, x.tied, x.overall, int(x.person.number)) for x in each.lines]
        yield from unlike(each.name, model.class_lines(each.name, lines), shown)
    yield from unlike("classes", [*model.classes], [x.name for x in beside.classes])


def _season(tournament: Tournament, model: Evening, lines: list[Line]) -> Iterator[str]:
    if not tournament.public or not any(
        result.table for line in lines for result in line.results.values()
    ):
        return
    for formula, ours in (
        (PRESETS["net"], [_net(model, line) for line in lines]),
        (PRESETS["chips"], [line.total for line in lines]),
        (Formula(counts=Counts.POINTS, best=1), [line.points for line in lines]),
        *(
            (
                Formula(counts=Counts.PLACES, table=table, bonus=Fraction(1, 2)),
                model.points_by_place(lines, table.value),
            )
            for table in (Places.TENS, Places.FIELD, Places.MORAVIAN)
        ),
    ):
        of_games = season_by_game(tournament.season, formula)
        (season,) = [each for each in of_games if tournament in each.tournaments]
        what = f"season by {formula.counts} {formula.table}"
        at = [each.pk for each in season.tournaments].index(tournament.pk)
        parts = [line.parts[at] for line in season.lines]
        theirs = sorted(part.brought for part in parts if part)
        yield from unlike(what, sorted(ours), theirs)
        yield from _season_places(what, season, formula)


def _season_places(
    what: str, season: SeasonStandings, formula: Formula
) -> Iterator[str]:
    """The best evenings and every bonus make the value, and values make places."""
    values = []
    for each in season.lines:
        came = [part for part in each.parts if part]
        told = sorted((part.brought for part in came), reverse=True)
        told = told[: formula.best or None]
        values.append(sum(told) + formula.bonus * len(came))
        yield from unlike(f"{what} of {each.name}", values[-1], each.value)
    places = [1 + sum(other > value for other in values) for value in values]
    if not formula.tie_breaks:
        yield from unlike(what, places, [each.place for each in season.lines])


def _net(model: Evening, line: Line) -> int:
    """Chips above the start chips in rounds at a table that count, and rulings."""
    nets = (
        result.chips - model.start_chips
        for number, result in line.results.items()
        if result.table and number not in line.dropped | model.running
    )
    return sum(nets) + model.ruled(line.key)
