"""A tournament as submitted: its file, its formats, and how long they will take."""
