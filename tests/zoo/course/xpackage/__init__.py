"""A package of several modules."""
