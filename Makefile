PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
COMPILED := build/compiled
# Node.js is there too, so that the JavaScript bot is built and played wherever the tests run.
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: demo test test-all bench coverage tables catalogues lint clean

demo: $(READY)
	$(BIN)/arena tournament run tournaments/examples/demo.toml

test: $(READY) lint
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not long"

test-all: $(READY) lint
	$(BIN)/python -m pytest -n 2 --dist loadgroup

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The peers that rows are measured beside need a compiler in places; where one cannot be had, it is left out and said.
bench: $(READY) $(COMPILED)/.ready
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]' --constraint constraints.txt
	PYTHONSAFEPATH=1 PYTHONPATH=$(CURDIR)/$(COMPILED):$(CURDIR) $(BIN)/python -m benchmarks

# How often the intervals of ratings hold the truth: the table in docs/ratings.md; takes some minutes.
coverage: $(READY)
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m benchmarks.coverage

# What the arranger knows of how others arrange; takes some minutes and comes out the same.
tables: $(READY)
	$(BIN)/python -m arena.shisanshui.arranger.learning

clean:
	rm -rf .venv runs build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

# The catalogues of languages, brought up to date with the code; then translate what is empty in them.
catalogues: $(READY)
	$(BIN)/python -m tests.language.catalogue

# Made anew whenever what is to be installed changes; building compiles the catalogues.
$(READY): pyproject.toml setup.py constraints.txt $(wildcard */locale/*/LC_MESSAGES/*.po)
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]' --constraint constraints.txt
	touch $@

# As `pip install .` installs it, with machine code where there is a compiler; .venv itself runs what is in the checkout.
$(COMPILED)/.ready: $(READY) $(shell find arena protocol tournaments sample_bots -name '*.py')
	rm -rf build
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --target $(COMPILED) .
	touch $@
