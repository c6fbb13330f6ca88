# Everything a developer does. Needs Python 3.11+, git and make; the rest is installed into .venv.
PYTHON ?= python3
WORKERS ?= auto

BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadfile

.DEFAULT_GOAL := help
.PHONY: help demo test check proof bench browser clean

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 10

demo: .venv/ready browser ## build the firm, play graded tasks through tools and a browser, print the table
	$(BIN)/workaday demo

test: .venv/ready browser ## every test but the proofs
	$(PYTEST) -m "not proof"

check: .venv/ready ## format, lint, types, and the tests that need no browser
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PYTEST) -m "not proof and not browser"

proof: .venv/ready browser ## the slow evidence: the proofs, and the audit of every task
	$(PYTEST) -m proof
	$(BIN)/workaday audit

bench: .venv/ready ## speed, beside the same work in bare SQLite
	$(BIN)/workaday bench

browser: .venv/ready ## find a Chromium, or install one
	@$(BIN)/python -m workaday.browser

clean: ## remove what builds and tests leave behind (.venv stays)
	rm -rf build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
	find workaday apps seeds tasks verifiers tests -name __pycache__ -prune -exec rm -rf {} +

# The virtual environment, made again whenever the dependencies change.
.venv/ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Workaday needs Python 3.11 or newer: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	@$(PYTHON) -m venv .venv || \
		{ echo "Python's venv module is not complete: on Debian or Ubuntu, apt-get install python3-venv" >&2; exit 1; }
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@
