"""How each sister game is played at the table whose phone is watched, tap by tap.

`{a}` … `{e}` are the first names of seats 1 … 5; what stands before " > " says where on
the page the tapped words are. After “~” come words that are only a part of an answer.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.game import AnyGame, game_named
from tests.messages import message

ARROW = message("Next number")


@dataclass(frozen=True)
class Deal:
    """What is tapped after “New hand”, and the record that it makes.

    One that `closes` a round has a page of its own instead.
    """

    taps: tuple[str, ...]
    record: dict[str, Any]
    review: bool = True
    closes: bool = False


@dataclass(frozen=True)
class Night:
    """A game, who comes, and three things at one table: a plain deal, a rare one, and
    the first of them changed.

    `moves`: the change moves chips of a later deal too. `proves`: without deals the
    scores of a sheet total what all start with. `closing`: a round ends with a deal that
    nobody plays.
    """

    game: str
    deals: tuple[Deal, ...]
    changed: Deal
    people: int = 13
    sizes: tuple[int, ...] = (4, 3, 3, 3)
    preset: str = "book"
    house: dict[str, Any] = field(default_factory=dict)
    moves: bool = False
    proves: bool = True
    closing: bool = False

    @property
    def rules(self) -> tuple[AnyGame, Any]:
        game = game_named(self.game)
        return game, game.house.rules(self.preset, self.house)

    def nets(
        self, records: list[dict[str, Any]], seats: int
    ) -> Iterator[tuple[int, ...]]:
        """What each deal moves, one following on the other."""
        game, rules = self.rules
        state = game.initial_state(rules, seats)
        for record in records:
            assert game.check(record, rules, state, seats) == ()
            settled = game.settle(game.parse(record), rules, state)
            yield settled.net
            state = settled.state

    def scores(self, records: list[dict[str, Any]], seats: int) -> list[int]:
        return [sum(each) for each in zip(*self.nets(records, seats), strict=True)]


TAPP = Night(
    "tapp_tarock",
    (
        Deal(
            ("{d}", "{b}", "Threes", "4", "0"),
            {"dealer": 4, "soloist": 2, "contract": "threes", "points": 40},
            review=False,
        ),
        Deal(
            (
                *("{c}", "Solo", "3", "5", "Pagat", "#panel > {d}"),
                *("#panel > Lost it", "#panel > Announced"),
            ),
            {
                **{"dealer": 1, "soloist": 3, "contract": "solo", "points": 35},
                "pagat": {"holder": 4, "result": "lost", "announced": True},
            },
        ),
    ),
    Deal(
        ("~40 : 30", "3", "0"),
        {"dealer": 4, "soloist": 2, "contract": "threes", "points": 30},
    ),
)
PASKIEVICS = Night(
    "paskievics",
    (
        Deal(
            ("{e}", message("All passed")),
            {"dealer": 5, "kind": "passed_out"},
            review=False,
        ),
        Deal(
            (
                "{a}",
                "Alone",
                "One",
                "6",
                "0",
                "Announced",
                "#panel > Opponents: Volát",
            ),
            {
                **{"dealer": 5, "declarer": 1, "bid": "one", "points": 60},
                "announced": {"opponents": {"volat": 0}},
            },
        ),
    ),
    Deal(("~All passed", message("Thrown in")), {"dealer": 5, "kind": "annulled"}),
    sizes=(5, 4, 4),
    moves=True,
)
SCARTO = Night(
    "scarto",
    (
        Deal(
            ("{c}", "4", "0", ARROW, "2", "0"),
            {"dealer": 3, "points": [40, 20, 18]},
            review=False,
        ),
        Deal(
            ("7", "8", ARROW, "0"),
            {"dealer": 1, "points": [78, 0, 0]},
            review=False,
        ),
        Deal(
            ("2", "0", ARROW, "2", "9"),
            {"dealer": 2, "points": [20, 29, 29]},
            review=False,
        ),
    ),
    Deal(
        ("~{a} 40, {b} 20, {c} 18", "{b}20", "1", "0"),
        {"dealer": 3, "points": [40, 10, 28]},
    ),
    people=9,
    sizes=(3, 3, 3),
    preset="stake",
    moves=True,
)
MARIAS = Night(
    "marias",
    (
        Deal(
            ("{d}", message("♣ Acorns"), "60"),
            {"dealer": 4, "contract": "game", "trump": "acorns", "points": 60},
            review=False,
        ),
        Deal(
            (
                *(message("♥ Hearts"), "60", "Marriages", "#panel > Soloist: ♥ Hearts"),
                *("Seven", "#panel > Soloist", "#panel > Made"),
                "#panel > Announced",
            ),
            {
                **{"dealer": 1, "contract": "game", "trump": "hearts", "points": 60},
                "marriages": {"soloist": ["hearts"]},
                "seven": {"side": "soloist", "made": True, "announced": True},
            },
        ),
    ),
    Deal(
        ("~points60", "30"),
        {"dealer": 4, "contract": "game", "trump": "acorns", "points": 30},
    ),
)
REVERSIS = Night(
    "reversis",
    (
        Deal(
            (
                "{d}",
                "3",
                ARROW,
                "3",
                ARROW,
                "3",
                "Next",
                "Next",
                "9",
                ARROW,
                "1",
                "0",
                ARROW,
                "1",
                "1",
            ),
            {"dealer": 4, "points": [9, 10, 11, 10], "tricks": [3, 3, 3, 2]},
            review=False,
        ),
        Deal(
            (
                "2",
                ARROW,
                "3",
                ARROW,
                "3",
                "Next",
                "Next",
                "4",
                ARROW,
                "1",
                "2",
                ARROW,
                "1",
                "2",
                message("Aces and Quinola"),
                "#panel > Quinola: {a}",
                "#panel > Placed",
                "#q-more-honours-0-part-to > {c}",
            ),
            {
                **{"dealer": 1, "points": [4, 12, 12, 12], "tricks": [2, 3, 3, 3]},
                "honours": [{"card": "JH", "how": "placed", "holder": 1, "to": 3}],
            },
        ),
        Deal((), {"dealer": 1, "kind": "finish"}, review=False, closes=True),
    ),
    Deal(
        (
            message("Aces and Quinola"),
            "#panel > Quinola: {a}",
            "#panel > Forced",
            "#q-more-honours-0-part-to-2 > {b}",
        ),
        {
            **{"dealer": 4, "points": [9, 10, 11, 10], "tricks": [3, 3, 3, 2]},
            "honours": [{"card": "JH", "how": "forced", "holder": 1, "to": 2}],
        },
    ),
    people=12,
    sizes=(4, 4, 4),
    moves=True,
    proves=False,
    closing=True,
)
SCHIEBERAMSCH = Night(
    "schieberamsch",
    (
        Deal(
            (
                "{d}",
                "{b}",
                "1",
                "5",
                "0",
                ARROW,
                "4",
                "0",
                ARROW,
                "2",
                "0",
            ),
            {
                **{"dealer": 4, "points": [50, 40, 20, 0], "skat": 10},
                **{"last_trick": 2, "shoves": 1},
            },
            review=False,
        ),
        Deal(
            (message("Grand hand"), "{c}", "96", "Made"),
            {
                **{"dealer": 1, "kind": "grand_hand", "soloist": 3},
                **{"value": 96, "made": True},
            },
            review=False,
        ),
    ),
    Deal(
        ("~Shoves1", "2"),
        {
            **{"dealer": 4, "points": [50, 40, 20, 0], "skat": 10},
            **{"last_trick": 2, "shoves": 2},
        },
    ),
    proves=False,
)
TYSIACHA = Night(
    "tysiacha",
    (
        Deal(
            ("{d}", "{a}", "100", "8", "0", ARROW, "4", "0"),
            {"dealer": 4, "soloist": 1, "bid": 100, "points": [80, 40, 0, 0]},
            review=False,
        ),
        Deal(
            (
                "{b}",
                "110",
                "9",
                "0",
                ARROW,
                "0",
                *("Marriages", "#panel > ♥ Hearts: {b}"),
            ),
            {
                **{"dealer": 1, "soloist": 2, "bid": 110, "points": [0, 90, 0, 30]},
                "marriages": {"2": ["hearts"]},
            },
        ),
    ),
    Deal(
        ("~{a} 80, {b} 40, {c} 0", "{b}40", "3", "0"),
        {"dealer": 4, "soloist": 1, "bid": 100, "points": [80, 30, 10, 0]},
    ),
    house={"bolt_limit": 2},
    moves=True,
    proves=False,
)
NIGHTS = (TAPP, PASKIEVICS, SCARTO, MARIAS, REVERSIS, SCHIEBERAMSCH, TYSIACHA)
