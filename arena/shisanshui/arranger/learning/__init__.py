"""How the arranger learns what others lay: `python -m` this room, or `make tables`."""
