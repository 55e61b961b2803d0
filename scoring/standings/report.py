"""The report of a tournament for the newsletter: winners and statistics.

Names are put at the beginning or after a colon, where no language inflects them.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from clubs.i18n import (
    and_list,
    chips_word,
    in_language,
    joined,
    long_day,
    many,
    message,
    money,
    plural_message,
    sentence,
    table_points,
)
from rules.messages import Sentence
from scoring.core.names import name_on
from scoring.games.game_adapter import game_of
from scoring.models import Hand, Round, Seat, Sheet, Tournament
from scoring.models.seats import most
from scoring.results.rows import StandingsLine, has_scores
from scoring.results.standings_table import StandingsTable, table_of
from scoring.results.teams_and_classes import TeamsAndClasses
from scoring.standings.formulas import value_in_words
from scoring.standings.prizes import prizes_of
from scoring.standings.season_standings import season_standings

PODIUM = 3
LISTED = 10


@dataclass(frozen=True, slots=True)
class Report:
    """Paragraphs, then lists with a title each; empty before a round is over."""

    title: str
    paragraphs: tuple[str, ...]
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    is_final: bool

    @property
    def text(self) -> str:
        """The whole report as plain text."""
        parts = [self.title, *self.paragraphs]
        parts += ["\n".join([f"{title}:", *lines]) for title, lines in self.sections]
        return "\n\n".join(parts) + "\n"


def report_of(tournament: Tournament) -> Report | None:
    """Return the current report; None before a round is over."""
    table = table_of(tournament)
    if not has_scores(table.lines):
        return None
    words, lists = _ReportWording(table), table.lists
    paragraphs = (words.winners(), words.numbers(), words.season())
    sections = (
        (message("Standings"), tuple(words.standings())),
        (lists.teams_named, tuple(words.teams(lists))),
        *words.classes(lists),
        (message("Prizes"), tuple(words.prizes())),
    )
    day = long_day(tournament.date)
    place = f", {tournament.place}" if tournament.place else ""
    return Report(
        f"{tournament.name} ({day}{place})",
        tuple(sentence(text) for text in paragraphs if text),
        tuple(section for section in sections if section[0] and section[1]),
        tournament.finished_at is not None,
    )


def evening_in_words(tournament: Tournament) -> tuple[str, ...]:
    """Return the winners and statistics; empty if no round was played at a table."""
    table = table_of(tournament)
    if not has_scores(table.lines):
        return ()
    words = _ReportWording(table)
    return tuple(sentence(text) for text in (words.winners(), words.numbers()))


class _ReportWording:
    """The sentences of one tournament's report."""

    def __init__(self, table: StandingsTable) -> None:
        self.table, self.tournament = table, table.tournament
        self.club = self.tournament.club
        self.by_points = self.tournament.by_points

    def _score(self, line: StandingsLine) -> str:
        return score_in_words(line.total, self.by_points, line.points)

    def _lines_at(self, place: int) -> list[StandingsLine]:
        return [line for line in self.table.lines if line.place == place]

    def winners(self) -> str:
        """Return the first, second and third places."""
        final = self.tournament.finished_at is not None
        texts: list[str] = []
        if not final:
            texts.append(message("These standings aren’t final yet."))
            if running := self.table.running:
                texts.append(str(running))
        for place in range(1, PODIUM + 1):
            if group := self._lines_at(place):
                group_facts = (_names(group), len(group), self._score(group[0]))
                texts.append(
                    _ended(place, *group_facts)
                    if final
                    else _so_far(place, *group_facts)
                )
        return " ".join(texts)

    def numbers(self) -> str:
        """Return the numbers of players, tables, rounds and hands, and records."""
        counting = self.tournament.rounds.filter(state__in=Round.COUNTING)
        of_rounds = Counter(
            Seat.objects.filter(round__in=counting, position=1).values_list(
                "round__number", flat=True
            )
        )
        rounds = [of_rounds[number] for number in sorted(of_rounds)]
        table_counts = rounds[:1] if len({*rounds}) == 1 else rounds
        players = plural_message("{n} player", "{n} players", len(self.table.lines))
        tables = plural_message(
            "{tables} table",
            "{tables} tables",
            max(table_counts),
            tables=and_list(table_counts),
        )
        facts = {
            "players": players,
            "tables": tables,
            "rounds": many(len(rounds), "round"),
        }
        texts: list[str] = [message("{players}, {tables}, {rounds}.", **facts)]
        texts += [*self._biggest_round(), *self._hands()]
        return " ".join(texts)

    def _biggest_round(self) -> Iterable[str]:
        at_tables = [
            (result.brought, result.round, result.table, line)
            for line in self.table.lines
            for result in line.counted_cells
            if result.table
        ]
        best = max((row[0] for row in at_tables), default=0)
        if best > 0:
            names = and_list(
                _round_and_table(line.person.name, number, table)
                for brought, number, table, line in at_tables
                if brought == best
            )
            yield message(
                "The biggest round, {chips}: {who}.", chips=chips_word(best), who=names
            )

    def _hands(self) -> Iterable[str]:
        """Yield statistics of recorded hands; of few hands only their number."""
        hands = Hand.objects.filter(
            sheet__round__tournament=self.tournament,
            sheet__round__state__in=Round.COUNTING,
            voided_at=None,
            replaced_by=None,
        )
        game, number = game_of(self.tournament), 0
        counts: Counter[str] = Counter()
        for record in hands.values_list("record", flat=True).iterator():
            number += 1
            counts.update(game.feats(game.parse(record)))
        if not number:
            return
        played = Sheet.objects.filter(
            round__tournament=self.tournament, round__state__in=Round.COUNTING
        ).count()
        tables = hands.values("sheet").distinct().count()
        yield recorded_in_words(number, tables, played)
        if tables * 2 < played:
            return
        yield from self._biggest_hand(hands)
        if counts:
            feats = (f"{in_language(feat)} {n}" for feat, n in sorted(counts.items()))
            yield message("Feats at the tables: {feats}.", feats=", ".join(feats))

    def _biggest_hand(self, hands: Any) -> Iterable[str]:
        biggest = (
            hands.annotate(most=most("net"))
            .order_by(F("most").desc(), "pk")
            .select_related("sheet__round")
            .first()
        )
        if biggest.most <= 0:
            return
        seat = biggest.sheet.seats.select_related("entry").get(
            position=biggest.net.index(biggest.most) + 1
        )
        name = name_on(seat, self.club)
        sheet = biggest.sheet
        yield message(
            "The biggest hand, {chips}: {who}.",
            chips=chips_word(biggest.most),
            who=_round_and_table(name, sheet.round.number, sheet.table),
        )

    def season(self) -> str:
        """Return the leaders of the season after this tournament."""
        year = season_standings(self.tournament.season, self.tournament.game)
        first = [line for line in year.lines if line.place == 1]
        if self.tournament not in year.tournaments or not first:
            return ""
        leads = season_in_words(
            year.season.name,
            year.game,
            len(year.tournaments),
            and_list(line.name for line in first),
            value_in_words(year.formula, first[0].value, year.value_text_of(first[0])),
        )
        pursuers = [line for line in year.lines if 1 < (line.place or 0) <= PODIUM]
        if not pursuers:
            return leads
        names = and_list(
            f"{line.name} ({year.value_text_of(line)})" for line in pursuers[:4]
        )
        return joined((leads, message("Next: {who}.", who=names)), " ")

    def standings(self) -> Iterable[str]:
        """Yield the first ten, with all who share the last of these places."""
        for line in self.table.lines:
            if line.place > LISTED:
                return
            person = line.person
            lodge = f", {person.lodge}" if person.lodge else ""
            yield f"{line.place}. {person.name}{lodge}: {self._score(line)}"

    def teams(self, lists: TeamsAndClasses) -> Iterable[str]:
        """Yield the first ten teams with a place."""
        for team in lists.teams:
            if team.place and team.place <= LISTED:
                score = chips_word(team.total)
                if self.by_points:
                    score = table_points(team.points)
                    if team.parted:
                        score = joined((score, chips_word(team.total)), ", ")
                names = and_list(line.person.name for line in team.counted)
                yield f"{team.place}. {team.name}: {score} ({names})"

    def classes(self, lists: TeamsAndClasses) -> Iterable[tuple[str, tuple[str, ...]]]:
        """Yield the first three of each class."""
        for of_class in lists.classes:
            yield (
                of_class.name,
                tuple(
                    message(
                        "{place}. {name}: {score} (place {overall} overall)",
                        place=line.place,
                        name=line.person.name,
                        score=score_in_words(line.total, self.by_points, line.points),
                        overall=line.overall,
                    )
                    for line in of_class.lines
                    if line.place <= PODIUM
                ),
            )

    def prizes(self) -> Iterable[str]:
        """Yield the prizes, if they are public."""
        if not self.tournament.prizes_shown:
            return
        for line in prizes_of(self.tournament, self.table.lines).lines:
            amount = money(line.amount, self.tournament.currency)
            yield f"{line.place}. {line.person.name}: {amount}"


