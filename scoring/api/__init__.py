"""Open data: what everybody may see, as JSON by the models of the open file."""
