"""The payoff card of Paskievics, from a tournament's house rules."""

from collections.abc import Iterator

from rules.messages import message_template
from rules.paskievics.house import HOUSE, HouseRules
from scoring.games.paskievics.words import DOUBLINGS
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, priced, title_of

SIDES = message_template("each loser to a winner")
BIDS = {
    "three": message_template("Three"),
    "two": message_template("Two"),
    "one": message_template("One"),
    "solo": message_template("Solo"),
}


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """Return the one-page card for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
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
        message_template("Bids"),
        SIDES,
        (
            "",
            message_template("game"),
            message_template("double"),
            message_template("called"),
            message_template("volát"),
            message_template("called"),
        ),
        tuple(rows),
        (
            message_template("The declarer’s side wins with 48 of 94 card points."),
            message_template("Double: 71 card points. Volát: all nine tricks."),
            message_template(
                "A double or a volát includes the game, unless the game was challenged."
            ),
        ),
        named=True,
    )


def _kontras(rules: HouseRules) -> Iterator[PayoffBlock]:
    if rules.max_doubles:
        rows = tuple(
            (DOUBLINGS[step].with_capital(), f"×{2**step}")
            for step in range(1, rules.max_doubles + 1)
        )
        yield PayoffBlock(
            message_template("Kontra"),
            message_template("on game or call"),
            (),
            rows,
            (),
            named=True,
        )


def _passes(rules: HouseRules) -> Iterator[PayoffBlock]:
    if rules.pass_out == "none":
        return
    remarks = [
        message_template("All passed: the same dealer deals again."),
        *_doubled_rounds(rules),
    ]
    if rules.annulled_doubles:
        remarks.append(message_template("A thrown-in deal also doubles."))
    yield PayoffBlock(message_template("Passed out"), "", (), (), tuple(remarks))


def _doubled_rounds(rules: HouseRules) -> Iterator[str]:
    if rules.pass_out == "next":
        yield message_template(
            "All scores of the next deal are doubled, no matter how many deals were "
            "passed out."
        )
        return
    yield message_template(
        "All scores of the next round (four deals, or five at a table of five) are "
        "doubled."
    )
    if rules.pass_out == "multiply":
        yield message_template(
            "If everyone passes again during that round, scores double again."
        )
    else:
        yield message_template("A round is never doubled twice.")


def _bonuses(rules: HouseRules) -> PayoffBlock:
    pairs = (
        (message_template("Trull: all three honors"), rules.trull_chips),
        (message_template("All four Kings"), rules.kings_chips),
        (message_template("Pagát in the last trick"), rules.pagat_chips),
        (message_template("XXI caught with the Skíz"), rules.xxi_chips),
    )
    volat = (
        message_template("With a volát, the trull and Kings are also paid.")
        if rules.silent_with_volat
        else message_template(
            "With a volát, a silent trull and silent Kings aren’t paid."
        )
    )
    return PayoffBlock(
        message_template("Bonuses"),
        SIDES,
        ("", message_template("silent"), message_template("called")),
        tuple((name, priced(first), priced(second)) for name, (first, second) in pairs),
        (
            message_template("A call that fails is paid to the other side."),
            message_template(
                "A Pagát that loses the last trick is lost, called or not."
            ),
            volat,
        ),
        named=True,
    )


def _tarokks(rules: HouseRules) -> PayoffBlock:
    eight, nine = rules.tarokks_chips
    payers = (
        message_template("declared, from each of the three")
        if rules.tarokks_paid_by == "everybody"
        else message_template("declared, from the other side")
    )
    return PayoffBlock(
        message_template("Tarokks"),
        payers,
        (),
        (
            (message_template("Eight"), priced(eight)),
            (message_template("Nine"), priced(nine)),
        ),
        named=True,
    )


def _trial(rules: HouseRules) -> Iterator[PayoffBlock]:
    if rules.trial_chips:
        yield PayoffBlock(
            message_template("Three without an honor"),
            "",
            (),
            (
                (
                    message_template("Fourth hand, to each of the others"),
                    f"{rules.trial_chips}",
                ),
            ),
            (
                message_template(
                    "This is for finding none in the talon either. The same dealer "
                    "deals again."
                ),
            ),
            named=True,
        )


def _who_pays() -> PayoffBlock:
    return PayoffBlock(
        message_template("Who pays"),
        "",
        (),
        (),
        (
            message_template(
                "With two against two, each loser pays one winner. A declarer who "
                "plays alone pays each of the other three or collects from each."
            ),
            message_template(
                "A player who loses the XXI to the Skíz wears the mayor’s hat."
            ),
        ),
    )
