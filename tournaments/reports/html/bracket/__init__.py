"""The bracket of `report.html` as SVG: what is drawn, where it stands, and how it looks."""
