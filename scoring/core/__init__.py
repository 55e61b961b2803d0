"""What every room stands on: locks and log of a write, access, frames of pages."""
