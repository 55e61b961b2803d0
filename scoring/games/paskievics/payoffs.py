"""What the card of payoffs says of Paskievics, from a tournament's house rules."""

from collections.abc import Iterator

from rules.paskievics.house import HOUSE, HouseRules
from rules.sentences import template as _
from scoring.games.paskievics.words import DOUBLINGS
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, priced, title_of

SIDES = _("each loser to a winner")
BIDS = {"three": _("Three"), "two": _("Two"), "one": _("One"), "solo": _("Solo")}


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
        _("Bids"),
        SIDES,
        ("", _("game"), _("double"), _("called"), _("volát"), _("called")),
        tuple(rows),
        (
            _("The declarer’s side wins with 48 of 94 card points."),
            _("Double: 71 card points. Volát: all nine tricks."),
            _(
                "The game is contained in a double or a volát, unless it was challenged."
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
            _("Kontra"),
            _("on game or call"),
            (),
            rows,
            (),
            named=True,
        )


def _passes(rules: HouseRules) -> Iterator[PayoffBlock]:
    if rules.pass_out == "none":
        return
    remarks = [_("All passed: the same dealer deals again."), *_doubled_rounds(rules)]
    if rules.annulled_doubles:
        remarks.append(_("A deal that is thrown in doubles too."))
    yield PayoffBlock(_("Passed out"), "", (), (), tuple(remarks))


def _doubled_rounds(rules: HouseRules) -> Iterator[str]:
    if rules.pass_out == "next":
        yield _("All scores of the next deal are doubled, however many passed out.")
        return
    yield _(
        "All scores of the next round are doubled: four deals, five at a table of five."
    )
    if rules.pass_out == "multiply":
        yield _("Passed out again within it, it is doubled again.")
    else:
        yield _("It is never doubled twice.")


def _bonuses(rules: HouseRules) -> PayoffBlock:
    pairs = (
        (_("Trull: all three honours"), rules.trull_chips),
        (_("All four Kings"), rules.kings_chips),
        (_("Pagát in the last trick"), rules.pagat_chips),
        (_("XXI caught with the Skíz"), rules.xxi_chips),
    )
    volat = (
        _("Beside a volát trull and Kings are paid, too.")
        if rules.silent_with_volat
        else _("Beside a volát silent trull and Kings are not paid.")
    )
    return PayoffBlock(
        _("Bonuses"),
        SIDES,
        ("", _("silent"), _("called")),
        tuple((name, priced(one), priced(two)) for name, (one, two) in pairs),
        (
            _("What was called and missed is paid to the other side."),
            _("A Pagát that loses the last trick is lost, called or not."),
            volat,
        ),
        named=True,
    )


def _tarokks(rules: HouseRules) -> PayoffBlock:
    eight, nine = rules.tarokks_chips
    who = (
        _("declared, from each of the three")
        if rules.tarokks_paid_by == "everybody"
        else _("declared, from the other side")
    )
    return PayoffBlock(
        _("Tarokks"),
        who,
        (),
        ((_("Eight"), priced(eight)), (_("Nine"), priced(nine))),
        named=True,
    )


def _trial(rules: HouseRules) -> Iterator[PayoffBlock]:
    if rules.trial_chips:
        yield PayoffBlock(
            _("Three without an honour"),
            "",
            (),
            ((_("Fourth hand, to each other"), f"{rules.trial_chips}"),),
            (_("There was none in the talon either; the same dealer deals again."),),
            named=True,
        )


def _who_pays() -> PayoffBlock:
    return PayoffBlock(
        _("Who pays"),
        "",
        (),
        (),
        (
            _(
                "Two against two each pays one. Alone, the declarer pays each of the three,"
                " or collects from each."
            ),
            _("Who loses the XXI to the Skíz wears the mayor’s hat."),
        ),
    )
