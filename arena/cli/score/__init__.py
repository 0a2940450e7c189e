"""`arena score`: rounds in as JSON Lines, water out."""
