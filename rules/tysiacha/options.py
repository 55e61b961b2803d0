"""House rules of Tysiacha as options: what each may hold, and what it decides."""

from rules.options import Choice, Kind, Number, Option, Table, YesNo, chips


def _house(name: str, kind: Kind, label: str, meaning: str) -> Option:
    return Option(name, kind, label, meaning, "house")


OPTIONS = (
    Option(
        "target",
        Number(100, 5000),
        "Game",
        "How many points win the game.",
        "Fragment",
    ),
    _house(
        "marriage_chips",
        Table(
            {
                "hearts": "Hearts",
                "diamonds": "Diamonds",
                "clubs": "Clubs",
                "spades": "Spades",
                "aces": "four Aces",
            }
        ),
        "Marriages",
        "What each King and Queen of a suit counts; the four Aces where they count too.",
    ),
    _house("bid_min", chips(), "Lowest bid", "No bid may be lower."),
    _house(
        "bid_step",
        Number(1, 20),
        "Steps of bidding",
        "Every bid is a multiple of this.",
    ),
    Option(
        "soloist_scores",
        Choice({"bid": "the bid", "taken": "what was taken"}),
        "The soloist scores",
        "A made bid scores no more than the bid, or all that was taken.",
        "Fragment",
    ),
    _house(
        "round_to",
        Number(1, 10),
        "Rounding",
        "What is taken is rounded to the nearest multiple of this, halves up.",
    ),
    _house(
        "round_soloist",
        YesNo(),
        "Rounding makes a bid",
        "Is what the soloist took rounded before it is compared with the bid?",
    ),
    _house(
        "blind_times",
        Number(1, 4),
        "Blind bids",
        "A bid before looking counts so many times; 1: not played.",
    ),
    _house(
        "concede",
        Choice(
            {"no": "not allowed", "nothing": "costs nothing", "bid": "costs the bid"}
        ),
        "Conceding",
        "May the soloist give up after seeing the widow, and what does it cost?",
    ),
    _house(
        "concede_chips",
        chips(),
        "Conceded to each",
        "What each partner gets where the soloist gives up.",
    ),
    _house(
        "concede_half",
        YesNo(),
        "Conceded by halves",
        "Does each partner get half the bid instead?",
    ),
    _house(
        "concede_limit",
        Number(0, 9),
        "Concessions to a fine",
        "So many concessions of one seat are fined; 0: no fine.",
    ),
    _house(
        "fine_chips",
        chips(),
        "Fine for conceding",
        "What the last of these concessions costs.",
    ),
    _house(
        "endgame",
        Choice(
            {
                "barrel": "the barrel",
                "stop": "only the soloist scores",
                "none": "nothing special",
            }
        ),
        "Close to the end",
        "What happens to a total close to the end of the game.",
    ),
    _house(
        "barrel_at",
        Number(1, 5000),
        "Close is from",
        "The total at which the barrel stands, or from which only a soloist scores.",
    ),
    _house(
        "barrel_deals",
        Number(1, 9),
        "Deals on the barrel",
        "Who has not won after so many deals falls.",
    ),
    _house("barrel_chips", chips(), "Fall", "What a fall from the barrel costs."),
    _house(
        "barrel_lost",
        Choice(
            {"falls": "costs the bid and the barrel", "stays": "costs nothing more"}
        ),
        "A bid lost on the barrel",
        "Does the soloist pay the bid and leave the barrel, or stay there?",
    ),
    _house(
        "barrel_for",
        Choice({"all": "everybody", "newest": "the newest only"}),
        "The barrel has room for",
        "Does a newcomer throw off whoever is on it?",
    ),
    _house(
        "falls_to_zero",
        Number(0, 9),
        "Falls to zero",
        "So many falls of one seat cost its whole total; 0: not played.",
    ),
    _house(
        "bolt_limit",
        Number(0, 9),
        "Zeros to a fine",
        "So many deals without a point are fined; 0: no fine.",
    ),
    _house(
        "bolt_chips", chips(), "Fine for zeros", "What the last of these zeros costs."
    ),
    _house(
        "bolts_in_a_row",
        YesNo(),
        "Zeros in a row",
        "Does a deal with points wipe out the zeros before it?",
    ),
    _house(
        "soloist_bolts",
        YesNo(),
        "The soloist's zeros",
        "Does a soloist without a point have a zero too?",
    ),
    _house(
        "dump_at",
        chips(),
        "Dump truck",
        "Who stands at exactly this, above or below, is back at 0; 0: not played.",
    ),
    _house(
        "talon_scores",
        YesNo(),
        "Points for the widow",
        "Does the dealer who sits out score for the three cards of the widow?",
    ),
    _house(
        "score_by",
        Choice({"points": "the points of every deal", "stake": "a stake a game"}),
        "What is scored",
        "The points of every deal, or a stake that all others pay the winner of a game.",
    ),
    _house("stake", chips(), "Stake", "What each other seat pays the winner."),
    _house(
        "game_chips", chips(), "For the game", "What the winner of a game gets besides."
    ),
    _house(
        "after_win",
        Choice({"new_game": "a new game begins", "stop": "the round is over"}),
        "After a win",
        "What follows where a game is won before the round is over.",
    ),
)
