"""The page kit: one layout, one stylesheet, one table script for every page that people look at."""
