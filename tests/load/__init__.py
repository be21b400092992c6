"""The site under load, on one machine: python -m tests.load.run. Not part of the tests: it measures."""
