# `make demo` and `make test` are all that one needs; the rest is for those who change the code.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
# SCREENSHOT=1 also gets a browser, for the picture of the report.
export SCREENSHOT
# Without compiled modules every start of `cowork` compiles the whole compiler anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help install system demo test check grammar golden smoke bench docs clean

help:
	@echo "make demo    a real environment from source to a report, in ./demo-out"
	@echo "make test    the whole test suite"
	@echo "make check   linters, types and the fast tests"
	@echo "make grammar rewrite what is rendered from the grammar and the taxonomy"
	@echo "make golden  the same, and rewrite the golden files"
	@echo "make smoke   the slow suites, in their short form"
	@echo "make bench   the measurements of docs/results"
	@echo "make docs    the documentation's checks and the news of the next release"

install: $(STAMP)

$(STAMP): pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

system:
	@scripts/setup-system.sh

demo: $(STAMP) system
	@scripts/demo.sh

test: $(STAMP) system
	@$(BIN)/python scripts/results_digest.py
	timeout --signal=INT --kill-after=30 870 $(BIN)/python -m pytest -n 2 --durations=10

check: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	timeout --signal=INT --kill-after=30 120 $(BIN)/python -m pytest -n 2 -m 'not slow'

grammar: $(STAMP)
	$(BIN)/python -m cowork_dsl.grammar.taxonomy
	$(BIN)/python -m cowork_dsl.compiler.syntax.build_tables
	$(BIN)/python -m cowork_dsl.compiler.schema.textmate
	$(BIN)/python -m cowork_dsl.face.reference.write
	$(BIN)/python -m cowork_dsl.compiler.bundle.schemas
	$(BIN)/python -m cowork_dsl.runtime.record.schemas

golden: grammar
	$(BIN)/python -m pytest -n 2 --update-golden

smoke: $(STAMP) system
	@scripts/smoke.sh

bench: $(STAMP) system
	$(BIN)/python -m bench

docs: $(STAMP)
	$(BIN)/python -m pytest tests/docs
	$(BIN)/towncrier build --draft --version next

clean:
	rm -rf demo-out build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
