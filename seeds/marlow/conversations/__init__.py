"""One module for each kind of talk in the office."""
