"""The demo club: evenings made up, taken from the services, that show what the site does."""
