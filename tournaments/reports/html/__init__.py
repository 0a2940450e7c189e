"""`report.html`: a finished tournament as one self-contained page, in English and Chinese."""
