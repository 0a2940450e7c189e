"""The mahjong, clause by clause."""
