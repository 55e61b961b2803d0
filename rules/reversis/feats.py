"""What of a deal of Reversis is worth telling."""

from rules.reversis.deal import PLAYED, QUINOLA, Deal
from rules.sentences import Sentences

FEATS = Sentences(
    __name__,
    {
        "reversis": "reversis",
        "broken reversis": "broken reversis",
        "espagnolette": "espagnolette",
        "Quinola placed": "Quinola placed",
    },
)


def feats(deal: Deal) -> tuple[str, ...]:
    """The reversis made or broken, the espagnolette made, Quinola placed."""
    if deal.kind != PLAYED:
        return ()
    if deal.reversis is not None:
        return (FEATS["reversis" if deal.reversis.made else "broken reversis"],)
    made = []
    if deal.espagnolette is not None and not deal.took(deal.espagnolette):
        made.append(FEATS["espagnolette"])
    if any(each.card == QUINOLA and each.how == "placed" for each in deal.honours):
        made.append(FEATS["Quinola placed"])
    return tuple(made)
