"""The pages, one a file: each asks for what it shows and fills its template."""
