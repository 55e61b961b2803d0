"""Numbers as they may be typed on a sheet, and what must be said of them.

The server and the page's script say the same, and “right” of nothing that is refused.
Each case: what is typed over a plain sheet of 131, 96, 104 and 69, the word beside the
total, and whether it can be saved.
"""

from tests.messages import message

ADDS_UP = message("adds up")
Case = tuple[dict[str, str], str, bool]

PLAIN = {"held1": "131", "held2": "96", "held3": "104", "held4": "69"}
CASES: list[Case] = [
    ({}, ADDS_UP, True),
    ({"held4": "60"}, message("9 missing"), True),
    ({"held4": ""}, "of 400", False),
    ({"held4": "6o"}, "of 400", False),
    # A score below 0 in one field (§30).
    ({"held1": "212", "held4": "-12"}, ADDS_UP, True),
    ({"held1": "212", "held4": "\N{MINUS SIGN}12"}, ADDS_UP, True),
    ({"held1": "212", "held4": "\N{EN DASH} 12"}, ADDS_UP, True),
    ({"held1": "212", "held4": "-12", "borrowed4": "12"}, ADDS_UP, True),
    ({"held1": "212", "held4": "-12", "borrowed4": "50"}, ADDS_UP, True),
    ({"held1": "212", "held4": "-12", "borrowed4": "5"}, "of 400", False),
    ({"held4": "-12"}, "81 missing", True),
    # A loan.
    ({"held4": "119", "borrowed4": "50"}, ADDS_UP, True),
    ({"held4": "19", "borrowed4": "-50"}, "of 400", False),
    ({"held4": "69", "borrowed4": "x"}, "of 400", False),
    # More than there can be.
    ({"held1": "4131", "borrowed1": "4000"}, "of 400", False),
    ({"held1": "100131", "borrowed1": "100000"}, "of 400", False),
    # Colours that say something else.
    ({"blue4": "6", "red4": "1", "white4": "4"}, ADDS_UP, True),
    ({"blue4": "6", "red4": "1", "white4": "5"}, "of 400", False),
    ({"blue4": "8", "red4": "-2", "white4": "-1"}, "of 400", False),
    ({"blue4": "x"}, "of 400", False),
    # A ruling.
    ({"held4": "60", "ruled4": "+9", "reason": "§31"}, ADDS_UP, True),
    ({"held4": "60", "ruled4": "9", "ruled1": "y", "reason": "§31"}, "of 400", False),
]
