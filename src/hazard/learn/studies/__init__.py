"""Published works made again: what they trained, what they told, and what comes of it under the same rule."""
