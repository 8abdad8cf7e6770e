"""Agents that don't do the work: what they reach tells what the verifier and the users' policies are worth."""
