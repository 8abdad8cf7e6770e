"""Spreadsheets, whatever wrote them: cells, references, number formats, formulas and what they give."""
