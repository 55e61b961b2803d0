"""Sheets: counts, verification, hands, rulings, photos."""
