"""A game as it is played at one table: with the house's rules, for so many seats.

What a deal moves may rest on what the deals before it left (`State`). Nobody types that:
it is folded from the records, first deal to last, and kept with each hand for reading.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2s
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any

from clubs.i18n import chips_text, message
from rules.deal_rotation import State
from rules.fields import SHAPE_CODES, Reading
from rules.game import AnyGame, game_named
from rules.hand_stats import Figures
from rules.labels import field_name
from rules.ledger import Settlement
from rules.messages import Sentence
from rules.problems import Problem, since_then, teller
from rules.record_schema import schema_of
from scoring.core.writes import ActionRefused
from scoring.games.labels import words_of
from scoring.games.translation import spoken, with_names
from scoring.models import Hand, Sheet, Tournament
from scoring.models.seats import as_columns

Row = tuple[str, tuple[str, ...]]  # its head, and a number for each seat


@dataclass(frozen=True, slots=True)
class GameAccount:
    """One such game: a line for each deal, what they make, and how it ended.

    `said` speaks of "seat 2"; it is empty while the game goes on.
    """

    title: str
    rows: tuple[Row, ...]
    said: str | Sentence = ""


def accounts_at(sheet: Sheet, standing: Iterable[Hand]) -> list[GameAccount]:
    """The games of the hands that count, in the reader's language; most have none."""
    of_game: Any = getattr(words_of(sheet.round.tournament.game), "accounts", None)
    if of_game is None:
        return []
    parse = rules_at(sheet).game.parse
    accounts: Iterator[GameAccount] = of_game([parse(hand.record) for hand in standing])
    return spoken(list(accounts))


def named_accounts(
    sheet: Sheet, standing: Iterable[Hand], names: Sequence[str]
) -> list[GameAccount]:
    """The games of the hands that count, with names in place of seats."""
    known = dict(enumerate(names, start=1))
    return [
        GameAccount(account.title, account.rows, with_names(account.said, known))
        for account in accounts_at(sheet, standing)
    ]


MOST_MOVED = 1_000_000  # chips; far above what is played, far below a column's end

tell = teller(SHAPE_CODES)


@dataclass(frozen=True, slots=True)
class TableRules:
    """The rules by which the deals of a sheet are checked and settled.

    `before` is the state that the deal before left; None is the start of a round.
    """

    game: AnyGame
    rules: Any
    seats: int
    start: State | None  # of the first deal; None in a game that carries nothing on
    left_aside: tuple[str, ...]  # accounts in which chips may lie after a round

    def problems(
        self,
        record: object,
        before: State | None = None,
        engine: str | None = None,
    ) -> tuple[Problem, ...]:
        """All that the rules find wrong with the record of a deal.

        One that was made under another version, the `engine`, is held to its checks.

        A record kept here is read again by itself: it says how many sat there where
        tables differ, and never what the deals before it left.
        """
        if isinstance(record, dict):
            if "state" in record:
                return (tell("unknown_field", "state", what=field_name("state")),)
            if len(self.game.tables) > 1 and record.get("table") is None:
                return (tell("missing_field", "table", what=field_name("table")),)
        state = self.start if before is None else before
        return self.game.check(record, self.rules, state, self.seats, engine)

    def newer_problems(
        self, record: object, engine: str, before: State | None = None
    ) -> tuple[Problem, ...]:
        """What the rules find now in a record that was right when it was made."""
        return since_then(self.problems(record, before), engine)

    def settle(self, record: object, before: State | None = None) -> Settlement:
        """What a record moves that was found without problems, now or when kept.

        Raises ActionRefused where nothing can go on from what was left before.
        """
        state = self.start if before is None else before
        self._refuse_too_far(state)
        deal = self.game.parse(record, checked=True)
        return self.game.settle(deal, self.rules, state)

    def columns_of(self, settled: Settlement) -> dict[str, Any]:
        """What a hand's row keeps: nets, chips put aside, what it leaves.

        Raises ActionRefused where it is more than anybody plays for, as after twenty doubled
        rounds, or where no next hand could go on from it.
        """
        net = settled.net
        if max(map(abs, net)) > MOST_MOVED:
            most = chips_text(MOST_MOVED)
            text = message(
                "This hand would move more than {most} chips. Check that every "
                "earlier hand is right.",
                most=most,
            )
            raise ActionRefused(text, "record")
        if settled.state is not None:
            self._refuse_too_far(settled.state)
        aside = sum(settled.accounts.values())
        return as_columns("net", net) | {"aside": aside, "state": settled.state}

    def _refuse_too_far(self, left: State | None) -> None:
        if left is None or self.start is None:
            return
        reading = Reading(self.seats)
        schema_of(self.game).known["state"].shape.read(left, "state", reading)
        if reading.problems:
            text = message(
                "The totals carried over to the next hand are too large. Check that all"
                " hands are right."
            )
            raise ActionRefused(text, "record")

    def closing(self, left: State | None, dealer: int) -> dict[str, Any] | None:
        """The record that ends a round by this state, dealt by whoever dealt last.

        None where the game asks for none, as where nothing lies aside.
        """
        deal = self.game.finish(left, self.rules, dealer)
        return None if deal is None else self.game.write(deal)

    def fold(self, records: Iterable[object]) -> Iterator[Settlement]:
        """What each deal of a round moves, one following on the other."""
        state = self.start
        for record in records:
            settled = self.settle(record, state)
            yield settled
            state = settled.state

    def figures(self, standing: Iterable[Hand]) -> Iterator[tuple[Hand, list[Figures]]]:
        """The hands of a round that count, each with what it was for each seat."""
        state = self.start
        for hand in standing:
            deal = self.game.parse(hand.record, checked=True)
            settled = self.game.settle(deal, self.rules, state)
            yield hand, self.game.figures(deal, settled, self.rules, state)
            state = self.start if settled.state is None else settled.state

    def settled(self, versions: Iterable[Hand]) -> Iterator[tuple[Hand, Settlement]]:
        """Every version of every hand of a sheet, with what it moves.

        Each follows on the hand that stands before its number, be it void or changed
        itself.
        """
        ordered = sorted(versions, key=attrgetter("number", "pk"))
        replaced = {hand.replaces_id for hand in ordered}
        state = self.start
        for _, game_hands in groupby(ordered, attrgetter("number")):
            left = state
            for hand in game_hands:
                moved = self.settle(hand.record, state)
                yield hand, moved
                if not hand.voided_at and hand.pk not in replaced:
                    left = moved.state
            state = left


