"""Score sheets: counts, verification, hands, rulings and photos."""
