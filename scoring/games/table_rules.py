"""A game at one table: with the house's rules, for its number of seats.

The chips that a deal moves may depend on the state that earlier deals left (`State`).
No one types the state: it is calculated from the records, first deal to last, and
stored with each hand for reading.
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
    """A game within a round: a line for each deal, the sums, and its end.

    `said` uses "seat 2" for players; it is empty while the game goes on.
    """

    title: str
    rows: tuple[Row, ...]
    said: str | Sentence = ""


def accounts_at(sheet: Sheet, standing: Iterable[Hand]) -> list[GameAccount]:
    """Return the games of the hands that count, in the reader's language.

    Most games have none.
    """
    of_game: Any = getattr(words_of(sheet.round.tournament.game), "accounts", None)
    if of_game is None:
        return []
    parse = rules_at(sheet).game.parse
    accounts: Iterator[GameAccount] = of_game([parse(hand.record) for hand in standing])
    return spoken(list(accounts))


def named_accounts(
    sheet: Sheet, standing: Iterable[Hand], names: Sequence[str]
) -> list[GameAccount]:
    """Return the games of the hands that count, with names in place of seats."""
    known = dict(enumerate(names, start=1))
    return [
        GameAccount(account.title, account.rows, with_names(account.said, known))
        for account in accounts_at(sheet, standing)
    ]


MOST_MOVED = 1_000_000  # chips; far above any game, far below a column's limit

tell = teller(SHAPE_CODES)


@dataclass(frozen=True, slots=True)
class TableRules:
    """The rules by which the deals of a sheet are checked and settled.

    In its methods, `before` is the state that the previous deal left; None is the start
    of a round.
    """

    game: AnyGame
    rules: Any
    seats: int
    start: State | None  # of the first deal; None in a game without state
    left_aside: tuple[str, ...]  # accounts that may hold chips after a round
    has_total: bool  # whether the scores of a sheet have a total known beforehand

    def problems(
        self,
        record: object,
        before: State | None = None,
        engine: str | None = None,
    ) -> tuple[Problem, ...]:
        """Return all problems that the rules find in the record of a deal.

        A record made under another version, the `engine`, must pass only the checks of
        that version. A stored record is read alone again: it says how many sat at the
        table where tables differ, and never contains the state before it.
        """
        if isinstance(record, dict) and self.game.has_hands:
            if "state" in record:
                return (tell("unknown_field", "state", what=field_name("state")),)
            if len(self.game.tables) > 1 and record.get("table") is None:
                return (tell("missing_field", "table", what=field_name("table")),)
        state = self.start if before is None else before
        return self.game.check(record, self.rules, state, self.seats, engine)

    def newer_problems(
        self, record: object, engine: str, before: State | None = None
    ) -> tuple[Problem, ...]:
        """Return problems found now in a record that was right when it was made."""
        return since_then(self.problems(record, before), engine)

    def settle(self, record: object, before: State | None = None) -> Settlement:
        """Return what a record moves that had no problems, now or when it was stored.

        Raises ActionRefused if no deal can follow the state before it.
        """
        state = self.start if before is None else before
        self._refuse_too_far(state)
        deal = self.game.parse(record, checked=True)
        return self.game.settle(deal, self.rules, state)

    def columns_of(self, settled: Settlement) -> dict[str, Any]:
        """Return the columns of a hand's row: nets, chips put aside, and its state.

        Raises ActionRefused if it moves more than anyone plays for, as after twenty
        doubled rounds, or if no next hand could follow it.
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
        """Return the record that ends a round in this state, dealt by the last dealer.

        None if the game needs none, for example because no chips are aside.
        """
        deal = self.game.finish(left, self.rules, dealer)
        return None if deal is None else self.game.write(deal)

    def fold(self, records: Iterable[object]) -> Iterator[Settlement]:
        """Yield what each deal of a round moves, one following the other."""
        state = self.start
        for record in records:
            settled = self.settle(record, state)
            yield settled
            state = settled.state

    def figures(self, standing: Iterable[Hand]) -> Iterator[tuple[Hand, list[Figures]]]:
        """Yield the hands of a round that count, with the statistics of each seat."""
        state = self.start
        for hand in standing:
            deal = self.game.parse(hand.record, checked=True)
            settled = self.game.settle(deal, self.rules, state)
            yield hand, self.game.figures(deal, settled, self.rules, state)
            state = self.start if settled.state is None else settled.state

    def settled(self, versions: Iterable[Hand]) -> Iterator[tuple[Hand, Settlement]]:
        """Yield every version of every hand of a sheet, with what it moves.

        Each follows the valid hand before its number, even if the version itself is
        void or was changed.
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
    """Return game, preset and changed house rules (JSON): the arguments of `house`."""
    return tournament.game, tournament.preset, json.dumps(tournament.house_rules)


@lru_cache(maxsize=64)
def house(game: str, preset: str, changes: str) -> tuple[AnyGame, Any]:
    """Return a game and a set of its house rules: immutable and cached.

    Raises `HouseRuleError` if the game rejects the changes.
    """
    rules = game_named(game)
    return rules, rules.house.rules(preset, json.loads(changes))


def rules_mark(tournament: Tournament) -> str:
    """Return a short hash that changes whenever the house rules change."""
    rules = json.dumps([tournament.preset, tournament.house_rules], sort_keys=True)
    return blake2s(rules.encode(), digest_size=4).hexdigest()


def rules_at(sheet: Sheet) -> TableRules:
    """Return the rules of the sheet's game and house, for its number of seats.

    Queries its seats only where tables differ, and once.
    """
    played = house_key(sheet.round.tournament)
    game, _ = house(*played)
    seats = game.tables[0] if len(game.tables) == 1 else sheet.size
    return _table_rules(played, seats)


def rules_for(tournament: Tournament, seats: int) -> TableRules:
    """Return the rules of a table of this many seats, without a database query."""
    played = house_key(tournament)
    return _table_rules(played, seats)


@lru_cache(maxsize=128)
def _table_rules(played: tuple[str, str, str], seats: int) -> TableRules:
    """Return the cached rules for the key of a house and a number of seats."""
    game, rules = house(*played)
    start, aside = game.initial_state(rules, seats), game.left_aside(rules)
    return TableRules(game, rules, seats, start, aside, game.has_total(rules))


def seats_at(sheet: Sheet) -> int:
    """Return the number of seats at the table."""
    return rules_at(sheet).seats


def out_of_place(
    game: AnyGame, rules: Any, standing: Iterable[Hand]
) -> Iterator[tuple[Hand, str]]:
    """Yield hands that could not be recorded at their place now, with the reason.

    An earlier hand was changed since, and a game may now be over before them.
    `standing` are the hands of a sheet that count, in their order.
    """
    for before, hand in pairwise(standing):
        if before.state is None:
            continue
        problems = game.check(hand.record, rules, before.state, engine=hand.engine)
        yield from ((hand, problem.message) for problem in problems[:1])


def settle_anew(table: TableRules, versions: Iterable[Hand]) -> list[Hand]:
    """Store what the rules now give for each version; return those with changed chips.

    The version under which a hand was made and checked (`engine`) doesn't change. Call
    this under the sheet's lock. A row is saved only if its nets or state change.
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
