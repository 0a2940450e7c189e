"""`arena arrange`: the best arrangements of a hand, and what one of your own is worth beside them."""
