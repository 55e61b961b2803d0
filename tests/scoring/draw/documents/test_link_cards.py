"""Start cards with the code of everybody's own page."""

from scoring.draw.documents.cards import card_parts
from tests.messages import message
from tests.scoring.printing.documents.papers import HEADING, person


def test_who_has_a_link_has_its_code_inside_his_card() -> None:
    people = [person(n) for n in range(1, 11)]
    for who, _ in people:
        who.player_id = who.number
    links = {
        n: f"https://tarok.example.org/me/{n:038}/" for n in range(1, 11) if n != 2
    }
    [part] = card_parts(HEADING, (1, 2, 3), people, paper="letter", links=links)
    first, second = part.codes
    assert {code.text for code in (*first, *second)} == {*links.values()}
    assert part.html.count(message("your page")) >= 9
    for code in first:
        assert code.size >= 22  # mm, as the paper's other codes
        assert 8 <= code.x <= 215.9 - 8 - code.size
        assert 8 + code.size <= code.top <= 279.4 - 8


def test_without_links_the_cards_are_as_they_were() -> None:
    [part] = card_parts(HEADING, (1, 2), [person(1)], paper="a4")
    assert part.codes == ((),)
    assert "with-code" not in part.html
