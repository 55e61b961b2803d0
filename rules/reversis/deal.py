"""Records of Reversis deals, the state between them, and the checks of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from rules.deal_rotation import THROWN_IN
from rules.fields import (
    SHAPE_CODES,
    Code,
    EachSeat,
    Field,
    Flag,
    ListOf,
    Object,
    Seat,
    Whole,
)
from rules.messages import Sentences, filled, seat_word
from rules.problems import Problem, teller
from rules.record_schema import Schema
from rules.reversis.house import HouseRules
from rules.reversis.words import CARDS

SEATS = (1, 2, 3, 4)
TRICKS = 11
ALL_POINTS = 40  # in tricks and talon together
WORTH = {"A": 4, "K": 3, "Q": 2, "J": 1}
QUINOLA, DIAMONDS = "JH", "AD"
ACES = (DIAMONDS, "AS", "AH", "AC")
COUNTERS = tuple(rank + suit for suit, rank in product("SHDC", WORTH))
MOST_IN_A_POOL = 1_000_000  # far above any pool; catches typing mistakes
PLAYED, FINISH = "played", "finish"


@dataclass(frozen=True, slots=True)
class State:
    """The pools, oldest first, and whether a remise was paid since the first one."""

    pools: tuple[int, ...] = ()
    remise: bool = False


@dataclass(frozen=True, slots=True)
class Honour:
    """An Ace or Quinola that was placed, forced or led by its holder.

    `to` is the seat that took the trick it was placed on, or that led and forced it;
    led cards have none. `claimed` applies to led cards only; None means claimed.
    """

    card: str
    how: str
    holder: int
    to: int | None = None
    last_two: bool = False
    claimed: bool | None = None


@dataclass(frozen=True, slots=True)
class Reversis:
    """A try for all tricks: `player` took the first nine tricks.

    If it wasn't made, `breaker` took one of the last two. `quinola`: the player had
    Quinola in the first nine; `by_quinola`: it broke the reversis.
    """

    player: int
    made: bool
    breaker: int | None = None
    by_quinola: bool = False
    quinola: bool = False


@dataclass(frozen=True, slots=True)
class Deal:
    """Card points and tricks of seats 1 to 4, the counters in the talon, and the rest.

    A `finish` isn't a played deal: it dissolves the pools and has none of these. A deal
    that was thrown in has none either, and the pools don't change.
    """

    table: int
    dealer: int
    kind: str
    points: tuple[int, ...] = ()
    tricks: tuple[int, ...] = ()
    talon: tuple[str, ...] = ()
    honours: tuple[Honour, ...] = ()
    reversis: Reversis | None = None
    espagnolette: int | None = None
    state: State = State()

    def took(self, seat: int) -> bool:
        """Return whether this seat took a trick."""
        return self.tricks[seat - 1] > 0

    @property
    def in_talon(self) -> int:
        """The worth of the counters in the talon."""
        return sum(WORTH[card[0]] for card in self.talon)


MOST_IN_TALON = 4
HELD_TO = 9  # first tricks; a player who takes all of them plays the reversis
MOST_POINTS = (0, 16, 28, 36)  # by number of tricks; in more of them all 40
_SENSE = Sentences(
    __name__,
    {
        "bad_state": "A remise was paid, but there is no pool.",
        "wrong_length": "{what} has at most four cards, not {count}.",
        "tricks_total": "The players have {total} tricks in all, but 11 are needed.",
        "points_total": (
            "The tricks and the talon have {total} points in all, but 40 are needed."
        ),
        "points_without_tricks": "{who} has points but took no tricks.",
        "points_too_many": (
            "{who} has {points} points, but the tricks they took can "
            "hold at most {most}."
        ),
        "card_twice": "{card} is entered twice.",
        "led_to_nobody": (
            "The winner of the hand claims a card that was led, so leave the player "
            "blank."
        ),
        "missing_field": SHAPE_CODES["missing_field"],
        "same_seat": "{who} can’t be entered as both players.",
        "no_such_trick": "{who} took no tricks but is entered with one.",
        "only_led_is_claimed": "Only a card that was led can be claimed.",
        "reversis_tricks": (
            "{who} has {tricks} tricks, but a reversis has 11 if it "
            "was made, and 9 or 10 if it was broken."
        ),
        "reversis_was_made": "The reversis was made, so no one broke it.",
        "reversis_missing": "{who} took every trick, so enter a reversis.",
        "espagnolette_is_reversis": (
            "{who} can’t play both the reversis and the espagnolette."
        ),
        "espagnolette_cards": (
            "{who} needs four Aces, or three Aces and Quinola, for an espagnolette."
        ),
    },
)
PROBLEM_CODES = Sentences(__name__, {**_SENSE, **SHAPE_CODES})
_REVERSIS = "The reversis"
# The section of the book on which a problem of sense is based.
PROBLEM_SECTIONS = {
    "bad_state": "Quinola and the pool",
    "wrong_length": "house",
    "tricks_total": _REVERSIS,
    "points_total": "Pay-off",
    "points_without_tricks": "Pay-off",
    "points_too_many": "Pay-off",
    "card_twice": "Side payments",
    "led_to_nobody": "Side payments",
    "same_seat": "Side payments",
    "no_such_trick": "Side payments",
    "only_led_is_claimed": "Side payments",
    "reversis_tricks": _REVERSIS,
    "reversis_was_made": _REVERSIS,
    "reversis_missing": _REVERSIS,
    "espagnolette_is_reversis": "Espagnolette",
    "espagnolette_cards": "Espagnolette",
}
tell = teller(_SENSE, PROBLEM_SECTIONS)
WHAT = Sentences(
    __name__,
    {
        "talon": "the talon",
        "breaker": "reversis, breaker",
        "honour.to": "honors no. {n}, to",
    },
)


def _sense(deal: Deal, rules: HouseRules) -> Iterable[Problem]:
    if deal.state.remise and not deal.state.pools:
        yield tell("bad_state", "state.remise")
    if deal.kind == PLAYED:
        yield from _counts(deal)
        for index, honour in enumerate(deal.honours):
            yield from _honour(deal, honour, index)
        yield from _reversis(deal)
        if deal.espagnolette is not None:
            yield from _espagnolette(deal, deal.espagnolette)


def _counts(deal: Deal) -> Iterable[Problem]:
    if len(deal.talon) > MOST_IN_TALON:
        yield tell("wrong_length", "talon", what=WHAT["talon"], count=len(deal.talon))
    if (tricks := sum(deal.tricks)) != TRICKS:
        yield tell("tricks_total", "tricks", total=tricks)
    if (points := sum(deal.points) + deal.in_talon) != ALL_POINTS:
        yield tell("points_total", "points", total=points)
    for seat, (held, took) in enumerate(zip(deal.points, deal.tricks, strict=True), 1):
        field = f"points[{seat - 1}]"
        if held and not took:
            yield tell("points_without_tricks", field, who=seat_word(seat))
        elif took < len(MOST_POINTS) and held > MOST_POINTS[took]:
            most = MOST_POINTS[took]
            yield tell(
                "points_too_many", field, who=seat_word(seat), points=held, most=most
            )


def _honour(deal: Deal, honour: Honour, index: int) -> Iterable[Problem]:
    field, taker = f"honours[{index}]", honour.to
    earlier = (before.card for before in deal.honours[:index])
    if honour.card in deal.talon or honour.card in earlier:
        yield tell("card_twice", f"{field}.card", card=CARDS[honour.card])
    if honour.how == "led":
        if taker is not None:
            yield tell("led_to_nobody", f"{field}.to")
    else:
        if taker is None:
            yield tell(
                "missing_field",
                f"{field}.to",
                what=filled(WHAT["honour.to"], {"n": index + 1}),
            )
        if honour.claimed is not None:
            yield tell("only_led_is_claimed", f"{field}.claimed")
    if taker == honour.holder:
        yield tell("same_seat", f"{field}.to", who=seat_word(taker))
    if honour.how == "placed":
        if taker is not None and not deal.took(taker):
            yield tell("no_such_trick", f"{field}.to", who=seat_word(taker))
    elif honour.card != QUINOLA and not deal.took(honour.holder):
        yield tell("no_such_trick", f"{field}.holder", who=seat_word(honour.holder))


def _reversis(deal: Deal) -> Iterable[Problem]:
    play = deal.reversis
    if play is None:
        if TRICKS in deal.tricks:
            seat = deal.tricks.index(TRICKS) + 1
            yield tell("reversis_missing", "reversis", who=seat_word(seat))
        return
    tricks = deal.tricks[play.player - 1]
    if tricks not in ((TRICKS,) if play.made else range(HELD_TO, TRICKS)):
        yield tell(
            "reversis_tricks",
            "reversis.player",
            who=seat_word(play.player),
            tricks=tricks,
        )
    yield from _quinola_of(play, deal)
    if play.made and play.by_quinola:
        yield tell("reversis_was_made", "reversis.by_quinola")
    yield from _breaker(play, deal)


def _breaker(play: Reversis, deal: Deal) -> Iterable[Problem]:
    field, breaker = "reversis.breaker", play.breaker
    if breaker is None:
        if not play.made:
            yield tell("missing_field", field, what=WHAT["breaker"])
        return
    if play.made:
        yield tell("reversis_was_made", field)
    if breaker == play.player:
        yield tell("same_seat", field, section=_REVERSIS, who=seat_word(breaker))
    if not deal.took(breaker):
        yield tell("no_such_trick", field, section=_REVERSIS, who=seat_word(breaker))


def _quinola_of(play: Reversis, deal: Deal) -> Iterable[Problem]:
    """Yield problems of Quinola recorded in the reversis and in another place too."""
    twice = play.by_quinola and not play.made
    if play.quinola and (twice or _is_away(QUINOLA, play.player, deal)):
        yield tell(
            "card_twice", "reversis.quinola", section=_REVERSIS, card=CARDS[QUINOLA]
        )
    if play.by_quinola and _is_away(QUINOLA, play.breaker, deal):
        yield tell(
            "card_twice", "reversis.by_quinola", section=_REVERSIS, card=CARDS[QUINOLA]
        )


def _is_away(card: str, seat: int | None, deal: Deal) -> bool:
    """Return whether this card was in the talon, or is another seat's honor."""
    return card in deal.talon or any(
        honour.card == card and honour.holder != seat for honour in deal.honours
    )


