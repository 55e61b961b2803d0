"""What of a deal of Paskievics is worth telling."""

from rules.paskievics.deal import Deal, doubler_of
from rules.sentences import Sentences

FEATS = Sentences(
    __name__,
    {
        "volát": "volát",
        "double game": "double game",
        "pagát ultimó": "pagát ultimó",
        "caught XXI": "caught XXI",
    },
)


def feats(deal: Deal) -> tuple[str, ...]:
    """Volát or double game, a Pagát that took the last trick, a caught XXI."""
    if deal.kind != "played":
        return ()
    made = {
        "volát": deal.all_tricks is not None,
        "double game": deal.all_tricks is None and doubler_of(deal) is not None,
        "pagát ultimó": deal.pagat is not None and deal.pagat.made,
        "caught XXI": deal.xxi is not None,
    }
    return tuple(FEATS[feat] for feat, is_made in made.items() if is_made)
