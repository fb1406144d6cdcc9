"""The agents that come with Hazard; `table` lists them."""
