"""What the phone asks of a deal of Schieberamsch."""

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
    unless,
)

SHOVES = ("None", *(f"{shoves}" for shoves in range(1, MOST_SHOVES + 1)))
GRANDS = {
    value: f"{value}" for value in range(LEAST_GRAND, MOST_GRAND + 1, LEAST_GRAND)
}

FORM = Form(
    main=(
        Seats(
            "last_trick",
            "Last trick",
            keys=(Key("grand", "Grand hand", {"kind": GRAND_HAND}),),
        ),
        Doublings(
            "shoves", "Shoves", SHOVES, help="How many passed the skat on unseen."
        ),
        Shares("points", "Points in tricks", ALL_POINTS, also={"skat": "Skat"}),
        Several(
            "virgins", "Virgins", zero="points", help="Tap who took no trick at all."
        ),
        Seats("soloist", "Soloist"),
        Codes("value", "Value", GRANDS),
        Codes("made", "Made or lost?", {True: "Made", False: "Lost"}),
    ),
    summary=(
        Say("{points}", if_is("kind", RAMSCH)),
        Say("skat {skat}", if_is("kind", RAMSCH)),
        Say("last trick {last_trick}", if_is("last_trick")),
        Say("1 shove", if_is("shoves", 1)),
        Say("{shoves} shoves", if_is("shoves", 2, 3)),
        Say("no trick {virgins}", if_is("virgins")),
        Say("{soloist} made a Grand hand of {value}", if_is("made")),
        Say("{soloist} lost a Grand hand of {value}", if_is("value"), unless("made")),
    ),
    again=(Again((GRAND_HAND,)),),
)
