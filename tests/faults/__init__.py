"""What is promised when something breaks, proved by breaking it. The quick ones run with every test; `make faults` runs all, for longer."""
