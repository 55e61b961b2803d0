"""Questions that the phone asks about a deal of Schieberamsch."""

from rules.deal_rotation import THROWN_IN
from rules.messages import message_template
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

SHOVES = (
    message_template("None"),
    *(f"{shoves}" for shoves in range(1, MOST_SHOVES + 1)),
)
GRANDS = {
    value: f"{value}" for value in range(LEAST_GRAND, MOST_GRAND + 1, LEAST_GRAND)
}

FORM = Form(
    main=(
        Seats(
            "last_trick",
            message_template("Last trick"),
            keys=(
                Key("grand", message_template("Grand hand"), {"kind": GRAND_HAND}),
                thrown_in(),
            ),
        ),
        Doublings(
            "shoves",
            message_template("Shoves"),
            SHOVES,
            help=message_template(
                "How many players passed the skat on without looking."
            ),
        ),
        Shares(
            "points",
            message_template("Points in tricks"),
            ALL_POINTS,
            also={"skat": message_template("Skat")},
        ),
        Several(
            "virgins",
            message_template("Virgins"),
            zero="points",
            help=message_template("Tap the players who took no tricks."),
        ),
        Seats("soloist", message_template("Soloist")),
        Codes("value", message_template("Value"), GRANDS),
        Codes(
            "made",
            message_template("Made or lost?"),
            {True: message_template("Made"), False: message_template("Lost")},
        ),
    ),
    summary=(
        Say(message_template("Thrown in"), if_is("kind", THROWN_IN)),
        Say("{points}", if_is("kind", RAMSCH)),
        Say(message_template("skat {skat}"), if_is("kind", RAMSCH)),
        Say(message_template("last trick: {last_trick}"), if_is("last_trick")),
        Say(message_template("1 shove"), if_is("shoves", 1)),
        Say(message_template("{shoves} shoves"), if_is("shoves", 2, 3)),
        Say(message_template("no tricks: {virgins}"), if_is("virgins")),
        Say(message_template("{soloist} made a Grand hand of {value}"), if_is("made")),
        Say(
            message_template("{soloist} lost a Grand hand of {value}"),
            if_is("value"),
            unless("made"),
        ),
    ),
    again=(Again((GRAND_HAND, THROWN_IN)),),
)
