"""The API: public data as JSON, in the models of the open file format."""
