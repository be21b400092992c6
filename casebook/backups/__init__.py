"""Copies of the whole database, taken while the site runs, proved by opening them, and put back when they are needed."""
