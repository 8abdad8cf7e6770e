"""Measurements: speed as ratios, each side taken in the same run, interleaved."""
