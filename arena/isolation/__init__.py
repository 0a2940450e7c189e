"""How a bot is kept from harming others: levels of isolation, one file each, and the limits that hold at all of them.

`choice.choose` tries what the machine can do, `cell.Cell` holds one bot of a match at the level chosen, and
`arena.seats.process` alone starts what a level has fitted. What each level stops is told in `docs/security.md`.
"""
