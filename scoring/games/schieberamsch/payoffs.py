"""What the card of payoffs says of Schieberamsch, from a tournament's house rules."""

from collections.abc import Iterator

from rules.schieberamsch.deal import ALL_POINTS, LEAST_GRAND, MOST_SHOVES
from rules.schieberamsch.house import HOUSE, HouseRules
from rules.sentences import said_with
from rules.sentences import template as _
from scoring.games.payoff_card import Heading, PayoffBlock, PayoffCard, priced, title_of

CARDS = (
    (_("Ace"), "11"),
    (_("Ten"), "10"),
    (_("King"), "4"),
    (_("Queen"), "3"),
    (_("Jack"), "2"),
)
SHOVES = range(MOST_SHOVES + 1)


def payoff_card(rules: HouseRules, heading: Heading) -> PayoffCard:
    """The card of one page for these house rules."""
    return PayoffCard(
        heading,
        title_of(rules, HOUSE),
        left=(_shoves(rules), _grand(rules)),
        right=(_cards(), _words(_("Who loses"), _losers(rules))),
    )


def _words(title: str, remarks: Iterator[str]) -> PayoffBlock:
    return PayoffBlock(title, "", (), (), tuple(remarks))


def _shoves(rules: HouseRules) -> PayoffBlock:
    rows = [(_("A Ramsch"), *(f"×{2**shoves}" for shoves in SHOVES))]
    if rules.virgin_doubles:
        rows.append((_("with a virgin"), *(f"×{2 * 2**shoves}" for shoves in SHOVES)))
    march = rules.march_chips
    more = 2 if rules.shoves_double_march else 1
    rows.append((_("March"), *(priced(march * more**shoves) for shoves in SHOVES)))
    return PayoffBlock(
        _("Shoves of the skat"),
        "",
        ("", *map(str, SHOVES)),
        tuple(rows),
        (
            _("The loser loses the points taken, so many times."),
            _("A virgin took no trick. Two virgins are a march: the third has won it."),
        ),
        named=True,
    )


def _grand(rules: HouseRules) -> PayoffBlock:
    lost = rules.lost_grand_times
    values = [LEAST_GRAND * times for times in range(2, 7)]
    return PayoffBlock(
        _("Grand hand"),
        "",
        (_("value"), _("won"), _("lost")),
        tuple((f"{value}", f"+{value}", f"−{lost * value}") for value in values),
        (
            said_with(
                _("Every value is a multiple of {least_grand}."),
                least_grand=LEAST_GRAND,
            ),
            _("After it the same dealer deals again."),
        ),
        named=True,
    )


def _cards() -> PayoffBlock:
    remarks = (
        said_with(
            _("All cards make {all_points}, the skat among them."),
            all_points=ALL_POINTS,
        ),
    )
    return PayoffBlock(_("Cards"), _("points"), (), CARDS, remarks, named=True)


def _losers(rules: HouseRules) -> Iterator[str]:
    yield _("Whoever took the most points loses them.")
    if rules.skat_to == "last_trick":
        yield _("The skat counts for whoever took the last trick.")
    else:
        yield _("The skat counts for the loser.")
    yield {
        "both": _("Two have the most: both lose all of it."),
        "share": _("Two have the most: both lose half of it, rounded up."),
        "last_trick": _(
            "Two have the most: the one who took the last trick loses; if"
            " neither did, both."
        ),
    }[rules.tie]
    yield _("All three have the same: nobody loses.")
    if rules.settle == "pairs":
        yield _("Of each two the lower score pays the other the difference.")
    else:
        yield _("Scores are written down; they do not add up to anything.")
    yield _("A dealer who sits out neither scores nor pays.")
