"""The print engine: from a template to a PDF, and jobs that make it."""
