"""Start cards with the code of everybody's own page."""

import pytest

from scoring.draw.documents.cards import CardGrid, CardSize, card_parts
from tests.messages import message
from tests.scoring.printing.documents.papers import HEADING, person


@pytest.mark.parametrize("size", CardSize.values)
def test_who_has_a_link_has_its_code_inside_his_card(size: str) -> None:
    people = [person(n) for n in range(1, 11)]
    for who, _ in people:
        who.player_id = who.number
    links = {
        n: f"https://tarok.example.org/me/{n:038}/" for n in range(1, 11) if n != 2
    }
    grid = CardGrid.of("letter", size)
    [part] = card_parts(HEADING, (1, 2, 3), people, grid=grid, links=links)
    first, *_ = part.codes
    assert {code.text for page in part.codes for code in page} == {*links.values()}
    assert part.html.count(message("your page")) >= 9
    for code in first:
        assert code.size >= 22  # mm, as the paper's other codes
        assert (code.x - 8) % grid.width + code.size <= grid.width
        assert 8 <= code.x <= grid.size.width - 8 - code.size
        assert 8 + code.size <= code.top <= grid.size.height - 8


def test_without_links_the_cards_are_as_they_were() -> None:
    [part] = card_parts(
        HEADING, (1, 2), [person(1)], grid=CardGrid.of("a4", CardSize.EIGHT)
    )
    assert part.codes == ((),)
    assert "with-code" not in part.html
