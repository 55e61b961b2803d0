"""Forms of the desk; a game's own forms live with the game."""
