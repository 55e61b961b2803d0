"""The sections of the rule sheet, so that a judge can say by which one he rules."""

from collections.abc import Mapping
from types import MappingProxyType

SECTIONS: Mapping[str, str] = MappingProxyType(
    {
        "§1": "Chips",
        "§2": "Shuffling the deck",
        "§3": "Starting the game",
        "§4": "Dealing the cards",
        "§5": "Knocking on the deck",
        "§6": "Initial bidder",
        "§7": "Povinost",
        "§8": "Prever",
        "§9": "Discarding",
        "§10": "Bid ranks",
        "§11": "Leading the first card",
        "§12": "Declarations",
        "§13": "Challenges",
        "§14": "Following suit",
        "§15": "Pagat",
        "§16": "Valat",
        "§17": "No trumps",
        "§18": "Two trumps",
        "§19": "Pagat when announced",
        "§20": "Ace",
        "§21": "Values",
        "§22": "Misdealing, before play",
        "§23": "Misdealing, after play",
        "§24": "Players’ responsibilities",
        "§25": "Value of cards",
        "§26": "Suits",
        "§27": "Winning points",
        "§28": "Trick taking",
        "§29": "Chips won or lost",
        "§30": "Errors and penalties",
        "§31": "Other problems",
    }
)
