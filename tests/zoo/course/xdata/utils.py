"""Another package has a module of this name."""

THRESHOLD = "nobody's"
