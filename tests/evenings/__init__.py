"""Whole evenings in any order the desk allows, beside a model that knows no code of ours."""
