"""Play 人机对战: a person at a table of bots, through the referee that plays every match."""
