"""What the page of a game says, by key, in the language in use."""

from typing import Final

from arena.language import Paired, _, term, told
from arena.shisanshui.cards import TEXTS
from arena.shisanshui.rows import ROW_TYPE_IDS
from arena.shisanshui.rule_model import RuleSet
from arena.shisanshui.settlement import REASONS
from arena.shisanshui.specials import BY_ID
from protocol.reasons import MEANING
from tournaments.reports.words import fault, outcome, payment, row_type, special_hand

_RANKS: Final = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_SUITS: Final = {
    "s": ("spades", "黑桃"),
    "h": ("hearts", "红桃"),
    "d": ("diamonds", "方块"),
    "c": ("clubs", "梅花"),
}
_JOKERS: Final = {"Xs": ("small joker", "小王"), "Xb": ("big joker", "大王")}


def game_words(rules: RuleSet) -> dict[str, str]:
    """Return the terms of the game and the sentences of the page; holes such as {bot} are filled by the page."""
    return {
        **{f"card {text}": card_name(text) for text in TEXTS},
        **{f"type {kind}": told(row_type(kind)) for kind in ROW_TYPE_IDS},
        **{f"front type {kind}": told(row_type(kind, front=True)) for kind in ROW_TYPE_IDS},
        **{f"special {kind}": told(special_hand(kind)) for kind in BY_ID},
        **{f"reason {reason}": told(payment(reason)) for reason in REASONS},
        **{f"code {code}": told(fault(code)) for code in MEANING},
        **{word: told(outcome(word)) for word in ("foul", "escaped")},
        "front": term("Front", "头墩"),
        "middle": term("Middle", "中墩"),
        "back": term("Back", "尾墩"),
        **_table_words(rules),
        **_settlement_words(),
    }


def card_name(text: str) -> str:
    """Return the name of a card as a screen reader says it.

    >>> card_name("As"), card_name("Td"), card_name("Xb")
    ('ace of spades', '10 of diamonds', 'big joker')
    """
    if text in _JOKERS:
        return term_alone(*_JOKERS[text])
    rank, (suit, chinese) = text[0], _SUITS[text[1]]
    shown = "10" if rank == "T" else rank
    return term_alone(f"{_RANKS.get(rank, rank)} of {suit}", f"{chinese} {shown}")


def term_alone(english: str, chinese: str) -> str:
    """Return a term in the language in use alone."""
    return told(Paired(english, chinese))


def _table_words(rules: RuleSet) -> dict[str, str]:
    return {
        "round": _("Round {round} of {rounds}"),
        "starting": _("The bots are being started …"),
        "arranging": _("Lay your cards in three rows."),
        "laid": _("Laid. Waiting for the others …"),
        "over": _("The match is over."),
        "ended": _("The match was broken off: nothing is recorded."),
        "gone": _("This game is no longer on the server."),
        "late": _("Time is up: the referee decides."),
        "offline": _("No connection; trying again …"),
        "hand": _("Hand"),
        "row": _("{row}, {laid} of {size} cards"),
        "place": _("Put the selected cards into {row}"),
        "full": _("{row} is full."),
        "fouls": _("Foul 倒水: each row must be higher than the one before it.")
        if rules.scoring.strict
        else _("Foul 倒水: each row must be at least as high as the one before it."),
        "special": _("Special hand: {special}"),
        "holds": _("You hold a special hand: {special}."),
        "declare": _("Declare {special}"),
        "lay": _("Lay"),
        "lay foul": _("Lay it as a foul"),
        "assisted": _("Assisted: the hint was taken in this round."),
        "was late": _("You were late in round {round}: {what}."),
        "water": _("{water} water"),
    }


def _settlement_words() -> dict[str, str]:
    return {
        "settled": _("Round {round}"),
        "pays": _("{source} pays {target} {water} water: {reason}"),
        "table": _("the table"),
        "nothing": _("nobody pays anybody"),
        "stand-in": term("stand-in", "接管"),
        "next": _("Next hand"),
        "close": _("Close"),
        "skip": _("Show all"),
        "total": _("Total"),
    }
