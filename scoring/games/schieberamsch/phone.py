"""What the phone asks of a deal of Schieberamsch."""

from rules.deal_rotation import THROWN_IN
from rules.messages import say_later
from rules.schieberamsch.deal import (
    ALL_POINTS,
    GRAND_HAND,
    LEAST_GRAND,
    MOST_GRAND,
    MOST_SHOVES,
    RAMSCH,
)
from scoring.games.phone_form import (
    Again,
    Codes,
    Doublings,
    Form,
    Key,
    Say,
    Seats,
    Several,
    Shares,
    if_is,
    thrown_in,
    unless,
)

SHOVES = (say_later("None"), *(f"{shoves}" for shoves in range(1, MOST_SHOVES + 1)))
GRANDS = {
    value: f"{value}" for value in range(LEAST_GRAND, MOST_GRAND + 1, LEAST_GRAND)
}

FORM = Form(
    main=(
        Seats(
            "last_trick",
            say_later("Last trick"),
            keys=(
                Key("grand", say_later("Grand hand"), {"kind": GRAND_HAND}),
                thrown_in(),
            ),
        ),
        Doublings(
            "shoves",
            say_later("Shoves"),
            SHOVES,
            help=say_later("How many passed the skat on unseen."),
        ),
        Shares(
            "points",
            say_later("Points in tricks"),
            ALL_POINTS,
            also={"skat": say_later("Skat")},
        ),
        Several(
            "virgins",
            say_later("Virgins"),
            zero="points",
            help=say_later("Tap who took no trick at all."),
        ),
        Seats("soloist", say_later("Soloist")),
        Codes("value", say_later("Value"), GRANDS),
        Codes(
            "made",
            say_later("Made or lost?"),
            {True: say_later("Made"), False: say_later("Lost")},
        ),
    ),
    summary=(
        Say(say_later("Thrown in"), if_is("kind", THROWN_IN)),
        Say("{points}", if_is("kind", RAMSCH)),
        Say(say_later("skat {skat}"), if_is("kind", RAMSCH)),
        Say(say_later("last trick {last_trick}"), if_is("last_trick")),
        Say(say_later("1 shove"), if_is("shoves", 1)),
        Say(say_later("{shoves} shoves"), if_is("shoves", 2, 3)),
        Say(say_later("no trick {virgins}"), if_is("virgins")),
        Say(say_later("{soloist} made a Grand hand of {value}"), if_is("made")),
        Say(
            say_later("{soloist} lost a Grand hand of {value}"),
            if_is("value"),
            unless("made"),
        ),
    ),
    again=(Again((GRAND_HAND, THROWN_IN)),),
)
