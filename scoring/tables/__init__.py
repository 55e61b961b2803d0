"""Tables as pages show them: columns, labels, alignment."""
