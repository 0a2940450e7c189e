"""Deals, evaluation and settlement of many rounds at once, in numpy, with the same results as one by one.

For arrangers, training and simulations; the process that plays a match never imports it.
"""

from arena.shisanshui.batch.dealing import deal
from arena.shisanshui.batch.hands import Hands, evaluate, one_by_one
from arena.shisanshui.batch.rows import evaluate_rows
from arena.shisanshui.batch.settlement import settle

__all__ = ["Hands", "deal", "evaluate", "evaluate_rows", "one_by_one", "settle"]
