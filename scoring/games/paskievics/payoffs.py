"""What the card of payoffs says of Paskievics, from a tournament's house rules."""

from collections.abc import Iterator

from rules.paskievics import PRESET_NAMES, PRESETS
from rules.paskievics.house import HouseRules
from rules.paskievics.words import KONTRAS
from scoring.games.payoff_card import (
    Heading,
    PayoffBlock,
    PayoffCard,
    priced,
    title_of,
)

SIDES = "each loser to a winner"
BIDS = {"three": "Three", "two": "Two", "one": "One", "solo": "Solo"}


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, PRESETS, PRESET_NAMES),
        left=(_bids(rules), *_kontras(rules), *_passes(rules)),
        right=(_bonuses(rules), _tarokks(rules), *_trial(rules), _who_pays()),
    )


def _bids(rules: HouseRules) -> PayoffBlock:
    double, called_double = rules.double_times
    volat, called_volat = rules.volat_times
    rows = (
        (
            name,
            f"{chips}",
            *(
                priced(times * chips)
                for times in (double, called_double, volat, called_volat)
            ),
        )
        for code, name in BIDS.items()
        if (chips := rules.game_chips.get(code, 0))
    )
    return PayoffBlock(
        "Bids",
        SIDES,
        ("", "game", "double", "called", "volát", "called"),
        tuple(rows),
        (
            "The declarer’s side wins with 48 of 94 card points.",
            "Double: 71 card points. Volát: all nine tricks.",
            "The game is contained in a double or a volát, unless it was challenged.",
        ),
        named=True,
    )


def _kontras(rules: HouseRules) -> Iterator[PayoffBlock]:
    if rules.max_doubles:
        rows = tuple(
            (name.capitalize(), f"×{2**step}")
            for step, name in enumerate(KONTRAS[: rules.max_doubles], start=1)
        )
        yield PayoffBlock(
            "Kontra",
            "on game or call",
            (),
            rows,
            (),
            named=True,
        )


def _passes(rules: HouseRules) -> Iterator[PayoffBlock]:
    if rules.pass_out == "none":
        return
    more = (
        "Passed out again within it, it is doubled again."
        if rules.pass_out == "multiply"
        else "It is never doubled twice."
    )
    said = [
        "All passed: the same dealer deals again.",
        "All scores of the next round are doubled: four deals, five at a table of five.",
        more,
    ]
    if rules.annulled_doubles:
        said.append("A deal that is thrown in doubles too.")
    yield PayoffBlock("Passed out", "", (), (), tuple(said))


def _bonuses(rules: HouseRules) -> PayoffBlock:
    pairs = (
        ("Trull: all three honours", rules.trull_chips),
        ("All four Kings", rules.kings_chips),
        ("Pagát in the last trick", rules.pagat_chips),
        ("XXI caught with the Skíz", rules.xxi_chips),
    )
    volat = (
        "Beside a volát trull and Kings are paid, too."
        if rules.silent_with_volat
        else "Beside a volát silent trull and Kings are not paid."
    )
    return PayoffBlock(
        "Bonuses",
        SIDES,
        ("", "silent", "called"),
        tuple((name, priced(one), priced(two)) for name, (one, two) in pairs),
        (
            "What was called and missed is paid to the other side.",
            "A Pagát that loses the last trick is lost, called or not.",
            volat,
        ),
        named=True,
    )


def _tarokks(rules: HouseRules) -> PayoffBlock:
    eight, nine = rules.tarokks_chips
    who = (
        "declared, from each of the three"
        if rules.tarokks_paid_by == "everybody"
        else "declared, from the other side"
    )
    return PayoffBlock(
        "Tarokks",
        who,
        (),
        (("Eight", priced(eight)), ("Nine", priced(nine))),
        named=True,
    )


def _trial(rules: HouseRules) -> Iterator[PayoffBlock]:
    if rules.trial_chips:
        yield PayoffBlock(
            "Three without an honour",
            "",
            (),
            (("Fourth hand, to each other", f"{rules.trial_chips}"),),
            ("He found none in the talon either; the same dealer deals again.",),
            named=True,
        )


def _who_pays() -> PayoffBlock:
    return PayoffBlock(
        "Who pays",
        "",
        (),
        (),
        (
            "Two against two each pays one. Alone, the declarer pays each of the three,"
            " or collects from each.",
            "Who loses the XXI to the Skíz wears the mayor’s hat.",
        ),
    )
