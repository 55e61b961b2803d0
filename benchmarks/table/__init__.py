"""Saving hands over the network, one alone and a hall full at once."""
