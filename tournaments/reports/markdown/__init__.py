"""`report.md` and `report.zh.md`: a finished tournament as a page of text, in English and in Chinese."""
