"""The store, `results.sqlite`: its tables, its bytes, its migrations, and how damage to it is found."""
