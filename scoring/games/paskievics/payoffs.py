"""What the card of payoffs says of Paskievics, from a tournament's house rules."""

from collections.abc import Iterator

from rules.messages import say_later
from rules.paskievics.house import HOUSE, HouseRules
from scoring.games.paskievics.words import DOUBLINGS
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, priced, title_of

SIDES = say_later("each loser to a winner")
BIDS = {
    "three": say_later("Three"),
    "two": say_later("Two"),
    "one": say_later("One"),
    "solo": say_later("Solo"),
}


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
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
        say_later("Bids"),
        SIDES,
        (
            "",
            say_later("game"),
            say_later("double"),
            say_later("called"),
            say_later("volát"),
            say_later("called"),
        ),
        tuple(rows),
        (
            say_later("The declarer’s side wins with 48 of 94 card points."),
            say_later("Double: 71 card points. Volát: all nine tricks."),
            say_later(
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
            say_later("Kontra"),
            say_later("on game or call"),
            (),
            rows,
            (),
            named=True,
        )


def _passes(rules: HouseRules) -> Iterator[PayoffBlock]:
    if rules.pass_out == "none":
        return
    remarks = [
        say_later("All passed: the same dealer deals again."),
        *_doubled_rounds(rules),
    ]
    if rules.annulled_doubles:
        remarks.append(say_later("A thrown-in deal also doubles."))
    yield PayoffBlock(say_later("Passed out"), "", (), (), tuple(remarks))


def _doubled_rounds(rules: HouseRules) -> Iterator[str]:
    if rules.pass_out == "next":
        yield say_later(
            "All scores of the next deal are doubled, however many passed out."
        )
        return
    yield say_later(
        "All scores of the next round are doubled: four deals, five at a table of five."
    )
    if rules.pass_out == "multiply":
        yield say_later("If everyone passes again within it, it’s doubled again.")
    else:
        yield say_later("It’s never doubled twice.")


def _bonuses(rules: HouseRules) -> PayoffBlock:
    pairs = (
        (say_later("Trull: all three honors"), rules.trull_chips),
        (say_later("All four Kings"), rules.kings_chips),
        (say_later("Pagát in the last trick"), rules.pagat_chips),
        (say_later("XXI caught with the Skíz"), rules.xxi_chips),
    )
    volat = (
        say_later("With a volát, the trull and Kings are also paid.")
        if rules.silent_with_volat
        else say_later("With a volát, a silent trull and Kings aren’t paid.")
    )
    return PayoffBlock(
        say_later("Bonuses"),
        SIDES,
        ("", say_later("silent"), say_later("called")),
        tuple((name, priced(one), priced(two)) for name, (one, two) in pairs),
        (
            say_later("A call that fails is paid to the other side."),
            say_later("A Pagát that loses the last trick is lost, called or not."),
            volat,
        ),
        named=True,
    )


def _tarokks(rules: HouseRules) -> PayoffBlock:
    eight, nine = rules.tarokks_chips
    who = (
        say_later("declared, from each of the three")
        if rules.tarokks_paid_by == "everybody"
        else say_later("declared, from the other side")
    )
    return PayoffBlock(
        say_later("Tarokks"),
        who,
        (),
        ((say_later("Eight"), priced(eight)), (say_later("Nine"), priced(nine))),
        named=True,
    )


def _trial(rules: HouseRules) -> Iterator[PayoffBlock]:
    if rules.trial_chips:
        yield PayoffBlock(
            say_later("Three without an honor"),
            "",
            (),
            ((say_later("Fourth hand, to each other"), f"{rules.trial_chips}"),),
            (
                say_later(
                    "There was none in the talon either. The same dealer deals again."
                ),
            ),
            named=True,
        )


def _who_pays() -> PayoffBlock:
    return PayoffBlock(
        say_later("Who pays"),
        "",
        (),
        (),
        (
            say_later(
                "Two against two: each loser pays one winner. Alone: the declarer "
                "pays each of the three, or collects from each."
            ),
            say_later("A player who loses the XXI to the Skíz wears the mayor’s hat."),
        ),
    )
