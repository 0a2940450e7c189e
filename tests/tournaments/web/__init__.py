"""The pages: served by the real command, read over HTTP and in a real browser."""
