"""Reports of a tournament for terminal, files and page; all derived from the store."""
