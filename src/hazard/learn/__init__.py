"""The learning lab: recipes, runs, one training loop, learners, plots, export."""
