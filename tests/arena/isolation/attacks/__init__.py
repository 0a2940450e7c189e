"""Bots that attack, as real programs: `python -m tests.arena.isolation.attacks MARK ATTACK[=ARGUMENT] …`.

Each says on its standard output, a line an attack, whether it got through; what `table.ATTACKS` claims about the
levels of isolation is held against that.
"""