def _espagnolette(deal: Deal, seat: int) -> Iterable[Problem]:
    field = "espagnolette"
    if deal.reversis is not None and deal.reversis.player == seat:
        yield tell("espagnolette_is_reversis", field, who=seat_word(seat))
    lacking = sum(_is_away(ace, seat, deal) for ace in ACES)
    if lacking > 1 or (lacking and _is_away(QUINOLA, seat, deal)):
        yield tell("espagnolette_cards", field, who=seat_word(seat))


STATE = Object(
    State,
    {
        "pools": Field(ListOf(Whole(1, MOST_IN_A_POOL)), needed=True),
        "remise": Field(Flag()),
    },
)
HONOUR = Object(
    Honour,
    {
        "card": Field(Code((QUINOLA, *ACES)), needed=True),
        "how": Field(Code(("placed", "forced", "led")), needed=True),
        "holder": Field(Seat(), needed=True),
        "to": Field(Seat()),
        "last_two": Field(Flag()),
        "claimed": Field(Flag()),
    },
)
REVERSIS = Object(
    Reversis,
    {
        "player": Field(Seat(), needed=True),
        "made": Field(Flag(), needed=True),
        "breaker": Field(Seat()),
        "by_quinola": Field(Flag()),
        "quinola": Field(Flag()),
    },
)
_PLAYED = (PLAYED,)
SCHEMA = Schema(
    Deal,
    active=4,
    tables=(4,),
    kinds=(PLAYED, FINISH, THROWN_IN),
    known={
        "points": Field(EachSeat(Whole(0, ALL_POINTS)), needed=True, kinds=_PLAYED),
        "tricks": Field(EachSeat(Whole(0, TRICKS)), needed=True, kinds=_PLAYED),
        "talon": Field(ListOf(Code(COUNTERS), once=True), kinds=_PLAYED),
        "honours": Field(ListOf(HONOUR), kinds=_PLAYED),
        "reversis": Field(REVERSIS, kinds=_PLAYED),
        "espagnolette": Field(Seat(), kinds=_PLAYED),
        "state": Field(STATE, needed=(FINISH,)),
    },
    blank={"state": {"pools": []}},
    sense=_sense,
    idle=(FINISH, THROWN_IN),
)
