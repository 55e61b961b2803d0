"""Names on paper: as large as their place holds them, and never cut."""

from scoring.draw.documents.cards import NAME_SIZES as ON_CARDS
from scoring.draw.documents.score_sheets import NAME_SIZES as ON_SHEETS
from scoring.printing.text_fit import size_for
from tests.in_turn import in_turn


@in_turn(
    "name, on_sheets, on_cards",
    [
        ("", "", ""),
        ("Marie Kubala", "", ""),
        ("Maximiliana Kubala", "", ""),
        ("Ludmila Hlaváček Nová", "tight", ""),
        ("Ferdinand-Ludwig Hruška", "tight", ""),
        ("Frank Wotipka-Przybyszewski", "tighter", ""),
        ("Maximiliana-Konstantina Šebesta-Zajíček", "tightest", "tight"),
        ("Jo Schwarzenberg-Hohenlohe von Wallenstein", "tightest", "tighter"),
        ("Maria Magdalena Hlaváčková-Novotná-Schwertfegerová", "tightest", "tighter"),
        ("Donaudampfschifffahrtsgesellschaftskapitän", "tiny", "tighter"),
    ],
)
def test_a_name_is_set_in_whole_lines(name: str, on_sheets: str, on_cards: str) -> None:
    assert size_for(name, ON_SHEETS, "tiny") == on_sheets
    assert size_for(name, ON_CARDS, "tighter") == on_cards
