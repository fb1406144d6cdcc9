"""Honest measurement: matches on the same layouts, and the statistics that belong to them."""
