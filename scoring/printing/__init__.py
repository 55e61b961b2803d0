"""The engine of paper: from a template to a PDF, and jobs that make it."""
