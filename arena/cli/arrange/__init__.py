"""`arena arrange`: a hand in, its best arrangements out, and how a given one compares with them."""
