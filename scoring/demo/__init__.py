"""The demo club: invented tournaments, created by the services, that show the site."""