def _names(lines: Iterable[StandingsLine]) -> str:
    return and_list(line.person.name for line in lines)


def _round_and_table(name: str, number: int, table: int | None) -> str:
    return message(
        "{name} (round {round}, table {table})", name=name, round=number, table=table
    )


def _ended(place: int, names: str, winners: int, score: str) -> str:
    if place == 1:
        return won_in_words(names, winners, score)
    return came_in_words(place, names, winners, score)


def _so_far(place: int, names: str, winners: int, score: str) -> str:
    if place == 1:
        return leads_in_words(names, winners, score)
    return stands_in_words(place, names, winners, score)


def score_in_words(chips: int, by_points: bool, points: int | float) -> str:
    """Return a score: “464 chips” or “12 table points and 464 chips”."""
    if not by_points:
        return chips_word(chips)
    return message(
        "{most} and {last}", most=table_points(points), last=chips_word(chips)
    )


def won_in_words(names: str, winners: int, score: str) -> Sentence:
    return plural_message(
        "{names} won with {score}.",
        "{names} won together, with {score} each.",
        winners,
        names=names,
        score=score,
    )


def leads_in_words(names: str, winners: int, score: str) -> Sentence:
    return plural_message(
        "{names} leads with {score}.",
        "{names} lead together, with {score} each.",
        winners,
        names=names,
        score=score,
    )


