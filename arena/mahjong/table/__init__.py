"""A hand of the mahjong as it is played: positions, what may be done in them, what follows, and what is told."""
