"""From a checked deal of Tysiacha to the points, or the stake, that move (003)."""

from collections.abc import Iterable
from typing import Any

from rules.game import State as Json
from rules.ledger import Line, Party, Settlement, paid, scored
from rules.records import as_state, folded
from rules.sentences import in_chips, joined, seat_word, signed
from rules.tysiacha.deal import STATE, Deal, State
from rules.tysiacha.endgame import go_on, winner_of
from rules.tysiacha.gains import reckon_gains
from rules.tysiacha.house import HouseRules
from rules.tysiacha.running import Running
from rules.tysiacha.words import say

ACCOUNT = "PAR"


def settle(deal: Deal, rules: HouseRules, state: Json | None = None) -> Settlement:
    """Each seat's points, or the stake of a game won, and the game as it stands.

    A deal after the end of a game, which `check` refuses, moves nothing: it was recorded
    before an earlier one was changed.
    """
    before = folded(STATE, state, deal.state, deal.table).at(deal.table)
    if before.winner:
        over = say("note.over.before", who=seat_word(before.winner))
        return Settlement((), (over,), deal.table, in_json(before))
    if deal.kind == "passed_out":
        return Settlement((), (), deal.table, in_json(before))
    run, winner = reckon(deal, rules, before)
    by_stake = rules.score_by == "stake"
    lines = _stake_lines(run, winner) if by_stake else _point_lines(run, winner)
    notes = list(run.notes)
    if by_stake:
        notes = [joined(move.reasons, " ") for move in run.moves] + notes
    if winner:
        total = run.totals[winner - 1]
        notes.append(say("note.won", who=seat_word(winner), total=total))
        notes.append(say("note.new" if rules.after_win == "new_game" else "note.over"))
    after = in_json(_after(run, winner))
    return Settlement(tuple(lines), tuple(notes), deal.table, after)


def reckon(deal: Deal, rules: HouseRules, before: State) -> tuple[Running, int | None]:
    """The game after a deal that was bid for, and who has won it."""
    run = Running(deal, rules, before)
    reckon_gains(run)
    winner = winner_of(run)
    if winner is None:
        go_on(run)
    return run, winner


def in_json(state: State) -> dict[str, Any]:
    """The state as it is handed on; a winner only where there is one."""
    told = as_state(state)
    if state.winner is None:
        del told["winner"]
    return told


def _point_lines(run: Running, winner: int | None) -> Iterable[Line[Party]]:
    for move in run.moves:
        section = "Fragment" if move.item == "soloist" else "house"
        yield from scored(
            move.item, ACCOUNT, move.seat, move.points, section, *move.reasons
        )
    if winner:
        who, total, chips = (
            seat_word(winner),
            run.totals[winner - 1],
            run.rules.game_chips,
        )
        why = say("game", who=who, total=total, score=signed(chips))
        yield from scored("game", ACCOUNT, winner, chips, "house", why)


def _stake_lines(run: Running, winner: int | None) -> Iterable[Line[Party]]:
    """Each other seat pays the winner, also the one that sits out."""
    if winner is None:
        return ()
    chips = run.rules.stake
    who, total = seat_word(winner), run.totals[winner - 1]
    why = say("stake", who=who, total=total, chips=in_chips(chips))
    others = (seat for seat in range(1, run.deal.table + 1) if seat != winner)
    return paid("stake", chips, [(seat, winner) for seat in others], "house", why)


def _after(run: Running, winner: int | None) -> State:
    """A new game begins with nothing; one that stops keeps its totals."""
    table = run.deal.table
    if winner is None:
        return State(
            tuple(run.totals),
            tuple(run.barrel),
            tuple(run.bolts),
            tuple(run.conceded),
            tuple(run.falls),
        )
    if run.rules.after_win == "new_game":
        return State().at(table)
    return State(tuple(run.totals), winner=winner).at(table)
