"""Lowers the tree to the checked environment, one module a section."""
