"""Another package has a module of this name."""

THRESHOLD = 0.5
