"""What the commands have in common on a terminal: terms, cards, tables and wrapped text."""
