import pytest

from arena.shisanshui.cards import CardError, card, cards, rank, suit, text


def test_text_and_number_are_inverse() -> None:
    assert [card(text(number)) for number in range(54)] == list(range(54))


def test_deuce_of_spades_is_first_and_jokers_are_last() -> None:
    assert [card(name) for name in ("2s", "2h", "2d", "2c", "3s", "As", "Ac", "Xs", "Xb")] == [
        *(0, 1, 2, 3, 4, 48, 51),
        *(52, 53),
    ]


def test_rank_and_suit_are_read_off_the_number() -> None:
    assert (rank(card("Td")), suit(card("Td"))) == (8, 2)


@pytest.mark.parametrize("wrong", ["", "A", "1s", "10s", "AS", "as", "Xx", "sA", "Asd"])
def test_what_is_no_card_is_named(wrong: str) -> None:
    with pytest.raises(CardError, match=repr(wrong)):
        card(wrong)
    with pytest.raises(CardError, match=repr(wrong)):
        cards(["As", wrong])
