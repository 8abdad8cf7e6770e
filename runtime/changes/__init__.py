"""One vocabulary of changes, carried out on a world: what users do, and what mutants and variants are made of."""
