"""The command line `hazard`: one module a verb."""
