"""The referee: matches between bots that run as processes of their own."""

__version__ = "0.1.0"
