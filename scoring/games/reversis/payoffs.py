"""What the card of payoffs says of Reversis, from a tournament's house rules."""

from collections.abc import Iterator

from rules.reversis.house import HOUSE, HouseRules
from rules.sentences import said_with
from rules.sentences import template as _
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, priced, title_of

CARDS = ((_("Ace"), "4"), (_("King"), "3"), (_("Queen"), "2"), (_("Jack"), "1"))


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(_party(rules), _cards(), _reversis(rules)),
        right=(_side(rules), _pools(rules)),
    )


def _cards() -> PayoffBlock:
    remarks = (
        _("Tricks and talon make 40."),
        _(
            "Fewest points win, most lose. Equal: fewest tricks, then the dealer, then the"
            " seats to follow."
        ),
    )
    return PayoffBlock(_("Points"), "", (), CARDS, remarks, named=True)


def _party(rules: HouseRules) -> PayoffBlock:
    text = _("{chips} and the points of the talon")
    price = said_with(text, chips=rules.party_chips)
    bonus = (_("In the talon ♦A counts 5, ♥J 3."),) if rules.talon_bonus else ()
    return PayoffBlock(
        _("The party"),
        _("loser to winner"),
        (),
        ((price, "×1"), (_("sitting opposite"), "×2")),
        bonus,
        named=True,
    )


def _reversis(rules: HouseRules) -> PayoffBlock:
    near, opposite = rules.reversis_chips
    all_of_it = 2 * near + opposite
    return PayoffBlock(
        _("Reversis, every trick"),
        "",
        (),
        (
            (_("Made, from each neighbour"), priced(near)),
            (_("Made, from opposite"), priced(opposite)),
            (_("Broken, to whoever broke it"), priced(rules.broken_chips)),
        ),
        (
            _("Then there is no party, and honours are not paid."),
            said_with(
                _(
                    "Espagnolette: who undertook it pays all {chips} for a made one, and wins the party without a trick or loses it with one."
                ),
                chips=all_of_it,
            ),
        ),
        named=True,
    )


def _side(rules: HouseRules) -> PayoffBlock:
    placed, forced, others = rules.quinola_chips
    diamond, led_diamond = rules.ace_diamonds_chips
    ace, led_ace = rules.ace_chips
    rows = (
        _row(_("Quinola ♥J placed"), placed),
        _row(_("forced, led"), forced),
        _row(_("each other then"), others),
        _row(_("♦A placed"), diamond),
        _row(_("forced, led"), led_diamond),
        _row(_("Other Ace placed"), ace),
        _row(_("forced, led"), led_ace),
    )
    return PayoffBlock(
        _("Honours"),
        "",
        ("", _("plain"), _("opp."), _("last 2"), _("both")),
        rows,
        (
            _("Twice for one sitting opposite, twice in the last two tricks."),
            _(
                "Placed: who takes it pays its holder. Forced or led: its holder pays who"
                " forced it, or the winner of the hand."
            ),
        ),
        named=True,
    )


def _row(name: str, chips: int) -> tuple[str, ...]:
    """Twice for one who sits opposite, twice in the last two tricks."""
    return (name, *(priced(chips * times) for times in (1, 2, 2, 4)))


def _pools(rules: HouseRules) -> PayoffBlock:
    player, dealer = rules.pool_chips
    return PayoffBlock(
        _("The pool"),
        "",
        (),
        (
            (_("A new pool, each player"), priced(player)),
            (_("A new pool, the dealer"), priced(dealer)),
            (_("Each deal, the dealer"), priced(rules.stake_chips)),
        ),
        tuple(_about_pools(rules)),
        named=True,
    )


def _about_pools(rules: HouseRules) -> Iterator[str]:
    yield _("Quinola placed wins the latest pool.")
    yield (
        _(
            "Quinola forced or led pays as much as lies in it: the first time into it, then"
            " as a new pool."
        )
    )
    if rules.returned_pool == "double":
        yield _(
            "Quinola placed, and the espagnolette failed: as much into it each time,"
            " in place of winning it."
        )
    else:
        yield _(
            "Quinola placed, and the espagnolette failed: as much, as if it were forced."
        )
    if rules.leftover_pools == "share":
        yield _("After the last deal all share what is left.")
    else:
        yield _("After the last deal the dealer has what is left.")