def came_in_words(place: int, names: str, people: int, score: str) -> Sentence:
    """Return the sentence for a second or third place."""
    values = {"names": names, "score": score}
    if place == 2:
        return plural_message(
            "{names} came second with {score}.",
            "{names} came second with {score} each.",
            people,
            **values,
        )
    return plural_message(
        "{names} came third with {score}.",
        "{names} came third with {score} each.",
        people,
        **values,
    )


def stands_in_words(place: int, names: str, people: int, score: str) -> Sentence:
    """Return the sentence for a second or third place in standings not yet final."""
    values = {"names": names, "score": score}
    if place == 2:
        return plural_message(
            "{names} is second with {score}.",
            "{names} are second with {score} each.",
            people,
            **values,
        )
    return plural_message(
        "{names} is third with {score}.",
        "{names} are third with {score} each.",
        people,
        **values,
    )


def recorded_in_words(hands: int, tables: int, all_tables: int) -> Sentence:
    if tables == all_tables:
        return plural_message(
            "{n} hand was recorded.", "{n} hands were recorded.", hands
        )
    return plural_message(
        "{n} hand was recorded, at {tables} of {all_tables} tables.",
        "{n} hands were recorded, at {tables} of {all_tables} tables.",
        hands,
        tables=tables,
        all_tables=all_tables,
    )


def season_in_words(
    name: str, game: str, tournaments: int, leaders: str, score: str
) -> Sentence:
    """Return the leaders of the season; `game` if it has several games."""
    facts = {"season": name, "leaders": leaders, "score": score}
    if game:
        return plural_message(
            "Season {season}, {game}, after {n} tournament: {leaders} first, with "
            "{score}.",
            "Season {season}, {game}, after {n} tournaments: {leaders} first, with "
            "{score}.",
            tournaments,
            game=game,
            **facts,
        )
    return plural_message(
        "Season {season}, after {n} tournament: {leaders} first, with {score}.",
        "Season {season}, after {n} tournaments: {leaders} first, with {score}.",
        tournaments,
        **facts,
    )
