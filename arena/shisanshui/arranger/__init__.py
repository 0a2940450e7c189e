"""The arranger: the best arrangements of thirteen cards by expected water, against opponents who arrange well.

It needs numpy and tables that are learned by self-play (`make tables`), so nothing imports it that does not arrange.
"""
