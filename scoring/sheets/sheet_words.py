"""What was done by a count, and which tables are meant, in words."""

from collections.abc import Sequence

from django.utils.translation import gettext_noop

from clubs.models import Club
from clubs.wording import and_list, say, say_many
from scoring.core.selectors.names import public_name
from scoring.models import Count

Witness = Count.Witness
MOST_NAMED = 12  # tables in a sentence
# What somebody did by a count, in words that follow a name, or stand by themselves.
_SAID = {
    Witness.ACCOUNT: gettext_noop("verified"),
    Witness.BLIND: gettext_noop(
        "verified: typed a second time without seeing the first"
    ),
    Witness.PAPER: gettext_noop("verified, signed on paper by: {who}"),
    Witness.PHONE: gettext_noop("verified on another phone"),
    Witness.OWN: gettext_noop(
        "verified, own chips typed on the scorekeeper’s phone by: {who}"
    ),
    Witness.IMPORT: gettext_noop("verified: taken from a file as it stood"),
    Witness.KEPT: gettext_noop("withdrew the correction; the old numbers stand"),
}
_LOOKED = gettext_noop(
    "verified: {who} looked at the scores on the scorekeeper’s phone"
)
_OF_NOBODY = {
    Witness.PAPER: gettext_noop("verified: signed on paper by somebody"),
    Witness.OWN: gettext_noop(
        "verified: own chips typed by somebody on the scorekeeper’s phone"
    ),
}


def said_of(count: Count, names: Sequence[str]) -> str:
    """What somebody did by a count, in words that follow his name."""
    if not count.confirms_id:
        return say("entered a correction") if count.corrects_id else say("counted")
    witness = Witness(count.witness)
    if not count.witness_seat:
        return say(_OF_NOBODY.get(witness, _SAID[witness]))
    without_chips = not count.sheet.round.tournament.with_chips
    looked = witness == Witness.OWN and without_chips
    template = _LOOKED if looked else _SAID[witness]
    return say(template, who=names[count.witness_seat - 1])


def verified_by(count: Count, names: Sequence[str], club: Club | None) -> str:
    """How a count was verified, in words that stand by themselves; by whom, if told."""
    name = public_name(count.by_name, club)
    if count.witness == Witness.ACCOUNT:
        return say("verified by: {name}", name=name)
    if count.witness == Witness.PHONE:
        return say("verified on another phone by: {name}", name=name)
    return said_of(count, names)


def tables_text(tables: list[int]) -> str:
    """Table 7; tables 1, 4 and 9; tables 1, 2, 3 … where there are many."""
    return say_many(
        "table {tables}",
        "tables {tables}",
        len(tables),
        tables=some_of(tables),
    )


def some_of(tables: list[int]) -> str:
    """Their numbers for a sentence: 1, 4 and 9; the first ones of many."""
    if len(tables) > MOST_NAMED:
        return f"{', '.join(map(str, tables[:MOST_NAMED]))} …"
    return and_list(tables)
