"""Names on paper: as large as their place holds them, and never cut."""

from scoring.draw.documents.cards import name_size
from scoring.draw.documents.score_sheets import name_sizes
from scoring.printing.text_fit import holds_words, line_count, text_width
from tests.in_turn import in_turn
from tests.scoring.printing.documents.papers import LONG_NAMES


@in_turn(
    "name, on_sheets, on_cards",
    [
        ("", "", ""),
        ("Marie Kubala", "", ""),
        ("Maximiliana Kubala", "", ""),
        ("Ludmila Hlaváček Nová", "tight", ""),
        ("Ferdinand-Ludwig Hruška", "tight", ""),
        ("Frank Wotipka-Przybyszewski", "tighter", ""),
        ("Maximiliana-Konstantina Šebesta-Zajíček", "tighter", "tight"),
        ("Jo Schwarzenberg-Hohenlohe von Wallenstein", "tightest", "tighter"),
        ("Maria Magdalena Hlaváčková-Novotná-Schwertfegerová", "tightest", "tighter"),
        ("Donaudampfschifffahrtsgesellschaftskapitän", "tiniest", "tight"),
    ],
)
def test_a_name_is_set_in_whole_lines(name: str, on_sheets: str, on_cards: str) -> None:
    assert name_sizes([name], 28.75)[0] == on_sheets
    assert name_size(name, 100, has_code=False, has_lodge=True) == on_cards


@in_turn("player", [28.75, 22.0, 20.5, 15.6])
def test_wide_letters_take_more_room_than_narrow_ones(player: float) -> None:
    sizes = ["", "tight", "tighter", "tightest", "tiny", "tiniest"]
    for wide, narrow in (("Wilhelm Mommsen", "Lillian Filippi"), ("MMMMMM", "iiiiii")):
        assert sizes.index(name_sizes([wide], player)[0]) >= sizes.index(
            name_sizes([narrow], player)[0]
        )


def test_a_text_is_as_wide_as_its_letters() -> None:
    assert text_width("") == 0
    assert text_width("WW") == 2 * text_width("W") > 4 * text_width("i")
    assert text_width("\U000f0000") == 1
    assert line_count("Ludmila Hlaváčková-Novotná", 6) == 3
    assert holds_words("Ludmila Hlaváčková-Novotná", 6)
    assert not holds_words("Bartholomäus", 5)
    assert line_count("Bartholomäus", 4) == 2


@in_turn("name", LONG_NAMES)
def test_a_long_name_beside_a_code_is_smaller_but_whole(name: str) -> None:
    sizes = ["", "tight", "tighter", "small", "smallest"]
    facts = {"has_lodge": True}
    alone = name_size(name, 100, has_code=False, **facts)
    beside = name_size(name, 100, has_code=True, **facts)
    assert sizes.index(alone) < sizes.index(beside)
