"""What the readers of office files share: bounded archives, bounded XML, and what stands in them."""
