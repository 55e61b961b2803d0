"""Paper: score sheets, seat lists, cards, standings, the card of payoffs.

Each is made as a `document.Document`: HTML, and what is laid under it. `press.pdf_of`
makes the PDF at once; `jobs` makes it outside the web worker and never loads WeasyPrint
(80 MB, a second) into it.
"""
