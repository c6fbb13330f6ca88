"""Tests, in the same tree as what they test; a package, so that they share `tests.office`."""
