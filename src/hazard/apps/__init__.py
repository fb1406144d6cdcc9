"""The programs a person starts: the command line."""
