"""What the phone asks of a deal of Pebbles."""

from rules.pebbles.deal import DOUBLES, PASSED, STONES, TAKES

from scoring.games.phone_form import Codes, Form, Key, Say, Seats, Shares, if_is

POOL = {TAKES: "Takes it", DOUBLES: "Doubles it"}

FORM = Form(
    main=(
        Seats("winner", "Winner", keys=(Key(PASSED, "All passed", {"kind": PASSED}),)),
        Codes("pool", "The pool", POOL),
        Shares("stones", "Stones", STONES),
    ),
    more=(Seats("called", "Who called it?"),),
    summary=(
        Say("{winner} takes the pool", if_is("pool", TAKES)),
        Say("{winner} doubles the pool", if_is("pool", DOUBLES)),
        Say("{called} called", if_is("called")),
        Say("all passed", if_is("kind", PASSED)),
    ),
    reasons=("Wrong stones", "Something was forgotten"),
)