def house_key(tournament: Tournament) -> tuple[str, str, str]:
    """Game, preset and changed house rules (JSON): what `house` makes a house of."""
    return tournament.game, tournament.preset, json.dumps(tournament.house_rules)


@lru_cache(maxsize=64)
def house(game: str, preset: str, changes: str) -> tuple[AnyGame, Any]:
    """A game and a set of its house rules: values, made once.

    Raises `HouseRuleError` as the game does.
    """
    rules = game_named(game)
    return rules, rules.house.rules(preset, json.loads(changes))


def rules_mark(tournament: Tournament) -> str:
    """Another word whenever the house rules are others."""
    rules = json.dumps([tournament.preset, tournament.house_rules], sort_keys=True)
    return blake2s(rules.encode(), digest_size=4).hexdigest()


def rules_at(sheet: Sheet) -> TableRules:
    """The rules of the sheet's game and house, for as many as sit there.

    Asks for its seats only where tables differ, and once.
    """
    played = house_key(sheet.round.tournament)
    game, _ = house(*played)
    seats = game.tables[0] if len(game.tables) == 1 else sheet.size
    return _table_rules(played, seats)


def rules_for(tournament: Tournament, seats: int) -> TableRules:
    """The rules of a table of so many seats; nothing is asked of the database."""
    played = house_key(tournament)
    return _table_rules(played, seats)


@lru_cache(maxsize=128)
def _table_rules(played: tuple[str, str, str], seats: int) -> TableRules:
    """By the key of a house, for tables of so many: a value, made once."""
    game, rules = house(*played)
    start, aside = game.initial_state(rules, seats), game.left_aside(rules)
    return TableRules(game, rules, seats, start, aside)


def seats_at(sheet: Sheet) -> int:
    """How many sit at the table."""
    return rules_at(sheet).seats


def out_of_place(
    game: AnyGame, rules: Any, standing: Iterable[Hand]
) -> Iterator[tuple[Hand, str]]:
    """Hands that could not be recorded where they stand now, and why.

    An earlier one was changed since, and a game may now be over before them. `standing`
    are those of a sheet that count, in their order.
    """
    for before, hand in pairwise(standing):
        if before.state is None:
            continue
        problems = game.check(hand.record, rules, before.state, engine=hand.engine)
        yield from ((hand, problem.message) for problem in problems[:1])


def settle_anew(table: TableRules, versions: Iterable[Hand]) -> list[Hand]:
    """Keep what the rules say now of each version; those that moved other chips before.

    Under which version a hand was made and checked (`engine`) stays as it was.
    Belongs under the sheet's lock. A row is written only where it says something else.
    """
    moved = []
    for hand, settled in table.settled(versions):
        if (hand.net, hand.state) == (settled.net, settled.state):
            continue
        if hand.net != settled.net:
            moved.append(hand)
        for name, value in table.columns_of(settled).items():
            setattr(hand, name, value)
        hand.save()
    return moved
