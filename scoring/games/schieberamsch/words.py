"""What pages call Schieberamsch, of which no deal leaves anything to the next."""

NAME = "Schieberamsch"
ABOUT = "Three play, of four the dealer sits out: the skat is shoved, most points lose."
LEADS = ""
