"""The course platform's side of an AI: the classes that it imports, and the process that each game gets."""
