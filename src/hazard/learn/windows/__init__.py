"""The learner that says where in a small window a mine is, from windows that a bot labels."""
