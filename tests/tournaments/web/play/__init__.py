"""A person at the table: the page in a real browser, the addresses behind it, and the rules of the seat."""
