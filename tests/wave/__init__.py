"""Tests of the wave ruleset."""
