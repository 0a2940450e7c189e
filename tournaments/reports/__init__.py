"""What a tournament shows and leaves behind; all of it is derived from the store."""
