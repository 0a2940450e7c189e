"""Formats that rank by what was won over many tables: round robins, Swiss and the gauntlet."""
