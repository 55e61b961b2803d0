"""The evening in plain English, for the newsletter: who won, and the numbers of it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.utils import dateformat

from clubs.wording import and_list, chips_word, money, points, sentence
from scoring.core.selectors.names import public_name
from scoring.games.game_adapter import game_of
from scoring.models import Hand, Round, Seat, Sheet, Tournament
from scoring.models.seats import most
from scoring.results.selectors.lines import Line, played
from scoring.results.selectors.table import StandingsTable, table_of
from scoring.results.selectors.teams_and_classes import TeamsAndClasses
from scoring.standings.selectors.prizes import prizes_of
from scoring.standings.selectors.season_words import value_in_words, value_text
from scoring.standings.selectors.seasons import season_standings

PODIUM = 3
LISTED = 10
ORDINALS = {1: "first", 2: "second", 3: "third"}


@dataclass(frozen=True, slots=True)
class Report:
    """Paragraphs, then lists with a title each; nothing in it before a round is over."""

    title: str
    paragraphs: tuple[str, ...]
    sections: tuple[tuple[str, tuple[str, ...]], ...]
    is_final: bool

    @property
    def text(self) -> str:
        """All of it as plain text."""
        parts = [self.title, *self.paragraphs]
        parts += ["\n".join([f"{title}:", *lines]) for title, lines in self.sections]
        return "\n\n".join(parts) + "\n"


def report_of(tournament: Tournament) -> Report | None:
    """The report as things are; None before a round is over."""
    table = table_of(tournament)
    if not played(table.lines):
        return None
    words, lists = _Words(table), table.lists
    paragraphs = (words.winners(), words.numbers(), words.season())
    sections = (
        ("Standings", tuple(words.standings())),
        (lists.teams_named, tuple(words.teams(lists))),
        *words.classes(lists),
        ("Prizes", tuple(words.prizes())),
    )
    day = dateformat.format(tournament.date, "F j, Y")
    place = f", {tournament.place}" if tournament.place else ""
    return Report(
        f"{tournament.name} ({day}{place})",
        tuple(sentence(each) for each in paragraphs if each),
        tuple(each for each in sections if each[0] and each[1]),
        tournament.finished_at is not None,
    )


class _Words:
    """The sentences of one tournament."""

    def __init__(self, table: StandingsTable) -> None:
        self.table, self.tournament = table, table.tournament
        self.club = self.tournament.club
        self.by_points = self.tournament.by_points

    def _score(self, line: Line) -> str:
        said = chips_word(line.total)
        if self.by_points:
            return f"{points(line.points)} table points and {said}"
        return said

    def _at(self, place: int) -> list[Line]:
        return [line for line in self.table.lines if line.place == place]

    def winners(self) -> str:
        """Who won, and who came second and third."""
        first = self._at(1)
        names, score = _names(first), self._score(first[0])
        final = self.tournament.finished_at is not None
        if len(first) > 1:
            won = "won" if final else "lead"
            said = [f"{names} {won} together, with {score} each."]
        else:
            said = [f"{names} {'won' if final else 'leads'} with {score}."]
        for place in range(2, PODIUM + 1):
            if group := self._at(place):
                who = _names(group)
                each = " each" if len(group) > 1 else ""
                came = (
                    f"came {ORDINALS[place]}"
                    if final
                    else f"{_is(group)} {ORDINALS[place]}"
                )
                said.append(f"{who} {came} with {self._score(group[0])}{each}.")
        if not final:
            said.insert(0, "These standings are not final yet.")
            if running := self.table.running:
                said.insert(1, f"{str(running).capitalize()}.")
        return " ".join(said)

    def numbers(self) -> str:
        """Players, tables, rounds, hands, and what was the biggest of them."""
        counting = self.tournament.rounds.filter(state__in=Round.COUNTING)
        tables = Counter(
            Seat.objects.filter(round__in=counting, position=1).values_list(
                "round__number", flat=True
            )
        )
        rounds = [tables[number] for number in sorted(tables)]
        same = rounds[:1] if len({*rounds}) == 1 else rounds
        said = [
            f"{len(self.table.lines)} players sat at {and_list(same)} "
            f"{_many(max(same), 'table')} for {len(rounds)} "
            f"{_many(len(rounds), 'round')}."
        ]
        said += [*self._biggest_round(), *self._hands()]
        return " ".join(said)

    def _biggest_round(self) -> Iterable[str]:
        at_tables = [
            (result.brought, result.round, result.table, line)
            for line in self.table.lines
            for result in line.over
            if result.table
        ]
        best = max((each[0] for each in at_tables), default=0)
        found = [each for each in at_tables if each[0] == best]
        if found:
            who = and_list(
                f"{line.person.name} (round {number}, table {table})"
                for _, number, table, line in found[:PODIUM]
            )
            yield f"The biggest round: {chips_word(best)}, by {who}."

    def _hands(self) -> Iterable[str]:
        """What the tables recorded, if they did; of a few no more than how few."""
        hands = Hand.objects.filter(
            sheet__round__tournament=self.tournament,
            sheet__round__state__in=Round.COUNTING,
            voided_at=None,
            replaced_by=None,
        )
        game, number = game_of(self.tournament), 0
        made: Counter[str] = Counter()
        for record in hands.values_list("record", flat=True).iterator():
            number += 1
            made.update(game.feats(game.parse(record)))
        if not number:
            return
        played = Sheet.objects.filter(
            round__tournament=self.tournament, round__state__in=Round.COUNTING
        ).count()
        tables = hands.values("sheet").distinct().count()
        where = "" if tables == played else f", at {tables} of {played} tables"
        was = "was" if number == 1 else "were"
        yield f"{number} {_many(number, 'hand')} {was} recorded{where}."
        if tables * 2 < played:
            return
        yield from self._biggest_hand(hands)
        if made:
            said = [
                f"{many} {_many(many, feat)}" for feat, many in sorted(made.items())
            ]
            yield f"The tables made {and_list(said)}."

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
        name = public_name(seat.name, self.club)
        yield (
            f"The biggest hand brought {name} {chips_word(biggest.most)} "
            f"(round {biggest.sheet.round.number}, table {biggest.sheet.table})."
        )

    def season(self) -> str:
        """Who leads the year after this tournament."""
        if not self.tournament.public:
            return ""
        year = season_standings(self.tournament.season, self.tournament.game)
        first = [line for line in year.lines if line.place == 1]
        if not first:
            return ""
        many = len(year.tournaments)
        names = and_list(line.name for line in first)
        leads = "leads" if len(first) == 1 else "lead"
        in_game = f" in {year.game}" if year.game else ""
        said = (
            f"After {many} {_many(many, 'tournament')} {names} {leads} the season "
            f"{year.season.name}{in_game} with "
            f"{value_in_words(year.formula, first[0].value)}"
        )
        behind = [line for line in year.lines if 1 < (line.place or 0) <= PODIUM]
        if behind:
            who = and_list(
                f"{line.name} ({value_text(year.formula, line.value)})"
                for line in behind[:4]
            )
            said += f", ahead of {who}"
        return f"{said}."

    def standings(self) -> Iterable[str]:
        """The first ten, with all who share the last of these places."""
        for line in self.table.lines:
            if line.place > LISTED:
                return
            person = line.person
            lodge = f", {person.lodge}" if person.lodge else ""
            yield f"{line.place}. {person.name}{lodge}: {self._score(line)}"

    def teams(self, lists: TeamsAndClasses) -> Iterable[str]:
        """The teams that have a place, the first ten."""
        for team in lists.teams:
            if team.place and team.place <= LISTED:
                score = f"{points(team.points)} table points" if self.by_points else ""
                score = score or chips_word(team.total)
                who = and_list(each.person.name for each in team.counted)
                yield f"{team.place}. {team.name}: {score} ({who})"

    def classes(self, lists: TeamsAndClasses) -> Iterable[tuple[str, tuple[str, ...]]]:
        """The first three of each class."""
        for each in lists.classes:
            yield (
                each.name,
                tuple(
                    f"{line.place}. {line.person.name}: {chips_word(line.total)} "
                    f"(place {line.overall} of all)"
                    for line in each.lines
                    if line.place <= PODIUM
                ),
            )

    def prizes(self) -> Iterable[str]:
        """Who gets how much, where everybody may know it."""
        if not self.tournament.prizes_shown:
            return
        for line in prizes_of(self.tournament, self.table.lines).lines:
            amount = money(line.cents, self.club.currency)
            yield f"{line.place}. {line.person.name}: {amount}"


def _names(lines: Iterable[Line]) -> str:
    return and_list(line.person.name for line in lines)


def _many(number: int, word: str) -> str:
    return word if number == 1 else f"{word}s"


def _is(group: Sequence[Any]) -> str:
    return "is" if len(group) == 1 else "are"
